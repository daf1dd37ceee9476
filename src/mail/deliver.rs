//! Sending what waits. A mail is taken before it is tried, so that two runs at once do not both send it, and comes back
//! later if the try fails or breaks off.

use crate::error::without_addresses;
use crate::sql::mails::{MOST_TRIES, forget, keep, take_due};
use crate::store::{Database, Row, Storage, StorageError, required};
use crate::time::Timestamp;

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent {
    /// It is on its way and need not be kept.
    Away,
    /// It goes nowhere: it stays in the outbox of a developer's machine.
    Shown,
}

/// Sends mails.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut bindings out")]
pub trait Mailer {
    /// Sends one.
    ///
    /// # Errors
    /// When it could not be sent: why, for the log.
    async fn send(&self, recipient: &str, subject: &str, text: &str) -> Result<Sent, String>;

    /// Takes note of a mail that could not be sent, without its address.
    fn failed(&self, mail_id: i64, is_last: bool, why: &str);
}

/// Sends the mails that are due, some at a time.
///
/// # Errors
/// When storage does not answer. What was taken is tried again later.
pub async fn deliver(
    storage: &impl Storage,
    mailer: &impl Mailer,
    now: Timestamp,
) -> Result<(), StorageError> {
    let due = storage.rows(Database::Accounts, take_due(now)).await?;
    for row in &due.rows {
        let mail_id = required(row.integer("mail_id")?, "mail_id")?;
        let text = |column| row.text(column).and_then(|text| required(text, column));
        let done = match mailer.send(&text("recipient")?, &text("subject")?, &text("text")?).await {
            Ok(Sent::Away) => forget(mail_id),
            Ok(Sent::Shown) => keep(mail_id),
            Err(why) => {
                let is_last = row.integer("tries")?.is_some_and(|tries| tries >= MOST_TRIES);
                mailer.failed(mail_id, is_last, &without_addresses(&why));
                if !is_last {
                    continue;
                }
                forget(mail_id)
            }
        };
        storage.rows(Database::Accounts, done).await?;
    }
    Ok(())
}
