//! What all Bright Data rows have in common.

use crate::formats::{Settings, json, timestamps};
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// Sets when the row was collected, unless that is before the post was published.
pub(crate) fn date_collected(post: &mut PostLine, row: &Value, settings: &Settings) {
    let read_at = timestamps::parse_value(json::dig(row, "timestamp"));
    post.collected_at = settings.collected_at_or(read_at, post.published_at);
}
