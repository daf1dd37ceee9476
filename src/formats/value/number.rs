//! Parses counts in the notations of tools.

/// A count, and whether it is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The number, which may be rounded.
    pub value: u64,
    /// Whether the source gave it rounded, as in `1.2K`.
    pub rounded: bool,
}

/// Units after a rounded number, in several languages, and their values. `B` is a billion, although in Turkish it is a thousand.
const UNITS: [(&str, u64); 44] = [
    ("k", 1_000),
    ("k.", 1_000),
    ("mil", 1_000),
    ("mila", 1_000),
    ("mille", 1_000),
    ("tsd", 1_000),
    ("tsd.", 1_000),
    ("tys", 1_000),
    ("tys.", 1_000),
    ("tis.", 1_000),
    ("тыс", 1_000),
    ("тыс.", 1_000),
    ("rb", 1_000),
    ("千", 1_000),
    ("천", 1_000),
    ("万", 10_000),
    ("萬", 10_000),
    ("만", 10_000),
    ("w", 10_000),
    ("lakh", 100_000),
    ("lakhs", 100_000),
    ("m", 1_000_000),
    ("mm", 1_000_000),
    ("mi", 1_000_000),
    ("mio", 1_000_000),
    ("mio.", 1_000_000),
    ("mln", 1_000_000),
    ("mln.", 1_000_000),
    ("mn", 1_000_000),
    ("jt", 1_000_000),
    ("million", 1_000_000),
    ("millions", 1_000_000),
    ("млн", 1_000_000),
    ("crore", 10_000_000),
    ("cr", 10_000_000),
    ("億", 100_000_000),
    ("亿", 100_000_000),
    ("억", 100_000_000),
    ("b", 1_000_000_000),
    ("bi", 1_000_000_000),
    ("mrd", 1_000_000_000),
    ("mrd.", 1_000_000_000),
    ("md", 1_000_000_000),
    ("bn", 1_000_000_000),
];

/// Parses a count:
///
/// | notation | examples |
/// | --- | --- |
/// | digits | `1234` |
/// | groups of three, or as in India | `1,234`, `1.000`, `1 234`, `12,34,567` |
/// | with a fraction of zeros (three zeros are a group) | `12.0`, `1,234.0` |
/// | rounded, with a unit in one of several languages | `1.2K`, `2,3 mil`, `1.2万` |
///
/// `None` if the count is unknown: empty, negative, or not a number, such as `N/A`. This is never zero.
pub fn parse_count(text: &str) -> Option<Count> {
    let text = super::ids::without_quotes(text);
    if let Some(value) = exact(text) {
        return within_limit(value, false);
    }
    let end = text.find(|char: char| !char.is_ascii_digit() && !is_between(char) && !matches!(char, '+'))?;
    let (number, unit) = text.split_at_checked(end)?;
    let unit = unit.trim_end_matches('+').trim().to_lowercase();
    let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit)?;
    within_limit(scaled(number.trim_end_matches(is_between), *scale)?, true)
}

/// Whether a character may stand between digits, or between a number and its unit.
const fn is_between(char: char) -> bool {
    matches!(char, ',' | '.' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '\u{2019}')
}

fn within_limit(value: u64, rounded: bool) -> Option<Count> {
    (value <= crate::numbers::MAX_COUNT).then_some(Count { value, rounded })
}

/// A number that is not rounded.
fn exact(text: &str) -> Option<u64> {
    digits(text).or_else(|| grouped(text)).or_else(|| {
        // A fraction of zeros, as in tables with empty cells. It has another separator than the groups.
        let (whole, fraction) = text.rsplit_once(['.', ','])?;
        let mark = text.get(whole.len()..)?.chars().next()?;
        let is_fraction =
            !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0') && !whole.contains(mark);
        // Three zeros may be a group. Then the other separators are missing, and the number is unclear.
        let may_be_group = fraction.len() == 3 && digits(whole).is_some_and(|whole| whole > 0);
        (is_fraction && !may_be_group).then(|| digits(whole).or_else(|| grouped(whole)))?
    })
}

fn digits(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Parses digits in groups with one separator. After the first group, each has three digits. In the Indian system, only the last
/// group has three digits and the others have two.
fn grouped(text: &str) -> Option<u64> {
    let separator = text.chars().find(|char| !char.is_ascii_digit())?;
    if !is_between(separator) {
        return None;
    }
    let groups: Vec<&str> = text.split(separator).collect();
    let (first, rest) = groups.split_first()?;
    let (last, between) = rest.split_last()?;
    let three = (1..=3).contains(&first.len()) && between.iter().all(|group| group.len() == 3);
    let two = separator == ','
        && (1..=2).contains(&first.len())
        && !between.is_empty()
        && between.iter().all(|group| group.len() == 2);
    if first.starts_with('0') || last.len() != 3 || !(three || two) {
        return None;
    }
    digits(&text.replace(separator, ""))
}

/// Parses a number with up to nine decimals and multiplies it by a scale, without floating-point numbers.
fn scaled(text: &str, scale: u64) -> Option<u64> {
    // Before a unit, a single separator starts a fraction: `1.234 mil` is 1234.
    let (whole, fraction) = text.rsplit_once(['.', ',']).unwrap_or((text, "0"));
    let power = 10_u64.checked_pow(u32::try_from(fraction.len()).ok().filter(|length| *length <= 9)?)?;
    let part = digits(fraction)?.checked_mul(scale)? / power;
    digits(whole).or_else(|| grouped(whole))?.checked_mul(scale)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_are_parsed_in_every_notation() {
        for (text, value) in [
            ("0", 0),
            (" 966 ", 966),
            ("1,234", 1234),
            ("1.234", 1234),
            ("1\u{a0}234\u{a0}567", 1_234_567),
            ("12.0", 12),
            ("12.00000", 12),
            ("1,234.0", 1234),
            ("1.234,00", 1234),
            ("12,34,567", 1_234_567),
            ("1’234", 1234),
            ("'966", 966),
            ("1,000", 1000),
            ("1.000", 1000),
            ("12,000", 12_000),
            ("100,000", 100_000),
            ("=\"100.000\"", 100_000),
            ("1,000,000", 1_000_000),
            ("1.0", 1),
            ("1000.0", 1000),
            ("1234,0", 1234),
            ("1234.000000", 1234),
            ("1,000.000", 1000),
            ("0.000", 0),
        ] {
            assert_eq!(parse_count(text), Some(Count { value, rounded: false }), "{text}");
        }
    }

    #[test]
    fn rounded_numbers_are_marked_as_rounded() {
        for (text, value) in [
            ("1.2K", 1200),
            ("3M", 3_000_000),
            ("1,2k", 1200),
            ("1.25 M", 1_250_000),
            ("2,3 mil", 2300),
            ("1.2万", 12_000),
            ("3 mln", 3_000_000),
            ("1,5\u{a0}Mio.", 1_500_000),
            ("12 тыс.", 12_000),
            ("10K+", 10_000),
            ("3億", 300_000_000),
            ("12 lakh", 1_200_000),
            ("1,2 Tsd.", 1200),
        ] {
            assert_eq!(parse_count(text), Some(Count { value, rounded: true }), "{text}");
        }
    }

    #[test]
    fn unknown_is_never_zero() {
        for text in [
            "",
            "-1",
            "N/A",
            "None",
            "--",
            "invalid",
            "1,23",
            "1.2.3",
            "12.5",
            "K",
            "0,123",
            "1,2,3",
            "12,34",
            "1,23,45",
            "1.2.3K",
            "1234.000",
            "12 apples",
            "3 mil 5",
            "9007199254740992",
        ] {
            assert_eq!(parse_count(text), None, "{text}");
        }
    }
}
