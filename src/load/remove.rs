//! Removing posts from a shard.

use super::Stored;
use super::known::read_version;
use super::rows::Writes;
use super::run::TRIES;
use crate::sql::import::{Done, VERSION_MOVED, known, version};
use crate::store::{Database, Storage, StorageError, required};

/// Removes the posts of these ids from a shard in one transaction, with all that belongs to them. Gives the shard's version
/// after it, and how many posts there were.
///
/// # Errors
/// When storage does not answer.
pub async fn remove<S: Storage>(
    storage: &S,
    shard: u8,
    ids: &[String],
    done: Done<'_>,
) -> Result<(i64, usize), StorageError> {
    let ids: Vec<_> = ids.iter().map(String::as_str).collect();
    let database = Database::Posts(shard);
    for _ in 0..TRIES {
        let results = storage.batch(database, vec![version(), known(&ids)]).await?;
        let [version, posts] = results.as_slice() else {
            return Err(StorageError::new("expected two results"));
        };
        let version = read_version(version)?;
        let mut writes = Writes::default();
        for row in &posts.rows {
            let stored = Stored::read(shard, row)?;
            writes.remove(required(stored.post.network(), "network")?, &stored, true);
        }
        if posts.rows.is_empty() {
            return Ok((version, 0));
        }
        match storage.batch(database, writes.statements(version, done)).await {
            Ok(_) => return Ok((version + 1, posts.rows.len())),
            Err(error) if error.message.contains(VERSION_MOVED) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StorageError::new("imports were always faster"))
}
