//! The time zone of times without one.

use crate::time::Timestamp;
#[cfg(feature = "import")]
use jiff::tz::TimeZone;
use std::sync::Arc;

/// A time zone, including its summer times.
#[derive(Debug, Clone)]
pub struct Zone(Clock);

#[derive(Debug, Clone)]
enum Clock {
    /// Always this many milliseconds ahead of UTC.
    Fixed(i64),
    /// The instants at which the offset changes, each with the new offset in milliseconds ahead of UTC.
    Set(Arc<[(i64, i64)]>),
    /// A zone of the IANA database that is part of the program.
    #[cfg(feature = "import")]
    Known(TimeZone),
}

impl Zone {
    /// The zone with a name such as `Europe/Vienna`, in any case, or an offset such as `+02:00`.
    #[cfg(feature = "import")]
    pub fn named(name: &str) -> Option<Self> {
        Self::fixed(name).or_else(|| TimeZone::get(name).ok().map(|zone| Self(Clock::Known(zone))))
    }

    /// A zone with a fixed offset such as `+02:00`.
    pub fn fixed(offset: &str) -> Option<Self> {
        let (sign, clock) = match offset.split_at_checked(1)? {
            ("+", clock) => (1, clock),
            ("-", clock) => (-1, clock),
            _ => return None,
        };
        let (hours, minutes) = clock.split_once(':')?;
        let part = |text: &str, most: i64| {
            text.parse().ok().filter(|part| text.len() == 2 && (0..=most).contains(part))
        };
        let (hours, minutes): (i64, i64) = (part(hours, 23)?, part(minutes, 59)?);
        Some(Self(Clock::Fixed(sign * (hours * 60 + minutes) * 60_000)))
    }

    /// Creates a zone from the instants at which its offset changes, in order, each with the new offset in milliseconds ahead of
    /// UTC. The first offset also applies before its instant. Without any, the zone is UTC.
    pub fn set(shifts: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self(Clock::Set(shifts.into_iter().collect()))
    }

    /// The instant at which clocks in this zone show the date and time that `shown` has in UTC. Of an hour that occurs twice, the
    /// first counts. In an hour that is skipped, the offset before it applies.
    pub fn instant(&self, shown: Timestamp) -> Option<Timestamp> {
        match &self.0 {
            Clock::Fixed(ahead) => Some(Timestamp(shown.0 - ahead)),
            Clock::Set(shifts) => Some(Timestamp(shown.0 - ahead(shifts, shown.0))),
            #[cfg(feature = "import")]
            Clock::Known(zone) => known(zone, shown),
        }
    }
}

/// The offset at which clocks show a time: the one before the first change after which they show a later time.
fn ahead(shifts: &[(i64, i64)], shown: i64) -> i64 {
    let mut before = shifts.first().map_or(0, |(_, ahead)| *ahead);
    for (at, ahead) in shifts {
        if shown - before < *at {
            break;
        }
        // In an hour that is skipped, the offset before it applies.
        if shown - ahead < *at {
            return before;
        }
        before = *ahead;
    }
    before
}

#[cfg(feature = "import")]
fn known(zone: &TimeZone, shown: Timestamp) -> Option<Timestamp> {
    let clock = TimeZone::UTC.to_datetime(jiff::Timestamp::from_millisecond(shown.0).ok()?);
    Some(Timestamp(zone.to_timestamp(clock).ok()?.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(zone: &str, shown: &str) -> String {
        let shown = Timestamp::parse(&format!("{shown}Z")).unwrap();
        Zone::named(zone).unwrap().instant(shown).unwrap().to_string()
    }

    #[test]
    fn instants_respect_summer_time() {
        assert_eq!(instant("Europe/Vienna", "2024-01-15T12:00:00.250"), "2024-01-15T11:00:00.250Z");
        assert_eq!(instant("europe/vienna", "2024-07-15T12:00:00"), "2024-07-15T10:00:00.000Z");
        assert_eq!(instant("+02:00", "2024-07-15T12:00:00"), "2024-07-15T10:00:00.000Z");
        assert_eq!(instant("-05:30", "2024-07-15T12:00:00"), "2024-07-15T17:30:00.000Z");
        assert_eq!(instant("UTC", "2024-07-15T12:00:00"), "2024-07-15T12:00:00.000Z");
    }

    #[test]
    fn hours_that_occur_twice_or_never_have_an_instant() {
        assert_eq!(instant("Europe/Vienna", "2024-10-27T02:30:00"), "2024-10-27T00:30:00.000Z");
        assert_eq!(instant("Europe/Vienna", "2024-03-31T02:30:00"), "2024-03-31T01:30:00.000Z");
    }

    #[test]
    fn unknown_zones_are_refused() {
        for name in ["Middle/Earth", "+2:00", "+02:60", "+24:00", "", "+", "02:00"] {
            assert!(Zone::named(name).is_none(), "{name}");
        }
    }

    /// A zone from the instants at which its offset changes, as a web page creates it.
    fn shifts(name: &str) -> Zone {
        let zone = TimeZone::get(name).unwrap();
        let ahead = |time: jiff::Timestamp| i64::from(zone.to_offset(time).seconds()) * 1000;
        let start: jiff::Timestamp = "2003-01-01T00:00:00Z".parse().unwrap();
        let end: jiff::Timestamp = "2035-01-01T00:00:00Z".parse().unwrap();
        let shifts = zone.following(start).map(|shift| shift.timestamp()).take_while(|time| *time < end);
        Zone::set([start].into_iter().chain(shifts).map(|time| (time.as_millisecond(), ahead(time))))
    }

    #[test]
    fn zones_from_changes_of_the_offset_give_the_same_instants() {
        let zones =
            ["Europe/Vienna", "America/New_York", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Tokyo"];
        for name in zones {
            let (known, set) = (Zone::named(name).unwrap(), shifts(name));
            let start = Timestamp::parse("2003-01-02T00:00:00Z").unwrap().0;
            for step in 0..60_000 {
                // With steps of four and a half hours, every half hour of a day occurs.
                let shown = Timestamp(start + step * 16_200_000);
                assert_eq!(set.instant(shown), known.instant(shown), "{name} {shown}");
            }
        }
    }

    #[test]
    fn hours_around_a_change_of_the_offset_give_the_same_instants() {
        for (name, day) in [
            ("Europe/Vienna", "2024-03-31"),
            ("Europe/Vienna", "2024-10-27"),
            ("Australia/Lord_Howe", "2024-04-07"),
            ("Australia/Lord_Howe", "2024-10-06"),
        ] {
            let (known, set) = (Zone::named(name).unwrap(), shifts(name));
            let start = Timestamp::parse(&format!("{day}T00:00:00Z")).unwrap().0;
            for minute in 0..300 {
                let shown = Timestamp(start + minute * 60_000);
                assert_eq!(set.instant(shown), known.instant(shown), "{name} {shown}");
            }
        }
    }
}
