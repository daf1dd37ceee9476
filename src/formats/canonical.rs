//! Canonical posts, one a line.

use super::{Format, Item, Outcome, Part, Refusal, Role, Sign};
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
        signs: &[
            Sign::Keys(&["platform", "platform_post_id"]),
            Sign::Keys(&["platform_post_id", "author"]),
            Sign::Keys(&["platform", "published_at|author"]),
        ],
        at: &[""],
        role: Role::Text(convert),
    }],
};

/// Reads one line, as strictly as the service will.
///
/// # Errors
/// When the line is no canonical post.
pub fn convert(text: &str) -> Outcome {
    line::parse(text.as_bytes()).map(Item::from).map_err(|rejection| refusal(text, rejection))
}

/// What is no JSON is refused in the words of every format.
fn refusal(text: &str, rejection: LineError) -> Refusal {
    let parsed = serde_json::from_str::<IgnoredAny>(text);
    match parsed {
        Err(error) if rejection.code == LineErrorCode::InvalidJson => Refusal::not_json(&error),
        _ => Refusal::new(rejection.code.name(), rejection.message),
    }
}
