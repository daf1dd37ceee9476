//! yt-dlp's metadata of videos: `.info.json` files, and the lines of `--dump-json`.
//!
//! Keys have different meanings on different networks: the username is `uploader` on TikTok and Snapchat,
//! `uploader_id` on X, and `channel` on Instagram. `http_headers` and `cookies` are ignored.

mod media;
mod networks;

use super::fill::{self, Counts};
use super::value::date_text;
use super::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, checks, json,
    snowflake, timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::time::Timestamp;
use networks::InfoFields;
use serde_json::Value;

/// yt-dlp's metadata of videos.
pub static FORMAT: Format = Format {
    name: "yt-dlp",
    description: "yt-dlp's .info.json and --dump-json, of TikTok, Instagram, X and Snapchat",
    networks: &[Network::Tiktok, Network::Instagram, Network::X, Network::Snapchat],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["extractor_key", "id", "webpage_url|title|_type|uploader|timestamp"]),
            Signature::Keys(&["extractor", "id", "webpage_url", "_type|fulltitle|formats|ext"]),
        ],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts the metadata of one video, or of each video in a playlist.
///
/// # Errors
/// When the network is not supported, or the id, author or time is missing.
pub fn convert(info: &Value, settings: &Settings) -> Outcome {
    match json::dig(info, "_type").as_str() {
        None | Some("video") => convert_video(info, settings),
        Some("playlist" | "multi_video") => Ok(playlist(info, settings)),
        Some(_) => Ok(Item::Skipped("link")),
    }
}

/// A playlist is not a post, but may contain the metadata of its videos.
fn playlist(list: &Value, settings: &Settings) -> Item {
    let entries = json::list(json::dig(list, "entries")).iter();
    let whole = entries.filter(|entry| matches!(json::dig(entry, "_type").as_str(), None | Some("video")));
    let outcomes: Vec<Outcome> = whole
        .filter(|entry| entry.get("extractor_key").is_some())
        .map(|entry| checks::post(convert_video, entry, settings))
        .collect();
    if outcomes.is_empty() { Item::Skipped("playlist") } else { Item::Many(outcomes) }
}

fn convert_video(info: &Value, settings: &Settings) -> Outcome {
    let fields = networks::info_fields(info)?;
    let id = (fields.id)(info)
        .ok_or_else(|| ImportError::no_id(&format!("{}, or in webpage_url", fields.id_is_in)))?;
    let (published, inferred) = published(info, &id, fields, settings)?;
    let author = author_or(fields.author(info), settings)?;
    let mut post = PostLine::new(fields.network, id, author.username.clone(), published);
    post.url = Some((fields.page)(info, &author.username, &post.platform_post_id));
    post.author = fields.with_profile(author);
    post.content = (fields.text)(info).map(|text| json::unix_lines(&text));
    let tags = json::dig(info, "tags").as_array();
    post.hashtags = tags.map(|tags| json::names(tags.iter().map(json::text)));
    media::fill(&mut post, info);
    counts(info, fields).fill(&mut post);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = collected_at(info, published, settings);
    let piece = piece_number(info, &post.platform_post_id);
    Ok(Found { piece, story: (fields.is_story)(info), ..post.into() }.into())
}

fn counts<'a>(info: &'a Value, fields: &InfoFields) -> Counts<'a> {
    let views = json::dig(info, "view_count");
    let unknown = fields.zero_views_are_unknown && json::count(views).is_some_and(|count| count.value == 0);
    Counts {
        likes: json::dig(info, "like_count"),
        comments: json::dig(info, "comment_count"),
        views: if unknown { &Value::Null } else { views },
        shares: json::dig(info, "repost_count"),
        saves: json::dig(info, "save_count"),
    }
}

/// When a post was published, and whether that is inferred. If the metadata has only the day, the time is that of the
/// id if it is on that day, else the start of the day.
fn published(
    info: &Value,
    id: &str,
    fields: &InfoFields,
    settings: &Settings,
) -> Result<(Timestamp, bool), ImportError> {
    let stated = json::first(info, &["timestamp", "release_timestamp"]);
    let carried = match fields.network {
        Network::Tiktok => snowflake::tiktok(id),
        Network::X => snowflake::x(id),
        Network::Instagram => {
            snowflake::instagram_pk(id).and_then(|pk| snowflake::instagram(&pk.to_string()))
        }
        Network::Snapchat | Network::Linkedin => None,
    };
    let day = json::first_text(info, &["upload_date", "release_date"]).and_then(|day| day_of(&day));
    let time = match (stated, day, carried) {
        (Value::Null, Some(day), Some(time)) if time.day() == day.day() => time,
        (Value::Null, Some(day), _) => day,
        (Value::Null, None, Some(time)) => time,
        _ => return Ok((timestamps::parse_published(stated, settings, "timestamp")?, false)),
    };
    Ok((timestamps::plausible(time, settings.now, "upload_date")?, true))
}

/// The start of a day such as `20231012`.
fn day_of(day: &str) -> Option<Timestamp> {
    let (year, rest) = day.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    date_text::parse(&format!("{year}-{month}-{day}"))
        .filter(|written| !written.clock)
        .map(|written| written.time)
}

/// When yt-dlp received the metadata.
fn collected_at(info: &Value, published: Timestamp, settings: &Settings) -> Option<Timestamp> {
    let epoch = timestamps::parse_published(json::dig(info, "epoch"), settings, "epoch").ok();
    epoch.filter(|time| *time >= published).or_else(|| settings.collected_at(published))
}

/// The place of the video among those of its post, if the post has several and each has its own metadata.
fn piece_number(info: &Value, id: &str) -> Option<u64> {
    let is_of_post = json::id(json::dig(info, "playlist_id")).is_some_and(|list| list == id);
    is_of_post.then(|| json::count(json::dig(info, "playlist_index")).map(|place| place.value))?
}

#[cfg(test)]
pub(crate) mod tests;
