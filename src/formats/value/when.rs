//! When posts were published: in UTC, and at a time that a post can have.

use super::written::epoch;
pub use super::written::{Written, read, written};
use crate::formats::{Refusal, Settings};
use crate::time::{DAY, Timestamp, civil_from_days};
use serde_json::Value;

/// Reads a time from a text or a number.
pub fn read_value(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => read(text),
        Value::Number(number) => epoch(&number.to_string()),
        _ => None,
    }
}

/// What is said of times that name no zone where the operator names none.
pub const NO_ZONE: &str = "times without a time zone were read as UTC: --tz names theirs";

/// A post's time that may name no zone or only a day: the instant, and whether it is exact.
///
/// # Errors
/// When the value is no time, or no plausible one.
pub fn local(value: &Value, settings: &Settings, field: &str) -> Result<(Timestamp, bool), Refusal> {
    let read = match value {
        Value::String(text) => written(text),
        _ => read_value(value).map(|time| Written { time, zoned: true, clock: true }),
    };
    let Some(read) = read else {
        return published(value, settings.now, field).map(|time| (time, true));
    };
    let zone = settings.zone.as_ref().filter(|_| !read.zoned);
    let time = zone.and_then(|zone| zone.instant(read.time)).unwrap_or(read.time);
    Ok((plausible(time, settings.now, field)?, read.clock && (read.zoned || zone.is_some())))
}

/// A time that a post can have: not before the first of the networks, and not after the present, give or take the
/// clocks of two days.
///
/// # Errors
/// When the time is earlier than 2003 or more than two days ahead.
pub fn plausible(time: Timestamp, now: Timestamp, field: &str) -> Result<Timestamp, Refusal> {
    let (year, ..) = civil_from_days(time.day());
    if year < 2003 {
        Err(out_of_range(field, "a year from 2003 on", time))
    } else if time.0 > now.0.saturating_add(2 * DAY) {
        Err(out_of_range(field, "no time in the future", time))
    } else {
        Ok(time)
    }
}

fn out_of_range(field: &str, expected: &str, time: Timestamp) -> Refusal {
    let came = if time.is_kept() { time.to_string() } else { format!("{} ms after 1970", time.0) };
    Refusal::new("DATE_OUT_OF_RANGE", format!("{field}: expected {expected}, got {came}"))
}

/// Reads a post's time and checks that it can be one.
///
/// # Errors
/// When the value is no time, or no plausible one.
pub fn published(value: &Value, now: Timestamp, field: &str) -> Result<Timestamp, Refusal> {
    if value.is_null() {
        return Err(Refusal::new("MISSING_DATE", format!("{field}: expected a time, got none")));
    }
    let unreadable =
        || Refusal::new("INVALID_DATE", format!("{field}: expected a time, got {}", shown(value)));
    plausible(read_value(value).ok_or_else(unreadable)?, now, field)
}

/// The start of a value, for a message.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 { text } else { text.chars().take(40).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOW: Timestamp = Timestamp(1_795_000_000_000);

    #[test]
    fn times_before_2003_and_after_tomorrow_are_refused() {
        for (value, code) in [
            (json!(0), "DATE_OUT_OF_RANGE"),
            (json!("1041379199"), "DATE_OUT_OF_RANGE"),
            (json!(NOW.0 + 2 * DAY + 1), "DATE_OUT_OF_RANGE"),
            (json!(null), "MISSING_DATE"),
            (json!("soon"), "INVALID_DATE"),
        ] {
            let refusal = published(&value, NOW, "created_at").unwrap_err();
            assert_eq!(refusal.code, code, "{value}");
        }
        assert_eq!(published(&json!("1041379200"), NOW, "t"), Ok(Timestamp(1_041_379_200_000)));
        assert_eq!(published(&json!(NOW.0 + 2 * DAY), NOW, "t"), Ok(Timestamp(NOW.0 + 2 * DAY)));
    }

    #[test]
    fn a_time_without_zone_is_read_in_the_one_that_is_given() {
        let settings = Settings::at(NOW);
        let vienna =
            Settings { zone: crate::formats::value::zone::Zone::named("Europe/Vienna"), ..settings.clone() };
        let read = |text: &str, settings| {
            local(&json!(text), settings, "t").map(|(time, exact)| (time.to_string(), exact))
        };
        assert_eq!(read("03/27/2026 06:08", &settings), Ok(("2026-03-27T06:08:00.000Z".into(), false)));
        assert_eq!(read("03/27/2026 06:08", &vienna), Ok(("2026-03-27T05:08:00.000Z".into(), true)));
        assert_eq!(read("2026-03-27T06:08:00Z", &vienna), Ok(("2026-03-27T06:08:00.000Z".into(), true)));
        assert_eq!(read("03/27/2026", &vienna), Ok(("2026-03-26T23:00:00.000Z".into(), false)));
        assert_eq!(read("soon", &vienna).unwrap_err().code, "INVALID_DATE");
    }
}
