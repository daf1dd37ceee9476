//! Reads one shard for one call.

use super::expensive::Cost;
use crate::posts::statements::totals::version_and_unfilled;
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
    is_unfilled: Cell<bool>,
}

impl<'a, S: Storage> ShardReader<'a, S> {
    /// A reader of a shard.
    pub const fn new(storage: &'a S, shard: &'a Shard) -> Self {
        let (versions, cost, is_unfilled) = (Cell::new(None), Cell::new(Cost::NONE), Cell::new(false));
        Self { storage, shard, versions, cost, is_unfilled }
    }

    /// The shard.
    pub const fn shard(&self) -> &'a Shard {
        self.shard
    }

    /// The oldest and the newest version that the batches had.
    pub fn versions(&self) -> Option<(i64, i64)> {
        self.versions.get()
    }

    /// Whether some rows of posts lack what a migration added.
    pub(crate) fn is_unfilled(&self) -> bool {
        self.is_unfilled.get()
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
        statements.push(version_and_unfilled());
        let mut results = self.storage.read(self.shard.number, &self.shard.bookmark, statements).await?;
        let costs = results.iter().map(|rows| Cost { rows: rows.read, micros: rows.micros });
        self.cost.set(costs.fold(self.cost.get(), Cost::plus));
        let last = results.pop();
        let row = required(last.as_ref().and_then(Rows::first), "version")?;
        let version = required(row.integer("version")?, "version")?;
        self.is_unfilled.set(self.is_unfilled.get() || row.integer("unfilled")? != Some(0));
        let (oldest, newest) = self.versions.get().unwrap_or((version, version));
        self.versions.set(Some((oldest.min(version), newest.max(version))));
        Ok(results)
    }
}
