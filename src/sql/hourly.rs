//! What may be done so often in an hour.

use super::statement;
use crate::store::Statement;
use crate::time::{DAY, Timestamp};

/// Milliseconds in an hour.
pub const HOUR: i64 = DAY / 24;

/// The hour of a time, since 1970.
pub const fn hour(at: Timestamp) -> i64 {
    at.0.div_euclid(HOUR)
}

/// How often it was done so far in an hour, as an expression.
pub(super) fn counted(what: &str, hour: &str) -> String {
    format!("coalesce((SELECT h.count FROM hourly h WHERE h.hour = {hour} AND h.what = {what}), 0)")
}

/// Counts one more if the statement before changed a row.
pub(super) fn add_after_change(what: &str, at: Timestamp) -> Statement {
    statement!(
        "INSERT INTO hourly (hour, what, count) SELECT CAST(?2 AS INTEGER), ?1, 1 WHERE changes() = 1 \
         ON CONFLICT (hour, what) DO UPDATE SET count = count + 1",
        what,
        hour(at)
    )
}

/// How often it was done so far in the hour: `count`.
pub(super) fn count(what: &str, at: Timestamp) -> Statement {
    statement!(format!("SELECT {} AS count", counted("?1", "CAST(?2 AS INTEGER)")), what, hour(at))
}
