//! The export that Instagram gives an account's owner, as JSON.
//!
//! Posts have no ids in it, so the id comes from the name of a media file. In texts, each byte was written as a
//! character, which is reversed here. The owner's name is in `personal_information.json`. Professional accounts have
//! counts in `past_instagram_insights`.

mod insights;
mod mojibake;
mod owner;

pub use insights::Insights;

use super::new_post;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::{FileType, Media, MediaType};
use crate::time::Timestamp;
use mojibake::repaired;
use serde_json::Value;

/// The export that Instagram gives an account's owner.
pub static FORMAT: Format = Format {
    name: "instagram-export",
    description: "the export that Instagram gives an account's owner, as JSON: its zip, its folder, or posts_1.json",
    networks: &[Network::Instagram],
    parts: &[
        Part {
            what: "the owner",
            signatures: &[Signature::Keys(&["string_map_data{}"])],
            at: &["profile_user/*"],
            role: Role::Companion(owner::learn_owner),
        },
        Part {
            what: "how posts did",
            signatures: &[Signature::Keys(&["media_map_data{}", "string_map_data{}"])],
            at: &[
                "organic_insights_posts/*",
                "organic_insights_reels/*",
                "organic_insights_videos/*",
                "organic_insights_igtv/*",
                "organic_insights_stories/*",
            ],
            role: Role::Companion(|export, element| export.instagram.add(element)),
        },
        Part { what: "reels", signatures: POST, at: &["ig_reels_media/*"], role: Role::Posts(reel) },
        Part { what: "stories", signatures: POST, at: &["ig_stories/*"], role: Role::Posts(story) },
        Part {
            what: "archived posts",
            signatures: POST,
            at: &["ig_archived_post_media/*", "ig_archived_posts_media/*", "ig_archived_media/*"],
            role: Role::Optional(|settings| settings.include.private, "archived by its author", convert),
        },
        Part {
            what: "deleted posts",
            signatures: POST,
            at: &["ig_recently_deleted_media/*", "ig_deleted_media/*"],
            role: Role::Optional(|settings| settings.include.deleted, "deleted by its author", convert),
        },
        Part {
            what: "profile pictures",
            signatures: POST,
            at: &["ig_profile_picture/*", "ig_profile_photos/*"],
            role: Role::Skip("profile picture"),
        },
        Part {
            what: "what the owner liked or saved",
            signatures: &[
                Signature::Keys(&["string_list_data[]"]),
                Signature::Keys(&["title", "string_map_data{}"]),
            ],
            at: &[
                "likes_media_likes/*",
                "likes_comment_likes/*",
                "saved_saved_media/*",
                "saved_saved_collections/*",
            ],
            role: Role::Skip("liked or saved by the owner"),
        },
        Part { what: "posts", signatures: POST, at: &["", "*/*"], role: Role::Posts(convert) },
        Part {
            what: "what the owner did",
            signatures: &[Signature::Keys(&["label_values[]", "timestamp|media|fbid"])],
            at: &[""],
            role: Role::Skip("something the owner did, no post"),
        },
    ],
};

/// The signatures of a post: a list of files, or the single file of a story.
const POST: &[Signature] = &[
    Signature::Keys(&["media.0.uri", "media.0.creation_timestamp|creation_timestamp"]),
    Signature::Keys(&["uri", "creation_timestamp", "!media"]),
];

/// Converts a post. The folder of its files tells whether it is a reel, a story or another post.
///
/// # Errors
/// When it has no time or file, or no known author.
pub fn convert(element: &Value, settings: &Settings) -> Outcome {
    convert_post(element, None, settings)
}

fn reel(element: &Value, settings: &Settings) -> Outcome {
    convert_post(element, Some("reels"), settings)
}

fn story(element: &Value, settings: &Settings) -> Outcome {
    convert_post(element, Some("stories"), settings)
}

fn convert_post(element: &Value, kind: Option<&str>, settings: &Settings) -> Outcome {
    let element = repaired(element);
    let files: Vec<&Value> = match json::dig(&element, "media") {
        Value::Array(list) => list.iter().filter(|file| !is_subtitles(file)).collect(),
        _ => vec![&element],
    };
    let Some(first) = files.first().copied() else {
        return Err(ImportError::no_id("the name of a file in media"));
    };
    let uri = json::dig(first, "uri").as_str().unwrap_or_default();
    let is_in =
        |name: &str| kind.map_or_else(|| uri.split('/').any(|part| part == name), |kind| kind == name);
    if kind.is_none() && is_in("profile") {
        return Ok(Item::Skipped("profile picture"));
    }
    let id = id(uri).ok_or_else(|| ImportError::no_id("the name of a file, media[0].uri"))?;
    let made = json::first(&element, &["creation_timestamp"]);
    let made = if made.is_null() { json::dig(first, "creation_timestamp") } else { made };
    let published = timestamps::parse_published(made, settings, "creation_timestamp")?;
    let author = author_or(None, settings)?;
    let mut post = new_post(id, author, (published, false), settings);
    post.url = None;
    let text = json::text(json::dig(&element, "title")).or_else(|| json::text(json::dig(first, "title")));
    post.content = Some(json::unix_lines(&text.unwrap_or_default()));
    let media: Vec<Media> = files.iter().filter_map(|file| self::file(file)).collect();
    post.media_type =
        if is_in("reels") { Some(MediaType::Reel) } else { crate::formats::fill::media_type(&media) };
    post.media = Some(media);
    let seconds = |time: Timestamp| u64::try_from(time.0 / 1000).ok();
    let first_made = timestamps::parse_value(json::dig(first, "creation_timestamp"));
    settings.export.instagram.fill(&mut post, &[seconds(published), first_made.and_then(seconds)]);
    Ok(Found { story: is_in("stories"), ..post.into() }.into())
}

fn is_subtitles(file: &Value) -> bool {
    json::dig(file, "uri").as_str().is_some_and(|uri| extension(uri) == "srt")
}

/// The extension of a file name, in lower case.
fn extension(uri: &str) -> String {
    let name = uri.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default()
}

/// An id for a post: the number at the end of its first file's name, which stays the same in later exports. Without
/// such a number, it is the name itself.
fn id(uri: &str) -> Option<String> {
    let name = uri.split(['?', '#']).next()?.rsplit('/').next()?;
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_number = |part: &&str| part.len() >= 15 && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = stem.split('_').rev().find(is_number);
    let id = number.unwrap_or(stem);
    (!id.is_empty() && id.len() <= 200 && !id.contains(char::is_whitespace)).then(|| format!("exp:{id}"))
}

fn file(file: &Value) -> Option<Media> {
    let uri = json::dig(file, "uri");
    let extension = extension(uri.as_str().unwrap_or_default());
    let is_video = json::dig(file, "media_metadata.video_metadata").is_object()
        || matches!(extension.as_str(), "mp4" | "mov" | "m4v" | "webm");
    crate::formats::fill::file(if is_video { FileType::Video } else { FileType::Image }, uri)
}

#[cfg(test)]
pub(crate) mod tests;
