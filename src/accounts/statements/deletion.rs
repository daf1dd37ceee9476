//! Deleting an account. What its owner sees is gone in the transaction that closes it. Its ledger and usage go in steps of
//! a bounded number of rows, so that debits of others never wait for long.
//!
//! A closed account is a row without a name or an address. It is in no list, count or check, and nobody can find it. Its
//! balance stays the sum of what is left of its ledger.

use super::mails;
use crate::accounts::mail::Mail;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// The condition of an account that is not closed. Keys of addresses are in lower case, so none equals that of a closed
/// account.
pub(crate) const NOT_CLOSED: &str = "email_key NOT GLOB 'DELETED:*'";
/// How many rows of the ledger, and of usage, are removed in one step. Most accounts have fewer.
pub const STEP: u16 = 10_000;

/// Closes an account if the address is its own, and takes the first step. The first statement returns a row if the account
/// was closed. Payments stay, as bookkeeping requires, but no longer say whose they were. An account that is suspended or
/// owes credits is not closed: its owner could start again with a new one.
pub fn close(account: i64, email_key: &str, notice: &Mail, at: Timestamp) -> Vec<Statement> {
    let notice = statement!(
        mails::insert_sql(
            "SELECT CAST(?3 AS INTEGER), NULL, email, ?4, ?5, 0, 0 FROM accounts \
             WHERE account_id = CAST(?1 AS INTEGER) AND email_key = ?2 AND status <> 'suspended' AND balance >= 0"
        ),
        account,
        email_key,
        at.0,
        notice.subject.as_str(),
        notice.text.as_str()
    );
    let log = statement!(
        "INSERT INTO changes (at, action, subject) SELECT CAST(?2 AS INTEGER), 'owner deletes account', \
         'account ' || ?1 WHERE changes() = 1",
        account,
        at.0
    );
    let mut statements = vec![notice, log];
    statements.extend(personal().map(|sql| statement!(sql, account, email_key)));
    statements.extend(removal_step(account));
    statements
}

/// Removes everything about the owner, and frees the address.
fn personal() -> [String; 8] {
    let own = "account_id = (SELECT account_id FROM accounts WHERE account_id = CAST(?1 AS INTEGER) AND email_key = ?2 \
         AND status <> 'suspended' AND balance >= 0)";
    [
        format!("UPDATE payments SET account_id = NULL WHERE {own}"),
        format!("DELETE FROM mails WHERE {own}"),
        format!("DELETE FROM links WHERE {own}"),
        format!("DELETE FROM links WHERE email_key = ?2 AND EXISTS (SELECT 1 FROM accounts WHERE {own})"),
        format!("DELETE FROM sessions WHERE {own}"),
        format!("DELETE FROM tokens WHERE {own}"),
        format!("DELETE FROM idempotency WHERE {own}"),
        format!(
            "UPDATE accounts SET email_key = 'DELETED:' || account_id, email = '', name = '', company = '', \
             status = 'suspended', status_before_dispute = NULL, browser_cap = NULL WHERE {own}"
        ),
    ]
}

/// Closed accounts that are not removed yet: `account_id`.
pub fn closed_accounts() -> Statement {
    statement!(
        "SELECT account_id FROM accounts WHERE email_key >= 'DELETED:' AND email_key < 'DELETED;' LIMIT 100"
    )
}

/// Removes a part of what is left of a closed account, and the account itself after the last part. Then the last statement
/// returns a row. The number is never used again, because payments and logs name it.
pub fn removal_step(account: i64) -> Vec<Statement> {
    let closed = "account_id = (SELECT account_id FROM accounts WHERE account_id = CAST(?1 AS INTEGER) \
         AND email_key = 'DELETED:' || account_id)";
    let part = format!("FROM ledger WHERE {closed} ORDER BY at, reference LIMIT {STEP}");
    let days = format!("FROM usage WHERE {closed} ORDER BY day LIMIT {STEP}");
    let is_empty = "NOT EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = CAST(?1 AS INTEGER)) \
         AND NOT EXISTS (SELECT 1 FROM usage u WHERE u.account_id = CAST(?1 AS INTEGER))";
    [
        format!(
            "UPDATE accounts SET balance = balance - (SELECT coalesce(sum(credits), 0) FROM (SELECT credits {part})) \
             WHERE {closed}"
        ),
        format!("DELETE FROM ledger WHERE (account_id, at, reference) IN (SELECT account_id, at, reference {part})"),
        format!("DELETE FROM usage WHERE (account_id, day) IN (SELECT account_id, day {days})"),
        format!(
            "INSERT INTO deleted_accounts (account_id) SELECT account_id FROM accounts WHERE {closed} AND {is_empty}"
        ),
        format!("DELETE FROM accounts WHERE {closed} AND {is_empty} RETURNING account_id"),
    ]
    .map(|sql| statement!(sql, account))
    .into()
}
