//! Links that were sent by e-mail. One transaction asks for one, whoever the address belongs to, and one uses it up.

use super::accounts::NEXT_ACCOUNT;
use super::upkeep::FORGOTTEN;
use super::{mails, statement};
use crate::account::email_key;
use crate::mail::Mail;
use crate::store::Statement;
use crate::time::Timestamp;

/// How long a link is good, in milliseconds.
pub const LIFE: i64 = 15 * 60 * 1000;
/// The most links of one address that are good at a time, of those that one address of the network asked for, and of all: so
/// that nobody alone can keep an owner from asking. One that was used says that its mail was wanted.
const MOST: u8 = 5;
const MOST_OF_ALL: u8 = 25;
/// How often a code may be tried.
const TRIES: u8 = 5;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To sign in.
    SignIn,
    /// To make an account and sign in.
    SignUp,
    /// To confirm another address of an account.
    ChangeEmail,
}

impl Purpose {
    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign in",
            Self::SignUp => "sign up",
            Self::ChangeEmail => "change email",
        }
    }

    /// The purpose of a name.
    pub fn of(name: &str) -> Option<Self> {
        [Self::SignIn, Self::SignUp, Self::ChangeEmail].into_iter().find(|purpose| purpose.name() == name)
    }
}

/// A link to send.
#[derive(Debug, Clone, Copy)]
pub struct NewLink<'a> {
    /// How storage knows its secret.
    pub key: &'a str,
    /// What it is for.
    pub purpose: Purpose,
    /// The address that it goes to.
    pub email: &'a str,
    /// The owner's name, for a new account.
    pub name: &'a str,
    /// The owner's company, for a new account.
    pub company: &'a str,
    /// The account whose address changes.
    pub account: Option<i64>,
    /// How storage knows the browser that asks.
    pub browser_key: &'a str,
    /// A hash of the address of the network that asks.
    pub asker: &'a str,
    /// Eight digits.
    pub code: &'a str,
    /// When.
    pub at: Timestamp,
}

impl NewLink<'_> {
    /// Keeps the link and the mail that brings it, unless too many of this address are good: then the first statement gives
    /// no row. Which of two mails it is depends on whether the address has an account, and nothing else does.
    pub fn statements(&self, known: &Mail, unknown: &Mail) -> Vec<Statement> {
        let email_key = email_key(self.email);
        let link = statement!(
            format!(
                "INSERT INTO links SELECT ?1, ?2, ?3, ?4, ?5, ?6, CAST(?7 AS INTEGER), ?8, ?9, 0, \
                 CAST(?10 AS INTEGER) + {LIFE}, NULL, ?11 FROM (SELECT count(*) AS all_of_it, \
                 coalesce(sum(asker = ?11), 0) AS own FROM links WHERE email_key = ?3 AND used_by IS NULL \
                 AND expires_at > CAST(?10 AS INTEGER)) WHERE own < {MOST} AND all_of_it < {MOST_OF_ALL} RETURNING link_key"
            ),
            self.key,
            self.purpose.name(),
            email_key.as_str(),
            self.email,
            self.name,
            self.company,
            self.account,
            self.browser_key,
            self.code,
            self.at.0,
            self.asker
        );
        vec![link, mails::either(&email_key, self.email, known, unknown, self.at)]
    }
}

/// A link by its key: `purpose`, `email`, `email_key`, `browser_key`, `account_id`, whether it `is_good`, and the `former` address where
/// it changes one.
pub fn find(link_key: &str, now: Timestamp) -> Statement {
    statement!(
        "SELECT l.purpose, l.email, l.email_key, l.browser_key, l.account_id, a.email AS former, \
         l.used_by IS NULL AND l.expires_at > CAST(?2 AS INTEGER) AS is_good \
         FROM links l LEFT JOIN accounts a ON a.account_id = l.account_id WHERE l.link_key = ?1",
        link_key,
        now.0
    )
}

/// Counts a try of a code in a browser, and gives the links that it may be of: `link_key`, `code`.
pub fn try_code(browser_key: &str, now: Timestamp) -> Statement {
    statement!(
        format!(
            "UPDATE links SET tries = tries + 1 WHERE browser_key = ?1 AND used_by IS NULL \
             AND expires_at > CAST(?2 AS INTEGER) AND tries < {TRIES} RETURNING link_key, code"
        ),
        browser_key,
        now.0
    )
}

/// Uses a link up; no row if another call did, or its time is over.
fn take(link_key: &str, by: &str, now: Timestamp) -> Statement {
    statement!(
        "UPDATE links SET used_by = ?2 WHERE link_key = ?1 AND used_by IS NULL \
         AND expires_at > CAST(?3 AS INTEGER) RETURNING link_key",
        link_key,
        by,
        now.0
    )
}

/// Uses a link up to begin a session, for which an account is made first where one signs up: then the second statement
/// gives a row. The last one gives the session's `account_id`, or no row.
pub fn enter(link_key: &str, session_key: &str, now: Timestamp) -> Vec<Statement> {
    let account = statement!(
        format!(
            "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) \
         SELECT {NEXT_ACCOUNT}, email_key, email, name, company, 'pending', 0, 0, CAST(?2 AS INTEGER) FROM links \
         WHERE link_key = ?1 AND purpose = 'sign up' AND changes() = 1 ON CONFLICT (email_key) DO NOTHING RETURNING account_id"
        ),
        link_key,
        now.0
    );
    let session = statement!(
        "INSERT INTO sessions SELECT ?2, a.account_id, CAST(?3 AS INTEGER), CAST(?3 AS INTEGER) \
         FROM links l JOIN accounts a ON a.email_key = l.email_key WHERE l.link_key = ?1 AND l.used_by = ?2",
        link_key,
        session_key,
        now.0
    );
    let made = statement!("SELECT account_id FROM sessions WHERE session_key = ?1", session_key);
    vec![take(link_key, session_key, now), account, session, made]
}

/// Uses a link up to change an address, and says so to the former one. The second statement gives the `account_id`, or no
/// row where another account has the address.
pub fn change_email(link_key: &str, by: &str, told: &Mail, former: &str, now: Timestamp) -> Vec<Statement> {
    let change = statement!(
        "UPDATE OR IGNORE accounts SET (email, email_key) = (SELECT email, email_key FROM links WHERE link_key = ?1) \
         WHERE account_id = (SELECT account_id FROM links WHERE link_key = ?1 AND used_by = ?2) RETURNING account_id",
        link_key,
        by
    );
    let log = statement!(
        "INSERT INTO changes (at, action, subject) SELECT CAST(?2 AS INTEGER), 'owner changes email', \
         'account ' || account_id FROM links WHERE link_key = ?1 AND changes() = 1",
        link_key,
        now.0
    );
    vec![take(link_key, by, now), change, log, mails::after_change(former, told, now)]
}

/// Forgets links that are no longer good, as many as go in one statement.
pub fn forget_links(now: Timestamp) -> Statement {
    statement!(
        format!(
            "DELETE FROM links WHERE link_key IN (SELECT link_key FROM links WHERE expires_at < CAST(?1 AS INTEGER) \
             LIMIT {FORGOTTEN})"
        ),
        now.0
    )
}
