//! Whether days or months come first in dates such as 03/04/2026: what all dates of a file show together.

use super::date_order::{Order, split_date};
use super::{date_text, snowflake, timestamps};
use crate::time::{DAY, Timestamp};

/// What is said of how dates were read.
pub const DAY_FIRST: &str = "dates such as 03/04/2026 were read day first, as others in the file show";
/// The same, the other way round.
pub const MONTH_FIRST: &str = "dates such as 03/04/2026 were read month first, as others in the file show";
/// The same, where no date decides.
pub const DAY_FIRST_BY_HEADER: &str =
    "dates such as 03/04/2026 were read day first, by the header's language: no date in the file decides";
/// The same, the other way round.
pub const MONTH_FIRST_BY_HEADER: &str =
    "dates such as 03/04/2026 were read month first, by the header's language: no date in the file decides";

/// What the dates of a file show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Votes {
    day_first: u64,
    month_first: u64,
    either: u64,
}

impl Votes {
    /// Takes in a cell of a row, which may be a date. Where ids in the row carry a time, only one order may agree with it.
    pub fn add(&mut self, cell: &str, row: &[&str]) {
        // Most cells are none, and most of those do not begin as one.
        if !cell.as_bytes().first().is_some_and(u8::is_ascii_digit) || !(8..=32).contains(&cell.len()) {
            return;
        }
        match split_date(cell) {
            // With dots, the day always comes first.
            Some((.., '.', _)) => {}
            Some((13.., ..=12, ..)) => self.day_first += 1,
            Some((..=12, 13.., ..)) => self.month_first += 1,
            Some((first @ ..=12, second @ ..=12, ..)) if first != second => match order_by_ids(cell, row) {
                Some(Order::DayFirst) => self.day_first += 1,
                Some(Order::MonthFirst) => self.month_first += 1,
                None => self.either += 1,
            },
            _ => {}
        }
    }

    /// What comes first, and what is to be said of that: as most dates that decide it have it, else by the language of the
    /// columns' names. There is one order in a file, never two: a date of the other is none.
    pub fn decide(self, columns: &[String]) -> (Option<Order>, Option<(&'static str, u64)>) {
        let Self { day_first, month_first, either } = self;
        let (order, remark) = if day_first > month_first {
            (Order::DayFirst, DAY_FIRST)
        } else if month_first > 0 {
            (Order::MonthFirst, MONTH_FIRST)
        } else if either > 0 && is_day_first(columns) {
            (Order::DayFirst, DAY_FIRST_BY_HEADER)
        } else if either > 0 {
            (Order::MonthFirst, MONTH_FIRST_BY_HEADER)
        } else {
            return (None, None);
        };
        (Some(order), (either > 0).then_some((remark, either)))
    }
}

/// The order in which a date is of the day that an id in its row carries.
fn order_by_ids(date: &str, row: &[&str]) -> Option<Order> {
    let times: Vec<Timestamp> = row.iter().flat_map(|text| carried_in(text)).collect();
    let agrees = |order| {
        let written = date_text::parse_in_order(date, Some(order));
        let day = written.map(|written| Timestamp(written.time.day() * DAY));
        day.is_some_and(|day| times.iter().any(|time| timestamps::is_of_day(*time, day)))
    };
    match (agrees(Order::DayFirst), agrees(Order::MonthFirst)) {
        (true, false) => Some(Order::DayFirst),
        (false, true) => Some(Order::MonthFirst),
        _ => None,
    }
}

/// The times that ids in a text may carry, as those of each network that has such.
fn carried_in(text: &str) -> impl Iterator<Item = Timestamp> + '_ {
    let numbers = text.split(|char: char| !char.is_ascii_digit());
    let ids = numbers.filter(|number| (17..=20).contains(&number.len()));
    ids.flat_map(|id| [snowflake::x(id), snowflake::tiktok(id), snowflake::linkedin(id)]).flatten()
}

/// Words in headers of languages in which days come first.
const WORDS: [&str; 22] = [
    "fecha",
    "enlace",
    "publicaci",
    "publicaç",
    "título",
    "visualiza",
    "identific",
    "coment",
    "data di",
    "datum",
    "titel",
    "beitrag",
    "veröffent",
    "aufrufe",
    "heure",
    "permalien",
    "titre",
    "vidéo",
    "pubblica",
    "titolo",
    "commenti",
    "curtidas",
];

fn is_day_first(columns: &[String]) -> bool {
    columns.iter().any(|name| {
        let name = name.to_lowercase();
        WORDS.iter().any(|word| name.contains(word)) && !name.starts_with("comment")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(cells: &[&str], columns: &[&str]) -> (Option<Order>, Option<&'static str>) {
        let mut votes = Votes::default();
        for cell in cells {
            votes.add(cell, cells);
        }
        let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
        let (order, remark) = votes.decide(&columns);
        (order, remark.map(|(text, _)| text))
    }

    #[test]
    fn one_date_decides_for_all() {
        assert_eq!(
            decide(&["10/09/2026 18:00", "15/09/2026 18:00"], &["Publish time"]),
            (Some(Order::DayFirst), Some(DAY_FIRST))
        );
        assert_eq!(
            decide(&["09/10/2026", "09/22/2026 23:48"], &["Fecha"]),
            (Some(Order::MonthFirst), Some(MONTH_FIRST))
        );
    }

    #[test]
    fn the_headers_language_decides_where_no_date_does() {
        assert_eq!(
            decide(&["10/09/2026"], &["Horário de publicação"]),
            (Some(Order::DayFirst), Some(DAY_FIRST_BY_HEADER))
        );
        assert_eq!(
            decide(&["10/09/2026"], &["Publish time", "Comments"]),
            (Some(Order::MonthFirst), Some(MONTH_FIRST_BY_HEADER))
        );
        assert_eq!(
            decide(&["10/09/2026"], &["公開時間"]),
            (Some(Order::MonthFirst), Some(MONTH_FIRST_BY_HEADER))
        );
        assert_eq!(decide(&["2026-09-10", "12.5", "1/2"], &["Fecha"]), (None, None));
        assert_eq!(decide(&["10.09.2026", "09/09/2026"], &["Fecha"]), (None, None));
    }

    #[test]
    fn an_id_decides_where_it_carries_the_day() {
        // TikTok: 2026-09-04T16:00:05Z; X: 2024-06-10T03:00:17Z.
        assert_eq!(
            decide(&["04/09/2026 23:30", "https://x.example/7681710521141231740"], &["Post time"]),
            (Some(Order::DayFirst), None)
        );
        assert_eq!(decide(&["10/06/2024", "1800000000000000001"], &["Date"]), (Some(Order::DayFirst), None));
        assert_eq!(
            decide(&["06/10/2024", "1800000000000000001"], &["Fecha"]),
            (Some(Order::MonthFirst), None)
        );
        // LinkedIn: 2025-02-25T03:53:47Z, of another day.
        assert_eq!(
            decide(&["10/06/2024", "urn:li:activity:7300000000000000000"], &["Date"]),
            (Some(Order::MonthFirst), Some(MONTH_FIRST_BY_HEADER))
        );
    }
}
