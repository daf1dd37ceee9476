//! Removing posts from a shard.

use super::change::change;
use super::rows::Writes;
use super::statements::import::Done;
use crate::store::{Storage, StorageError, required};

/// Removes the posts of these ids from a shard in one transaction, with all that belongs to them. Gives the shard's version
/// after it.
///
/// # Errors
/// When storage does not answer.
pub(crate) async fn remove<S: Storage>(
    storage: &S,
    shard: u8,
    ids: &[String],
    done: Done<'_>,
) -> Result<i64, StorageError> {
    let ids: Vec<_> = ids.iter().map(String::as_str).collect();
    change(storage, shard, &ids, done, |there| {
        let mut writes = Writes::default();
        for stored in there {
            writes.remove(required(stored.post.network(), "network")?, stored, true);
        }
        Ok((!there.is_empty()).then_some(writes))
    })
    .await
}
