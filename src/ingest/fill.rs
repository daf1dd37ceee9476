//! Filling what a migration added to the rows of posts: columns that filters compare, and mentions.
//!
//! A migration can't do it: on a full database it would take longer than D1 gives a statement. So posts are filled in steps, each in
//! a transaction that fails if an import came in between. Rows of imports, also of a Worker from before the migration that is still
//! running, say by themselves whether they are filled. A step that was interrupted is done again by the next one.

use super::change::change;
use super::rows::Writes;
use super::statements::fill::unfilled_ids;
use super::statements::import::LogEntry;
use crate::shards::statements::acknowledge;
use crate::store::budget::Budget;
use crate::store::{Database, Row as _, Storage, StorageError, repeatable, required};
use crate::time::Timestamp;

/// How many posts a step fills.
pub const STEP: u16 = 500;
/// The most statements of a step.
const STATEMENTS: usize = 8;

/// Fills posts of a shard, as many as the budget allows. Returns how many.
///
/// # Errors
/// If storage does not answer, or imports always got in between.
pub async fn fill<S: Storage>(
    storage: &S,
    budget: &mut Budget,
    shard: u8,
    at: Timestamp,
) -> Result<usize, StorageError> {
    let mut filled = 0;
    while budget.take(STATEMENTS) {
        let posts = step(storage, shard, at).await?;
        filled += posts;
        if posts < usize::from(STEP) {
            break;
        }
    }
    Ok(filled)
}

/// Fills the next posts, and acknowledges the version that has them: pages from before it lack them.
async fn step<S: Storage>(storage: &S, shard: u8, at: Timestamp) -> Result<usize, StorageError> {
    let rows = storage.rows(Database::Posts(shard), unfilled_ids(STEP)).await?;
    let ids = rows.rows.iter().map(|row| required(row.text("id")?, "id")).collect::<Result<Vec<_>, _>>()?;
    if ids.is_empty() {
        return Ok(0);
    }
    let subject = format!("{} posts", ids.len());
    let log_entry = LogEntry { at, action: "fill posts", subject: &subject };
    let ids: Vec<_> = ids.iter().map(String::as_str).collect();
    let version = change(storage, shard, &ids, log_entry, |there| {
        let mut writes = Writes::default();
        for stored in there {
            writes.fill(required(stored.post.network(), "network")?, stored);
        }
        Ok(Some(writes))
    })
    .await?;
    let acknowledged = acknowledge(shard, version, &storage.bookmark(shard));
    storage.batch(Database::Accounts, repeatable(vec![acknowledged])).await?;
    Ok(ids.len())
}
