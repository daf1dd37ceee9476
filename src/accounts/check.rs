//! Checking that every balance is the sum of its ledger. Both are read in one statement, so that no debit comes between
//! them. A statement covers as many accounts as have a bounded number of rows together.

use super::statements::check::{Range, ledger_check};
use crate::store::budget::Budget;
use crate::store::{Row, Storage, StorageError, required};
use serde::Serialize;

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Check {
    /// Accounts whose ledgers were added up.
    pub accounts: i64,
    /// Accounts whose balance differs from the sum.
    pub mismatched: i64,
}

impl Check {
    /// Checks all accounts, first those after `after`, then the rest from the start. Returns the last account that was
    /// checked if the budget ran out before the end.
    ///
    /// # Errors
    /// Those of [`Check::add`].
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

    /// Checks a range of accounts. Days from `since` on may have many rows each. Returns the last account that was checked
    /// if the budget ran out before the end of the range.
    ///
    /// # Errors
    /// If storage does not answer. What was counted until then stays counted.
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
