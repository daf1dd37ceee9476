//! Canonical posts, one a line.

use super::{Format, ImportError, Item, Outcome, Part, Role, Signature};
use crate::platform::Network;
use crate::posts::post::line;
use crate::posts::post::line::{LineError, LineErrorCode};
use serde::de::IgnoredAny;

/// Canonical posts.
pub static FORMAT: Format = Format {
    name: "canonical",
    description: "canonical posts, one JSON object a line, as `postern export` and `postern sample` write them",
    networks: &Network::ALL,
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["platform", "platform_post_id"]),
            Signature::Keys(&["platform_post_id", "author"]),
            Signature::Keys(&["platform", "published_at|author"]),
        ],
        at: &[""],
        role: Role::Text(convert),
    }],
};

/// Parses a line as strictly as the service does.
///
/// # Errors
/// When the line is not a canonical post.
pub fn convert(text: &str) -> Outcome {
    line::parse(text.as_bytes()).map(Item::from).map_err(|line_error| import_error(text, line_error))
}

/// Text that is not JSON gets the same message as in every other format.
fn import_error(text: &str, line_error: LineError) -> ImportError {
    let parsed = serde_json::from_str::<IgnoredAny>(text);
    match parsed {
        Err(error) if line_error.code == LineErrorCode::InvalidJson => ImportError::not_json(&error),
        _ => ImportError::new(line_error.code.name(), line_error.message),
    }
}
