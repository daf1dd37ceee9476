//! The clock, and times of files.

use crate::time::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};

/// The current time.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line runs natively and hands the time to the core"
)]
pub(super) fn now() -> Timestamp {
    timestamp(SystemTime::now())
}

/// Converts a time of the file system.
pub(super) fn timestamp(time: SystemTime) -> Timestamp {
    let millis = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    Timestamp(i64::try_from(millis).unwrap_or(i64::MAX))
}
