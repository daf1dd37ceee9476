//! Posts and stories of the library instagrapi, and of `HikerAPI`, whose responses have the same shape.
//!
//! Shape: `instagrapi/types.py` (`Media`, `Resource`, `Story`) and `instagrapi/extractors.py` of subzeroid/instagrapi.
//! It is similar to Instagram's own shape, but has other names for text and files. It has 0 for likes, plays and views
//! that Instagram did not send.

use super::{
    code, code_for_number, described_author, file, media_type, new_post, post_type, published, unless_hidden,
};
use crate::formats::value::fill::Counts;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json,
};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Posts and stories of instagrapi and `HikerAPI`.
pub static FORMAT: Format = Format {
    name: "instagrapi",
    description: "posts and stories of the library instagrapi, and answers of HikerAPI in its shape, as JSON or CSV",
    networks: &[Network::Instagram],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["caption_text", "taken_at|taken_at_ts", "media_type", "code|pk"]),
            Signature::Keys(&["thumbnail_url", "taken_at|taken_at_ts", "media_type#", "code|pk"]),
            Signature::Columns(&["captiontext", "takenat|takenatts", "mediatype", "code|pk"]),
        ],
        at: &["", "*", "items/*", "medias/*", "response/items/*", "response/*", "data/*"],
        role: Role::Posts(convert),
    }],
};

/// Converts a post or story.
///
/// # Errors
/// When it has no code or number, no author or no time.
pub fn convert(item: &Value, settings: &Settings) -> Outcome {
    let product = json::dig(item, "product_type").as_str().unwrap_or_default();
    if product == "ad" {
        return Ok(Item::Skipped("advertisement"));
    }
    let id = code(json::dig(item, "code"))
        .or_else(|| code_for_number(json::dig(item, "pk")))
        .or_else(|| code_for_number(json::dig(item, "id")))
        .ok_or_else(|| ImportError::no_id("code, or pk as text or a whole number"))?;
    let time = published(json::first_filled(item, &["taken_at", "taken_at_ts"]), &id, settings, "taken_at")?;
    let user = json::parsed(json::dig(item, "user"));
    let mut post = new_post(id, author_or(described_author(&user), settings)?, time, settings);
    post.content = json::dig(item, "caption_text").as_str().map(json::unix_lines);
    fill_story_names(&mut post, item);
    describe(&mut post, item, product);
    count(&mut post, item);
    let is_story = product == "story" || item.get("stickers").is_some() && item.get("caption_text").is_none();
    Ok(Found { story: is_story, ..post.into() }.into())
}

/// Sets the hashtags and mentions of a story, which has no text that could contain them.
fn fill_story_names(post: &mut PostLine, item: &Value) {
    if post.content.is_some() {
        return;
    }
    let names = |list: &str, path: &str| {
        let list = json::dig(item, list).as_array();
        list.map(|list| json::names(list.iter().map(|entry| json::text(json::dig(entry, path)))))
    };
    post.hashtags = names("hashtags", "hashtag.name");
    post.mentions = names("mentions", "user.username");
}

fn describe(post: &mut PostLine, item: &Value, product: &str) {
    let resources = json::parsed(json::dig(item, "resources"));
    let parts = json::list(&resources);
    let single = core::slice::from_ref(item);
    let files: Vec<Media> = if parts.is_empty() { single } else { parts }.iter().filter_map(part).collect();
    post.media_type = post_type(item, product, !parts.is_empty(), &files);
    post.media = Some(files);
}

/// A media file of the post. The picture of a video is only its preview.
fn part(item: &Value) -> Option<Media> {
    let is_video = media_type(json::dig(item, "media_type")) == Some(MediaType::Video);
    let found = file(json::dig(item, "video_url"), json::dig(item, "thumbnail_url"))?;
    if is_video && found.kind == FileType::Image {
        return None;
    }
    let duration_ms = json::millis(json::dig(item, "video_duration")).filter(|_| is_video);
    Some(Media { duration_ms, alt_text: json::short_text(json::dig(item, "accessibility_caption")), ..found })
}

fn count(post: &mut PostLine, item: &Value) {
    let hidden = json::flag(json::dig(item, "like_and_view_counts_disabled")) == Some(true);
    let known = |key: &str| Some(unless_hidden(json::dig(item, key), hidden)).filter(|value| !is_zero(value));
    let views = ["play_count", "view_count", "ig_play_count"]
        .into_iter()
        .find_map(|key| known(key).filter(|value| json::count(value).is_some()));
    let is_closed = json::flag(json::dig(item, "comments_disabled")) == Some(true);
    let comments = json::dig(item, "comment_count");
    Counts {
        likes: known("like_count").unwrap_or(&Value::Null),
        // If comments are disabled, Instagram does not send their number.
        comments: if is_closed && is_zero(comments) { &Value::Null } else { comments },
        views: views.unwrap_or(&Value::Null),
        shares: known("reshare_count").unwrap_or(&Value::Null),
        saves: known("save_count").unwrap_or(&Value::Null),
    }
    .fill(post);
}

fn is_zero(value: &Value) -> bool {
    json::count(value).is_some_and(|count| count.value == 0)
}

#[cfg(test)]
pub(crate) mod tests;
