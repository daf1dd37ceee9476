//! Instants and days, in UTC, without a clock.
//!
//! jiff knows the calendar, and reads and prints it. It would read more than is accepted here: a text has to have the form
//! of [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339) to the letter.

use core::fmt;
use jiff::civil::{Date, DateTime, Time, date};
use jiff::fmt::StdFmtWrite;
use jiff::fmt::temporal::DateTimePrinter;
use jiff::{SignedDuration, tz::Offset};
use serde::{Serialize, Serializer};

/// Milliseconds in a day.
pub const DAY: i64 = 86_400_000;

/// Milliseconds since 1970-01-01T00:00:00Z. Reads and prints as RFC 3339 in UTC with milliseconds and `Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(pub i64);

/// The first instant that Postern keeps: the start of 1970.
pub const FIRST: Timestamp = Timestamp(0);
/// The instant after the last that Postern keeps: the start of 2100.
pub const END: Timestamp = Timestamp(4_102_444_800_000);

/// Why a text is no instant or day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// Not of the form that was asked for, or no such day, hour or minute.
    #[error("expected {0}")]
    Unreadable(&'static str),
    /// Readable, but before 1970 or after 2099.
    #[error("expected a year from 1970 to 2099, in UTC")]
    OutOfRange,
}

const DATE: &str = "a day as YYYY-MM-DD";
const INSTANT: &str = "an RFC 3339 time with an offset, such as 2026-03-01T18:04:05Z";

/// The forms of texts, as [`has_form`] has them: a day, a day and its time, and the time of an offset.
const DAY_FORM: &str = "0000-00-00";
const TIME_FORM: &str = "0000-00-00T00:00:00";
const OFFSET_FORM: &str = "00:00";

/// What is counted from.
const EPOCH: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);

impl Timestamp {
    /// The day number: days since 1970-01-01.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(DAY)
    }

    /// Whether this is within the years 1970 to 2099.
    pub fn is_kept(self) -> bool {
        FIRST <= self && self < END
    }

    /// Reads an RFC 3339 instant. Fractions finer than a millisecond are cut off.
    ///
    /// # Errors
    /// When the text is no such instant, or its year is outside 1970 to 2099 in UTC.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        Instant::parse(text).map(|instant| instant.floor)
    }

    /// What calendar and clock show in UTC at this instant.
    pub fn date_time(self) -> DateTime {
        Offset::UTC.to_datetime(self.to_jiff())
    }

    /// The same instant as jiff has it; the first or last that it has for one that is further away.
    pub(crate) fn to_jiff(self) -> jiff::Timestamp {
        let range = [jiff::Timestamp::MIN, jiff::Timestamp::MAX].map(jiff::Timestamp::as_millisecond);
        jiff::Timestamp::from_millisecond(self.0.clamp(range[0], range[1])).unwrap_or_default()
    }
}

/// An RFC 3339 instant, which may be finer than the millisecond that Postern keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instant {
    /// The millisecond that it falls into.
    pub floor: Timestamp,
    /// Whether there is more after that millisecond's start.
    pub finer: bool,
}

impl Instant {
    /// Reads an RFC 3339 instant.
    ///
    /// # Errors
    /// When the text is no such instant, or its year is outside 1970 to 2099 in UTC.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        let instant = Self::read(text).ok_or(TimeError::Unreadable(INSTANT))?;
        if instant.floor.is_kept() { Ok(instant) } else { Err(TimeError::OutOfRange) }
    }

    fn read(text: &str) -> Option<Self> {
        let (shown, rest) = text.split_at_checked(TIME_FORM.len())?;
        let (millis, finer, zone) = read_fraction(rest)?;
        let ahead = if matches!(zone, "Z" | "z") { SignedDuration::ZERO } else { read_offset(zone)? };
        let since = read_date_time(shown)? - ahead;
        Some(Self { floor: Timestamp(since.as_secs() * 1000 + millis), finer })
    }
}

/// Reads a day, `YYYY-MM-DD`, as the instant that it starts at in UTC.
///
/// # Errors
/// When the text is no such day, or its year is outside 1970 to 2099.
pub fn parse_date(text: &str) -> Result<Timestamp, TimeError> {
    let date: Option<Date> = has_form(text, DAY_FORM).then(|| text.parse().ok()).flatten();
    let since = date.ok_or(TimeError::Unreadable(DATE))?.duration_since(EPOCH.date());
    let start = Timestamp(since.as_secs() * 1000);
    if start.is_kept() { Ok(start) } else { Err(TimeError::OutOfRange) }
}

/// Whether a text has a form, in which `0` stands for any digit, and letters for themselves in either case.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(byte, form): (u8, u8)| match form {
        b'0' => byte.is_ascii_digit(),
        _ => byte.eq_ignore_ascii_case(&form),
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

/// How long after the start of 1970 it is that calendar and clock show `YYYY-MM-DDTHH:MM:SS`. A leap second, `:60`, is the
/// start of the next minute; jiff reads it as the second before.
fn read_date_time(text: &str) -> Option<SignedDuration> {
    let shown: DateTime = has_form(text, TIME_FORM).then(|| text.parse().ok())??;
    let leap = text.ends_with(":60");
    let since = shown.duration_since(EPOCH) + SignedDuration::from_secs(leap.into());
    (!leap || shown.minute() == 59).then_some(since)
}

/// Milliseconds of `.123456`, whether more follows, and what is left.
fn read_fraction(text: &str) -> Option<(i64, bool, &str)> {
    let Some(rest) = text.strip_prefix('.') else { return Some((0, false, text)) };
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, zone) = rest.split_at_checked(length)?;
    let (millis, finer) = digits.split_at_checked(digits.len().min(3))?;
    let scale = [0, 100, 10, 1].get(millis.len()).copied()?;
    let millis: i64 = millis.parse().ok()?;
    Some((millis * scale, finer.bytes().any(|digit| digit != b'0'), zone))
}

/// How far clocks are ahead of UTC whose offset is `+HH:MM` or `-HH:MM`.
pub(crate) fn read_offset(text: &str) -> Option<SignedDuration> {
    let (sign, clock) = text.split_at_checked(1)?;
    let clock: Time = has_form(clock, OFFSET_FORM).then(|| clock.parse().ok())??;
    let ahead = clock.duration_since(Time::midnight());
    match sign {
        "+" => Some(ahead),
        "-" => Some(-ahead),
        _ => None,
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(3));
        PRINTER.print_timestamp(&self.to_jiff(), StdFmtWrite(formatter)).map_err(|_| fmt::Error)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Result<i64, TimeError> {
        Timestamp::parse(text).map(|time| time.0)
    }

    #[test]
    fn instants_with_any_offset_are_read_in_utc() {
        assert_eq!(at("1970-01-01T00:00:00Z"), Ok(0));
        assert_eq!(at("2026-03-01T18:04:05Z"), Ok(1_772_388_245_000));
        assert_eq!(at("2026-03-01t20:04:05.5+02:00"), Ok(1_772_388_245_500));
        assert_eq!(at("2026-03-01T18:04:05.123999-00:00"), Ok(1_772_388_245_123));
        assert_eq!(at("2016-12-31T23:59:60Z"), at("2017-01-01T00:00:00Z"));
        assert_eq!(Instant::parse("2026-03-01T18:04:05.1230001z").map(|i| i.finer), Ok(true));
    }

    #[test]
    fn what_is_no_instant_is_refused() {
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
        for day in 0..END.day() {
            let text = Timestamp(day * DAY).date_time().date().to_string();
            assert_eq!(parse_date(&text), Ok(Timestamp(day * DAY)));
            assert!(before < text);
            before = text;
        }
        assert_eq!(Timestamp(1_772_388_245_007).to_string(), "2026-03-01T18:04:05.007Z");
        assert_eq!(Timestamp(END.0 - 1).to_string(), "2099-12-31T23:59:59.999Z");
        assert_eq!(FIRST.to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(serde_json::to_string(&Timestamp(-1)).unwrap(), "\"1969-12-31T23:59:59.999Z\"");
    }
}
