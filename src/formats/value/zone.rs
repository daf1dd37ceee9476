//! The zone of times that name none.

use crate::time::{Timestamp, read_offset};
use jiff::tz::{Offset, TimeZone};

/// A time zone, with its summer times.
#[derive(Debug, Clone)]
pub struct Zone(TimeZone);

impl Zone {
    /// The zone of a name such as `Europe/Vienna`, in any case, or of an offset such as `+02:00`.
    pub fn named(name: &str) -> Option<Self> {
        let fixed = read_offset(name).and_then(|ahead| Offset::try_from(ahead).ok()).map(TimeZone::fixed);
        fixed.or_else(|| TimeZone::get(name).ok()).map(Self)
    }

    /// What a clock in this zone that shows the hours and minutes of `shown` says: the instant. An hour that is there
    /// twice is its first; one that is not there is as if the clock had not been set forward yet.
    pub fn instant(&self, shown: Timestamp) -> Option<Timestamp> {
        let instant = self.0.to_timestamp(shown.date_time()).ok()?;
        Some(Timestamp(instant.as_millisecond()))
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
