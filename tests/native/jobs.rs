//! The jobs, as the Worker runs them.

use crate::sqlite::Columns;
use postern::posts::statements::totals::segments;
use postern::store::budget::Plan;
use postern::store::{Database, Rows, Statement, Storage, StorageError};
use postern::time::Timestamp;
use postern::upkeep::jobs as upkeep;
use postern::upkeep::jobs::{JobError, Report};
use std::cell::RefCell;

/// Does the daily job: what the check of ledgers came to, and what failed.
pub(crate) fn daily(storage: &impl Storage, now: Timestamp) -> (Report, Vec<JobError>) {
    daily_on(Plan::Paid, storage, now)
}

/// The same on a plan.
pub(crate) fn daily_on(plan: Plan, storage: &impl Storage, now: Timestamp) -> (Report, Vec<JobError>) {
    let mut budget = plan.job_budget();
    pollster::block_on(async {
        let (report, failure) = upkeep::check(storage, &mut budget, now).await;
        let mut failures: Vec<_> = failure.into_iter().collect();
        failures.extend(upkeep::daily(storage, &mut budget, now).await);
        (report, failures)
    })
}

/// Does the job of every ten minutes, of which nothing may fail.
pub(crate) fn often(storage: &impl Storage, now: Timestamp) {
    often_on(Plan::Paid, storage, now);
}

/// The same on a plan.
pub(crate) fn often_on(plan: Plan, storage: &impl Storage, now: Timestamp) {
    let failures = pollster::block_on(upkeep::often(storage, &mut plan.job_budget(), now));
    assert_eq!(failures, []);
}

/// A storage, and the statements that it was given. Its full-text indexes are never merged.
pub(crate) struct Watched<'a, S>(pub(crate) &'a S, pub(crate) RefCell<Vec<(Database, String)>>);

impl<'a, S> Watched<'a, S> {
    pub(crate) fn new(storage: &'a S) -> Self {
        Self(storage, RefCell::default())
    }

    /// The statements on posts that merge words, each with its shard.
    pub(crate) fn merges(&self) -> Vec<(Database, String)> {
        let all = self.1.borrow();
        all.iter().filter(|(_, sql)| sql.contains("'merge'")).cloned().collect()
    }
}

impl<S: Storage<Row = Columns>> Storage for Watched<'_, S> {
    type Row = Columns;

    async fn batch(&self, at: Database, mut all: Vec<Statement>) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.1.borrow_mut().extend(all.iter().map(|statement| (at, statement.sql.clone())));
        for counting in all.iter_mut().filter(|statement| **statement == segments()) {
            *counting = Statement::new("SELECT 2 AS segments", []);
        }
        self.0.batch(at, all).await
    }

    async fn read(
        &self,
        shard: u8,
        at: &str,
        all: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.0.read(shard, at, all).await
    }

    fn shards(&self) -> u8 {
        self.0.shards()
    }

    fn bookmark(&self, shard: u8) -> String {
        self.0.bookmark(shard)
    }
}
