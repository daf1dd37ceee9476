//! The export that Snapchat gives an account's owner, as JSON.
//!
//! `snap_pro.json` has the Spotlights and stories of the public profile, with only their times and files. The owner's
//! submissions are also in `shared_story.json`, with ids. Equal times mean the same post. The owner is in
//! `account.json`. Memories are private.

use super::{author, id, new_post, page};
use crate::formats::{
    Export, Format, Found, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::AuthorLine;
use crate::posts::post::{FileType, MediaType};
use crate::time::Timestamp;
use serde_json::Value;
use std::collections::BTreeMap;

/// The export that Snapchat gives an account's owner.
pub static FORMAT: Format = Format {
    name: "snapchat-export",
    description: "the export that Snapchat gives an account's owner, as JSON: its zip, its folder, or snap_pro.json",
    networks: &[Network::Snapchat],
    parts: &[
        Part {
            what: "the owner",
            signatures: &[Signature::Keys(&["Basic Information.Username"])],
            at: &[""],
            role: Role::Companion(owner),
        },
        Part {
            what: "ids of the owner's own posts",
            signatures: &[Signature::Keys(&["Story Id", "Created"])],
            at: &["Shared Story/*"],
            role: Role::Companion(|export, element| export.snapchat.add(element)),
        },
        Part {
            what: "what the owner watched",
            signatures: &[Signature::Keys(&["Story URL"]), Signature::Keys(&["Story Date", "Action Type"])],
            at: &["Spotlight History/*"],
            role: Role::Skip("watched by the owner"),
        },
        Part {
            what: "posts of the public profile",
            signatures: &[Signature::Keys(&["Spotlights[]|Saved Stories[]"])],
            at: &[""],
            role: Role::Posts(convert),
        },
        Part {
            what: "memories",
            signatures: &[Signature::Keys(&["Saved Media[]"])],
            at: &[""],
            role: Role::Optional(|settings| settings.include.memories, "memories", memories),
        },
        Part {
            what: "views of stories by the hour",
            signatures: &[Signature::Keys(&["Story Date", "Story Views"])],
            at: &["Your Story Views/*"],
            role: Role::Skip("views of a story in an hour"),
        },
    ],
};

/// The maximum number of the owner's submissions.
const MAX_SUBMISSIONS: usize = 200_000;

/// The ids of the owner's submissions, by time.
#[derive(Debug, Clone, Default)]
pub struct Submitted {
    ids: BTreeMap<Timestamp, Vec<String>>,
    count: usize,
}

impl Submitted {
    fn add(&mut self, element: &Value) {
        let made = timestamps::parse_value(json::dig(element, "Created"));
        if let (Some(made), Some(id)) = (made, id(json::dig(element, "Story Id"))) {
            let ids = self.ids.entry(made).or_default();
            // Real exports have few per second.
            if self.count < MAX_SUBMISSIONS && ids.len() < 100 && !ids.contains(&id) {
                ids.push(id);
                self.count += 1;
            }
        }
    }

    fn at(&self, time: Timestamp, place: usize) -> Option<String> {
        self.ids.get(&time)?.get(place).cloned()
    }
}

fn owner(export: &mut Export, element: &Value) {
    let found = author(json::dig(element, "Basic Information.Username"), &Value::Null);
    export.owner = export.owner.take().or(found);
}

/// Counts the posts of each second.
#[derive(Default)]
struct SecondCounter(BTreeMap<Timestamp, usize>);

impl SecondCounter {
    fn next_number(&mut self, time: Timestamp) -> usize {
        let number = self.0.entry(time).or_default();
        *number += 1;
        *number - 1
    }
}

/// Converts a public profile: its Spotlights and its stories.
///
/// # Errors
/// When the author is not known.
pub fn convert(profile: &Value, settings: &Settings) -> Outcome {
    let author = author_or(None, settings)?;
    let list = |key| json::list(json::dig(profile, key)).iter();
    let mut numbers = SecondCounter::default();
    let stories: Vec<Outcome> = list("Saved Stories")
        .map(|entry| {
            let time = timestamps::parse_published(json::dig(entry, "Date"), settings, "Date")?;
            Ok(convert_without_id(entry, time, numbers.next_number(time), &author, settings, true))
        })
        .collect();
    let mut seen = SecondCounter::default();
    let spotlights = list("Spotlights").map(|entry| {
        let time = timestamps::parse_published(json::dig(entry, "Date"), settings, "Date")?;
        let Some(id) = settings.export.snapchat.at(time, seen.next_number(time)) else {
            // Numbered after the stories of the same second, so that the ids of those do not depend on whether this
            // one's id is known.
            return Ok(convert_without_id(entry, time, numbers.next_number(time), &author, settings, false));
        };
        let url = page(&id);
        let mut found = convert_entry(entry, id, time, &author, settings);
        found.post.url = Some(url);
        Ok(found.into())
    });
    let spotlights: Vec<Outcome> = spotlights.collect();
    Ok(Item::Many(spotlights.into_iter().chain(stories).collect()))
}

/// Converts the owner's memories, which nobody else could see.
fn memories(file: &Value, settings: &Settings) -> Outcome {
    let author = author_or(None, settings)?;
    let mut numbers = SecondCounter::default();
    let read = |entry: &Value| {
        let time = timestamps::parse_published(json::dig(entry, "Date"), settings, "Date")?;
        Ok(convert_without_id(entry, time, numbers.next_number(time), &author, settings, false))
    };
    Ok(Item::Many(json::list(json::dig(file, "Saved Media")).iter().map(read).collect()))
}

/// A post whose id is generated from its second and its number within that second.
fn convert_without_id(
    entry: &Value,
    time: Timestamp,
    number: usize,
    author: &AuthorLine,
    settings: &Settings,
    story: bool,
) -> Item {
    let second = time.to_string();
    let second = second.split('.').next().unwrap_or_default();
    let found = convert_entry(entry, format!("exp:{second}Z:{number}"), time, author, settings);
    Found { story, ..found }.into()
}

fn convert_entry(
    entry: &Value,
    id: String,
    time: Timestamp,
    author: &AuthorLine,
    settings: &Settings,
) -> Found {
    let mut post = new_post(id, author.clone(), time, settings);
    let named = json::dig(entry, "Media Type").as_str().unwrap_or_default().to_ascii_lowercase();
    let is_image = matches!(named.as_str(), "image" | "photo");
    let kind = if is_image { FileType::Image } else { FileType::Video };
    post.media_type = Some(if is_image { MediaType::Image } else { MediaType::Video });
    post.content = Some(String::new());
    // Links are empty in newer files, and those of memories have another name.
    let urls = ["Download URL", "Download Url", "Media Download Url", "Download Link"];
    let file = urls.iter().find_map(|key| fill::file(kind, json::dig(entry, key)));
    post.media = Some(file.into_iter().collect());
    post.into()
}

#[cfg(test)]
pub(crate) mod tests;
