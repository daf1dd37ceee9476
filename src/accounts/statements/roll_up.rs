//! Rolling up old pages of the ledger to one row a day.

use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::{DAY, Timestamp};

/// The age at which a page's row of the ledger is rolled up.
const LEDGER_DETAIL: i64 = 35 * DAY;
/// How many rows are rolled up in one transaction; only roughly, if they belong to several accounts.
pub const ROLL_UP: i64 = 10_000;
/// How many accounts one statement looks at.
const ACCOUNTS: i64 = 1_000;

/// The start of the first day that is kept in detail.
pub fn detail_from(now: Timestamp) -> Timestamp {
    Timestamp(Timestamp(now.0 - LEDGER_DETAIL).day() * DAY)
}

/// Pages to roll up: those of a range of accounts and a range of time. The times are starts of days, unless a day is done
/// in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The account before the first one.
    pub after: i64,
    /// The last account.
    pub last: i64,
    /// The first moment.
    pub from: Timestamp,
    /// The end, which is not included.
    pub before: Timestamp,
}

/// The next accounts whose due pages fit into one transaction, or a single account with more: the `last` of them, null if
/// there is none, and about how many `rows` they have, 0 for none.
///
/// The number of rows is estimated from the calls of these days. Whether there are any is exact.
pub fn next_due(after: i64, from: Timestamp, before: Timestamp) -> Statement {
    statement!(
        format!(
            "WITH due AS (SELECT a.account_id, row_number() OVER o AS number, sum(a.rows) OVER o AS rows \
             FROM (SELECT account_id, iif(EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = accounts.account_id \
             AND l.at >= CAST(?2 AS INTEGER) AND l.at < CAST(?3 AS INTEGER) AND l.kind = 'page'), \
             1 + (SELECT coalesce(sum(u.calls), 0) FROM usage u WHERE u.account_id = accounts.account_id \
             AND u.day >= CAST(?2 AS INTEGER) / {DAY} AND u.day < CAST(?3 AS INTEGER) / {DAY}), 0) AS rows \
             FROM accounts WHERE account_id > CAST(?1 AS INTEGER) ORDER BY account_id LIMIT {ACCOUNTS}) a \
             WINDOW o AS (ORDER BY a.account_id ROWS UNBOUNDED PRECEDING)) \
             SELECT max(account_id) AS last, coalesce(max(rows), 0) AS rows FROM due WHERE number = 1 OR rows <= {ROLL_UP}"
        ),
        after,
        from.0,
        before.0
    )
}

/// Where to split an account with more pages than fit into one transaction: `at`, the time of the first page that is left
/// for later.
pub fn split_point(account: i64, from: Timestamp, before: Timestamp) -> Statement {
    statement!(
        format!(
            "SELECT at FROM ledger WHERE account_id = CAST(?1 AS INTEGER) AND at >= CAST(?2 AS INTEGER) \
             AND at < CAST(?3 AS INTEGER) AND kind = 'page' ORDER BY at LIMIT 1 OFFSET {ROLL_UP}"
        ),
        account,
        from.0,
        before.0
    )
}

impl Due {
    /// Rolls the pages up to one row for each account and day, with the same sum.
    pub fn roll_up(&self) -> Vec<Statement> {
        let due = "FROM accounts a CROSS JOIN ledger l ON l.account_id = a.account_id AND l.at >= CAST(?3 AS INTEGER) \
             AND l.at < CAST(?4 AS INTEGER) WHERE a.account_id > CAST(?1 AS INTEGER) \
             AND a.account_id <= CAST(?2 AS INTEGER) AND l.kind = 'page'";
        let add = format!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT l.account_id, l.at / {DAY} * {DAY}, 'pages:' || (l.at / {DAY}), 'pages', sum(l.credits) {due} \
             GROUP BY l.account_id, l.at / {DAY} \
             ON CONFLICT (account_id, at, reference) DO UPDATE SET credits = credits + excluded.credits"
        );
        let remove = format!(
            "DELETE FROM ledger WHERE (account_id, at, reference) IN (SELECT l.account_id, l.at, l.reference {due})"
        );
        [add, remove].map(|sql| statement!(sql, self.after, self.last, self.from.0, self.before.0)).into()
    }
}
