//! Text whose bytes were each written as a character: `Ã©` for `é`. Only what Instagram gives an account's owner is
//! damaged so.

use serde_json::Value;

/// A text as it was before each of its bytes became a character; none where it was not damaged.
fn undone(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let bytes: Option<Vec<u8>> = text.chars().map(|char| u8::try_from(u32::from(char)).ok()).collect();
    String::from_utf8(bytes?).ok()
}

/// A value with all its texts repaired, those of keys too.
pub(crate) fn repaired(value: &Value) -> Value {
    let text = |text: &String| undone(text).unwrap_or_else(|| text.clone());
    match value {
        Value::String(found) => Value::String(text(found)),
        Value::Array(list) => list.iter().map(repaired).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (text(key), repaired(value))).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bytes_that_became_characters_are_bytes_again() {
        let damaged = json!({"Gef\u{c3}\u{a4}llt mir": ["Fluss \u{f0}\u{9f}\u{8c}\u{8a}", 7]});
        assert_eq!(repaired(&damaged), json!({"Gefällt mir": ["Fluss 🌊", 7]}));
    }

    #[test]
    fn what_is_right_already_stays() {
        for right in ["é", "Fluss 🌊", "plain", "caf\u{e9} \u{c3}", "", "日本 \u{c3}\u{a9}"] {
            assert_eq!(repaired(&json!(right)), json!(right));
        }
    }
}
