//! Deleting an account. What its owner sees is gone in the transaction that closes it, and its ledger and usage in steps of a
//! bounded number of rows, so that debits of others never wait for long.
//!
//! A closed account is a row without a name or an address: in no list, count or check, and found by nobody. Its balance stays
//! the sum of what is left of its ledger.

use super::mails;
use crate::accounts::mail::Mail;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// What is true of an account that is not closed. Keys of addresses are in lower case, so none equals that of a closed account.
pub(crate) const NOT_CLOSED: &str = "email_key NOT GLOB 'DELETED:*'";
/// How many rows of a ledger, and of usage, go in one step. Most accounts have fewer.
pub const STEP: u16 = 10_000;

/// Closes an account if the address is its own, and takes a first step: the first statement gives a row then. Payments
/// stay, as books have to, without saying whose they were. An account that is suspended, or owes credits, is not closed: its
/// owner could begin anew.
pub fn close(account: i64, email_key: &str, told: &Mail, at: Timestamp) -> Vec<Statement> {
    let told = statement!(
        mails::insert(
            "SELECT CAST(?3 AS INTEGER), NULL, email, ?4, ?5, 0, 0 FROM accounts \
             WHERE account_id = CAST(?1 AS INTEGER) AND email_key = ?2 AND status <> 'suspended' AND balance >= 0"
        ),
        account,
        email_key,
        at.0,
        told.subject.as_str(),
        told.text.as_str()
    );
    let log = statement!(
        "INSERT INTO changes (at, action, subject) SELECT CAST(?2 AS INTEGER), 'owner deletes account', \
         'account ' || ?1 WHERE changes() = 1",
        account,
        at.0
    );
    let mut statements = vec![told, log];
    statements.extend(personal().map(|sql| statement!(sql, account, email_key)));
    statements.extend(step(account));
    statements
}

/// Removes what says anything of an owner, and makes the address free again.
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

/// Closed accounts that are not gone yet: `account_id`.
pub fn closed() -> Statement {
    statement!(
        "SELECT account_id FROM accounts WHERE email_key >= 'DELETED:' AND email_key < 'DELETED;' LIMIT 100"
    )
}

/// Removes a part of what is left of a closed account, and the account after the last part: the last statement gives a row
/// then. Its number is never used again, since payments and logs name it.
pub fn step(account: i64) -> Vec<Statement> {
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
