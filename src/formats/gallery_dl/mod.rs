//! What gallery-dl writes beside each file that it loads: what is said of a post, once for each of its files. Of TikTok, that is
//! TikTok's own shape of a post, whole each time (`gallery_dl/extractor/tiktok.py`).

mod instagram;
mod x;

use super::{Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, json, tiktok};
use crate::platform::Network;
use serde_json::Value;

/// What gallery-dl writes beside each file.
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

/// Converts what is said of one file.
///
/// # Errors
/// When its network can't be read, or it has no id, author or time.
pub fn convert(file: &Value, settings: &Settings) -> Outcome {
    match json::dig(file, "category").as_str().unwrap_or_default() {
        "twitter" if file.get("tweet_id").is_none() => Ok(Item::Skipped("profile")),
        "twitter" => x::convert(file, settings),
        "instagram" => instagram::convert(file, settings),
        "tiktok" if file.get("createTime").is_none() => Ok(Item::Skipped("profile")),
        "tiktok" => tiktok::item::convert_collected(file, settings),
        other => {
            let reason = format!("category: expected twitter, instagram or tiktok, got {other:?}");
            Err(ImportError::new("UNSUPPORTED_PLATFORM", reason))
        }
    }
}

/// A number that is there; zero stands for none.
fn not_zero<'a>(file: &'a Value, key: &str) -> &'a Value {
    let value = json::dig(file, key);
    if json::count(value).is_some_and(|count| count.value == 0) { &Value::Null } else { value }
}

/// An id that is there; zero stands for none.
fn id(file: &Value, key: &str) -> Option<String> {
    json::id(json::dig(file, key)).filter(|id| id != "0")
}

/// Which of a post's files it is.
fn piece(file: &Value) -> u64 {
    json::count(json::dig(file, "num")).map_or(0, |num| num.value)
}

#[cfg(test)]
pub(crate) mod tests;
