//! Canonical posts, one a line.

use super::{Item, Refusal};
use crate::post::line;

/// Reads one line, as strictly as the service will.
///
/// # Errors
/// When the line is no canonical post.
pub fn convert(text: &str) -> Result<Item, Refusal> {
    let read = line::parse(text.as_bytes());
    read.map(Item::from).map_err(|rejection| Refusal::new(rejection.code.name(), rejection.message))
}
