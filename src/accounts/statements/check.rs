//! Statements of the check of ledgers, and of forgetting idempotency keys.

use super::deletion::NOT_CLOSED;
use crate::store::Statement;
use crate::store::builder::{MAX_EXPIRED, statement};
use crate::time::Timestamp;

/// How many accounts one statement checks at most.
const ACCOUNTS: i64 = 1_000;
/// How many rows one statement adds up at most, unless a single account has more.
const CHECKED: i64 = 500_000;

/// A range of accounts to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The account before the first one.
    pub after: i64,
    /// The last account.
    pub last: i64,
}

impl Range {
    /// All accounts.
    pub const ALL: Self = Self { after: 0, last: i64::MAX };
}

/// Checks the first accounts of a range. Returns how many were checked (`accounts`), how many of them have a balance that
/// is not the sum of the ledger (`mismatched`), and the `last` one, null if there was none. Their number is chosen so that
/// their ledgers have a bounded number of rows. That is estimated from the calls of the days from `since` on; older days
/// have one row each.
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

/// Forgets expired idempotency keys, up to the limit of one statement. The last statement returns how many: `forgotten`.
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
