//! Builds addresses.

use crate::percent::encode;
use core::fmt::Write as _;

/// An address to which pairs of names and values are added.
#[derive(Debug)]
pub(crate) struct Url {
    /// The address so far.
    pub(crate) text: String,
}

impl Url {
    /// An address that begins with a text.
    pub(crate) const fn new(text: String) -> Self {
        Self { text }
    }

    /// Adds a segment to the path.
    pub(crate) fn segment(&mut self, text: &str) {
        self.text.push('/');
        self.text.push_str(&encode(text));
    }

    /// Adds a pair, if there is a value. It is written as it is.
    pub(crate) fn pair(&mut self, name: &str, value: Option<impl core::fmt::Display>) {
        if let Some(value) = value {
            let separator = if self.text.contains('?') { '&' } else { '?' };
            // Writing to a string can't fail.
            let _ = write!(self.text, "{separator}{name}={value}");
        }
    }
}
