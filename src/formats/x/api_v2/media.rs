//! Media files of a post of the API version 2.

use super::page::Includes;
use crate::formats::json;
use crate::formats::value::fill;
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// A post's media files, in order. In a flattened post they are inline; otherwise they are found by their keys.
pub(crate) fn files<'a>(tweet: &'a Value, includes: &Includes<'a>) -> Vec<Media> {
    let own = json::parsed(json::dig(tweet, "attachments.media"));
    if own.is_array() {
        return json::list(&own).iter().filter_map(file).collect();
    }
    // 4CAT replaces the keys with the files themselves.
    let found = |key: &'a Value| match key {
        Value::String(key) => includes.media.get(key.as_str()).copied(),
        file => Some(file),
    };
    json::list(json::dig(tweet, "attachments.media_keys")).iter().filter_map(found).filter_map(file).collect()
}

fn file(entry: &Value) -> Option<Media> {
    let preview = json::dig(entry, "preview_image_url");
    let file = match json::dig(entry, "type").as_str() {
        Some("video" | "animated_gif") => {
            fill::file(FileType::Video, best(json::list(json::dig(entry, "variants"))))
        }
        _ => fill::file(FileType::Image, json::dig(entry, "url")),
    };
    file.map(|file| Media {
        preview_url: json::address(preview),
        width: json::size(json::dig(entry, "width")),
        height: json::size(json::dig(entry, "height")),
        duration_ms: json::size(json::dig(entry, "duration_ms")),
        alt_text: json::short_text(json::dig(entry, "alt_text")),
        ..file
    })
}

/// The address of the MP4 with the highest bit rate.
fn best(variants: &[Value]) -> &Value {
    let rate = |variant: &&Value| json::count(json::dig(variant, "bit_rate")).map_or(0, |rate| rate.value);
    let best =
        variants.iter().filter(|variant| json::dig(variant, "content_type") == "video/mp4").max_by_key(rate);
    best.map_or(&Value::Null, |variant| json::dig(variant, "url"))
}
