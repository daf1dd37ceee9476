//! Mails: what they say, and how they leave. Plain text: nothing to render, nothing that loads from elsewhere.
//!
//! A mail is a row of the transaction that it is about, is sent after it, and is deleted when it is sent. A call sends its own
//! mails first, by number, and then a few of those that wait: the ones with the fewest tries first, then the oldest. A job sends
//! the rest. A mail with a link is dropped when its link expires, and one whose recipient the platform refuses is not tried
//! again. In development mails stay, and are the outbox.

pub mod deliver;
pub mod texts;

/// A mail without its recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// One line.
    pub subject: String,
    /// The text.
    pub text: String,
}

impl Mail {
    /// A mail.
    pub fn new(subject: &str, text: impl Into<String>) -> Self {
        Self { subject: subject.to_owned(), text: text.into() }
    }
}
