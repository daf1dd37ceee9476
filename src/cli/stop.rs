//! Ctrl-C: the first stops a command at the next safe point, the second at once.

use super::STOPPED;
use super::output::warn;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Starts to listen for Ctrl-C. If that fails, Ctrl-C ends the process as usual.
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
