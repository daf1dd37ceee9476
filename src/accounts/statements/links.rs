//! Links that are sent by e-mail. One transaction asks for a link, whether or not the address has an account, and one
//! redeems it.

use super::accounts::NEXT_ACCOUNT;
use super::mails::RequestedMail;
use super::{hourly, mails};
use crate::accounts::mail::Mail;
use crate::email::{EmailAddress, legacy_key};
use crate::store::Statement;
use crate::store::builder::{MAX_EXPIRED, statement};
use crate::time::{DAY, Timestamp};

/// How long a link is valid, in milliseconds.
pub const LIFETIME: i64 = 15 * 60 * 1000;
/// How many links of one address that one asker requested may be valid at a time.
const MAX_PER_ASKER: u8 = 5;
/// The same for all askers together, and per day, so that nobody's mailbox is flooded. A link that was used does not count:
/// its mail was wanted.
const MAX_PER_ADDRESS: u8 = 25;
const MAX_PER_DAY: u8 = 100;
/// How often the code of a link may be tried, and the codes of all links of one address in a day. One code of a hundred
/// million is right.
const MAX_TRIES: u8 = 5;
const MAX_TRIES_PER_DAY: u8 = 50;
/// The names under which mails for strangers are counted: all together, and those of one asker.
const MAILS: &str = "mails";
const MAILS_OF: &str = "mails of ";
/// One asker may have one part in `SHARE` of an hour's mails, but at least `LEAST_SHARE`. So nobody alone can use up the
/// mails of all.
const SHARE: i64 = 10;
const LEAST_SHARE: i64 = 5;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To sign in.
    SignIn,
    /// To create an account and sign in.
    SignUp,
    /// To confirm the new address of an account.
    ChangeEmail,
}

impl Purpose {
    /// The name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign in",
            Self::SignUp => "sign up",
            Self::ChangeEmail => "change email",
        }
    }

    /// The purpose with this name in the table.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::SignIn, Self::SignUp, Self::ChangeEmail].into_iter().find(|purpose| purpose.name() == name)
    }
}

/// Who asks for a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asker {
    /// A browser that had a session of this account before.
    Known(i64),
    /// Anybody else, by a hash of their network.
    Stranger(String),
}

impl Asker {
    /// The name in storage. A hash has no colon, so the names can't clash.
    fn name(&self) -> String {
        match self {
            Self::Known(account) => format!("account:{account}"),
            Self::Stranger(network) => network.clone(),
        }
    }
}

/// The name in storage of a browser that had a session of the account with the address `?3`; null if there is no such
/// account.
const KNOWN: &str = "(SELECT 'account:' || account_id FROM accounts WHERE email_key = ?3)";

/// A link to send.
#[derive(Debug, Clone, Copy)]
pub struct NewLink<'a> {
    /// The key by which storage finds its secret.
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
    /// The key by which storage finds the browser that asks.
    pub browser_key: &'a str,
    /// Who asks.
    pub asker: &'a Asker,
    /// The code: eight digits.
    pub code: &'a str,
    /// When it was requested.
    pub at: Timestamp,
    /// How many mails strangers may ask for in an hour, in total.
    pub hourly_cap: i64,
}

impl NewLink<'_> {
    /// Stores the link and its mail, unless a limit is reached: then the second statement returns no row. Which of the two
    /// mails it is depends on whether the address has an account; nothing else does. The last statement returns the `count`
    /// of this hour's mails, the asker's part of it, `own_count`, and whether the asker `is_known`.
    ///
    /// A known browser of the address's account has links of its own, however many strangers asked for.
    pub fn statements(&self, known: &Mail, unknown: &Mail) -> Vec<Statement> {
        let (email_key, email) = (self.email.key(), self.email.to_string());
        let mail = RequestedMail {
            email_key: &email_key,
            recipient: &email,
            known,
            unknown,
            at: self.at,
            expires_at: Timestamp(self.at.0 + LIFETIME),
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

    /// How many mails one asker may have in an hour.
    pub fn share(&self) -> i64 {
        (self.hourly_cap / SHARE).max(LEAST_SHARE)
    }

    fn counted_under(&self) -> String {
        format!("{MAILS_OF}{}", self.asker.name())
    }

    fn counts(&self, email_key: &str) -> Statement {
        let (all, own) =
            (hourly::count_sql("?1", "CAST(?4 AS INTEGER)"), hourly::count_sql("?2", "CAST(?4 AS INTEGER)"));
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
        let (hourly_count, own_count) = (hourly::count_sql("?12", hour), hourly::count_sql("?15", hour));
        statement!(
            format!(
                "INSERT INTO links SELECT ?1, ?2, ?3, ?4, ?5, ?6, CAST(?7 AS INTEGER), ?8, ?9, 0, \
                 CAST(?10 AS INTEGER) + {LIFETIME}, NULL, ?11 FROM (SELECT count(*) AS a_day, \
                 coalesce(sum(expires_at > CAST(?10 AS INTEGER)), 0) AS good, \
                 coalesce(sum(asker = ?11 AND expires_at > CAST(?10 AS INTEGER)), 0) AS own FROM links WHERE email_key = ?3 \
                 AND used_by IS NULL AND expires_at > CAST(?10 AS INTEGER) + {LIFETIME} - {DAY}) WHERE own < {MAX_PER_ASKER} \
                 AND (coalesce(?11 = {KNOWN}, 0) OR good < {MAX_PER_ADDRESS} AND a_day < {MAX_PER_DAY} \
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

/// Rekeys an account by the ASCII form of its address, if it was created when addresses were compared in lower case.
pub fn rekey(email: &str, email_key: &str) -> Statement {
    statement!(
        "UPDATE OR IGNORE accounts SET email_key = ?2 WHERE email_key = ?1 AND ?1 <> ?2",
        legacy_key(email),
        email_key
    )
}

/// A link by its key: `purpose`, `email`, `email_key`, `browser_key`, `account_id`, whether it `is_good` (unused and not
/// expired), and the `former` address if it changes one.
pub fn find(link_key: &str, now: Timestamp) -> Statement {
    statement!(
        "SELECT l.purpose, l.email, l.email_key, l.browser_key, l.account_id, a.email AS former, \
         l.used_by IS NULL AND l.expires_at > CAST(?2 AS INTEGER) AS is_good \
         FROM links l LEFT JOIN accounts a ON a.account_id = l.account_id WHERE l.link_key = ?1",
        link_key,
        now.0
    )
}

/// Counts a try of a code in a browser, and returns the links that the code may belong to: `link_key`, `code`. Strangers'
/// tries are limited per link, and per address and day. Those of a known browser are limited per link only.
pub fn try_code(browser_key: &str, now: Timestamp) -> Statement {
    statement!(
        format!(
            "UPDATE links SET tries = tries + 1 WHERE browser_key = ?1 AND used_by IS NULL \
             AND expires_at > CAST(?2 AS INTEGER) AND tries < {MAX_TRIES} \
             AND (asker = (SELECT 'account:' || a.account_id FROM accounts a WHERE a.email_key = links.email_key) \
             OR (SELECT sum(o.tries) FROM links o WHERE o.email_key = links.email_key \
             AND o.expires_at > CAST(?2 AS INTEGER) + {LIFETIME} - {DAY}) < {MAX_TRIES_PER_DAY}) RETURNING link_key, code"
        ),
        browser_key,
        now.0
    )
}

/// Redeems a link. Returns no row if another call did, or it has expired.
fn redeem(link_key: &str, by: &str, now: Timestamp) -> Statement {
    statement!(
        "UPDATE links SET used_by = ?2 WHERE link_key = ?1 AND used_by IS NULL \
         AND expires_at > CAST(?3 AS INTEGER) RETURNING link_key",
        link_key,
        by,
        now.0
    )
}

/// Redeems a link to start a session. To sign up, the account is created first: then the second statement returns a row.
/// The last one returns the session's `account_id`, or no row.
pub fn start_session(link_key: &str, session_key: &str, now: Timestamp) -> Vec<Statement> {
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
    vec![redeem(link_key, session_key, now), account, session, made]
}

/// Redeems a link to change an address, and tells the former address. The second statement returns the `account_id`, or no
/// row if another account has the address.
pub fn change_email(link_key: &str, by: &str, notice: &Mail, former: &str, now: Timestamp) -> Vec<Statement> {
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
    vec![redeem(link_key, by, now), change, log, mails::write_to_address(former, notice, now)]
}

/// Forgets links that no limit counts any more, up to the limit of one statement.
pub fn forget_links(now: Timestamp) -> Statement {
    statement!(
        format!(
            "DELETE FROM links WHERE link_key IN (SELECT link_key FROM links WHERE expires_at < CAST(?1 AS INTEGER) \
             LIMIT {MAX_EXPIRED})"
        ),
        now.0 - DAY
    )
}
