//! A progress bar on standard error, if that is a terminal. It is gone with its owner, whatever ended that.

use super::output::{note, warn};
use indicatif::{ProgressBar, ProgressStyle};

/// A bar.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar of this form, of so much; none where nobody knows.
    pub(super) fn new(form: &str, length: Option<usize>) -> Self {
        let bar = match length {
            Some(length) => ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX)),
            None => ProgressBar::no_length(),
        };
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows how far it is.
    pub(super) fn at(&self, position: usize) {
        self.0.set_position(u64::try_from(position).unwrap_or(u64::MAX));
    }

    /// Shows a text beside it.
    pub(super) fn beside(&self, text: String) {
        self.0.set_message(text);
    }

    /// Writes a line above it.
    pub(super) fn say(&self, text: &str) {
        self.0.suspend(|| note(text));
    }

    /// Writes a warning above it.
    pub(super) fn warn(&self, text: &str) {
        self.0.suspend(|| warn(text));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
