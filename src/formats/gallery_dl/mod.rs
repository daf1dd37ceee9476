//! The metadata that gallery-dl writes beside each file it downloads: the post's, once for each file. For TikTok it is
//! TikTok's own shape of a post, complete each time (`gallery_dl/extractor/tiktok.py`).

mod instagram;
mod x;

use super::{Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, json, tiktok};
use crate::platform::Network;
use serde_json::Value;

/// The metadata that gallery-dl writes beside each file.
pub static FORMAT: Format = Format {
    name: "gallery-dl",
    description: "gallery-dl's metadata of X, Instagram and TikTok, one JSON for each file of a post",
    networks: &[Network::X, Network::Instagram, Network::Tiktok],
    parts: &[Part {
        what: "posts, one for each of their files",
        signatures: &[
            Signature::Keys(&["category=twitter", "tweet_id"]),
            Signature::Keys(&["category=instagram", "post_id|post_shortcode|media_id"]),
            Signature::Keys(&["category=tiktok", "createTime"]),
            Signature::Keys(&["category", "subcategory", "extension", "filename"]),
        ],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts the metadata of one file.
///
/// # Errors
/// When the network is not supported, or the id, author or time is missing.
pub fn convert(file: &Value, settings: &Settings) -> Outcome {
    match json::dig(file, "category").as_str().unwrap_or_default() {
        "twitter" if file.get("tweet_id").is_none() => Ok(Item::Skipped("profile")),
        "twitter" => x::convert(file, settings),
        "instagram" => instagram::convert(file, settings),
        "tiktok" if file.get("createTime").is_none() => Ok(Item::Skipped("profile")),
        "tiktok" => tiktok::item::convert_with_file_time(file, settings),
        other => {
            let reason = format!("category: expected twitter, instagram or tiktok, got {other:?}");
            Err(ImportError::new("UNSUPPORTED_PLATFORM", reason))
        }
    }
}

/// A number, where zero means unknown.
fn not_zero<'a>(file: &'a Value, key: &str) -> &'a Value {
    let value = json::dig(file, key);
    if json::count(value).is_some_and(|count| count.value == 0) { &Value::Null } else { value }
}

/// An id, where zero means none.
fn id(file: &Value, key: &str) -> Option<String> {
    json::id(json::dig(file, key)).filter(|id| id != "0")
}

/// The file's place among the post's files.
fn piece(file: &Value) -> u64 {
    json::count(json::dig(file, "num")).map_or(0, |num| num.value)
}

#[cfg(test)]
pub(crate) mod tests;
