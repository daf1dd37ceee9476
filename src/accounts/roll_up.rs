//! Rolling up old pages of ledgers, day by day, account by account. The progress is stored, so a run continues where the
//! last one stopped. Accounts without pages of these days cost little.

use super::statements::progress::{ROLLED_UP, ROLLED_UP_ACCOUNT, ROLLING_UP, progress, set_progress};
use super::statements::roll_up::{Due, ROLL_UP, detail_from, next_due, split_point};
use crate::store::budget::Budget;
use crate::store::{Database, Row, Rows, Statement, Storage, StorageError, required};
use crate::time::Timestamp;

/// The maximum number of transactions in one run. A hundred pages a second need seven.
const MAX_TRANSACTIONS: usize = 60;

/// A pass over a range of time, which is rolled up one account after another.
#[derive(Debug, Clone, Copy)]
struct Pass {
    from: Timestamp,
    before: Timestamp,
    after: i64,
}

/// Rolls up what is due, as far as one run can.
///
/// # Errors
/// If storage does not answer. What was done stays done; the rest is left for the next run.
pub async fn roll_up(
    storage: &impl Storage,
    budget: &mut Budget,
    now: Timestamp,
) -> Result<(), StorageError> {
    let Some(rows) = budget.rows(storage, progress()).await? else { return Ok(()) };
    let Some(mut pass) = Pass::from_progress(&rows, detail_from(now))? else { return Ok(()) };
    let mut steps = 0;
    while steps < MAX_TRANSACTIONS {
        let Some(found) = budget.rows(storage, next_due(pass.after, pass.from, pass.before)).await? else {
            return Ok(());
        };
        let row = required(found.first(), "last")?;
        let Some(last) = row.integer("last")? else { return pass.end(storage, budget).await };
        let rows = required(row.integer("rows")?, "rows")?;
        steps += usize::from(rows > 0);
        let statements = pass.step(storage, budget, last, rows).await?;
        if budget.batch(storage, Database::Accounts, statements).await?.is_none() {
            return Ok(());
        }
    }
    Ok(())
}

impl Pass {
    /// The pass in progress, or else a new one up to `before`; none if everything before that is done.
    fn from_progress<R: Row>(rows: &Rows<R>, before: Timestamp) -> Result<Option<Self>, StorageError> {
        let row = required(rows.first(), "progress")?;
        let number = |column| row.integer(column).and_then(|number| required(number, column));
        let (from, under_way) = (Timestamp(number("rolled_up")?), Timestamp(number("rolling_up")?));
        if under_way > from {
            return Ok(Some(Self { from, before: under_way, after: number("rolled_up_account")? }));
        }
        Ok((before > from).then_some(Self { from, before, after: 0 }))
    }

    /// Builds the transaction for the accounts up to `last`, and advances the pass. An account with too many rows is done
    /// in parts.
    async fn step(
        &mut self,
        storage: &impl Storage,
        budget: &mut Budget,
        last: i64,
        rows: i64,
    ) -> Result<Vec<Statement>, StorageError> {
        let mut due = Due { after: self.after, last, from: self.from, before: self.before };
        if rows > ROLL_UP {
            let found = budget.rows(storage, split_point(last, self.from, self.before)).await?;
            let split =
                found.as_ref().and_then(Rows::first).map(|row| row.integer("at")).transpose()?.flatten();
            due.before = split.map_or(self.before, Timestamp);
        }
        let mut statements = if rows > 0 { due.roll_up() } else { Vec::new() };
        if due.before == self.before {
            self.after = last;
        }
        statements.push(set_progress(ROLLING_UP, self.before.0));
        statements.push(set_progress(ROLLED_UP_ACCOUNT, self.after));
        Ok(statements)
    }

    /// Records that the pass is complete.
    async fn end(&self, storage: &impl Storage, budget: &mut Budget) -> Result<(), StorageError> {
        let done = vec![set_progress(ROLLED_UP, self.before.0), set_progress(ROLLED_UP_ACCOUNT, 0)];
        budget.batch(storage, Database::Accounts, done).await.map(drop)
    }
}
