//! Times as tools write them, all read in UTC.

use super::Refusal;
use crate::time::{DAY, Timestamp, civil_from_days};
use serde_json::Value;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Reads a time in one of the spellings in use: RFC 3339, also with a blank for the `T` or without the colon of the
/// offset; `2024-07-01 15:23:32`, with or without ` UTC`; `Wed Oct 10 20:19:24 +0000 2018`; or a count since 1970.
pub fn read(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    epoch(text).or_else(|| iso(text)).or_else(|| ctime(text))
}

/// Reads a time from a text or a number.
pub fn read_value(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => read(text),
        Value::Number(number) => epoch(&number.to_string()),
        _ => None,
    }
}

/// A count since 1970: seconds up to 11 digits, milliseconds up to 14, else microseconds. A fraction is of seconds.
fn epoch(text: &str) -> Option<Timestamp> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    let number: i64 = whole.parse().ok()?;
    let millis = match whole.len() {
        ..=11 => number * 1000 + format!("{fraction:0<3}").get(..3)?.parse::<i64>().ok()?,
        12..=14 => number,
        _ => number / 1000,
    };
    Some(Timestamp(millis))
}

fn iso(text: &str) -> Option<Timestamp> {
    let text = text.strip_suffix(" UTC").unwrap_or(text);
    let (date, rest) = text.split_at_checked(10)?;
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let clock = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at_checked(clock)?;
    let zone = match (zone, zone.split_at_checked(3)) {
        ("", _) => "Z".to_owned(),
        (_, Some((hours, minutes))) if minutes.len() == 2 => format!("{hours}:{minutes}"),
        _ => zone.to_owned(),
    };
    Timestamp::parse(&format!("{date}T{}{zone}", clock.trim_end())).ok()
}

/// `Wed Oct 10 20:19:24 +0000 2018`.
fn ctime(text: &str) -> Option<Timestamp> {
    let mut words = text.split_ascii_whitespace().skip(1);
    let (month, day, clock) = (words.next()?, words.next()?, words.next()?);
    let (zone, year) = (words.next()?, words.next()?);
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    words.next().is_none().then(|| iso(&format!("{year}-{month:02}-{day:0>2}T{clock}{zone}")))?
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
    fn every_spelling_is_read_in_utc() {
        for (text, expected) in [
            ("Wed Oct 10 20:19:24 +0000 2018", "2018-10-10T20:19:24.000Z"),
            ("Wed Oct 10 20:19:24 +0130 2018", "2018-10-10T18:49:24.000Z"),
            ("2022-10-03T17:57:11.000Z", "2022-10-03T17:57:11.000Z"),
            ("2022-10-03T17:57:11+00:00", "2022-10-03T17:57:11.000Z"),
            ("2026-10-05T12:00:00+0000", "2026-10-05T12:00:00.000Z"),
            ("2026-02-06 21:09:45+00:00", "2026-02-06T21:09:45.000Z"),
            ("2024-07-01 15:23:32", "2024-07-01T15:23:32.000Z"),
            ("2024-06-18 22:00:12 UTC", "2024-06-18T22:00:12.000Z"),
            ("1730735999", "2024-11-04T15:59:59.000Z"),
            ("1697110676723", "2023-10-12T11:37:56.723Z"),
            ("1697110676723456", "2023-10-12T11:37:56.723Z"),
            ("1637777831.369", "2021-11-24T18:17:11.369Z"),
        ] {
            assert_eq!(read(text).map(|time| time.to_string()), Some(expected.into()), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            "yesterday",
            "2024-07-01",
            "Wed Okt 10 20:19:24 +0000 2018",
            "1.2.3",
            "-5",
            "2024-13-01 00:00:00",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

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
}
