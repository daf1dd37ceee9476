//! Changing a shard by what it knows of some posts.

use super::Stored;
use super::known::read_version;
use super::rows::Writes;
use super::statements::import::{Done, VERSION_MOVED, known};
use crate::posts::statements::totals::version;
use crate::store::{Database, Storage, StorageError};

/// How often something is tried that an import got in the way of.
pub(crate) const TRIES: usize = 5;

/// Reads what a shard knows of the posts of these ids, and writes what `plan` makes of it, unless that is nothing, in one
/// transaction; anew if the posts changed between the two. Gives the shard's version after it.
///
/// # Errors
/// When storage does not answer, or imports always came in between.
pub(crate) async fn change<S: Storage>(
    storage: &S,
    shard: u8,
    ids: &[&str],
    done: Done<'_>,
    plan: impl Fn(&[Stored]) -> Result<Option<Writes>, StorageError>,
) -> Result<i64, StorageError> {
    let database = Database::Posts(shard);
    for _ in 0..TRIES {
        let results = storage.batch(database, vec![version(), known(ids)]).await?;
        let [version, posts] = results.as_slice() else {
            return Err(StorageError::new("expected two results"));
        };
        let version = read_version(version)?;
        let posts = posts.rows.iter().map(|row| Stored::read(shard, row)).collect::<Result<Vec<_>, _>>()?;
        let Some(writes) = plan(&posts)? else { return Ok(version) };
        match storage.batch(database, writes.statements(version, done)).await {
            Ok(_) => return Ok(version + 1),
            Err(error) if error.message.contains(VERSION_MOVED) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StorageError::new("imports were always faster"))
}
