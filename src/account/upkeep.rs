//! The daily job: old pages of the ledger become one row a day, what has expired goes, the full-text indexes are merged, and
//! the sums are checked. Each statement looks at a bounded number of rows, and a run makes a bounded number of statements.
//! Idempotency keys count for ten minutes only, and go more often.

use super::{ABSOLUTE, IDEMPOTENCY, IDLE, WAITING};
use crate::placement::layout;
use crate::sql::links::forget_links;
use crate::sql::owners::forget_waiting;
use crate::sql::sessions::forget_sessions;
use crate::sql::upkeep::{CHECKED, detail_from, forget_keys, ledger_check, merge_words, roll_up, to_roll_up};
use crate::store::{Database, Row, Statement, Storage, StorageError, required};
use crate::time::Timestamp;
use serde::Serialize;

/// The most transactions of one run: D1 allows a thousand statements. What is left is for the next day.
const MOST: usize = 200;

/// Transactions that merge a shard's full-text index, and statements of each. What is left is for the next day.
const MERGES: usize = 10;
const AT_ONCE: usize = 10;

/// Statements that check ledgers, each of a thousand accounts. What is left over is not checked: [`Report`] says how many were.
const CHECKS: usize = 200;

/// What the job did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Names the job in the log.
    pub job: &'static str,
    /// Transactions that rolled up pages.
    pub roll_ups: usize,
    /// Accounts that were checked: all, up to two hundred thousand.
    pub accounts: i64,
    /// Accounts whose balance is not the sum of their ledger.
    pub mismatched: i64,
}

/// Does the job.
///
/// # Errors
/// When storage does not answer. What was done is done; the rest is for the next time.
pub async fn daily(storage: &impl Storage, now: Timestamp) -> Result<Report, StorageError> {
    let before = detail_from(now);
    let mut roll_ups = 0;
    while roll_ups < MOST {
        let due = storage.rows(Database::Accounts, to_roll_up(before)).await?;
        if due.rows.is_empty() {
            break;
        }
        for row in &due.rows {
            let account = required(row.integer("account_id")?, "account_id")?;
            storage.batch(Database::Accounts, roll_up(account, before)).await?;
            roll_ups += 1;
        }
    }
    storage.batch(Database::Accounts, forget(now)).await?;
    let mut report = Report { job: "daily", roll_ups, accounts: 0, mismatched: 0 };
    let mut after = 0;
    for _ in 0..CHECKS {
        let check = storage.rows(Database::Accounts, ledger_check(after, CHECKED)).await?;
        let row = required(check.first(), "accounts")?;
        let count = |column| row.integer(column).and_then(|number| required(number, column));
        report.accounts += count("accounts")?;
        report.mismatched += count("mismatched")?;
        let Some(last) = row.integer("last")? else { break };
        after = last;
    }
    merge(storage).await?;
    Ok(report)
}

/// Does what can't wait for the daily job: a busy service has a million idempotency keys a day.
///
/// # Errors
/// When storage does not answer.
pub async fn often(storage: &impl Storage, now: Timestamp) -> Result<(), StorageError> {
    let forget = forget_keys(Timestamp(now.0 - IDEMPOTENCY));
    storage.rows(Database::Accounts, forget).await.map(drop)
}

/// Forgets what has expired: idempotency keys, links, sessions, and tokens that nobody asked to see.
fn forget(now: Timestamp) -> Vec<Statement> {
    vec![
        forget_keys(Timestamp(now.0 - IDEMPOTENCY)),
        forget_links(now),
        forget_sessions(Timestamp(now.0 - ABSOLUTE), Timestamp(now.0 - IDLE)),
        forget_waiting(Timestamp(now.0 - WAITING)),
    ]
}

/// Merges the full-text index of each shard: after an import, a word is looked for in as many places as it left segments.
async fn merge(storage: &impl Storage) -> Result<(), StorageError> {
    for shard in layout(storage).await?.in_use() {
        for number in 0..MERGES {
            let is_first = number == 0;
            let statements = (0..AT_ONCE).map(|place| merge_words(is_first && place == 0)).collect();
            storage.batch(Database::Posts(shard.number), statements).await?;
        }
    }
    Ok(())
}
