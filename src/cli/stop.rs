//! Ctrl-C: the first ends a command at the next place where that is clean, the second at once.

use super::STOPPED;
use super::output::warn;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Begins to listen. Where that can't be, Ctrl-C ends the process as ever.
pub(super) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(STOPPED.into());
        }
        warn("stopping; press Ctrl-C again to stop at once");
    });
}

/// Whether Ctrl-C was pressed.
pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
