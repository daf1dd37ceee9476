//! The progress bar of an import.

use crate::cli::bar::Bar;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// The progress of an import.
#[derive(Debug)]
pub(super) struct Progress {
    bar: Arc<Bar>,
    /// Bytes of the current file that were read.
    pub(super) read: Rc<Cell<u64>>,
    /// Bytes of the completed files.
    done: u64,
}

impl Progress {
    /// Starts with the total number of bytes, or 0 if it is unknown.
    pub(super) fn new(total: u64) -> Self {
        let bar = if total == 0 {
            Bar::new("{spinner} {bytes} read, {msg} ({elapsed})", None)
        } else {
            Bar::new("{bar:30} {percent:>3}% {msg} ({eta} left)", Some(total))
        };
        Self { bar: Arc::new(bar), read: Rc::default(), done: 0 }
    }

    /// The bar.
    pub(super) fn bar(&self) -> Arc<Bar> {
        Arc::clone(&self.bar)
    }

    /// Shows how much of the files was read, and how many posts.
    pub(super) fn at(&self, posts: u64) {
        self.bar.set_position(self.done + self.read.get());
        // Formatting the text for every post would take time and can't be seen.
        if posts.is_multiple_of(100) {
            let millis = u64::try_from(self.bar.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
            self.bar.set_message(format!("{posts} posts, {} a second", posts.saturating_mul(1000) / millis));
        }
    }

    /// Continues with the next file.
    pub(super) fn file_done(&mut self, size: u64) {
        self.done += size;
        self.read.set(0);
    }

    /// Writes a line above the bar.
    pub(super) fn say(&self, text: &str) {
        self.bar.say(text);
    }
}
