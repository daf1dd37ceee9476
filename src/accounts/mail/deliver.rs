//! Sending waiting mails. A mail is claimed before it is tried, so that two runs at once do not both send it. It becomes
//! due again if the try fails or is interrupted.

use crate::accounts::statements::mails::{MAX_TRIES, claim, delete, keep_in_outbox};
use crate::email::EmailAddress;
use crate::http::error::without_addresses;
use crate::store::{Database, Row, Rows, Statement, Storage, StorageError, required};
use crate::time::Timestamp;

/// What happened to a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// It was sent and need not be kept.
    Sent,
    /// It was not sent: in development it stays in the outbox.
    InOutbox,
}

/// Why a mail could not be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailError {
    /// What the mail service said, for the log.
    pub why: String,
    /// Whether trying again is useless for this recipient.
    pub is_final: bool,
}

/// Sends mails.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut bindings out")]
pub trait Mailer {
    /// Sends a mail.
    ///
    /// # Errors
    /// If it could not be sent.
    async fn send(&self, recipient: &str, subject: &str, text: &str) -> Result<Delivery, MailError>;

    /// Reports a mail that could not be sent, without its address.
    fn failed(&self, mail_id: i64, is_last: bool, why: &str);
}

/// The mails that a transaction wrote: every `mail_id` that its statements returned.
pub fn mail_ids<R: Row>(results: &[Rows<R>]) -> Vec<i64> {
    let rows = results.iter().flat_map(|rows| &rows.rows);
    rows.filter_map(|row| row.integer("mail_id").ok().flatten()).collect()
}

/// Sends the mails of a call first, and then up to `others` more that are due.
///
/// # Errors
/// If storage does not answer. Mails that were claimed are tried again later.
pub async fn deliver(
    storage: &impl Storage,
    mailer: &impl Mailer,
    own: &[i64],
    others: u8,
    now: Timestamp,
) -> Result<(), StorageError> {
    let taken = storage.batch(Database::Accounts, claim(own, others, now)).await?;
    for row in taken.iter().flat_map(|rows| &rows.rows) {
        let mail_id = required(row.integer("mail_id")?, "mail_id")?;
        if let Some(done) = send(mailer, mail_id, row).await? {
            storage.rows(Database::Accounts, done).await?;
        }
    }
    Ok(())
}

/// Tries to send a mail. Returns the statement that records the result, if there is one.
async fn send<R: Row>(
    mailer: &impl Mailer,
    mail_id: i64,
    row: &R,
) -> Result<Option<Statement>, StorageError> {
    let text = |column| row.text(column).and_then(|text| required(text, column));
    let recipient = text("recipient")?;
    // Mail services take ASCII. An address that today's grammar refuses was stored under an earlier one, and is used as it
    // is.
    let recipient = EmailAddress::parse(&recipient).map_or(recipient, |email| email.ascii());
    Ok(match mailer.send(&recipient, &text("subject")?, &text("text")?).await {
        Ok(Delivery::Sent) => Some(delete(mail_id)),
        Ok(Delivery::InOutbox) => Some(keep_in_outbox(mail_id)),
        Err(MailError { why, is_final }) => {
            let is_last = is_final || row.integer("tries")?.is_some_and(|tries| tries >= MAX_TRIES);
            mailer.failed(mail_id, is_last, &without_addresses(&why));
            is_last.then(|| delete(mail_id))
        }
    })
}
