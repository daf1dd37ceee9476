//! Changing the posts of a shard, depending on what it has.

use super::Stored;
use super::known::read_version;
use super::rows::Writes;
use super::statements::import::{LogEntry, VERSION_MOVED, known};
use crate::posts::statements::totals::version;
use crate::store::{Database, Storage, StorageError};

/// How often a change is tried if imports keep getting in between.
pub(crate) const TRIES: usize = 5;

/// Reads the posts with these ids from a shard, and writes in one transaction what `plan` makes of them, unless that is
/// nothing. Starts again if the posts changed in between. Returns the shard's version afterwards.
///
/// # Errors
/// If storage does not answer, or imports always got in between.
pub(crate) async fn change<S: Storage>(
    storage: &S,
    shard: u8,
    ids: &[&str],
    log_entry: LogEntry<'_>,
    plan: impl Fn(&[Stored]) -> Result<Option<Writes>, StorageError>,
) -> Result<i64, StorageError> {
    let database = Database::Posts(shard);
    for _ in 0..TRIES {
        let results = storage.batch(database, vec![version(), known(ids)]).await?;
        let [version, posts] = results.as_slice() else {
            return Err(StorageError::new("expected two results"));
        };
        let version = read_version(version)?;
        let posts =
            posts.rows.iter().map(|row| Stored::from_row(shard, row)).collect::<Result<Vec<_>, _>>()?;
        let Some(writes) = plan(&posts)? else { return Ok(version) };
        match storage.batch(database, writes.statements(version, log_entry)).await {
            Ok(_) => return Ok(version + 1),
            Err(error) if error.message.contains(VERSION_MOVED) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StorageError::new("imports were always faster"))
}
