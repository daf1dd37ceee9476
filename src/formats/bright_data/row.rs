//! What all rows of Bright Data have.

use crate::formats::{Settings, json, timestamps};
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// When a row was read, unless that is before the post.
pub(crate) fn date_collected(post: &mut PostLine, row: &Value, settings: &Settings) {
    let read_at = timestamps::parse_value(json::dig(row, "timestamp"));
    post.collected_at = settings.collected_at_or(read_at, post.published_at);
}
