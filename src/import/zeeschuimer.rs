//! What the browser extension Zeeschuimer collected: one item a line, with where and when it was seen.
//!
//! The item is in `data`, in the shape of its network. `source_url` and `user_agent` say things about the
//! researcher and are not looked at.

use super::{Item, Refusal, Settings, json, tiktok, when, x};
use serde_json::Value;

/// Converts one line.
///
/// # Errors
/// When the network is one that can't be read, or its item is refused.
pub fn convert(line: &Value, settings: &Settings) -> Result<Item, Refusal> {
    let data = json::dig(line, "data");
    let mut item = match json::dig(line, "source_platform").as_str().unwrap_or_default() {
        "tiktok.com" => tiktok::convert(data, settings)?,
        "twitter.com" | "x.com" => x::graphql::convert(data, settings)?,
        "tiktok-comments" | "tiktok.com-comments" => return Ok(Item::Skipped("comment")),
        other => {
            let reason = format!("source_platform: expected tiktok.com, twitter.com or x.com, got {other:?}");
            return Err(Refusal::new("UNSUPPORTED_PLATFORM", reason));
        }
    };
    if let Item::Post(found) = &mut item {
        found.post.collected_at = when::read_value(json::dig(line, "timestamp_collected"))
            .filter(|time| time.is_kept())
            .or(settings.file_time);
    }
    Ok(item)
}
