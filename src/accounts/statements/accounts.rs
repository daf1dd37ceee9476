//! Statements about accounts and tokens, and operators' changes to them.

use super::deletion::NOT_CLOSED;
use super::mails;
use crate::accounts::mail::Mail;
use crate::store::builder::statement;
use crate::store::{Statement, Value, repeatable};
use crate::time::Timestamp;

/// The columns of an account and its balance that answers show.
const SHOWN: &str = "a.name, a.email, a.company, a.status, a.balance, a.total_used";

/// The number of a new account: one that was never used, not even by a deleted account.
pub(crate) const NEXT_ACCOUNT: &str = "1 + max((SELECT coalesce(max(account_id), 0) FROM accounts), \
     (SELECT coalesce(max(account_id), 0) FROM deleted_accounts))";

/// The account of a token: the columns of `SHOWN`, and `calls` of the days from `since` on.
pub fn by_token(token_key: &str, since: i64) -> Statement {
    statement!(
        format!(
            "SELECT {SHOWN}, (SELECT coalesce(sum(u.calls), 0) FROM usage u \
             WHERE u.account_id = a.account_id AND u.day >= CAST(?2 AS INTEGER)) AS calls \
             FROM tokens t JOIN accounts a ON a.account_id = t.account_id WHERE t.token_key = ?1"
        ),
        token_key,
        since
    )
}

/// The account of an e-mail address: the columns of `SHOWN`, `account_id`, and `last_four` of its token, if it has one.
pub fn by_email(email_key: &str) -> Statement {
    statement!(
        format!(
            "SELECT {SHOWN}, a.account_id, t.last_four \
             FROM accounts a LEFT JOIN tokens t ON t.account_id = a.account_id WHERE a.email_key = ?1"
        ),
        email_key
    )
}

/// A page of accounts in the order of their creation: for each the columns of `SHOWN`, `account_id`, `created_at`,
/// `test_tokens_replaced`, and of its token, if it has one, `last_four` and `token_created_at`.
pub fn list(after: i64, rows: u16) -> Statement {
    statement!(
        format!(
            "SELECT {SHOWN}, a.account_id, a.created_at, a.test_tokens_replaced, t.last_four, t.created_at AS token_created_at \
             FROM accounts a LEFT JOIN tokens t ON t.account_id = a.account_id \
             WHERE a.account_id > CAST(?1 AS INTEGER) AND a.{NOT_CLOSED} ORDER BY a.account_id LIMIT CAST(?2 AS INTEGER)"
        ),
        after,
        i64::from(rows)
    )
}

/// An account to create.
#[derive(Debug, Clone, Copy)]
pub struct NewAccount<'a> {
    /// The address in the form that is compared.
    pub email_key: &'a str,
    /// The address as written.
    pub email: &'a str,
    /// The owner's name; may be empty.
    pub name: &'a str,
    /// The owner's company; may be empty.
    pub company: &'a str,
    /// The credits to start with.
    pub credits: i64,
    /// When it is created.
    pub at: Timestamp,
}

/// The reference of the credits that an account starts with. Operators' own references have another prefix.
const OPENING: &str = "opening";

impl NewAccount<'_> {
    /// Creates the account, active, with its first credits and its token. Does nothing if the address has an account. The
    /// last statement returns the account.
    pub fn statements(&self, token: &NewToken<'_>) -> Vec<Statement> {
        let account = statement!(
            format!(
                "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, \
                 created_at) VALUES ({NEXT_ACCOUNT}, ?1, ?2, ?3, ?4, 'active', CAST(?5 AS INTEGER), 0, \
                 CAST(?6 AS INTEGER)) ON CONFLICT (email_key) DO NOTHING RETURNING account_id"
            ),
            self.email_key,
            self.email,
            self.name,
            self.company,
            self.credits,
            self.at.0
        );
        let new_token = statement!(
            "INSERT INTO tokens (token_key, account_id, sealed, last_four, created_at) \
             SELECT ?1, account_id, ?2, ?3, CAST(?4 AS INTEGER) FROM accounts WHERE email_key = ?5 AND changes() = 1",
            token.key,
            token.sealed,
            token.last_four,
            self.at.0,
            self.email_key
        );
        let change = statement!(
            "INSERT INTO changes (at, action, subject) SELECT CAST(?1 AS INTEGER), 'create account', \
             'account ' || account_id FROM accounts WHERE email_key = ?2 AND changes() = 1",
            self.at.0,
            self.email_key
        );
        let opening = statement!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT account_id, CAST(?1 AS INTEGER), ?2, 'opening', balance FROM accounts \
             WHERE email_key = ?3 AND balance <> 0 AND changes() = 1",
            self.at.0,
            OPENING,
            self.email_key
        );
        vec![account, new_token, change, opening, by_email(self.email_key)]
    }
}

/// A token to store, without the token itself.
#[derive(Debug, Clone, Copy)]
pub struct NewToken<'a> {
    /// The key by which it is found.
    pub key: &'a str,
    /// Its hash, encrypted.
    pub sealed: &'a str,
    /// Its last four characters, for people.
    pub last_four: &'a str,
}

/// Replaces an account's token, and tells its owner. From then on the old token is invalid. An account that waits for its
/// first payment gets no token if the `action` is its owner's.
pub fn replace_token(
    email_key: &str,
    token: &NewToken<'_>,
    action: &str,
    notice: &Mail,
    at: Timestamp,
) -> Vec<Statement> {
    let replace = statement!(
        "INSERT INTO tokens (token_key, account_id, sealed, last_four, created_at) \
         SELECT ?1, account_id, ?2, ?3, CAST(?4 AS INTEGER) FROM accounts WHERE email_key = ?5 \
         AND (status <> 'pending' OR ?6 NOT LIKE 'owner %')",
        token.key,
        token.sealed,
        token.last_four,
        at.0,
        email_key,
        action
    );
    let notice = mails::write_to_account("email_key", email_key, notice, at);
    vec![drop_token(email_key), replace, notice, change(email_key, action, "", at), by_email(email_key)]
}

/// Revokes an account's token, and tells its owner.
pub fn revoke_token(email_key: &str, action: &str, notice: &Mail, at: Timestamp) -> Vec<Statement> {
    let notice = mails::write_to_account("email_key", email_key, notice, at);
    vec![drop_token(email_key), notice, change(email_key, action, "", at), by_email(email_key)]
}

fn drop_token(email_key: &str) -> Statement {
    statement!(
        "DELETE FROM tokens WHERE account_id = (SELECT account_id FROM accounts WHERE email_key = ?1)",
        email_key
    )
}

/// Changes an account's status. Winning a dispute later does not change it back.
pub fn set_status(email_key: &str, status: &str, at: Timestamp) -> Vec<Statement> {
    let set = statement!(
        "UPDATE accounts SET status = ?2, status_before_dispute = NULL WHERE email_key = ?1",
        email_key,
        status
    );
    vec![set, change(email_key, "set status", status, at), by_email(email_key)]
}

/// Grants credits, or takes them back, once for each reference. The last two statements return the `credits` that the
/// reference stands for, and the account.
pub fn grant(
    email_key: &str,
    credits: i64,
    reference: &str,
    reason: Option<&str>,
    at: Timestamp,
) -> Vec<Statement> {
    let reference = grant_reference(reference);
    let entry = statement!(
        "INSERT INTO ledger (account_id, at, reference, kind, credits, reason) \
         SELECT account_id, CAST(?2 AS INTEGER), ?3, 'grant', CAST(?4 AS INTEGER), ?5 FROM accounts \
         WHERE email_key = ?1 AND abs(balance + CAST(?4 AS INTEGER)) <= 9007199254740991 ON CONFLICT DO NOTHING",
        email_key,
        at.0,
        reference.as_str(),
        credits,
        Value::from(reason)
    );
    let balance = statement!(
        "UPDATE accounts SET balance = balance + CAST(?2 AS INTEGER) WHERE email_key = ?1 AND changes() = 1",
        email_key,
        credits
    );
    let log = statement!(
        "INSERT INTO changes (at, action, subject) SELECT CAST(?2 AS INTEGER), 'grant credits', \
         'account ' || account_id || ': ' || ?3 FROM accounts WHERE email_key = ?1 AND changes() = 1",
        email_key,
        at.0,
        format!("{credits} for {reference}")
    );
    let meant = statement!(
        "SELECT l.credits FROM accounts a JOIN ledger l INDEXED BY ledger_references ON l.account_id = a.account_id \
         WHERE a.email_key = ?1 AND l.reference = ?2 AND l.kind <> 'page'",
        email_key,
        reference
    );
    repeatable(vec![entry, balance, log, meant, by_email(email_key)])
}

/// An operator's reference, with a prefix that keeps it apart from those that the service makes.
fn grant_reference(reference: &str) -> String {
    format!("grant:{reference}")
}

/// Records a change of an account.
pub(super) fn change(email_key: &str, action: &str, detail: &str, at: Timestamp) -> Statement {
    statement!(
        "INSERT INTO changes (at, action, subject) \
         SELECT CAST(?2 AS INTEGER), ?3, 'account ' || account_id || iif(?4 = '', '', ': ' || ?4) \
         FROM accounts WHERE email_key = ?1",
        email_key,
        at.0,
        action,
        detail
    )
}
