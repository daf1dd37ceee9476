//! Counts as tools write them.

/// A count, and whether it is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The number, or the nearest that is known.
    pub value: u64,
    /// Whether the source gave it rounded, as in `1.2K`.
    pub rounded: bool,
}

/// Reads a count from text: digits, in groups of three (`1,234`, `1.234`, `1 234`), with a fraction of zero
/// (`12.0`), or rounded to thousands, millions or billions (`1.2K`, `3M`). `None` is unknown: empty, negative, or no
/// number, such as `N/A`. Never a made-up zero.
pub fn read(text: &str) -> Option<Count> {
    let text = text.trim();
    if let Some(value) = digits(text).or_else(|| grouped(text)).or_else(|| whole(text)) {
        return kept(value, false);
    }
    let unit = text.chars().next_back()?;
    let scale = match unit.to_ascii_uppercase() {
        'K' => 1_000,
        'M' => 1_000_000,
        'B' => 1_000_000_000,
        _ => return None,
    };
    kept(scaled(text.strip_suffix(unit)?.trim_end(), scale)?, true)
}

fn kept(value: u64, rounded: bool) -> Option<Count> {
    (value <= crate::numbers::MAX_COUNT).then_some(Count { value, rounded })
}

fn digits(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Digits in groups of exactly three after the first, all with the same separator.
fn grouped(text: &str) -> Option<u64> {
    let separator = text.chars().find(|char| !char.is_ascii_digit())?;
    if !matches!(separator, ',' | '.' | ' ' | '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}') {
        return None;
    }
    let mut groups = text.split(separator);
    let first = groups.next()?;
    if !(1..=3).contains(&first.len()) || first.starts_with('0') || !groups.all(|group| group.len() == 3) {
        return None;
    }
    digits(&text.replace(separator, ""))
}

/// A number with a fraction of zero, as tables with gaps are written.
fn whole(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.')?;
    fraction.bytes().all(|byte| byte == b'0').then(|| digits(whole))?
}

/// A number with at most nine decimals, times a scale, in whole numbers.
fn scaled(text: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let power = 10_u64.checked_pow(u32::try_from(fraction.len()).ok().filter(|length| *length <= 9)?)?;
    let part = digits(fraction)?.checked_mul(scale)? / power;
    digits(whole)?.checked_mul(scale)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_are_read_in_every_spelling() {
        for (text, value) in [
            ("0", 0),
            (" 966 ", 966),
            ("1,234", 1234),
            ("1.234", 1234),
            ("1\u{a0}234\u{a0}567", 1_234_567),
            ("12.0", 12),
            ("12.00000", 12),
        ] {
            assert_eq!(read(text), Some(Count { value, rounded: false }), "{text}");
        }
    }

    #[test]
    fn rounded_numbers_say_so() {
        for (text, value) in [("1.2K", 1200), ("3M", 3_000_000), ("1,2k", 1200), ("1.25 M", 1_250_000)] {
            assert_eq!(read(text), Some(Count { value, rounded: true }), "{text}");
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
            "9007199254740992",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
