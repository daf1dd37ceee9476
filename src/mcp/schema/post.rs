//! The schema of a post, from the list of its keys.

use super::{
    FLAG_OR_NULL, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, list, object, object_with, text_of, text_or_null_of,
};
use crate::platform::Platform;
use crate::posts::post::{FileType, Kind, MediaType};
use crate::posts::shape::fields::NAMES;

/// The start of the keys of the author.
const OF_AUTHOR: &str = "author.";

/// A post. With `fields` it may have its id only.
pub(super) fn post() -> String {
    object_with(&keys(""), &["id"])
}

/// The keys of a post, or of its author, with their schemas.
fn keys(parent: &str) -> Vec<(&'static str, String)> {
    let own = NAMES.iter().filter_map(|name| name.strip_prefix(parent)).filter(|key| !key.contains('.'));
    own.map(|key| (key, of_key(parent, key))).collect()
}

fn of_key(parent: &str, key: &str) -> String {
    match (parent, key) {
        (OF_AUTHOR, "username") | ("", "id" | "platform_post_id" | "published_at" | "collected_at") => {
            TEXT.to_owned()
        }
        ("", "platform") => text_of(None, Some(&Platform::NAMES)),
        ("", "author") => object_with(&keys(OF_AUTHOR), &[]),
        ("", "media_type") => text_or_null_of(MediaType::NAMES),
        ("", "kind") => text_of(None, Some(Kind::NAMES)),
        ("", "hashtags" | "mentions" | "approximate") => list(TEXT),
        ("", "media") => list(&media()),
        (_, "verified") => FLAG_OR_NULL.to_owned(),
        (_, key) if key.ends_with("_count") => NUMBER_OR_NULL.to_owned(),
        _ => TEXT_OR_NULL.to_owned(),
    }
}

fn media() -> String {
    let number = || NUMBER_OR_NULL.to_owned();
    let text = || TEXT_OR_NULL.to_owned();
    object(&[
        ("type", text_of(None, Some(FileType::NAMES))),
        ("url", TEXT.to_owned()),
        ("preview_url", text()),
        ("width", number()),
        ("height", number()),
        ("duration_ms", number()),
        ("alt_text", text()),
    ])
}
