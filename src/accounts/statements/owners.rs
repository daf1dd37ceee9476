//! What account owners see and change.

use super::deletion::NOT_CLOSED;
use super::mails;
use crate::accounts::mail::Mail;
use crate::store::builder::{MAX_EXPIRED, statement};
use crate::store::{Statement, Value};
use crate::time::{DAY, Timestamp};

/// An account with everything that its owner may see: `name`, `email`, `company`, `status`, `created_at`, `balance`,
/// `total_used`, `browser_cap`, the `calls` from the day `since` on, how often its test token was replaced, `test_tokens_replaced`, and of
/// its token, if it has one, `last_four`, `token_created_at` and whether it is `waiting` to be shown.
pub fn show(account: i64, since: i64) -> Statement {
    statement!(
        "SELECT a.name, a.email, a.company, a.status, a.created_at, a.balance, a.total_used, a.browser_cap, \
         a.test_tokens_replaced, \
         (SELECT coalesce(sum(calls), 0) FROM usage u \
         WHERE u.account_id = a.account_id AND u.day >= CAST(?2 AS INTEGER)) AS calls, \
         t.last_four, t.created_at AS token_created_at, t.waiting IS NOT NULL AS waiting \
         FROM accounts a LEFT JOIN tokens t ON t.account_id = a.account_id WHERE a.account_id = CAST(?1 AS INTEGER)",
        account,
        since
    )
}

/// The token of an active account: `token_key` and its hash, `sealed`.
pub fn token(account: i64) -> Statement {
    statement!(
        "SELECT t.token_key, t.sealed FROM tokens t JOIN accounts a ON a.account_id = t.account_id \
         WHERE t.account_id = CAST(?1 AS INTEGER) AND a.status = 'active'",
        account
    )
}

/// Changes the given fields of an account; the others stay as they are. The outer option of the cap says whether to change
/// it, the inner one is the new cap, or none.
pub fn change(
    account: i64,
    name: Option<&str>,
    company: Option<&str>,
    browser_cap: Option<Option<i64>>,
) -> Statement {
    statement!(
        "UPDATE accounts SET name = coalesce(?2, name), company = coalesce(?3, company), \
         browser_cap = iif(?4 = 'set', CAST(?5 AS INTEGER), browser_cap) WHERE account_id = CAST(?1 AS INTEGER)",
        account,
        Value::from(name),
        Value::from(company),
        if browser_cap.is_some() { "set" } else { "" },
        browser_cap.flatten()
    )
}

/// Returns a token that is waiting to be shown, once: the first statement returns its `token_key` and its sealed text,
/// `waiting`.
pub fn show_token(account: i64) -> Vec<Statement> {
    vec![
        statement!(
            "SELECT token_key, waiting FROM tokens WHERE account_id = CAST(?1 AS INTEGER) AND waiting IS NOT NULL",
            account
        ),
        statement!(
            "UPDATE tokens SET waiting = NULL WHERE account_id = CAST(?1 AS INTEGER) AND waiting IS NOT NULL",
            account
        ),
    ]
}

/// Forgets the texts of tokens that waited too long to be shown.
pub fn forget_waiting(before: Timestamp) -> Statement {
    statement!(
        format!(
            "UPDATE tokens SET waiting = NULL WHERE token_key IN (SELECT token_key FROM tokens \
             WHERE waiting IS NOT NULL AND created_at < CAST(?1 AS INTEGER) LIMIT {MAX_EXPIRED})"
        ),
        before.0
    )
}

/// The calls and credits of the last `days` days up to `today`: `day`, `calls` and `credits`.
pub fn usage(account: i64, today: i64, days: i64) -> Statement {
    statement!(
        "WITH RECURSIVE days (day) AS (SELECT CAST(?2 AS INTEGER) - CAST(?3 AS INTEGER) + 1 \
         UNION ALL SELECT day + 1 FROM days WHERE day < CAST(?2 AS INTEGER)) \
         SELECT strftime('%Y-%m-%d', d.day * 86400, 'unixepoch') AS day, coalesce(u.calls, 0) AS calls, \
         coalesce(u.credits, 0) AS credits FROM days d LEFT JOIN usage u \
         ON u.account_id = CAST(?1 AS INTEGER) AND u.day = d.day ORDER BY d.day",
        account,
        today,
        days
    )
}

/// The ledger of an account as its owner sees it. The pages of each day are one row. For each row, with the balance after
/// it: `number`, `at`, `kind`, `credits`, `balance`, `reference`, `reason`.
fn entries() -> String {
    // The sum of a day's pages is taken from the table of usage: the ledger may have millions of them, and its second index
    // leaves them out. Both are written in one transaction. The rows are at the end of their day, because their balance is
    // that of the day's end.
    format!(
        "WITH rows AS (SELECT at, kind, credits, reference, reason FROM ledger INDEXED BY ledger_references \
         WHERE account_id = CAST(?1 AS INTEGER) AND kind <> 'page' AND kind <> 'pages' \
         UNION ALL SELECT min((day + 1) * {DAY} - 1, CAST(?2 AS INTEGER)), 'pages', -credits, 'pages:' || day, NULL FROM usage \
         WHERE account_id = CAST(?1 AS INTEGER) AND credits <> 0), \
         entries AS (SELECT row_number() OVER o AS number, at, kind, credits, sum(credits) OVER o AS balance, reference, \
         reason FROM rows WINDOW o AS (ORDER BY at, kind, reference ROWS UNBOUNDED PRECEDING)) "
    )
}

/// A page of the ledger before an entry, newest first.
pub fn ledger(account: i64, before: i64, rows: u16, now: Timestamp) -> Statement {
    statement!(
        format!(
            "{}SELECT * FROM entries WHERE number < CAST(?3 AS INTEGER) ORDER BY number DESC LIMIT CAST(?4 AS INTEGER)",
            entries()
        ),
        account,
        now.0,
        before,
        i64::from(rows)
    )
}

/// The whole ledger, oldest first.
pub fn ledger_file(account: i64, now: Timestamp) -> Statement {
    statement!(format!("{}SELECT * FROM entries ORDER BY number", entries()), account, now.0)
}

/// Tells the owner of an account that the balance is low.
pub fn tell_low_balance(account: i64, mail: &Mail, at: Timestamp) -> Vec<Statement> {
    // A mail is written if the statement before changed a row.
    let touch = statement!(
        format!(
            "UPDATE accounts SET balance = balance WHERE account_id = CAST(?1 AS INTEGER) AND {NOT_CLOSED}"
        ),
        account
    );
    vec![touch, mails::write_to_account("account_id", &account.to_string(), mail, at)]
}
