//! What looks after the databases: health, statistics, and the daily job.

use super::deletion::NOT_CLOSED;
use super::statement;
use crate::platform::Network;
use crate::store::Statement;
use crate::time::Timestamp;

/// How many posts there are, in a column for each network.
pub fn totals() -> Statement {
    let totals = Network::ALL.map(Network::name).join(", ");
    statement!(format!("SELECT {totals} FROM versions ORDER BY version DESC LIMIT 1"))
}

/// For each network: `network`, and the keys of its `oldest` and `newest` post (as text).
pub fn ends_by_network() -> Statement {
    let networks: Vec<_> = Network::ALL.iter().map(|network| network.number()).collect();
    let end = |which: &str| {
        format!(
            "(SELECT {which}((SELECT {which}(p.post_id) FROM posts p INDEXED BY posts_by_kind \
             WHERE p.network = n.value AND p.media_type = m.value)) FROM json_each('[0,1,2,3,4]') m)"
        )
    };
    statement!(
        format!(
            "SELECT n.value AS network, CAST({} AS TEXT) AS oldest, CAST({} AS TEXT) AS newest \
             FROM json_each(?1) n",
            end("min"),
            end("max")
        ),
        crate::store::json(&networks)
    )
}

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

/// How many rows that have expired are removed in one statement. What is left is for the next time.
pub(crate) const FORGOTTEN: u16 = 50_000;

/// Pages of the full-text index that are merged in one statement: some megabytes, well below a second.
const MERGE_PAGES: u16 = 1_000;

/// Merges a part of the full-text index, which imports leave in many segments: a word is then found in one of them. The
/// first statement of a run puts all segments on one level, the others go on with them; without anything to merge, nothing
/// happens.
pub fn merge_words(is_first: bool) -> Statement {
    let sign = if is_first { "-" } else { "" };
    statement!(format!("INSERT INTO words (words, rank) VALUES ('merge', {sign}{MERGE_PAGES})"))
}

/// Forgets idempotency keys that no longer count, as many as go in one statement. The last statement gives how many:
/// `forgotten`.
pub fn forget_keys(before: Timestamp) -> Vec<Statement> {
    let forget = statement!(
        format!(
            "DELETE FROM idempotency WHERE (account_id, key) IN (SELECT account_id, key FROM idempotency \
             WHERE at < CAST(?1 AS INTEGER) LIMIT {FORGOTTEN})"
        ),
        before.0
    );
    vec![forget, statement!("SELECT changes() AS forgotten")]
}
