//! Mails to be sent. Each is written in the transaction that it is about, and sent afterwards.

use crate::accounts::mail::Mail;
use crate::store::builder::statement;
use crate::store::{Statement, json};
use crate::time::Timestamp;

/// How often a mail is tried, over two days.
pub const MAX_TRIES: i64 = 12;
/// How many expired mails are removed at once.
const EXPIRED: u16 = 1_000;
/// A time that never comes: the mail was shown in the outbox, and stays there.
const NEVER: i64 = 9_007_199_254_740_991;

/// SQL that writes the mail whose account, time, recipient, subject and text a `SELECT` returns, and returns its `mail_id`.
pub(crate) fn insert_sql(select: &str) -> String {
    format!(
        "INSERT INTO mails (at, account_id, recipient, subject, text, tries, not_before) {select} RETURNING mail_id"
    )
}

/// Writes a mail to the address of an account if the statement before changed a row. `{balance}` becomes its balance.
pub fn write_to_account(account_column: &str, account: &str, mail: &Mail, at: Timestamp) -> Statement {
    statement!(
        insert_sql(&format!(
            "SELECT CAST(?2 AS INTEGER), account_id, email, ?3, replace(?4, '{{balance}}', balance), 0, 0 \
             FROM accounts WHERE {account_column} = ?1 AND changes() = 1"
        )),
        account,
        at.0,
        mail.subject.as_str(),
        mail.text.as_str()
    )
}

/// Writes a mail to an address if the statement before changed a row.
pub fn write_to_address(recipient: &str, mail: &Mail, at: Timestamp) -> Statement {
    statement!(
        insert_sql("SELECT CAST(?2 AS INTEGER), NULL, ?1, ?3, ?4, 0, 0 WHERE changes() = 1"),
        recipient,
        at.0,
        mail.subject.as_str(),
        mail.text.as_str()
    )
}

/// A mail that somebody requested, which is useless after a time.
#[derive(Debug, Clone, Copy)]
pub struct RequestedMail<'a> {
    /// The address in the form that is compared.
    pub email_key: &'a str,
    /// The address as it was entered.
    pub recipient: &'a str,
    /// The mail if the address has an account.
    pub known: &'a Mail,
    /// The mail if it has none.
    pub unknown: &'a Mail,
    /// When it was requested.
    pub at: Timestamp,
    /// When it becomes useless.
    pub expires_at: Timestamp,
}

impl RequestedMail<'_> {
    /// Writes the mail if the statement before changed a row, and returns its `mail_id`. If the address has an account, the
    /// mail goes to the address as the account has it, not as it was entered here.
    pub fn statement(&self) -> Statement {
        statement!(
            "INSERT INTO mails (at, account_id, recipient, subject, text, tries, not_before, expires_at) \
             SELECT CAST(?3 AS INTEGER), NULL, coalesce(k.email, ?2), iif(k.email IS NULL, ?6, ?4), \
             iif(k.email IS NULL, ?7, ?5), 0, 0, CAST(?8 AS INTEGER) \
             FROM (SELECT max(email) AS email FROM accounts WHERE email_key = ?1) k WHERE changes() = 1 RETURNING mail_id",
            self.email_key,
            self.recipient,
            self.at.0,
            self.known.subject.as_str(),
            self.known.text.as_str(),
            self.unknown.subject.as_str(),
            self.unknown.text.as_str(),
            self.expires_at.0
        )
    }
}

/// Claims the mails that are to be sent now, and postpones their next try, longer each time: first those of this call, then
/// up to `others` more that are due, those with the fewest tries first and among them the oldest. The last two statements
/// return `mail_id`, `recipient`, `subject`, `text` and `tries` for each. Expired mails are removed.
pub fn claim(own: &[i64], others: u8, now: Timestamp) -> Vec<Statement> {
    let expired = statement!(
        format!(
            "DELETE FROM mails WHERE mail_id IN (SELECT mail_id FROM mails \
             WHERE expires_at <= CAST(?1 AS INTEGER) AND not_before < {NEVER} LIMIT {EXPIRED})"
        ),
        now.0
    );
    let taken = |which: &str| {
        format!(
            "UPDATE mails SET tries = tries + 1, not_before = CAST(?1 AS INTEGER) + min(60000 << (2 * tries), 21600000) \
             WHERE mail_id IN ({which}) RETURNING mail_id, recipient, subject, text, tries"
        )
    };
    let due = "not_before <= CAST(?1 AS INTEGER)";
    let own_due =
        format!("SELECT mail_id FROM mails WHERE mail_id IN (SELECT value FROM json_each(?2)) AND {due}");
    let others_due = format!(
        "SELECT mail_id FROM mails INDEXED BY mails_waiting WHERE {due} AND not_before < {NEVER} \
         ORDER BY tries, mail_id LIMIT {others}"
    );
    vec![expired, statement!(taken(&own_due), now.0, json(&own)), statement!(taken(&others_due), now.0)]
}

/// Deletes a mail.
pub fn delete(mail_id: i64) -> Statement {
    statement!("DELETE FROM mails WHERE mail_id = CAST(?1 AS INTEGER)", mail_id)
}

/// Keeps a mail in the outbox, which is never sent.
pub fn keep_in_outbox(mail_id: i64) -> Statement {
    statement!(format!("UPDATE mails SET not_before = {NEVER} WHERE mail_id = CAST(?1 AS INTEGER)"), mail_id)
}

/// How many mails are waiting to be sent: `waiting`.
pub fn count_waiting() -> Statement {
    statement!(format!(
        "SELECT count(*) AS waiting FROM mails INDEXED BY mails_waiting WHERE not_before < {NEVER}"
    ))
}

/// The newest mails: `at`, `recipient`, `subject` and `text`.
pub fn outbox() -> Statement {
    statement!("SELECT at, recipient, subject, text FROM mails ORDER BY mail_id DESC LIMIT 100")
}
