//! Canonical posts, one a line.

use super::{Item, Refusal};
use crate::post::line::{self, Rejection, RejectionCode};
use serde::de::IgnoredAny;

/// Reads one line, as strictly as the service will.
///
/// # Errors
/// When the line is no canonical post.
pub fn convert(text: &str) -> Result<Item, Refusal> {
    line::parse(text.as_bytes()).map(Item::from).map_err(|rejection| refusal(text, rejection))
}

/// What is no JSON is refused in the words of every format.
fn refusal(text: &str, rejection: Rejection) -> Refusal {
    let parsed = serde_json::from_str::<IgnoredAny>(text);
    match parsed {
        Err(error) if rejection.code == RejectionCode::InvalidJson => Refusal::not_json(&error),
        _ => Refusal::new(rejection.code.name(), rejection.message),
    }
}
