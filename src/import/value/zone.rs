//! The zone of times that name none.

use crate::time::{Timestamp, civil_from_days};
use core::fmt;
use jiff::civil;
use jiff::tz::{Offset, TimeZone};

/// A time zone of the IANA database, with its summer times.
#[derive(Clone)]
pub struct Zone(TimeZone);

impl Zone {
    /// The zone of a name such as `Europe/Vienna`, in any case, or of an offset such as `+02:00`.
    pub fn named(name: &str) -> Option<Self> {
        fixed(name).or_else(|| TimeZone::get(name).ok()).map(Self)
    }

    /// What a clock in this zone that shows the hours and minutes of `shown` says: the instant. An hour that is there
    /// twice is its first; one that is not there is as if the clock had not been set forward yet.
    pub fn instant(&self, shown: Timestamp) -> Option<Timestamp> {
        let (year, month, day) = civil_from_days(shown.day());
        let date =
            civil::Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?)
                .ok()?;
        let since = i32::try_from(shown.0.rem_euclid(crate::time::DAY) / 1000).ok()?;
        let clock =
            civil::Time::midnight().checked_add(jiff::SignedDuration::from_secs(since.into())).ok()?;
        let zoned = self.0.to_zoned_datetime(date.to_datetime(clock)).ok()?;
        Some(Timestamp(zoned.timestamp().as_second() * 1000 + shown.0.rem_euclid(1000)))
    }
}

/// A zone that is always as far from UTC.
fn fixed(offset: &str) -> Option<TimeZone> {
    let (sign, clock) = match offset.split_at_checked(1)? {
        ("+", clock) => (1, clock),
        ("-", clock) => (-1, clock),
        _ => return None,
    };
    let (hours, minutes) = clock.split_once(':')?;
    let part =
        |text: &str, most: i32| text.parse().ok().filter(|part| text.len() == 2 && (0..=most).contains(part));
    let (hours, minutes): (i32, i32) = (part(hours, 23)?, part(minutes, 59)?);
    Offset::from_seconds(sign * (hours * 60 + minutes) * 60).ok().map(TimeZone::fixed)
}

impl fmt::Debug for Zone {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.iana_name().unwrap_or("zone"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(zone: &str, shown: &str) -> String {
        let shown = Timestamp::parse(&format!("{shown}Z")).unwrap();
        Zone::named(zone).unwrap().instant(shown).unwrap().to_string()
    }

    #[test]
    fn clocks_are_read_with_their_summer_time() {
        assert_eq!(instant("Europe/Vienna", "2024-01-15T12:00:00.250"), "2024-01-15T11:00:00.250Z");
        assert_eq!(instant("europe/vienna", "2024-07-15T12:00:00"), "2024-07-15T10:00:00.000Z");
        assert_eq!(instant("+02:00", "2024-07-15T12:00:00"), "2024-07-15T10:00:00.000Z");
        assert_eq!(instant("-05:30", "2024-07-15T12:00:00"), "2024-07-15T17:30:00.000Z");
        assert_eq!(instant("UTC", "2024-07-15T12:00:00"), "2024-07-15T12:00:00.000Z");
    }

    #[test]
    fn hours_that_are_there_twice_or_never_have_an_instant() {
        assert_eq!(instant("Europe/Vienna", "2024-10-27T02:30:00"), "2024-10-27T00:30:00.000Z");
        assert_eq!(instant("Europe/Vienna", "2024-03-31T02:30:00"), "2024-03-31T01:30:00.000Z");
    }

    #[test]
    fn a_zone_that_nobody_knows_is_none() {
        for name in ["Middle/Earth", "+2:00", "+02:60", "+24:00", "", "+", "02:00"] {
            assert!(Zone::named(name).is_none(), "{name}");
        }
    }
}
