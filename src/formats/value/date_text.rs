//! Parses times in the notations of tools. This does not use `strtime` of jiff, which made the import entry of the npm package
//! about 48 KiB larger (of 799 KiB, gzip -9).

use super::date_order::{self, Order};
use super::months::{self, month_of};
use crate::time::Timestamp;

/// A time as written, before its zone is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenTime {
    /// The instant. A time without a zone is taken as UTC.
    pub time: Timestamp,
    /// Whether it names its zone or counts from 1970.
    pub zoned: bool,
    /// Whether it includes a time of day.
    pub clock: bool,
}

/// Parses a time. A time without a zone is taken as UTC. `None` for a day without a time of day, see [`parse`].
pub fn parse_instant(text: &str) -> Option<Timestamp> {
    parse(text).filter(|written| written.clock).map(|written| written.time)
}

/// Parses a time or day, see [`parse_in_order`]. Dates with slashes, such as 03/27/2026, have the month first. Dates with other
/// separators have the day first.
pub fn parse(text: &str) -> Option<WrittenTime> {
    parse_in_order(text, None)
}

/// Parses a time or day in one of these notations:
///
/// - RFC 3339, also with a blank instead of `T`, or without the colon in the offset
/// - `2024-07-01 15:23:32` and `2017/06/08 08:15:44`, with or without ` UTC` or the letters of another zone
/// - RFC 2822
/// - `Wed Oct 10 20:19:24 +0000 2018`
/// - `03/27/2026 06:08`, in the order of the file
/// - `Jun 5, 2026`, also in other languages
/// - a number that counts from 1970
pub fn parse_in_order(text: &str, order: Option<Order>) -> Option<WrittenTime> {
    let text = text.trim();
    let zoned = |time| WrittenTime { time, zoned: true, clock: true };
    epoch(text)
        .map(zoned)
        .or_else(|| parse_iso(text))
        .or_else(|| parse_ctime(text).map(zoned))
        .or_else(|| parse_month_name(text))
        .or_else(|| parse_numeric(text, order))
        .or_else(|| parse_east_asian(text))
}

/// Parses a day without a year, such as `September 4`, `4. September` or `9月4日`: its month and day.
pub fn parse_yearless(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let of_east = text.split_once('月').and_then(|(month, day)| Some((month, day.strip_suffix('日')?)));
    let (month, day) = if let Some((month, day)) = of_east {
        (month.trim().parse().ok()?, day.trim().parse().ok()?)
    } else {
        let words = months::words(text);
        let [first, second] = words.as_slice() else { return None };
        let (month, day) =
            month_of(first).map(|month| (month, second)).or_else(|| Some((month_of(second)?, first)))?;
        (month, months::day_of(day)?)
    };
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some((month, day))
}

/// Parses a number that counts from 1970: seconds up to 11 digits, milliseconds up to 14, otherwise microseconds. Seconds may
/// have a fraction.
pub(crate) fn epoch(text: &str) -> Option<Timestamp> {
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

/// Parses `2024-07-01`, with or without a time of day and a zone.
fn parse_iso(text: &str) -> Option<WrittenTime> {
    let (date, rest) = text.split_at_checked(10)?;
    let bytes = date.as_bytes();
    let parts = (bytes.get(4).zip(bytes.get(7)), date.get(..4), date.get(5..7), date.get(8..));
    let (Some((first @ (b'-' | b'/'), second)), Some(year), Some(month), Some(day)) = parts else {
        return None;
    };
    (first == second).then(|| on_day(&format!("{year}-{month}-{day}"), rest))?
}

/// Parses the rest of a time after its day, `YYYY-MM-DD`: nothing, a time of day, or a time of day and a zone.
fn on_day(date: &str, rest: &str) -> Option<WrittenTime> {
    let at = |clock: &str, zone: &str| Timestamp::parse(&format!("{date}T{clock}{zone}")).ok();
    let Some(rest) = rest.strip_prefix(['T', 't', ' ']) else {
        let time = at("00:00:00", "Z")?;
        return rest.is_empty().then_some(WrittenTime { time, zoned: false, clock: false });
    };
    let end = rest.find(|char: char| !matches!(char, '0'..='9' | ':' | '.')).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at_checked(end)?;
    let (half, zone) = half_of_day(zone.trim());
    let time = at(&whole_clock(clock, half)?, &parse_offset(zone)?)?;
    Some(WrittenTime { time, zoned: !zone.is_empty(), clock: true })
}

/// Splits off `AM` or `PM` before a zone. Returns the hours that it adds, and the zone.
fn half_of_day(zone: &str) -> (Option<u32>, &str) {
    let (word, rest) = zone.split_once(' ').unwrap_or((zone, ""));
    match word.to_ascii_uppercase().as_str() {
        "AM" => (Some(0), rest),
        "PM" => (Some(12), rest),
        _ => (None, zone),
    }
}

/// Adds seconds to a time of day if it has none, and writes its hours in 24-hour notation with two digits.
fn whole_clock(clock: &str, half: Option<u32>) -> Option<String> {
    let (hours, rest) = clock.split_once(':')?;
    let hours: u32 = hours.parse().ok().filter(|_| hours.len() <= 2)?;
    let hours = match half {
        Some(half) => hours % 12 + half + if hours > 12 { 24 } else { 0 },
        None => hours,
    };
    Some(if rest.len() == 2 { format!("{hours:02}:{rest}:00") } else { format!("{hours:02}:{rest}") })
}

/// Converts a zone to the offset of RFC 3339. It may be `+01:00`, `+0100`, `Z`, or the letters of American and European zones.
fn parse_offset(zone: &str) -> Option<String> {
    Some(match zone {
        "" | "Z" | "z" | "UTC" | "GMT" | "UT" => "Z".to_owned(),
        "EDT" => "-04:00".to_owned(),
        "EST" | "CDT" => "-05:00".to_owned(),
        "CST" | "MDT" => "-06:00".to_owned(),
        "MST" | "PDT" => "-07:00".to_owned(),
        "PST" => "-08:00".to_owned(),
        "CET" | "BST" => "+01:00".to_owned(),
        "CEST" => "+02:00".to_owned(),
        _ if zone.starts_with(['+', '-']) => match zone.split_at_checked(3)? {
            (hours, minutes) if minutes.len() == 2 => format!("{hours}:{minutes}"),
            _ => zone.to_owned(),
        },
        _ => return None,
    })
}

/// Parses `Wed Oct 10 20:19:24 +0000 2018`.
fn parse_ctime(text: &str) -> Option<Timestamp> {
    let mut words = text.split_ascii_whitespace().skip(1);
    let (month, day, clock) = (words.next()?, words.next()?, words.next()?);
    let (zone, year) = (words.next()?, words.next()?);
    let month = month_of(month)?;
    let date = format!("{year}-{month:02}-{day:0>2}");
    words.next().is_none().then(|| on_day(&date, &format!(" {clock}{zone}")))?.map(|written| written.time)
}

/// Parses `Fri, Jun 5, 2026`, `Jun 5, 2026 14:02`, `5 de junio de 2026`, and RFC 2822's `Fri, 05 Jun 2026 14:02:09 GMT`.
fn parse_month_name(text: &str) -> Option<WrittenTime> {
    let text =
        text.split_once(", ").filter(|(day, _)| months::is_weekday(day)).map_or(text, |(_, rest)| rest);
    let year = text.match_indices(|char: char| char.is_ascii_digit()).map(|(at, _)| at).find(|at| {
        let four = text.get(*at..*at + 4).is_some_and(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
        four && text.get(*at + 4..).is_some_and(|rest| !rest.starts_with(|char: char| char.is_ascii_digit()))
    })?;
    let (day, rest) = text.split_at_checked(year)?;
    let (year, rest) = rest.split_at_checked(4)?;
    let (month, day) = parse_yearless(day)?;
    let rest = rest.trim_start_matches([',', ' ']).trim_end();
    let rest = if rest.is_empty() { String::new() } else { format!(" {rest}") };
    on_day(&format!("{year}-{month:02}-{day:02}"), &rest)
}

/// Parses `03/27/2026 06:08` and `27.03.2026`. With slashes, the month comes first unless the file has the other order. With
/// dots, the day always comes first.
fn parse_numeric(text: &str, order: Option<Order>) -> Option<WrittenTime> {
    let (first, second, year, separator, rest) = date_order::split_date(text)?;
    let order = match separator {
        '.' => Order::DayFirst,
        '/' => order.unwrap_or(Order::MonthFirst),
        _ => order.unwrap_or(Order::DayFirst),
    };
    let (month, day) = match order {
        Order::MonthFirst => (first, second),
        Order::DayFirst => (second, first),
    };
    let rest = rest.trim_start_matches([',', 'T', ' ']);
    let rest = if rest.is_empty() { String::new() } else { format!(" {rest}") };
    on_day(&format!("{year}-{month:02}-{day:02}"), &rest)
}

/// Parses `2026年6月5日 14:02`.
fn parse_east_asian(text: &str) -> Option<WrittenTime> {
    let (year, rest) = text.split_once('年')?;
    let (day, rest) = rest.split_at_checked(rest.find('日')? + '日'.len_utf8())?;
    let (month, day) = parse_yearless(day)?;
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let rest = rest.trim();
    let rest = if rest.is_empty() { String::new() } else { format!(" {rest}") };
    is_year.then(|| on_day(&format!("{year}-{month:02}-{day:02}"), &rest))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_parsed() {
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
            ("2020-04-16 09:48:29 EDT", "2020-04-16T13:48:29.000Z"),
            ("2017/06/08 08:15:44 UTC", "2017-06-08T08:15:44.000Z"),
            ("03/27/2026 06:08", "2026-03-27T06:08:00.000Z"),
            ("Fri, 05 Jun 2026 14:02:09 GMT", "2026-06-05T14:02:09.000Z"),
            ("Fri, 05 Jun 2026 14:02:09 +0200", "2026-06-05T12:02:09.000Z"),
            ("Jun 5, 2026 14:02", "2026-06-05T14:02:00.000Z"),
            ("3/25/2026 3:05 PM", "2026-03-25T15:05:00.000Z"),
            ("3/25/2026 12:05:09 am", "2026-03-25T00:05:09.000Z"),
            ("3/25/2026 12:05 PM EST", "2026-03-25T17:05:00.000Z"),
            ("27.03.2026 06:08", "2026-03-27T06:08:00.000Z"),
            ("27.03.2026, 06:08", "2026-03-27T06:08:00.000Z"),
            ("5 de junio de 2026 14:02", "2026-06-05T14:02:00.000Z"),
            ("5. März 2026 14:02", "2026-03-05T14:02:00.000Z"),
            ("5 août 2026 14:02", "2026-08-05T14:02:00.000Z"),
            ("2026年6月5日 14:02", "2026-06-05T14:02:00.000Z"),
        ] {
            assert_eq!(parse_instant(text).map(|time| time.to_string()), Some(expected.into()), "{text}");
        }
    }

    #[test]
    fn anything_else_is_not_a_time() {
        for text in [
            "",
            "yesterday",
            "2024-07-01",
            "Wed Xyz 10 20:19:24 +0000 2018",
            "1.2.3",
            "-5",
            "2024-13-01 00:00:00",
            "2024-07/01 00:00:00",
            "2020-04-16 09:48:29 XYZ",
            "13/27/2026 06:08",
            "3/25/2026 13:05 PM",
        ] {
            assert_eq!(parse_instant(text), None, "{text}");
        }
    }

    #[test]
    fn the_order_of_a_file_decides() {
        let read = |text, order| parse_in_order(text, Some(order)).map(|written| written.time.to_string());
        let tenth = Some("2026-09-10T18:00:00.000Z".to_owned());
        assert_eq!(read("10/09/2026 18:00", Order::DayFirst), tenth);
        assert_eq!(read("09/10/2026 18:00", Order::MonthFirst), tenth);
        assert_eq!(read("15/09/2026 18:00", Order::MonthFirst), None);
        assert_eq!(read("10.09.2026 18:00", Order::MonthFirst), tenth);
    }

    #[test]
    fn days_may_lack_the_year() {
        for text in [
            "September 4",
            "Sep 4",
            "4 September",
            "4. September",
            "4 de septiembre",
            "4 septembre",
            "4 settembre",
            "9月4日",
            "4 set.",
        ] {
            assert_eq!(parse_yearless(text), Some((9, 4)), "{text}");
        }
        for text in ["September", "4", "4 5", "September 40", "September 4, 2026", "soon 4"] {
            assert_eq!(parse_yearless(text), None, "{text}");
        }
    }

    #[test]
    fn days_have_no_clock() {
        for text in ["2026-06-05", "Fri, Jun 5, 2026", "6/5/2026", "Jun 5, 2026"] {
            let expected = WrittenTime { time: Timestamp(1_780_617_600_000), zoned: false, clock: false };
            assert_eq!(parse(text), Some(expected), "{text}");
        }
    }
}
