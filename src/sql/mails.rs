//! Mails on their way. Each is written in the transaction of what it is about, and sent after it.

use super::statement;
use crate::mail::Mail;
use crate::store::Statement;
use crate::time::Timestamp;

/// Mails that are tried in one go.
const AT_ONCE: u8 = 20;
/// How often a mail is tried: over two days.
pub const MOST_TRIES: i64 = 12;
/// A time that does not come: the mail was shown, and stays.
const NEVER: i64 = 9_007_199_254_740_991;

/// What every mail begins with; the rest says whether, and to whom.
pub(super) const INSERT: &str =
    "INSERT INTO mails (at, account_id, recipient, subject, text, tries, not_before) ";

/// A mail to the address of an account, if the statement before changed a row. `{balance}` becomes its balance.
pub fn to_account(account_column: &str, account: &str, mail: &Mail, at: Timestamp) -> Statement {
    statement!(
        format!(
            "{INSERT}SELECT CAST(?2 AS INTEGER), account_id, email, ?3, replace(?4, '{{balance}}', balance), 0, 0 \
             FROM accounts WHERE {account_column} = ?1 AND changes() = 1"
        ),
        account,
        at.0,
        mail.subject.as_str(),
        mail.text.as_str()
    )
}

/// A mail to an address, if the statement before changed a row.
pub fn after_change(recipient: &str, mail: &Mail, at: Timestamp) -> Statement {
    statement!(
        format!("{INSERT}SELECT CAST(?2 AS INTEGER), NULL, ?1, ?3, ?4, 0, 0 WHERE changes() = 1"),
        recipient,
        at.0,
        mail.subject.as_str(),
        mail.text.as_str()
    )
}

/// One of two mails to an address, by whether it has an account, if the statement before changed a row.
pub fn either(email_key: &str, recipient: &str, known: &Mail, unknown: &Mail, at: Timestamp) -> Statement {
    statement!(
        format!(
            "{INSERT}SELECT CAST(?3 AS INTEGER), NULL, ?2, iif(k.known, ?4, ?6), iif(k.known, ?5, ?7), 0, 0 \
             FROM (SELECT EXISTS (SELECT 1 FROM accounts WHERE email_key = ?1) AS known) k WHERE changes() = 1"
        ),
        email_key,
        recipient,
        at.0,
        known.subject.as_str(),
        known.text.as_str(),
        unknown.subject.as_str(),
        unknown.text.as_str()
    )
}

/// Takes the mails that are due, and puts their next try off, longer each time: `mail_id`, `recipient`, `subject`, `text`,
/// `tries`.
pub fn take_due(now: Timestamp) -> Statement {
    statement!(
        format!(
            "UPDATE mails SET tries = tries + 1, not_before = CAST(?1 AS INTEGER) + min(60000 << (2 * tries), 21600000) \
             WHERE mail_id IN (SELECT mail_id FROM mails WHERE not_before <= CAST(?1 AS INTEGER) \
             ORDER BY mail_id LIMIT {AT_ONCE}) RETURNING mail_id, recipient, subject, text, tries"
        ),
        now.0
    )
}

/// Forgets a mail.
pub fn forget(mail_id: i64) -> Statement {
    statement!("DELETE FROM mails WHERE mail_id = CAST(?1 AS INTEGER)", mail_id)
}

/// Keeps a mail that was shown and is never sent.
pub fn keep(mail_id: i64) -> Statement {
    statement!(format!("UPDATE mails SET not_before = {NEVER} WHERE mail_id = CAST(?1 AS INTEGER)"), mail_id)
}

/// How many mails are to be sent: `waiting`.
pub fn count_waiting() -> Statement {
    statement!(format!("SELECT count(*) AS waiting FROM mails WHERE not_before < {NEVER}"))
}

/// The newest mails, as JSON: `json`.
pub fn outbox() -> Statement {
    let at = super::instant("at");
    statement!(format!(
        "SELECT json_object('mails', json_group_array(json_object('at', {at}, 'to', recipient, 'subject', subject, \
         'text', text))) AS json FROM (SELECT * FROM mails ORDER BY mail_id DESC LIMIT 100)"
    ))
}
