//! Dates such as 03/04/2026, which may have the day or the month first.

/// The order of the day and the month in such a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The day first, as in most languages.
    DayFirst,
    /// The month first, as in American and some Japanese tools.
    MonthFirst,
}

/// Splits a date such as `15/09/2026`, also with a time of day: the two numbers, the year, the separator, and the rest.
pub(crate) fn split_date(text: &str) -> Option<(u32, u32, &str, char, &str)> {
    let text = text.trim();
    let end = text.find([' ', ',', 'T']).unwrap_or(text.len());
    let (date, rest) = text.split_at_checked(end)?;
    let separator = date.chars().find(|char| !char.is_ascii_digit())?;
    if !matches!(separator, '/' | '.' | '-') {
        return None;
    }
    let mut parts = date.split(separator);
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    let short = |part: &str| {
        let fits = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|number| fits && (1..=31).contains(number))
    };
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let (first, second) = (short(first)?, short(second)?);
    (is_year && parts.next().is_none()).then_some((first, second, year, separator, rest))
}
