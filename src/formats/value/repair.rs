//! Repairs JSON text before it is parsed.
//!
//! Tools that cut texts carelessly leave halves of surrogate pairs (`"\ud83d"`), which strict parsers refuse. Some texts contain
//! NUL, which ends a text early in SQLite's tools. Both are repaired in the raw text, so that one bad character does not cost the
//! post.

use core::ops::{Add, AddAssign};
use std::borrow::Cow;

/// How much was repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repairs {
    /// NUL characters that were dropped.
    pub nuls: u64,
    /// Lone surrogates that became U+FFFD.
    pub surrogates: u64,
    /// Commas before a closing bracket that were dropped, and `NaN` and `Infinity` that became null.
    pub slips: u64,
}

impl AddAssign for Repairs {
    fn add_assign(&mut self, other: Self) {
        self.nuls += other.nuls;
        self.surrogates += other.surrogates;
        self.slips += other.slips;
    }
}

impl Add for Repairs {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

/// What a text has at a backslash or NUL. The numbers are lengths in bytes.
enum Found {
    Good(usize),
    Nul(usize),
    LoneSurrogate,
}

/// Drops NUL, escaped or not, and replaces escaped lone surrogates in JSON text.
pub fn repair(raw: &str) -> (Cow<'_, str>, Repairs) {
    let mut repairs = Repairs::default();
    if !raw.contains("\\u") && !raw.contains('\0') {
        return (Cow::Borrowed(raw), repairs);
    }
    let (mut out, mut copied, mut from) = (String::new(), 0, 0);
    while let Some(step) = raw.get(from..).and_then(|rest| rest.find(['\\', '\0'])) {
        let at = from + step;
        let (length, instead) = match classify(raw.as_bytes().get(at..).unwrap_or_default()) {
            Found::Good(length) => {
                from = at + length;
                continue;
            }
            Found::Nul(length) => {
                repairs.nuls += 1;
                (length, "")
            }
            Found::LoneSurrogate => {
                repairs.surrogates += 1;
                (6, "\\ufffd")
            }
        };
        out.push_str(raw.get(copied..at).unwrap_or_default());
        out.push_str(instead);
        from = at + length;
        copied = from;
    }
    if repairs == Repairs::default() {
        return (Cow::Borrowed(raw), repairs);
    }
    out.push_str(raw.get(copied..).unwrap_or_default());
    (Cow::Owned(out), repairs)
}

fn classify(text: &[u8]) -> Found {
    match text {
        [0, ..] => Found::Nul(1),
        [b'\\', b'u', ..] => match utf16_unit(text) {
            Some(0) => Found::Nul(6),
            Some(0xD800..=0xDBFF) => match text.get(6..).and_then(utf16_unit) {
                Some(0xDC00..=0xDFFF) => Found::Good(12),
                _ => Found::LoneSurrogate,
            },
            Some(0xDC00..=0xDFFF) => Found::LoneSurrogate,
            _ => Found::Good(2),
        },
        // A backslash and the character after it. If that has several bytes, only the backslash is skipped, because the position
        // must be between characters. None of those bytes is a backslash or NUL.
        [b'\\', next, ..] if next.is_ascii() => Found::Good(2),
        _ => Found::Good(1),
    }
}

/// The UTF-16 unit of an escape such as `\u00e9` at the start of a text.
fn utf16_unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u16::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()
}

/// Repairs JSON that does not parse: drops commas before closing brackets, and replaces `NaN` and `Infinity`, which tools in
/// Python write, by null.
pub fn repair_syntax(text: &str) -> (Cow<'_, str>, Repairs) {
    let mut repairs = Repairs::default();
    let (mut out, mut copied, mut at) = (String::new(), 0, 0);
    let mut quoted = false;
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        let mistake = if quoted { None } else { json_mistake(bytes.get(at..).unwrap_or_default()) };
        if let Some((length, instead)) = mistake {
            out.push_str(text.get(copied..at).unwrap_or_default());
            out.push_str(instead);
            repairs.slips += 1;
            at += length;
            copied = at;
            continue;
        }
        match byte {
            b'"' => quoted = !quoted,
            b'\\' if quoted => at += 1,
            _ => {}
        }
        at += 1;
    }
    if repairs.slips == 0 {
        return (Cow::Borrowed(text), repairs);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    (Cow::Owned(out), repairs)
}

/// A known mistake in JSON at the start of a text outside quotes: its length and its replacement.
fn json_mistake(text: &[u8]) -> Option<(usize, &'static str)> {
    if let Some(rest) = text.strip_prefix(b",") {
        let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        return matches!(next, Some(b'}' | b']')).then_some((1, ""));
    }
    [&b"NaN"[..], b"-Infinity", b"Infinity"]
        .into_iter()
        .find(|name| text.starts_with(name))
        .map(|name| (name.len(), "null"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(raw: &str) -> (String, u64, u64) {
        let (text, repairs) = repair(raw);
        (text.into_owned(), repairs.nuls, repairs.surrogates)
    }

    #[test]
    fn good_text_is_unchanged() {
        for raw in [r#"{"a":"é\u00e9\n"}"#, r#""\ud83d\ude00""#, r#""\\u0000 \\ud83d""#, r#""\"""#, "", "\\"]
        {
            let (text, repairs) = repair(raw);
            assert!(matches!(text, Cow::Borrowed(_)), "{raw}");
            assert_eq!(repairs, Repairs::default(), "{raw}");
        }
    }

    #[test]
    fn nul_is_dropped_and_counted() {
        assert_eq!(repaired(r#""a\u0000b\u0000""#), (r#""ab""#.into(), 2, 0));
        assert_eq!(repaired("\"a\0b\""), (r#""ab""#.into(), 1, 0));
        assert_eq!(repaired(r#""\\\u0000""#), (r#""\\""#.into(), 1, 0));
    }

    #[test]
    fn lone_surrogates_are_replaced_and_counted() {
        assert_eq!(repaired(r#""a\ud83d""#), (r#""a\ufffd""#.into(), 0, 1));
        assert_eq!(repaired(r#""\uDE00b""#), (r#""\ufffdb""#.into(), 0, 1));
        assert_eq!(repaired(r#""\ud83d\ud83d\ude00""#), (r#""\ufffd\ud83d\ude00""#.into(), 0, 1));
        assert_eq!(repaired(r#""\ud83d\n\ude00""#), (r#""\ufffd\n\ufffd""#.into(), 0, 2));
        assert_eq!(repaired(r#""\ud83dé""#), (r#""\ufffdé""#.into(), 0, 1));
    }

    #[test]
    fn repaired_text_parses() {
        for raw in [r#""\ud83d\u0000\ude00""#, r#""\ude00\ud83d""#, r#""\\\ud83d\\u""#] {
            let (text, _) = repair(raw);
            assert!(serde_json::from_str::<String>(&text).is_ok(), "{raw} became {text}");
        }
    }

    #[test]
    fn mistakes_outside_strings_are_repaired() {
        let (text, repairs) = repair_syntax(r#"{"a": [1, NaN, -Infinity, ], "b": "NaN,]\",}", }"#);
        assert_eq!(text, r#"{"a": [1, null, null ], "b": "NaN,]\",}" }"#);
        assert_eq!(repairs.slips, 4);
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        assert!(matches!(repair_syntax(r#"{"a": [1], "é": 2}"#), (Cow::Borrowed(_), _)));
    }
}
