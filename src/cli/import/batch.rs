//! Batches of lines for the service, with the origin of each line.

use crate::cli::client::CallError;
use crate::formats::files::Origin;
use serde_json::Value;

/// The most lines of a batch.
pub(super) const MOST_LINES: usize = 1000;
/// The most bytes of a batch.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// Canonical lines that are sent together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) bytes: Vec<u8>,
    origins: Vec<Origin>,
    /// Whether its posts came before in this run.
    are_repeats: bool,
}

/// What the service did with a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Answer {
    /// Whether the batch was of posts that came before in this run.
    pub(super) are_repeats: bool,
    /// Posts that were not stored before.
    pub(super) inserted: u64,
    /// Posts that changed.
    pub(super) updated: u64,
    /// Posts that did not change.
    pub(super) unchanged: u64,
    /// Lines of posts that were erased for good.
    pub(super) erased: u64,
    /// Lines that were refused: the origin, code and reason of each.
    pub(super) rejected: Vec<(Origin, String, String)>,
}

impl Batch {
    /// An empty batch for posts that came before in this run.
    pub(super) fn of_repeats() -> Self {
        Self { are_repeats: true, ..Self::default() }
    }

    /// Takes what is in it, and leaves an empty batch of the same kind.
    pub(super) fn take(&mut self) -> Self {
        let empty = Self { are_repeats: self.are_repeats, ..Self::default() };
        core::mem::replace(self, empty)
    }

    /// Whether nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// How many lines are in it.
    pub(super) fn len(&self) -> u64 {
        self.origins.len() as u64
    }

    /// Whether a line still fits.
    pub(super) fn fits(&self, line: &str) -> bool {
        self.origins.len() < MOST_LINES && self.bytes.len() + line.len() < MOST_BYTES
    }

    /// Adds a line.
    pub(super) fn push(&mut self, line: &str, origin: Origin) {
        self.bytes.extend_from_slice(line.as_bytes());
        self.bytes.push(b'\n');
        self.origins.push(origin);
    }

    /// Reads the answer, and maps the line numbers in it back to the origins.
    pub(super) fn answer(&self, data: &Value) -> Result<Answer, CallError> {
        let count = |key| data.get(key).and_then(Value::as_u64).unwrap_or(0);
        if count("received") != self.len() {
            return Err(CallError::Incomplete { came: count("received"), sent: self.len() });
        }
        let rejected = data.get("rejected").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        Ok(Answer {
            are_repeats: self.are_repeats,
            inserted: count("inserted"),
            updated: count("updated"),
            unchanged: count("unchanged"),
            erased: count("erased"),
            rejected: rejected.iter().map(|entry| self.rejection(entry)).collect(),
        })
    }

    fn rejection(&self, entry: &Value) -> (Origin, String, String) {
        let line = entry.get("line").and_then(Value::as_u64).unwrap_or(0);
        let index = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
        let origin = index.and_then(|index| self.origins.get(index)).cloned();
        let text = |key| entry.get(key).and_then(Value::as_str).unwrap_or("?").to_owned();
        let origin = origin.unwrap_or_else(|| Origin { file: "(batch)".into(), number: 0, line, format: "" });
        (origin, text("code"), text("message"))
    }
}
