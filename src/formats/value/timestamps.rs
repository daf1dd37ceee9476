//! Times of publication, in UTC and plausible for a post.

use super::date_text::{self, WrittenTime};
use super::ids;
use crate::formats::{ImportError, Settings};
use crate::time::{DAY, Timestamp, civil_from_days};
use serde_json::Value;

/// Parses a time from a text or a number.
pub fn parse_value(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => date_text::parse_instant(text),
        Value::Number(number) => date_text::epoch(&number.to_string()),
        _ => None,
    }
}

/// The remark about times without a zone if the operator named none.
pub const NO_ZONE: &str = "times without a time zone were read as UTC: set theirs with --tz";

/// Parses a post's time, which may lack a zone or be only a day: the instant, and whether it is exact.
///
/// # Errors
/// When the value is not a time, or not plausible.
pub fn parse_local(
    value: &Value,
    settings: &Settings,
    field: &str,
) -> Result<(Timestamp, bool), ImportError> {
    let Some(read) = parse_written(value, settings) else {
        return Err(unreadable(value, settings, field));
    };
    let zone = settings.zone.as_ref().filter(|_| !read.zoned);
    let time = zone.and_then(|zone| zone.instant(read.time)).unwrap_or(read.time);
    Ok((plausible(time, settings.now, field)?, read.clock && (read.zoned || zone.is_some())))
}

/// Parses a time, without checks.
fn parse_written(value: &Value, settings: &Settings) -> Option<WrittenTime> {
    match value {
        Value::String(text) => date_text::parse_in_order(text, settings.table.order),
        _ => parse_value(value).map(|time| WrittenTime { time, zoned: true, clock: true }),
    }
}

/// When a post was published, derived from the written time and the time in its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResolvedTime {
    /// The instant.
    pub time: Timestamp,
    /// Whether it is the written time, and exact.
    pub exact: bool,
    /// Whether it is the time in the id.
    pub carried: bool,
}

/// Whether a value has a time of day, and neither the value nor the operator names a zone.
pub fn lacks_zone(value: &Value, settings: &Settings) -> bool {
    settings.zone.is_none()
        && parse_written(value, settings).is_some_and(|written| written.clock && !written.zoned)
}

/// The largest difference of a time zone from UTC, in milliseconds.
const ZONES: i64 = 14 * 3_600_000;

/// A post's time. If only a day is written, and the time in the id is on that day, the time in the id is used. The same if
/// nothing is written, or only a rounded number. Otherwise, the written time is used.
///
/// # Errors
/// When the value is not a time, or not plausible, and there is no time in the id instead.
pub fn resolve(
    value: &Value,
    carried: Option<Timestamp>,
    settings: &Settings,
    field: &str,
) -> Result<ResolvedTime, ImportError> {
    let of_id =
        |time| Ok(ResolvedTime { time: plausible(time, settings.now, field)?, exact: false, carried: true });
    let is_missing = value.is_null()
        || value.as_str().is_some_and(|text| {
            ids::is_nothing(text) || ids::is_rounded_number(text) || text.trim().is_empty()
        });
    if let Some(carried) = carried.filter(|_| is_missing) {
        return of_id(carried);
    }
    if let Some(day) = value.as_str().and_then(date_text::parse_yearless) {
        let near = carried.and_then(|carried| near_day(day, carried));
        return match (near, carried) {
            (Some(day), Some(carried)) if is_of_day(carried, day) => of_id(carried),
            // A draft is uploaded before it is posted.
            (Some(day), _) => {
                Ok(ResolvedTime { time: plausible(day, settings.now, field)?, exact: false, carried: false })
            }
            (None, _) => Err(unreadable(value, settings, field)),
        };
    }
    let clock = parse_written(value, settings).is_some_and(|written| written.clock);
    let (time, exact) = parse_local(value, settings, field)?;
    match carried {
        Some(carried) if !clock && is_of_day(carried, time) => of_id(carried),
        _ => Ok(ResolvedTime { time, exact, carried: false }),
    }
}

/// Whether a time is on a day in any time zone.
pub(crate) const fn is_of_day(time: Timestamp, day: Timestamp) -> bool {
    time.0 >= day.0 - ZONES && time.0 < day.0 + DAY + ZONES
}

/// The day with this month and number that is nearest to a time.
fn near_day((month, day): (u32, u32), time: Timestamp) -> Option<Timestamp> {
    let (year, ..) = civil_from_days(time.day());
    let days =
        (year - 1..=year + 1).filter_map(|year| date_text::parse(&format!("{year}-{month:02}-{day:02}")));
    days.map(|written| written.time).min_by_key(|day| (day.0 - time.0).abs())
}

/// The error for a value that is not a time.
fn unreadable(value: &Value, settings: &Settings, field: &str) -> ImportError {
    let ordered = value.as_str().and_then(super::date_order::split_date);
    let ordered = ordered.filter(|(.., separator, _)| *separator != '.').zip(settings.table.order);
    match (parse_published(value, settings, field), ordered) {
        (Err(error), Some((_, order))) => {
            let first = if order == super::date_order::Order::DayFirst { "day" } else { "month" };
            let text = format!("{}; in this file the {first} comes first", error.reason);
            ImportError::new(error.code, text)
        }
        (Err(error), None) => error,
        (Ok(_), _) => {
            ImportError::new("INVALID_DATE", format!("{field}: expected a time, got {}", shown(value)))
        }
    }
}

/// Checks that a post can have this time: not before the first of the networks, and at most two days in the future, because
/// clocks may be wrong.
///
/// # Errors
/// When the time is earlier than 2003 or more than two days ahead.
pub fn plausible(time: Timestamp, now: Timestamp, field: &str) -> Result<Timestamp, ImportError> {
    let (year, ..) = civil_from_days(time.day());
    if year < 2003 {
        Err(out_of_range(field, "a year from 2003 on", time))
    } else if time.0 > now.0.saturating_add(2 * DAY) {
        Err(out_of_range(field, "no time in the future", time))
    } else {
        Ok(time)
    }
}

fn out_of_range(field: &str, expected: &str, time: Timestamp) -> ImportError {
    let came = if time.is_kept() { time.to_string() } else { format!("{} ms after 1970", time.0) };
    ImportError::new("DATE_OUT_OF_RANGE", format!("{field}: expected {expected}, got {came}"))
}

/// Parses a post's time and checks that it is plausible.
///
/// # Errors
/// When the value is not a time, or not plausible.
pub fn parse_published(value: &Value, settings: &Settings, field: &str) -> Result<Timestamp, ImportError> {
    if value.is_null() {
        return Err(ImportError::new("MISSING_DATE", format!("{field}: expected a time, got none")));
    }
    let unreadable =
        || ImportError::new("INVALID_DATE", format!("{field}: expected a time, got {}", shown(value)));
    let written = parse_written(value, settings).filter(|written| written.clock);
    plausible(written.ok_or_else(unreadable)?.time, settings.now, field)
}

/// A post's time in a source whose times without a zone are in UTC: the written time if it has a time of day, otherwise as in
/// [`resolve`].
///
/// # Errors
/// When the value is not a time, or not plausible, and there is no time in the id instead.
pub fn in_utc(
    value: &Value,
    carried: Option<Timestamp>,
    settings: &Settings,
    field: &str,
) -> Result<ResolvedTime, ImportError> {
    match parse_published(value, settings, field) {
        Ok(time) => Ok(ResolvedTime { time, exact: true, carried: false }),
        Err(error) => match resolve(value, carried, settings, field) {
            // An exact result means that the value has a time of day. Then the first error stays.
            Ok(resolved) if !resolved.exact => Ok(resolved),
            _ => Err(error),
        },
    }
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
    fn times_before_2003_and_in_the_future_are_refused() {
        for (value, code) in [
            (json!(0), "DATE_OUT_OF_RANGE"),
            (json!("1041379199"), "DATE_OUT_OF_RANGE"),
            (json!(NOW.0 + 2 * DAY + 1), "DATE_OUT_OF_RANGE"),
            (json!(null), "MISSING_DATE"),
            (json!("soon"), "INVALID_DATE"),
        ] {
            let error = parse_published(&value, &Settings::at(NOW), "created_at").unwrap_err();
            assert_eq!(error.code, code, "{value}");
        }
        let now = Settings::at(NOW);
        assert_eq!(parse_published(&json!("1041379200"), &now, "t"), Ok(Timestamp(1_041_379_200_000)));
        assert_eq!(parse_published(&json!(NOW.0 + 2 * DAY), &now, "t"), Ok(Timestamp(NOW.0 + 2 * DAY)));
    }

    #[test]
    fn the_time_in_the_id_is_used_instead_of_a_day() {
        let settings = Settings::at(NOW);
        let carried = Timestamp::parse("2026-09-04T16:00:05Z").unwrap();
        let read = |text: &str, carried| {
            resolve(&json!(text), carried, &settings, "t")
                .map(|resolved| (resolved.time.to_string(), resolved.exact, resolved.carried))
        };
        let of_id = Ok(("2026-09-04T16:00:05.000Z".to_owned(), false, true));
        for text in [
            "September 4",
            "2026-09-04",
            "9/4/2026",
            "September 5",
            "",
            "nan",
            "1.78E+09",
            "Sep 4",
            "04.09.2026",
        ] {
            assert_eq!(read(text, Some(carried)), of_id, "{text}");
        }
        // Of another day, or with a time of day.
        assert_eq!(
            read("September 20", Some(carried)),
            Ok(("2026-09-20T00:00:00.000Z".into(), false, false))
        );
        assert_eq!(
            read("2026-09-04 10:00", Some(carried)),
            Ok(("2026-09-04T10:00:00.000Z".into(), false, false))
        );
        assert_eq!(
            read("2026-09-04T10:00Z", Some(carried)),
            Ok(("2026-09-04T10:00:00.000Z".into(), true, false))
        );
        assert_eq!(read("September 4", None).unwrap_err().code, "INVALID_DATE");
        assert_eq!(read("soon", Some(carried)).unwrap_err().code, "INVALID_DATE");
    }

    #[test]
    fn a_time_without_zone_is_read_in_the_zone_of_the_settings() {
        let settings = Settings::at(NOW);
        let vienna =
            Settings { zone: crate::formats::value::zone::Zone::named("Europe/Vienna"), ..settings.clone() };
        let read = |text: &str, settings| {
            parse_local(&json!(text), settings, "t").map(|(time, exact)| (time.to_string(), exact))
        };
        assert_eq!(read("03/27/2026 06:08", &settings), Ok(("2026-03-27T06:08:00.000Z".into(), false)));
        assert_eq!(read("03/27/2026 06:08", &vienna), Ok(("2026-03-27T05:08:00.000Z".into(), true)));
        assert_eq!(read("2026-03-27T06:08:00Z", &vienna), Ok(("2026-03-27T06:08:00.000Z".into(), true)));
        assert_eq!(read("03/27/2026", &vienna), Ok(("2026-03-26T23:00:00.000Z".into(), false)));
        assert_eq!(read("soon", &vienna).unwrap_err().code, "INVALID_DATE");
    }
}
