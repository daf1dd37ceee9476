//! Reads one shard for one call.

use super::expensive::Cost;
use crate::posts::statements::totals::version;
use crate::shards::Shard;
use crate::store::{Posts, Row, Rows, Statement, Storage, StorageError, required};
use core::cell::Cell;

/// Reads a shard. Each batch also reads the version of the posts.
#[derive(Debug)]
pub struct ShardReader<'a, S> {
    storage: &'a S,
    shard: &'a Shard,
    versions: Cell<Option<(i64, i64)>>,
    cost: Cell<Cost>,
}

impl<'a, S: Storage> ShardReader<'a, S> {
    /// A reader of a shard.
    pub const fn new(storage: &'a S, shard: &'a Shard) -> Self {
        Self { storage, shard, versions: Cell::new(None), cost: Cell::new(Cost::NONE) }
    }

    /// The shard.
    pub const fn shard(&self) -> &'a Shard {
        self.shard
    }

    /// The oldest and the newest version that the batches had.
    pub fn versions(&self) -> Option<(i64, i64)> {
        self.versions.get()
    }

    /// What the batches cost so far.
    pub(crate) fn cost(&self) -> Cost {
        self.cost.get()
    }

    /// The shard with the oldest version that was read. -1 if nothing was read.
    pub fn as_read(&self) -> Shard {
        let version = self.versions.get().map_or(-1, |(oldest, _)| oldest);
        Shard { version, ..self.shard.clone() }
    }
}

impl<S: Storage> Posts for ShardReader<'_, S> {
    type Row = S::Row;

    async fn query(&self, mut statements: Vec<Statement>) -> Result<Vec<Rows<S::Row>>, StorageError> {
        statements.push(version());
        let mut results = self.storage.read(self.shard.number, &self.shard.bookmark, statements).await?;
        let costs = results.iter().map(|rows| Cost { rows: rows.read, micros: rows.micros });
        self.cost.set(costs.fold(self.cost.get(), Cost::plus));
        let last = results.pop();
        let row = required(last.as_ref().and_then(Rows::first), "version")?;
        let version = required(row.integer("version")?, "version")?;
        let (oldest, newest) = self.versions.get().unwrap_or((version, version));
        self.versions.set(Some((oldest.min(version), newest.max(version))));
        Ok(results)
    }
}
