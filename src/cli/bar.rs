//! A progress bar on standard error, if that is a terminal. It is gone with its owner, whatever ended that.

use super::output::{note, warn};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar of this form, of so much; none where nobody knows.
    pub(super) fn new(form: &str, length: Option<u64>) -> Self {
        let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows how far it is.
    pub(super) fn set_position(&self, position: u64) {
        self.0.set_position(position);
    }

    /// Shows of how much it is.
    pub(super) fn set_length(&self, length: u64) {
        self.0.set_length(length);
    }

    /// Whether somebody can see it.
    pub(super) fn is_visible(&self) -> bool {
        !self.0.is_hidden()
    }

    /// For how long it has been there.
    pub(super) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Shows a text beside it.
    pub(super) fn set_message(&self, text: String) {
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
