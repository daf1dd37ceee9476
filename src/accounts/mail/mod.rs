//! Mails: their texts and their delivery. They are plain text: nothing to render, nothing to load from elsewhere.
//!
//! A mail is a row that is written in the transaction that it is about, sent afterwards, and deleted when it is sent. A
//! call first sends its own mails, by number, and then a few of those that wait: first those with the fewest tries, among
//! them the oldest first. A job sends the rest. A mail with a link is dropped when its link expires, and one whose
//! recipient the platform refuses is not tried again. In development mails stay in the outbox.

pub mod deliver;
pub mod texts;

/// A mail without its recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The subject, in one line.
    pub subject: String,
    /// The text.
    pub text: String,
}

impl Mail {
    /// Creates a mail.
    pub fn new(subject: &str, text: impl Into<String>) -> Self {
        Self { subject: subject.to_owned(), text: text.into() }
    }
}
