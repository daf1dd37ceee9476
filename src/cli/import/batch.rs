//! Batches of lines for the service, with the origin of each line.

use super::progress::Progress;
use crate::cli::client::{CallError, Client, call_with_retries};
use crate::formats::files::Origin;
use serde_json::Value;

/// The most lines of a batch.
const MOST_LINES: usize = 1000;
/// The most bytes of a batch.
const MOST_BYTES: usize = 1 << 20;

/// Canonical lines that are sent together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    origins: Vec<Origin>,
}

/// What the service did with a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Answer {
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

    /// Sends the lines, with retries. Sending a line twice has the effect of sending it once.
    pub(super) fn send(
        &self,
        client: &Client,
        reached: bool,
        progress: &Progress,
    ) -> Result<Answer, CallError> {
        let say = |text: &str| progress.say(text);
        let data = call_with_retries(reached, say, || client.post_lines("/posts", &self.bytes))?;
        self.answer(&data)
    }

    /// Reads the answer, and maps the line numbers in it back to the origins.
    fn answer(&self, data: &Value) -> Result<Answer, CallError> {
        let count = |key| data.get(key).and_then(Value::as_u64).unwrap_or(0);
        if count("received") != self.len() {
            return Err(CallError::Incomplete { came: count("received"), sent: self.len() });
        }
        let rejected = data.get("rejected").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        Ok(Answer {
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
