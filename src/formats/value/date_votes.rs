//! Decides whether dates such as 03/04/2026 have the day or the month first, from all dates of a file.

use super::date_order::{Order, split_date};
use super::{date_text, snowflake, timestamps};
use crate::time::{DAY, Timestamp};

/// The remark if other dates of the file have the day first.
pub const DAY_FIRST: &str = "dates such as 03/04/2026 were read day first, as others in the file show";
/// The remark if other dates of the file have the month first.
pub const MONTH_FIRST: &str = "dates such as 03/04/2026 were read month first, as others in the file show";
/// The remark if no date decides, and the header's language has the day first.
pub const DAY_FIRST_BY_HEADER: &str =
    "dates such as 03/04/2026 were read day first, by the header's language: no date in the file decides";
/// The remark if no date decides, and the header's language has the month first.
pub const MONTH_FIRST_BY_HEADER: &str =
    "dates such as 03/04/2026 were read month first, by the header's language: no date in the file decides";

/// Counts the dates of a file that show one order, and those that fit both.
#[derive(Debug, Clone, Copy, Default)]
pub struct Votes {
    day_first: u64,
    month_first: u64,
    either: u64,
}

impl Votes {
    /// Counts a cell of a row if it is a date. If an id in the row carries a time, it may show which order is right.
    pub fn add(&mut self, cell: &str, row: &[&str]) {
        // Most cells are not dates and are ruled out by this.
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

    /// Decides the order of the file, and the remark about it: by most of the dates that show one, otherwise by the language of
    /// the columns' names. A file has only one order. Dates in the other order are not valid.
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

/// The order in which a date agrees with the time in an id of its row, if that is only one.
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

/// The times in the ids in a text, read as the ids of each network whose ids carry a time.
fn carried_in(text: &str) -> impl Iterator<Item = Timestamp> + '_ {
    let numbers = text.split(|char: char| !char.is_ascii_digit());
    let ids = numbers.filter(|number| (17..=20).contains(&number.len()));
    ids.flat_map(|id| [snowflake::x(id), snowflake::tiktok(id), snowflake::linkedin(id)]).flatten()
}

/// Words in headers, of languages in which the day comes first.
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
    fn one_date_decides_for_the_file() {
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
    fn the_headers_language_decides_if_no_date_does() {
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
    fn a_time_in_an_id_decides() {
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
