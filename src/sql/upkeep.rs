//! What looks after the databases: health, statistics, and the daily job.

use super::statement;
use crate::platform::Network;
use crate::store::Statement;
use crate::time::{DAY, Timestamp};

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

/// Accounts whose ledgers the daily job checks in one statement.
pub const CHECKED: i64 = 1_000;
/// More accounts than there are.
pub const ALL: i64 = i64::MAX;

/// Of the first accounts after a number: how many they are, in how many the balance is not the sum of the ledger, and the last
/// one, null where there is none: `accounts`, `mismatched`, `last`.
pub fn ledger_check(after: i64, most: i64) -> Statement {
    statement!(
        "SELECT count(*) AS accounts, coalesce(sum(balance <> coalesce((SELECT sum(l.credits) FROM ledger l \
         WHERE l.account_id = a.account_id), 0)), 0) AS mismatched, max(account_id) AS last \
         FROM (SELECT account_id, balance FROM accounts WHERE account_id > CAST(?1 AS INTEGER) \
         ORDER BY account_id LIMIT CAST(?2 AS INTEGER)) a",
        after,
        most
    )
}

/// How old a page's row of the ledger must be to be rolled up.
const LEDGER_DETAIL: i64 = 35 * DAY;
/// How many rows are rolled up in one transaction.
const ROLL_UP: i64 = 5_000;

/// The start of the first day that is kept in detail.
pub fn detail_from(now: Timestamp) -> Timestamp {
    Timestamp(Timestamp(now.0 - LEDGER_DETAIL).day() * DAY)
}

/// Accounts with pages in their ledger from before an instant: `account_id`.
pub fn to_roll_up(before: Timestamp) -> Statement {
    statement!(
        "SELECT a.account_id FROM accounts a WHERE EXISTS (SELECT 1 FROM ledger l \
         WHERE l.account_id = a.account_id AND l.at < CAST(?1 AS INTEGER) AND l.kind = 'page') LIMIT 100",
        before.0
    )
}

/// Rolls the oldest pages of an account into one row a day with the same sum, a bounded number of rows at once.
pub fn roll_up(account_id: i64, before: Timestamp) -> Vec<Statement> {
    // Whole instants only, so that what is added up is what is removed.
    let due = format!(
        "account_id = CAST(?1 AS INTEGER) AND kind = 'page' AND at < coalesce((SELECT o.at FROM ledger o \
         WHERE o.account_id = CAST(?1 AS INTEGER) AND o.kind = 'page' AND o.at < CAST(?2 AS INTEGER) \
         ORDER BY o.at LIMIT 1 OFFSET {ROLL_UP}), CAST(?2 AS INTEGER))"
    );
    let add = statement!(
        format!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT account_id, at / {DAY} * {DAY}, 'pages:' || (at / {DAY}), 'pages', sum(credits) \
             FROM ledger WHERE {due} GROUP BY at / {DAY} \
             ON CONFLICT (account_id, at, reference) DO UPDATE SET credits = credits + excluded.credits"
        ),
        account_id,
        before.0
    );
    vec![add, statement!(format!("DELETE FROM ledger WHERE {due}"), account_id, before.0)]
}

/// How many rows that have expired are removed in one statement. What is left is for the next time.
pub(super) const FORGOTTEN: u16 = 50_000;

/// Pages of the full-text index that are merged in one statement: some megabytes, well below a second.
const MERGE_PAGES: u16 = 1_000;

/// Merges a part of the full-text index, which imports leave in many segments: a word is then found in one of them. The
/// first statement of a run puts all segments on one level, the others go on with them; without anything to merge, nothing
/// happens.
pub fn merge_words(is_first: bool) -> Statement {
    let sign = if is_first { "-" } else { "" };
    statement!(format!("INSERT INTO words (words, rank) VALUES ('merge', {sign}{MERGE_PAGES})"))
}

/// Forgets the idempotency keys that no longer count, as many as go in one statement.
pub fn forget_keys(before: Timestamp) -> Statement {
    statement!(
        format!(
            "DELETE FROM idempotency WHERE (account_id, key) IN (SELECT account_id, key FROM idempotency \
             WHERE at < CAST(?1 AS INTEGER) LIMIT {FORGOTTEN})"
        ),
        before.0
    )
}
