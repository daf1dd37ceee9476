//! Restoring posts, from a backup or by Time Travel.
//!
//! A page is never older than what was acknowledged. So databases that came back older are closed by themselves: each of their
//! pages is a 503. They are kept closed until all that was erased is erased again. Then they get a version later than any
//! before, because cached pages and `ETag`s are of an earlier one. And they begin a new era, so that whoever keeps a copy up to date
//! is told to begin anew: what was restored lacks changes that such a copy has.

use super::statements::erase::log;
use super::statements::restore::{Tombstone, begin_era, bury_again, renew, tombstones_after};
use crate::posts::statements::totals::version;
use crate::shards::{load_shard_map, statements as shards};
use crate::store::{Database, Storage, StorageError, integer, required, text};
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// Further than imports get during a restore.
const AWAY: i64 = 1_000_000_000;
/// Tombstones that are read in one go.
const PAGE: u16 = 5_000;
/// Tombstones that are set in one statement: of 100,000 bytes at most, with the longest keys.
const A_STATEMENT: usize = 100;

/// A shard that is older than what was acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind {
    /// Its number.
    pub shard: u8,
    /// The version that was acknowledged.
    acknowledged: i64,
    /// The version that its posts have.
    own: i64,
}

/// The shards that are behind, among those with posts.
///
/// # Errors
/// When a database does not answer.
pub async fn behind(storage: &impl Storage) -> Result<Vec<Behind>, StorageError> {
    let mut behind = Vec::new();
    for shard in load_shard_map(storage).await?.in_use() {
        let rows = storage.rows(Database::Posts(shard.number), version()).await?;
        let own = integer(required(rows.first(), "version")?, "version")?;
        if own < shard.version {
            behind.push(Behind { shard: shard.number, acknowledged: shard.version, own });
        }
    }
    Ok(behind)
}

/// Closes shards, also to what an import acknowledges. A second time changes nothing.
///
/// # Errors
/// When the accounts do not answer.
pub async fn close(storage: &impl Storage, behind: &[Behind]) -> Result<(), StorageError> {
    let is_open = |shard: &&Behind| shard.acknowledged - shard.own < AWAY / 2;
    let close: Vec<_> =
        behind.iter().filter(is_open).map(|behind| shards::expect_more(behind.shard, AWAY)).collect();
    if close.is_empty() {
        return Ok(());
    }
    storage.batch(Database::Accounts, close).await.map(drop)
}

/// Sets tombstones on shards, those that do not stand there.
///
/// # Errors
/// When a database does not answer.
pub async fn bury(
    storage: &impl Storage,
    behind: &[Behind],
    tombstones: &[Tombstone],
) -> Result<(), StorageError> {
    if tombstones.is_empty() {
        return Ok(());
    }
    for Behind { shard, .. } in behind {
        let statements = tombstones.chunks(A_STATEMENT).map(bury_again).collect();
        storage.batch(Database::Posts(*shard), statements).await?;
    }
    Ok(())
}

/// Opens shards: the posts first, which may be newer than what was acknowledged. `how` is what they were restored from.
///
/// # Errors
/// When a database does not answer. Then it is not known which of them are open.
pub async fn open(
    storage: &impl Storage,
    behind: &[Behind],
    how: &str,
    now: Timestamp,
) -> Result<(), StorageError> {
    let shard_map = load_shard_map(storage).await?;
    let is_behind = |number| behind.iter().any(|behind| behind.shard == number);
    let mut open = Vec::new();
    for shard in shard_map.in_use().filter(|shard| is_behind(shard.number)) {
        let version = shard.version + 1;
        storage.batch(Database::Posts(shard.number), vec![renew(version, now, how), begin_era()]).await?;
        open.push(shards::acknowledge(shard.number, version, ""));
    }
    open.push(log(now, "restore posts", how));
    storage.batch(Database::Accounts, open).await.map(drop)
}

/// The tombstones of all shards, each once, in the order of their keys.
///
/// # Errors
/// When a database does not answer.
pub async fn tombstones(storage: &impl Storage) -> Result<Vec<Tombstone>, StorageError> {
    let mut all = BTreeMap::new();
    for shard in 0..storage.shards() {
        let mut last = String::new();
        loop {
            let page = storage.rows(Database::Posts(shard), tombstones_after(&last, PAGE)).await?.rows;
            for row in &page {
                last = text(row, "key")?;
                all.insert(last.clone(), integer(row, "erased_at")?);
            }
            if page.len() < usize::from(PAGE) {
                break;
            }
        }
    }
    Ok(all.into_iter().map(|(key, erased_at)| Tombstone { key, erased_at }).collect())
}
