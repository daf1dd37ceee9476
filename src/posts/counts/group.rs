//! What posts are grouped by.

use crate::http::error::ValidationError;
use crate::platform::Network;
use crate::posts::post::{Kind, MediaType};
use crate::time::{DAY, Timestamp, date_text};
use core::str::FromStr;

/// What posts are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the values of the parameter")]
pub enum GroupBy {
    Day,
    /// Weeks begin on Monday.
    Week,
    Month,
    Platform,
    Username,
    Hashtag,
    Mentions,
    MediaType,
    Language,
    Kind,
}

impl GroupBy {
    /// Every value of the parameter.
    pub const NAMES: &'static [&'static str] = &[
        "day",
        "week",
        "month",
        "platform",
        "username",
        "hashtag",
        "mentions",
        "media_type",
        "language",
        "kind",
    ];
    const ALL: [Self; 10] = [
        Self::Day,
        Self::Week,
        Self::Month,
        Self::Platform,
        Self::Username,
        Self::Hashtag,
        Self::Mentions,
        Self::MediaType,
        Self::Language,
        Self::Kind,
    ];

    /// The value of the parameter.
    pub fn name(self) -> &'static str {
        Self::NAMES.get(self as usize).copied().unwrap_or_default()
    }

    /// Whether there may be more groups than an answer has.
    pub const fn has_top(self) -> bool {
        matches!(self, Self::Username | Self::Hashtag | Self::Mentions | Self::Language)
    }

    /// Whether groups are spans of time, which are in order of time.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Day | Self::Week | Self::Month)
    }

    /// Whether the groups of a post are a list in its document.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Hashtag | Self::Mentions)
    }

    /// The key of the group of a time.
    pub fn time_key(self, time: Timestamp) -> String {
        let day = time.day();
        match self {
            // 1970-01-01 was a Thursday.
            Self::Week => date_text(day - (day + 3).rem_euclid(7)),
            Self::Month => date_text(day).chars().take(7).collect(),
            _ => date_text(day),
        }
    }

    /// The key of the group of a stored value. `None` if the value is unknown.
    pub(super) fn stored_key(
        self,
        value: Option<&str>,
        platform: impl Fn(Network) -> &'static str,
    ) -> Option<String> {
        let value = value?;
        let number = || value.parse::<i64>().ok();
        Some(match self {
            Self::Day | Self::Week | Self::Month => self.time_key(Timestamp(number()? * DAY)),
            Self::Platform => platform(Network::from_number(number()?)?).to_owned(),
            Self::Username => value.split_once(':')?.1.to_owned(),
            Self::MediaType => by_number(MediaType::NAMES, number()? - 1)?.to_owned(),
            Self::Kind => by_number(Kind::NAMES, number()?)?.to_owned(),
            Self::Language | Self::Hashtag | Self::Mentions => value.to_owned(),
        })
    }
}

fn by_number(names: &'static [&'static str], number: i64) -> Option<&'static str> {
    names.get(usize::try_from(number).ok()?).copied()
}

impl FromStr for GroupBy {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        Self::ALL
            .into_iter()
            .find(|group| group.name() == text)
            .ok_or_else(|| ValidationError::not_one_of(Self::NAMES, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday_and_months_are_without_a_day() {
        let time = |text: &str| Timestamp::parse(text).unwrap();
        for (at, day, week, month) in [
            ("2026-03-01T23:59:59.999Z", "2026-03-01", "2026-02-23", "2026-03"),
            ("2026-03-02T00:00:00.000Z", "2026-03-02", "2026-03-02", "2026-03"),
            ("1970-01-01T00:00:00.000Z", "1970-01-01", "1969-12-29", "1970-01"),
            ("1970-01-05T00:00:00.000Z", "1970-01-05", "1970-01-05", "1970-01"),
        ] {
            let keys = [GroupBy::Day, GroupBy::Week, GroupBy::Month].map(|group| group.time_key(time(at)));
            assert_eq!(keys, [day, week, month], "{at}");
        }
    }

    #[test]
    fn every_name_is_a_group() {
        for name in GroupBy::NAMES {
            assert_eq!(name.parse::<GroupBy>().unwrap().name(), *name);
        }
        assert_eq!("hour".parse::<GroupBy>().unwrap_err().allowed, Some(GroupBy::NAMES));
    }
}
