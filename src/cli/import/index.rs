//! Merges the full-text index after a large import: each batch leaves a segment in it, and a search looks into every one.

use super::report::Report;
use crate::cli::bar::Bar;
use crate::cli::client::{CallError, Client, call_with_retries};
use crate::cli::output::warn;
use crate::cli::stop;
use serde_json::{Value, json};

/// From how many written posts on an import is large. The daily job does for the others.
const LARGE: u64 = 10_000;

/// Merges the index if the import was large. The posts are stored already, so a failure is not one of the import.
pub(super) fn merge_if_large(client: &Client, report: &Report) {
    if report.new + report.updated < LARGE {
        return;
    }
    if let Err(error) = merge(client) {
        warn(&format!(
            "all is stored, but the full-text index is not merged, so keyword searches are slow until the daily job: {error}"
        ));
    }
}

/// Calls step after step until the index of every database is merged.
fn merge(client: &Client) -> Result<(), CallError> {
    let bar = Bar::new("{spinner} merging the full-text index ({elapsed})", None);
    while !stop::is_asked() {
        let call = || client.post("/index", &json!({}));
        let step = call_with_retries(true, |text| bar.say(text), call)?;
        if step.get("shards_left").and_then(Value::as_u64).unwrap_or(0) == 0 {
            break;
        }
    }
    Ok(())
}
