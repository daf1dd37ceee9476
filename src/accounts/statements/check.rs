//! What looks after the databases: health, statistics, and the daily job.

use super::deletion::NOT_CLOSED;
use crate::store::Statement;
use crate::store::builder::{MAX_EXPIRED, statement};
use crate::time::Timestamp;

/// The most accounts that are checked in one statement.
const ACCOUNTS: i64 = 1_000;
/// The most rows that one statement adds up, unless one account has more.
const CHECKED: i64 = 500_000;

/// Accounts to check: those after one, up to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The last one that is not meant.
    pub after: i64,
    /// The last one.
    pub last: i64,
}

impl Range {
    /// All accounts.
    pub const ALL: Self = Self { after: 0, last: i64::MAX };
}

/// Of the first accounts of a range: how many they are, in how many the balance is not the sum of the ledger, and the last
/// one, null where there is none: `accounts`, `mismatched`, `last`. They are so many that their ledgers have a bounded number of
/// rows, which is guessed by the calls of the days from `since` on; all before is a row a day.
pub fn ledger_check(range: Range, since: i64) -> Statement {
    statement!(
        format!(
            "WITH checked AS (SELECT a.account_id, a.balance, row_number() OVER o AS number, sum(a.rows) OVER o AS rows \
             FROM (SELECT account_id, balance, 1 + (SELECT coalesce(sum(u.calls), 0) FROM usage u \
             WHERE u.account_id = accounts.account_id AND u.day >= CAST(?3 AS INTEGER)) AS rows FROM accounts \
             WHERE account_id > CAST(?1 AS INTEGER) AND account_id <= CAST(?2 AS INTEGER) AND {NOT_CLOSED} \
             ORDER BY account_id LIMIT {ACCOUNTS}) a \
             WINDOW o AS (ORDER BY a.account_id ROWS UNBOUNDED PRECEDING)) \
             SELECT count(*) AS accounts, coalesce(sum(c.balance <> coalesce((SELECT sum(l.credits) FROM ledger l \
             WHERE l.account_id = c.account_id), 0)), 0) AS mismatched, max(c.account_id) AS last \
             FROM checked c WHERE number = 1 OR rows <= {CHECKED}"
        ),
        range.after,
        range.last,
        since
    )
}

/// Forgets idempotency keys that no longer count, as many as go in one statement. The last statement gives how many:
/// `forgotten`.
pub fn forget_keys(before: Timestamp) -> Vec<Statement> {
    let forget = statement!(
        format!(
            "DELETE FROM idempotency WHERE (account_id, key) IN (SELECT account_id, key FROM idempotency \
             WHERE at < CAST(?1 AS INTEGER) LIMIT {MAX_EXPIRED})"
        ),
        before.0
    );
    vec![forget, statement!("SELECT changes() AS forgotten")]
}
