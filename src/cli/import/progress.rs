//! A progress bar on standard error, if that is a terminal.

use crate::cli::bar::Bar;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// How far an import is.
#[derive(Debug)]
pub(super) struct Progress {
    bar: Arc<Bar>,
    /// Bytes of the present file that were read.
    pub(super) read: Rc<Cell<u64>>,
    /// Bytes of the files that are done.
    done: u64,
}

impl Progress {
    /// Starts at nothing of so many bytes; 0 if their number is unknown.
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

    /// Shows how far the present file is, and how many posts there were in all.
    pub(super) fn at(&self, posts: u64) {
        self.bar.set_position(self.done + self.read.get());
        // The text is made only as often as it can be seen.
        if posts.is_multiple_of(100) {
            let millis = u64::try_from(self.bar.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
            self.bar.set_message(format!("{posts} posts, {} a second", posts.saturating_mul(1000) / millis));
        }
    }

    /// Goes on to the next file.
    pub(super) fn file_done(&mut self, size: u64) {
        self.done += size;
        self.read.set(0);
    }

    /// Writes a line above the bar.
    pub(super) fn say(&self, text: &str) {
        self.bar.say(text);
    }
}
