//! Limits per hour that hold for all callers and isolates together.

use crate::store::Statement;
use crate::store::builder::{MAX_EXPIRED, statement};
use crate::time::Timestamp;

/// An hour, in milliseconds.
pub const HOUR: i64 = 3_600_000;

/// Counts an action in this hour. Returns its `count`, or no row if `most` was reached already. The statement that counts
/// also decides, so concurrent calls can't exceed the limit.
pub fn count_one(what: &str, most: i64, now: Timestamp) -> Statement {
    statement!(
        "INSERT INTO hourly (hour, what, count) VALUES (CAST(?1 AS INTEGER), ?2, 1) \
         ON CONFLICT (hour, what) DO UPDATE SET count = count + 1 WHERE count < CAST(?3 AS INTEGER) RETURNING count",
        hour(now),
        what,
        most
    )
}

/// An SQL expression: how often an action was counted in an hour.
pub(crate) fn count_sql(what: &str, hour: &str) -> String {
    format!("coalesce((SELECT h.count FROM hourly h WHERE h.hour = {hour} AND h.what = {what}), 0)")
}

/// Counts an action if the statement before changed a row. The limit was checked there.
pub(crate) fn count_after_change(what: &str, now: Timestamp) -> Statement {
    statement!(
        "INSERT INTO hourly (hour, what, count) SELECT CAST(?1 AS INTEGER), ?2, 1 WHERE changes() = 1 \
         ON CONFLICT (hour, what) DO UPDATE SET count = count + 1",
        hour(now),
        what
    )
}

/// The number of hours since 1970.
pub(crate) const fn hour(now: Timestamp) -> i64 {
    now.0.div_euclid(HOUR)
}

/// Seconds until the hour ends and counting starts again; at least 1.
pub fn seconds_left(now: Timestamp) -> u32 {
    let left = HOUR - now.0.rem_euclid(HOUR);
    u32::try_from(left.div_euclid(1000)).unwrap_or_default().max(1)
}

/// Forgets the counts of past hours, up to the limit of one statement.
pub fn forget_hours(now: Timestamp) -> Statement {
    statement!(
        format!(
            "DELETE FROM hourly WHERE (hour, what) IN (SELECT hour, what FROM hourly \
             WHERE hour < CAST(?1 AS INTEGER) LIMIT {MAX_EXPIRED})"
        ),
        hour(now)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_end_on_the_clock_hour() {
        for (now, left) in [(0, 3600), (1, 3599), (HOUR - 1, 1), (HOUR, 3600), (HOUR - 60_000, 60)] {
            assert_eq!(seconds_left(Timestamp(now)), left, "{now}");
        }
    }
}
