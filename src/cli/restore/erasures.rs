//! Repeats erasures that are later than the state to which a database of posts was restored. The database of accounts lists
//! every erasure.

use crate::cli::account::fetch_all;
use crate::cli::bar::Bar;
use crate::cli::client::{CallError, Client, call_with_retries, segment};
use crate::cli::error::CliError;
use crate::cli::stop;
use crate::ingest::Target;
use crate::ingest::statements::restore::Tombstone;
use crate::time::Timestamp;
use serde_json::Value;
use std::collections::BTreeSet;

/// What was erased, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Erasure {
    target: Target,
    at: Timestamp,
}

/// The result of repeating the erasures.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// How many posts were erased.
    pub(super) posts: u64,
    /// Tombstones of posts that are not stored. The service does not create these.
    pub(super) absent: Vec<Tombstone>,
}

/// Fetches every erasure from the accounts, each once, oldest first.
pub(super) fn fetch(client: &Client) -> Result<Vec<Erasure>, CliError> {
    let changes = fetch_all(client, "/changes?limit=100", "changes")?;
    let changes = changes.get("changes").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut known = BTreeSet::new();
    let erasures = changes.iter().rev().filter_map(erasure);
    Ok(erasures.filter(|erasure| known.insert(erasure.target.tombstone())).collect())
}

/// The erasure that a change describes, if any.
fn erasure(change: &Value) -> Option<Erasure> {
    let text = |key| change.get(key).and_then(Value::as_str);
    let target = Target::of_change(text("action")?, text("subject")?)?;
    Some(Erasure { target, at: Timestamp::parse(text("at")?).ok()? })
}

/// Repeats the erasures one by one.
pub(super) fn apply(client: &Client, erasures: &[Erasure]) -> Result<Outcome, CliError> {
    let bar = Bar::new("{bar:30} {pos} of {len} erasures ({eta} left)", Some(erasures.len() as u64));
    let mut outcome = Outcome::default();
    for (place, Erasure { target, at }) in erasures.iter().enumerate() {
        if stop::is_asked() {
            return Err(CliError::Stopped);
        }
        match call_with_retries(true, |text| bar.say(text), || client.delete(&path(target))) {
            Ok(data) => outcome.posts += data.get("erased").and_then(Value::as_u64).unwrap_or(0),
            Err(CallError::Refused { status: 404, .. }) => {
                outcome.absent.push(Tombstone { key: target.tombstone(), erased_at: at.0 });
            }
            Err(error) => return Err(error.into()),
        }
        bar.set_position(place as u64 + 1);
    }
    Ok(outcome)
}

/// The path of the endpoint that erases a target.
fn path(target: &Target) -> String {
    match target {
        Target::Post(id) => format!("/posts/{}", segment(id)),
        // The service drops one @. Without it, a name such as `..` would be a step in the path.
        Target::Author(network, name) => format!("/authors/{}/@{}", network.name(), segment(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_erasures_are_parsed_from_changes() {
        let change = |action: &str, subject: &str| {
            erasure(&json!({"action": action, "subject": subject, "at": "2026-01-02T00:00:00.000Z"}))
        };
        let post = change("erase post", "x:1/2").unwrap();
        assert_eq!((path(&post.target).as_str(), post.at.0), ("/posts/x%3A1%2F2", 1_767_312_000_000));
        let author = change("erase author", "x ..").unwrap();
        assert_eq!(path(&author.target), "/authors/x/@..");
        assert_eq!(author.target.tombstone(), "author 3:..");
        assert_eq!(change("grant credits", "account 1"), None);
    }
}
