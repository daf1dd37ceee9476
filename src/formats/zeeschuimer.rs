//! Items that the browser extension Zeeschuimer collected: one a line, with where and when it was seen.
//!
//! The item is in `data`, in the form of its network. `source_url` and `user_agent` are about the researcher and are ignored.

use super::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, instagram, json, linkedin, tiktok,
    timestamps, x,
};
use crate::platform::Network;
use serde_json::Value;

/// Items that Zeeschuimer collected.
pub static FORMAT: Format = Format {
    name: "zeeschuimer",
    description: "NDJSON collected with the browser extension Zeeschuimer, of TikTok, Instagram, X and LinkedIn",
    networks: &[Network::Tiktok, Network::Instagram, Network::X, Network::Linkedin],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Keys(&["source_platform", "data{}"])],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts one line.
///
/// # Errors
/// When the network is not supported, or the item is refused.
pub fn convert(line: &Value, settings: &Settings) -> Outcome {
    seen(json::dig(line, "data"), line, settings)
}

/// Converts an item that was seen in a browser. `about` says where and when.
///
/// # Errors
/// When the network is not supported, or the item is refused.
pub fn seen(item: &Value, about: &Value, settings: &Settings) -> Outcome {
    let mut item = match json::dig(about, "source_platform").as_str().unwrap_or_default() {
        "tiktok.com" => tiktok::item::convert(item, settings)?,
        "instagram.com" => instagram::item::convert(item, settings)?,
        "twitter.com" | "x.com" => x::graphql::convert(item, settings)?,
        "linkedin.com" => linkedin::voyager::convert(item, settings)?,
        "tiktok-comments" | "tiktok.com-comments" => return Ok(Item::Skipped("comment")),
        other => {
            let reason = format!(
                "source_platform: expected tiktok.com, instagram.com, twitter.com, x.com or linkedin.com, got {other:?}"
            );
            return Err(ImportError::new("UNSUPPORTED_PLATFORM", reason));
        }
    };
    if let Item::Post(found) = &mut item {
        found.post.collected_at = timestamps::parse_value(json::dig(about, "timestamp_collected"))
            .filter(|time| time.is_kept())
            .or(settings.file_time);
    }
    Ok(item)
}
