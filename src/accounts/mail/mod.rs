//! Mails: what they say, and how they leave. Plain text: nothing to render, nothing that loads from elsewhere.

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
