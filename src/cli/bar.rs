//! A progress bar on standard error, if that is a terminal. It disappears when it is dropped.

use super::output::{note, warn};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A progress bar.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Creates a bar with a template. `length` is none if the total is unknown.
    pub(super) fn new(form: &str, length: Option<u64>) -> Self {
        let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Sets how much is done.
    pub(super) fn set_position(&self, position: u64) {
        self.0.set_position(position);
    }

    /// Sets the total.
    pub(super) fn set_length(&self, length: u64) {
        self.0.set_length(length);
    }

    /// Whether it is shown.
    pub(super) fn is_visible(&self) -> bool {
        !self.0.is_hidden()
    }

    /// The time since it was created.
    pub(super) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Sets the text next to it.
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
