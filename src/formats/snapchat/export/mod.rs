//! What Snapchat gives an account's owner, as JSON.
//!
//! `snap_pro.json` has the public profile's Spotlights and stories, by nothing but their times and files. What the
//! owner submitted is also in `shared_story.json`, with ids, and is the same post if the times are. Whose they are is in
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

/// What Snapchat gives an account's owner.
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

/// How many of the owner's submissions are known at most.
const MOST: usize = 200_000;

/// The ids of what the owner submitted, by when.
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
            // A second has few; one with very many is no file of Snapchat's.
            if self.count < MOST && ids.len() < 100 && !ids.contains(&id) {
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

/// How many posts there were of each second.
#[derive(Default)]
struct Numbers(BTreeMap<Timestamp, usize>);

impl Numbers {
    fn next(&mut self, time: Timestamp) -> usize {
        let number = self.0.entry(time).or_default();
        *number += 1;
        *number - 1
    }
}

/// Converts a public profile: its Spotlights and its stories.
///
/// # Errors
/// When nobody names the author.
pub fn convert(profile: &Value, settings: &Settings) -> Outcome {
    let author = author_or(None, settings)?;
    let list = |key| json::list(json::dig(profile, key)).iter();
    let mut numbers = Numbers::default();
    let stories: Vec<Outcome> = list("Saved Stories")
        .map(|entry| {
            let time = timestamps::parse_published(json::dig(entry, "Date"), settings, "Date")?;
            Ok(made_up(entry, time, numbers.next(time), &author, settings, true))
        })
        .collect();
    let mut seen = Numbers::default();
    let spotlights = list("Spotlights").map(|entry| {
        let time = timestamps::parse_published(json::dig(entry, "Date"), settings, "Date")?;
        let Some(id) = settings.export.snapchat.at(time, seen.next(time)) else {
            // Numbered after the stories of the second, whose ids may not depend on this one's being known.
            return Ok(made_up(entry, time, numbers.next(time), &author, settings, false));
        };
        let url = page(&id);
        let mut found = convert_entry(entry, id, time, &author, settings);
        found.post.url = Some(url);
        Ok(found.into())
    });
    let spotlights: Vec<Outcome> = spotlights.collect();
    Ok(Item::Many(spotlights.into_iter().chain(stories).collect()))
}

/// Converts what the owner kept, seen by nobody else.
fn memories(file: &Value, settings: &Settings) -> Outcome {
    let author = author_or(None, settings)?;
    let mut numbers = Numbers::default();
    let read = |entry: &Value| {
        let time = timestamps::parse_published(json::dig(entry, "Date"), settings, "Date")?;
        Ok(made_up(entry, time, numbers.next(time), &author, settings, false))
    };
    Ok(Item::Many(json::list(json::dig(file, "Saved Media")).iter().map(read).collect()))
}

/// A post that has no id but its second, and its number among those of that second.
fn made_up(
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
