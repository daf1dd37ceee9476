//! One shard, as one call reads it.

use super::expensive::Cost;
use crate::posts::statements::totals::version;
use crate::shards::Shard;
use crate::store::{Posts, Row, Rows, Statement, Storage, StorageError, required};
use core::cell::Cell;

/// A shard under the eyes of a call: each batch brings the version of the posts along.
#[derive(Debug)]
pub struct Reader<'a, S> {
    storage: &'a S,
    shard: &'a Shard,
    versions: Cell<Option<(i64, i64)>>,
    cost: Cell<Cost>,
}

impl<'a, S: Storage> Reader<'a, S> {
    /// A reader of a shard.
    pub const fn new(storage: &'a S, shard: &'a Shard) -> Self {
        Self { storage, shard, versions: Cell::new(None), cost: Cell::new(Cost::NONE) }
    }

    /// The shard.
    pub const fn shard(&self) -> &'a Shard {
        self.shard
    }

    /// The oldest and the newest version that was met.
    pub fn versions(&self) -> Option<(i64, i64)> {
        self.versions.get()
    }

    /// What was read so far.
    pub(crate) fn cost(&self) -> Cost {
        self.cost.get()
    }

    /// The shard with the version that was read.
    pub fn reading(&self) -> Shard {
        let version = self.versions.get().map_or(-1, |(oldest, _)| oldest);
        Shard { version, ..self.shard.clone() }
    }
}

impl<S: Storage> Posts for Reader<'_, S> {
    type Row = S::Row;

    async fn ask(&self, mut statements: Vec<Statement>) -> Result<Vec<Rows<S::Row>>, StorageError> {
        statements.push(version());
        let mut results = self.storage.read(self.shard.number, &self.shard.bookmark, statements).await?;
        let costs = results.iter().map(|rows| Cost { rows: rows.read, micros: rows.micros });
        self.cost.set(costs.fold(self.cost.get(), Cost::and));
        let last = results.pop();
        let row = required(last.as_ref().and_then(Rows::first), "version")?;
        let version = required(row.integer("version")?, "version")?;
        let (oldest, newest) = self.versions.get().unwrap_or((version, version));
        self.versions.set(Some((oldest.min(version), newest.max(version))));
        Ok(results)
    }
}
