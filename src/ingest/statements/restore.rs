//! Restoring a database of posts: what was erased, as backups keep it, and a version that is later than all before it.

use crate::platform::Network;
use crate::store::builder::statement;
use crate::store::{Statement, json};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What keeps a post or an author from being imported again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tombstone {
    /// What was erased.
    pub key: String,
    /// When, in milliseconds since 1970.
    pub erased_at: i64,
}

/// The first tombstones after a key, in the order of their keys: `key` and `erased_at`.
pub fn tombstones_after(key: &str, most: u16) -> Statement {
    statement!(
        "SELECT key, erased_at FROM tombstones WHERE key > ?1 ORDER BY key LIMIT CAST(?2 AS INTEGER)",
        key,
        i64::from(most)
    )
}

/// Sets tombstones, those that do not stand.
pub fn bury_again(tombstones: &[Tombstone]) -> Statement {
    statement!(
        "INSERT INTO tombstones (key, erased_at) SELECT value ->> 'key', value ->> 'erased_at' FROM json_each(?1) \
         WHERE true ON CONFLICT (key) DO NOTHING",
        json(&tombstones)
    )
}

/// Begins a new era: numbers of changes from before a restore mean nothing any more.
pub fn begin_era() -> Statement {
    statement!("UPDATE eras SET era = lower(hex(randomblob(8)))")
}

/// Gives the posts a version, without any other change to them. `how` is what they were restored from.
pub fn renew(version: i64, at: Timestamp, how: &str) -> Statement {
    let totals = Network::ALL.map(Network::name).join(", ");
    statement!(
        format!(
            "INSERT INTO versions (version, at, action, subject, {totals}) \
             SELECT CAST(?1 AS INTEGER), CAST(?2 AS INTEGER), 'restore', ?3, {totals} \
             FROM versions ORDER BY version DESC LIMIT 1"
        ),
        version,
        at.0,
        how
    )
}
