//! Whether every balance is the sum of its ledger. Both are read in one statement, so that no debit comes between them, and the
//! accounts of a statement are so many that it adds up a bounded number of rows.

use super::statements::check::{Range, ledger_check};
use crate::store::budget::Budget;
use crate::store::{Row, Storage, StorageError, required};
use serde::Serialize;

/// What it came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Check {
    /// Accounts whose ledgers were added up.
    pub accounts: i64,
    /// Those of which the balance is another.
    pub mismatched: i64,
}

impl Check {
    /// Adds up the ledgers of all accounts: those after one, and then from the first one on. Gives the last account that was looked
    /// at if the budget ended before.
    ///
    /// # Errors
    /// As [`Check::add`].
    pub async fn add_all(
        &mut self,
        storage: &impl Storage,
        budget: &mut Budget,
        after: i64,
        since: i64,
    ) -> Result<Option<i64>, StorageError> {
        let stopped = self.add(storage, budget, Range { after, ..Range::ALL }, since).await?;
        if stopped.is_some() || after == 0 {
            return Ok(stopped);
        }
        self.add(storage, budget, Range { last: after, ..Range::ALL }, since).await
    }

    /// Adds up the ledgers of a range of accounts, of which days from `since` on may have many rows. Gives the last account that
    /// was looked at if the budget ended before the range.
    ///
    /// # Errors
    /// When storage does not answer. What was counted until then is counted.
    pub async fn add(
        &mut self,
        storage: &impl Storage,
        budget: &mut Budget,
        range: Range,
        since: i64,
    ) -> Result<Option<i64>, StorageError> {
        let mut after = range.after;
        loop {
            let page = Range { after, ..range };
            let Some(rows) = budget.rows(storage, ledger_check(page, since)).await? else {
                return Ok(Some(after));
            };
            let row = required(rows.first(), "accounts")?;
            let count = |column| row.integer(column).and_then(|number| required(number, column));
            self.accounts += count("accounts")?;
            self.mismatched += count("mismatched")?;
            let Some(last) = row.integer("last")? else { return Ok(None) };
            after = last;
        }
    }
}
