//! Instants and days, in UTC, without a clock.
//!
//! The calendar is the proleptic Gregorian calendar, in days since 1970-01-01. The text forms are those of
//! [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339).

use core::fmt;
use serde::{Serialize, Serializer};

/// Milliseconds in a day.
pub const DAY: i64 = 86_400_000;

/// Milliseconds since 1970-01-01T00:00:00Z. Parsed from any RFC 3339 time, and printed as one in UTC with milliseconds and `Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(pub i64);

/// The first instant that Postern supports: the start of 1970.
pub const FIRST: Timestamp = Timestamp(0);
/// The instant after the last that Postern supports: the start of 2100.
pub const END: Timestamp = Timestamp(4_102_444_800_000);

/// Why a text is not an instant or a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// The text has another form, or there is no such day, hour or minute.
    #[error("expected {0}")]
    Unreadable(&'static str),
    /// The time is before 1970 or after 2099.
    #[error("expected a year from 1970 to 2099, in UTC")]
    OutOfRange,
}

const DATE: &str = "a day as YYYY-MM-DD";
const INSTANT: &str = "an RFC 3339 time with an offset, such as 2026-03-01T18:04:05Z";

impl Timestamp {
    /// The day number: days since 1970-01-01.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(DAY)
    }

    /// Whether this is within the years 1970 to 2099.
    pub fn is_kept(self) -> bool {
        FIRST <= self && self < END
    }

    /// Parses an RFC 3339 instant. Fractions finer than a millisecond are cut off.
    ///
    /// # Errors
    /// When the text is not such an instant, or its year is outside 1970 to 2099 in UTC.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        Instant::parse(text).map(|instant| instant.floor)
    }
}

/// An RFC 3339 instant, which may be finer than Postern's milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instant {
    /// The millisecond that contains it.
    pub floor: Timestamp,
    /// Whether it is later than the start of that millisecond.
    pub finer: bool,
}

impl Instant {
    /// Parses an RFC 3339 instant.
    ///
    /// # Errors
    /// When the text is not such an instant, or its year is outside 1970 to 2099 in UTC.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        let instant = Self::parse_form(text).ok_or(TimeError::Unreadable(INSTANT))?;
        if instant.floor.is_kept() { Ok(instant) } else { Err(TimeError::OutOfRange) }
    }

    /// Parses an instant of any year.
    fn parse_form(text: &str) -> Option<Self> {
        let (date, rest) = text.split_at_checked(10)?;
        let days = parse_date_form(date)?;
        let rest = rest.strip_prefix(['T', 't'])?;
        let (clock, rest) = rest.split_at_checked(8)?;
        let seconds = parse_clock(clock)?;
        let (millis, finer, zone) = parse_fraction(rest)?;
        let offset = parse_offset(zone)?;
        Some(Self { floor: Timestamp(days * DAY + (seconds - offset) * 1000 + millis), finer })
    }
}

/// Parses a day, `YYYY-MM-DD`, to the instant at which it starts in UTC.
///
/// # Errors
/// When the text is not such a day, or its year is outside 1970 to 2099.
pub fn parse_date(text: &str) -> Result<Timestamp, TimeError> {
    let start = Timestamp(parse_date_form(text).ok_or(TimeError::Unreadable(DATE))? * DAY);
    if start.is_kept() { Ok(start) } else { Err(TimeError::OutOfRange) }
}

fn number(text: &str) -> Option<i64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

fn parse_date_form(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    let (year, month, day) = (number(year)?, number(month)?, number(day)?);
    let last = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=last).contains(&day).then(|| days_from_civil(year, month, day))
}

/// Seconds since midnight of `HH:MM:SS`. A leap second, `:60`, is the start of the next minute.
fn parse_clock(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || (hour.len(), minute.len(), second.len()) != (2, 2, 2) {
        return None;
    }
    let (hour, minute, second) = (number(hour)?, number(minute)?, number(second)?);
    (hour < 24 && minute < 60 && (second < 60 || second == 60 && minute == 59))
        .then_some(hour * 3600 + minute * 60 + second)
}

/// The milliseconds of a fraction such as `.123456`, whether it is finer, and the rest of the text.
fn parse_fraction(text: &str) -> Option<(i64, bool, &str)> {
    let Some(rest) = text.strip_prefix('.') else { return Some((0, false, text)) };
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, zone) = rest.split_at_checked(length)?;
    let (millis, finer) = digits.split_at_checked(digits.len().min(3))?;
    let scale = [0, 100, 10, 1].get(millis.len()).copied()?;
    Some((number(millis)? * scale, finer.bytes().any(|digit| digit != b'0'), zone))
}

/// The offset east of UTC, in seconds, of `Z` or `+HH:MM`.
fn parse_offset(text: &str) -> Option<i64> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let (hour, minute) = text.strip_prefix(['+', '-'])?.split_once(':')?;
    if (hour.len(), minute.len()) != (2, 2) {
        return None;
    }
    let (hour, minute) = (number(hour)?, number(minute)?);
    (hour < 24 && minute < 60).then_some(sign * (hour * 3600 + minute * 60))
}

/// Days since 1970-01-01. Within this function years start in March, so that a leap day is the last day of its year.
pub fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Year, month and day of a day number: the inverse of [`days_from_civil`].
pub fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// A day number as `YYYY-MM-DD`.
pub fn date_text(days: i64) -> String {
    with_text(Timestamp(days * DAY), |text| text.get(..10).unwrap_or_default().to_owned())
}

/// Formats an instant of the years 0 to 9999, and passes the text to `lend`. Written by hand, because an import formats three
/// instants for each post, and `format!` takes ten times as long.
fn with_text<T>(time: Timestamp, lend: impl FnOnce(&str) -> T) -> T {
    let (year, month, day) = civil_from_days(time.day());
    let millis = time.0.rem_euclid(DAY);
    let (hour, minute, second) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
    let mut text = *b"0000-00-00T00:00:00.000Z";
    let ends = [4, 7, 10, 13, 16, 19, 23];
    let lengths = [4, 2, 2, 2, 2, 2, 3];
    let numbers = [year, month, day, hour, minute, second, millis % 1000];
    for ((end, length), mut number) in ends.into_iter().zip(lengths).zip(numbers) {
        for digit in text.iter_mut().take(end).rev().take(length) {
            *digit = b'0' + u8::try_from(number % 10).unwrap_or_default();
            number /= 10;
        }
    }
    lend(str::from_utf8(&text).unwrap_or_default())
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_text(*self, |text| formatter.write_str(text))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        with_text(*self, |text| serializer.serialize_str(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Result<i64, TimeError> {
        Timestamp::parse(text).map(|time| time.0)
    }

    #[test]
    fn instants_with_any_offset_are_converted_to_utc() {
        assert_eq!(at("1970-01-01T00:00:00Z"), Ok(0));
        assert_eq!(at("2026-03-01T18:04:05Z"), Ok(1_772_388_245_000));
        assert_eq!(at("2026-03-01t20:04:05.5+02:00"), Ok(1_772_388_245_500));
        assert_eq!(at("2026-03-01T18:04:05.123999-00:00"), Ok(1_772_388_245_123));
        assert_eq!(at("2016-12-31T23:59:60Z"), at("2017-01-01T00:00:00Z"));
        assert_eq!(Instant::parse("2026-03-01T18:04:05.1230001z").map(|i| i.finer), Ok(true));
    }

    #[test]
    fn anything_but_an_instant_is_refused() {
        for text in [
            "",
            "2026-03-01",
            "2026-03-01T18:04:05",
            "2026-03-01 18:04:05Z",
            "2026-02-30T00:00:00Z",
            "2026-03-01T24:00:00Z",
            "2026-03-01T18:04:60Z",
            "2026-03-01T18:04:05.Z",
            "2026-03-01T18:04:05+2:00",
            "2026-03-01T18:04:05+0200",
            "2026-03-01T18:04:05Zz",
            "2026-03-0١T18:04:05Z",
        ] {
            assert!(matches!(at(text), Err(TimeError::Unreadable(_))), "{text}");
        }
    }

    #[test]
    fn years_are_judged_in_utc() {
        assert_eq!(at("1970-01-01T00:00:00+01:00"), Err(TimeError::OutOfRange));
        assert_eq!(at("2099-12-31T23:59:59.999Z"), Ok(END.0 - 1));
        assert_eq!(at("2100-01-01T00:00:00+01:00"), Ok(END.0 - 3_600_000));
        assert_eq!(at("2100-01-01T00:00:00Z"), Err(TimeError::OutOfRange));
        assert_eq!(parse_date("1969-12-31"), Err(TimeError::OutOfRange));
        assert_eq!(parse_date("2023-02-29"), Err(TimeError::Unreadable(DATE)));
        assert_eq!(parse_date("2024-02-29"), Ok(Timestamp(1_709_164_800_000)));
    }

    #[test]
    fn every_day_survives_a_round_trip_and_prints_in_order() {
        let mut before = String::new();
        for day in 0..=END.day() {
            let (year, month, date) = civil_from_days(day);
            assert_eq!(days_from_civil(year, month, date), day);
            let text = date_text(day);
            assert!(before < text);
            before = text;
        }
        assert_eq!(Timestamp(1_772_388_245_007).to_string(), "2026-03-01T18:04:05.007Z");
        assert_eq!(Timestamp(END.0 - 1).to_string(), "2099-12-31T23:59:59.999Z");
        assert_eq!(FIRST.to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(serde_json::to_string(&Timestamp(-1)).unwrap(), "\"1969-12-31T23:59:59.999Z\"");
    }
}
