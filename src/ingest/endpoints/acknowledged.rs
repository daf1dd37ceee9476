//! Reads that are not charged, under the same condition of versions and slots as those that are.

use crate::http::error::ApiError;
use crate::shards::memory::Memory;
use crate::shards::{Shard, TRIES, load_shard_map};
use crate::store::{Storage, StorageError};

/// Reads from the shards that have some slots, until what was read is no older than what was acknowledged. `read` also returns the
/// shards with the versions that they had.
///
/// # Errors
/// When storage does not answer, or was always older.
pub(super) async fn read_acknowledged<S: Storage, T>(
    storage: &S,
    memory: &Memory,
    slots: u64,
    read: impl AsyncFn(Vec<Shard>) -> Result<(T, Vec<Shard>), ApiError>,
) -> Result<T, ApiError> {
    let mut known = match memory.shard_map() {
        Some(shard_map) => shard_map,
        None => load_shard_map(storage).await?,
    };
    for attempt in 0..TRIES {
        let (found, shards_read) = read(known.for_attempt(slots, attempt)).await?;
        known = load_shard_map(storage).await?;
        if known.confirms(&shards_read) {
            memory.remember(&known);
            return Ok(found);
        }
    }
    Err(StorageError::behind().into())
}
