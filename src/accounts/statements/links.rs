//! Links that were sent by e-mail. One transaction asks for one, whoever the address belongs to, and one uses it up.

use super::accounts::NEXT_ACCOUNT;
use super::mails::AskedMail;
use super::{hourly, mails};
use crate::accounts::mail::Mail;
use crate::email::{EmailAddress, former_key};
use crate::store::Statement;
use crate::store::builder::{MAX_EXPIRED, statement};
use crate::time::{DAY, Timestamp};

/// How long a link is good, in milliseconds.
pub const LIFE: i64 = 15 * 60 * 1000;
/// The most links of one address that are good at a time, of those that one asker wanted.
const MOST: u8 = 5;
/// The same of all askers together, and in a day: so that nobody's mailbox is flooded. One that was used says that its mail
/// was wanted.
const MOST_OF_ALL: u8 = 25;
const MOST_A_DAY: u8 = 100;
/// How often the code of a link may be tried, and the codes of all links of one address in a day: one of a hundred million is
/// right.
const TRIES: u8 = 5;
const TRIES_A_DAY: u8 = 50;
/// What the mails that strangers ask for are counted under: all together, and those of one asker.
const MAILS: &str = "mails";
const MAILS_OF: &str = "mails of ";
/// The part of an hour's mails that one asker may have, and how many it may have at least: nobody alone uses up the mails of all.
const SHARE: i64 = 10;
const LEAST_SHARE: i64 = 5;

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

/// Who asks for a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asker {
    /// A browser that had a session of this account before.
    Known(i64),
    /// Anybody, by a hash of their network.
    Stranger(String),
}

impl Asker {
    /// How storage knows it. A hash has no colon.
    fn name(&self) -> String {
        match self {
            Self::Known(account) => format!("account:{account}"),
            Self::Stranger(network) => network.clone(),
        }
    }
}

/// How storage knows a browser that had a session of the account which has the address `?3`; null where none has.
const KNOWN: &str = "(SELECT 'account:' || account_id FROM accounts WHERE email_key = ?3)";

/// A link to send.
#[derive(Debug, Clone, Copy)]
pub struct NewLink<'a> {
    /// How storage knows its secret.
    pub key: &'a str,
    /// What it is for.
    pub purpose: Purpose,
    /// The address that it goes to.
    pub email: &'a EmailAddress,
    /// The owner's name, for a new account.
    pub name: &'a str,
    /// The owner's company, for a new account.
    pub company: &'a str,
    /// The account whose address changes.
    pub account: Option<i64>,
    /// How storage knows the browser that asks.
    pub browser_key: &'a str,
    /// Who asks.
    pub asker: &'a Asker,
    /// Eight digits.
    pub code: &'a str,
    /// When.
    pub at: Timestamp,
    /// The most mails of strangers in an hour.
    pub hourly_cap: i64,
}

impl NewLink<'_> {
    /// Keeps the link and the mail that brings it, unless too many were asked for: then the second statement gives no row. Which
    /// of two mails it is depends on whether the address has an account, and nothing else does. The last statement gives the
    /// `count` of this hour's mails, that of the asker's, `own_count`, and whether the asker `is_known`.
    ///
    /// Whoever else asked, a known browser of the address's account has links of its own.
    pub fn statements(&self, known: &Mail, unknown: &Mail) -> Vec<Statement> {
        let (email_key, email) = (self.email.key(), self.email.to_string());
        let mail = AskedMail {
            email_key: &email_key,
            recipient: &email,
            known,
            unknown,
            at: self.at,
            expires_at: Timestamp(self.at.0 + LIFE),
        };
        vec![
            rekey(&email, &email_key),
            self.insert(&email_key, &email),
            mail.statement(),
            hourly::count_after_change(MAILS, self.at),
            hourly::count_after_change(&self.counted_under(), self.at),
            self.counts(&email_key),
        ]
    }

    /// The most mails of an hour for one asker.
    pub fn share(&self) -> i64 {
        (self.hourly_cap / SHARE).max(LEAST_SHARE)
    }

    fn counted_under(&self) -> String {
        format!("{MAILS_OF}{}", self.asker.name())
    }

    fn counts(&self, email_key: &str) -> Statement {
        let (all, own) =
            (hourly::counted("?1", "CAST(?4 AS INTEGER)"), hourly::counted("?2", "CAST(?4 AS INTEGER)"));
        statement!(
            format!("SELECT {all} AS count, {own} AS own_count, coalesce(?5 = {KNOWN}, 0) AS is_known"),
            MAILS,
            self.counted_under(),
            email_key,
            hourly::hour(self.at),
            self.asker.name()
        )
    }

    fn insert(&self, email_key: &str, email: &str) -> Statement {
        let hour = "CAST(?13 AS INTEGER)";
        let (hourly_count, own_count) = (hourly::counted("?12", hour), hourly::counted("?15", hour));
        statement!(
            format!(
                "INSERT INTO links SELECT ?1, ?2, ?3, ?4, ?5, ?6, CAST(?7 AS INTEGER), ?8, ?9, 0, \
                 CAST(?10 AS INTEGER) + {LIFE}, NULL, ?11 FROM (SELECT count(*) AS a_day, \
                 coalesce(sum(expires_at > CAST(?10 AS INTEGER)), 0) AS good, \
                 coalesce(sum(asker = ?11 AND expires_at > CAST(?10 AS INTEGER)), 0) AS own FROM links WHERE email_key = ?3 \
                 AND used_by IS NULL AND expires_at > CAST(?10 AS INTEGER) + {LIFE} - {DAY}) WHERE own < {MOST} \
                 AND (coalesce(?11 = {KNOWN}, 0) OR good < {MOST_OF_ALL} AND a_day < {MOST_A_DAY} \
                 AND {hourly_count} < CAST(?14 AS INTEGER) AND {own_count} < CAST(?16 AS INTEGER)) RETURNING link_key"
            ),
            self.key,
            self.purpose.name(),
            email_key,
            email,
            self.name,
            self.company,
            self.account,
            self.browser_key,
            self.code,
            self.at.0,
            self.asker.name(),
            MAILS,
            hourly::hour(self.at),
            self.hourly_cap,
            self.counted_under(),
            self.share()
        )
    }
}

/// Compares the account of an address by its ASCII form, if it was made when addresses were compared in lower case.
pub fn rekey(email: &str, email_key: &str) -> Statement {
    statement!(
        "UPDATE OR IGNORE accounts SET email_key = ?2 WHERE email_key = ?1 AND ?1 <> ?2",
        former_key(email),
        email_key
    )
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

/// Counts a try of a code in a browser, and gives the links that it may be of: `link_key`, `code`. Strangers' tries of a day
/// are counted together for each address; a known browser's end with each link.
pub fn try_code(browser_key: &str, now: Timestamp) -> Statement {
    statement!(
        format!(
            "UPDATE links SET tries = tries + 1 WHERE browser_key = ?1 AND used_by IS NULL \
             AND expires_at > CAST(?2 AS INTEGER) AND tries < {TRIES} \
             AND (asker = (SELECT 'account:' || a.account_id FROM accounts a WHERE a.email_key = links.email_key) \
             OR (SELECT sum(o.tries) FROM links o WHERE o.email_key = links.email_key \
             AND o.expires_at > CAST(?2 AS INTEGER) + {LIFE} - {DAY}) < {TRIES_A_DAY}) RETURNING link_key, code"
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

/// Forgets links that no limit counts any more, as many as go in one statement.
pub fn forget_links(now: Timestamp) -> Statement {
    statement!(
        format!(
            "DELETE FROM links WHERE link_key IN (SELECT link_key FROM links WHERE expires_at < CAST(?1 AS INTEGER) \
             LIMIT {MAX_EXPIRED})"
        ),
        now.0 - DAY
    )
}
