//! A progress bar on standard error, if that is a terminal.

use super::super::output::note;
use indicatif::{ProgressBar, ProgressStyle};

/// How far an import is.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// Bytes of the files that are done.
    done: u64,
}

impl Progress {
    /// Starts at nothing of so many bytes; 0 if their number is unknown.
    pub(super) fn new(total: u64) -> Self {
        let bar = if total == 0 { ProgressBar::no_length() } else { ProgressBar::new(total) };
        let template = if total == 0 {
            "{spinner} {bytes} read, {msg} ({elapsed})"
        } else {
            "{bar:30} {percent:>3}% {msg} ({eta} left)"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, done: 0 }
    }

    /// Shows how many bytes of the present file were read, and how many posts in all.
    pub(super) fn at(&self, consumed: u64, posts: u64) {
        self.bar.set_position(self.done + consumed);
        self.bar.set_message(format!("{posts} posts"));
    }

    /// Goes on to the next file.
    pub(super) fn file_done(&mut self, size: u64) {
        self.done += size;
    }

    /// Writes a line above the bar.
    pub(super) fn say(&self, text: &str) {
        self.bar.suspend(|| note(text));
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
