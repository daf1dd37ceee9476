//! Removing posts from a shard.

use super::change::change;
use super::rows::Writes;
use super::statements::import::LogEntry;
use crate::store::{Storage, StorageError, required};

/// Removes the posts with these ids, and everything that belongs to them, from a shard in one transaction. Returns the
/// shard's version afterwards.
///
/// # Errors
/// If storage does not answer, or imports always got in between.
pub(crate) async fn remove<S: Storage>(
    storage: &S,
    shard: u8,
    ids: &[String],
    log_entry: LogEntry<'_>,
) -> Result<i64, StorageError> {
    let ids: Vec<_> = ids.iter().map(String::as_str).collect();
    change(storage, shard, &ids, log_entry, |there| {
        let mut writes = Writes::default();
        for stored in there {
            writes.remove(required(stored.post.network(), "network")?, stored, true);
        }
        Ok((!there.is_empty()).then_some(writes))
    })
    .await
}
