//! Reads values from JSON of uncertain structure.

use super::ids;
use super::number::{self, Count};
use super::{nothing, python};
use serde_json::Value;

/// The value at a path of keys joined by `.`, or null.
pub fn dig<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.').try_fold(value, |value, key| value.get(key)).unwrap_or(&Value::Null)
}

/// The elements of an array. Empty for any other value.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A text that is not empty or blank.
pub fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// A boolean, or a number or word that stands for one in tables.
pub fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// A value that a table has as the text of its JSON, or as Python prints it. Other values are unchanged.
pub fn parsed(value: &Value) -> Value {
    let text = value.as_str().filter(|text| text.starts_with(['[', '{']));
    text.and_then(|text| serde_json::from_str(text).ok().or_else(|| python::parse(text)))
        .unwrap_or_else(|| value.clone())
}

/// The entries of a list that a table has in one cell, separated by a character.
pub fn split(value: &Value, separator: char) -> Vec<Option<String>> {
    let text = value.as_str().unwrap_or_default();
    text.split(separator)
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
        .map(|entry| Some(entry.to_owned()))
        .collect()
}

/// The first value at one of several paths that is not null, or null.
pub fn first<'a>(value: &'a Value, paths: &[&str]) -> &'a Value {
    paths.iter().map(|path| dig(value, path)).find(|found| !found.is_null()).unwrap_or(&Value::Null)
}

/// The first value at one of several paths that is neither null nor blank, or null.
pub fn first_filled<'a>(value: &'a Value, paths: &[&str]) -> &'a Value {
    let is_filled =
        |found: &&Value| !found.is_null() && found.as_str().is_none_or(|text| !text.trim().is_empty());
    paths.iter().map(|path| dig(value, path)).find(is_filled).unwrap_or(&Value::Null)
}

/// The first text at one of several paths that is not blank.
pub fn first_text(value: &Value, paths: &[&str]) -> Option<String> {
    paths.iter().find_map(|path| text(dig(value, path)))
}

/// An id as text, without the marks of spreadsheets. A rounded number such as `1.94E+18` is not an id, see
/// [`super::ids::damage`].
pub fn id(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => ids::whole(text).map(str::to_owned),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    }
}

/// Whether a value is the rest of an id that was destroyed.
pub fn is_lost_id(value: &Value) -> bool {
    let is_lost =
        |text: &str| !text.trim().is_empty() && !ids::is_nothing(text) && ids::damage(text).is_some();
    match value {
        Value::String(text) => is_lost(text),
        Value::Number(number) => number.is_f64() && number.as_f64().is_some_and(|number| number > 1e15),
        _ => false,
    }
}

/// A count, from a number or a text. `None` if it is negative, empty or absent.
pub fn count(value: &Value) -> Option<Count> {
    match value {
        // In a number, a point does not separate thousands.
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => {
            number::parse_count(&number.to_string())
        }
        Value::String(text) => number::parse_count(text),
        _ => None,
    }
}

/// Of the values at several paths, the first count that is not zero, because zero often means unknown. Otherwise the first zero,
/// or the first value that is not null.
pub fn best_count<'a>(value: &'a Value, paths: &[&str]) -> &'a Value {
    best_count_of(&paths.iter().map(|path| dig(value, path)).collect::<Vec<_>>())
}

/// The same for a list of values.
pub fn best_count_of<'a>(values: &[&'a Value]) -> &'a Value {
    let of = |zero: bool| {
        let fits = |value: &&&Value| count(value).is_some_and(|count| (count.value == 0) == zero);
        values.iter().find(fits).copied()
    };
    of(false)
        .or_else(|| of(true))
        .or_else(|| values.iter().find(|value| !value.is_null()).copied())
        .unwrap_or(&Value::Null)
}

/// A count whose rounding does not matter, such as a width. Zero is unknown.
pub fn size(value: &Value) -> Option<u64> {
    count(value).map(|count| count.value).filter(|size| *size > 0)
}

/// A duration in milliseconds, from seconds that may have a fraction. Zero is unknown.
pub fn millis(seconds: &Value) -> Option<u64> {
    let seconds = seconds.as_f64().or_else(|| seconds.as_str()?.trim().parse().ok())?;
    // No media file of a post is longer than a day.
    (seconds > 0.0 && seconds <= 86_400.0).then(|| (seconds * 1000.0).round())?.to_string().parse().ok()
}

/// Names without `#` or `@`. Invalid names are left out. Names that differ only in case count once, in their first spelling.
pub fn names(found: impl IntoIterator<Item = Option<String>>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for name in found.into_iter().flatten() {
        let name = name.trim().trim_start_matches(['#', '＃', '@']);
        let fits = (1..=100).contains(&name.chars().count()) && !name.contains(char::is_whitespace);
        if fits && names.len() < 100 && seen.insert(name.to_lowercase()) {
            names.push(name.to_owned());
        }
    }
    names
}

/// An address, if it is short enough to be stored.
pub fn address(value: &Value) -> Option<String> {
    text(value).filter(|url| url.len() <= 2048 && !nothing::is_nothing(url))
}

/// A text, if it is short enough for a name or a description.
pub fn short_text(value: &Value) -> Option<String> {
    text(value).filter(|text| text.len() <= 2048 && !nothing::is_nothing(text))
}

/// A text with LF instead of CR LF.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ids_stay_text_and_damaged_ones_are_none() {
        assert_eq!(id(&json!("1711652255336743414")), Some("1711652255336743414".into()));
        assert_eq!(id(&json!(1_711_652_255_336_743_414_u64)), Some("1711652255336743414".into()));
        for damaged in [json!("1.94E+18"), json!("194E18"), json!(1.94e18), json!(""), json!(null), json!(-1)]
        {
            assert_eq!(id(&damaged), None, "{damaged}");
        }
        assert_eq!(id(&json!("W7_E1.2.3e4")), Some("W7_E1.2.3e4".into()));
    }

    #[test]
    fn the_rest_of_a_destroyed_id_is_detected() {
        for (value, lost) in [
            (json!("1.8E+18"), true),
            (json!(1.8e18), true),
            (json!("1800000000000000001.0"), true),
            (json!("1800000000000000001"), false),
            (json!("nan"), false),
            (json!(""), false),
            (json!(null), false),
        ] {
            assert_eq!(is_lost_id(&value), lost, "{value}");
        }
    }

    #[test]
    fn counts_come_from_numbers_and_texts() {
        let value = |json| count(&json).map(|count| count.value);
        assert_eq!(value(json!("832000")), Some(832_000));
        assert_eq!(value(json!(12.0)), Some(12));
        for unknown in [json!(-1), json!(null), json!(""), json!("N/A"), json!(1.5), json!(1.234), json!({})]
        {
            assert_eq!(value(unknown.clone()), None, "{unknown}");
        }
    }

    #[test]
    fn a_count_wins_over_zero() {
        let value = json!({"a": 0, "b": "12", "c": null, "d": "N/A"});
        assert_eq!(best_count(&value, &["c", "a", "b"]), &json!("12"));
        assert_eq!(
            (best_count(&value, &["d", "a"]), best_count(&value, &["c", "d"])),
            (&json!(0), &json!("N/A"))
        );
        assert_eq!(best_count(&value, &["none"]), &json!(null));
    }

    #[test]
    fn placeholders_of_scripts_are_neither_addresses_nor_names() {
        for nothing in [json!("nan"), json!("None"), json!("<NA>"), json!("")] {
            assert_eq!((address(&nothing), short_text(&nothing)), (None, None), "{nothing}");
        }
        assert_eq!(short_text(&json!("Nan")).as_deref(), Some("Nan"));
    }

    #[test]
    fn seconds_with_a_fraction_are_milliseconds() {
        let found = [json!(10.91), json!("21.4"), json!(7), json!(0), json!(-1), json!("x"), json!(1e300)];
        assert_eq!(
            found.map(|seconds| millis(&seconds)),
            [Some(10_910), Some(21_400), Some(7000), None, None, None, None]
        );
    }

    #[test]
    fn names_are_kept_once_in_their_first_spelling() {
        let found =
            ["#Reef", "", "reef", "Ünal", "ünal", "two words", "@x"].map(|name| Some(name.to_owned()));
        assert_eq!(names(found), ["Reef", "Ünal", "x"]);
    }
}
