//! Repairs text whose bytes were each written as a character, such as `Ã©` for `é`. Only Instagram's exports have this
//! damage.

use serde_json::Value;

/// The original of a damaged text. `None` if the text is not damaged.
fn original_text(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let bytes: Option<Vec<u8>> = text.chars().map(|char| u8::try_from(u32::from(char)).ok()).collect();
    String::from_utf8(bytes?).ok()
}

/// A value with all its texts repaired, including keys.
pub(crate) fn repaired(value: &Value) -> Value {
    let text = |text: &String| original_text(text).unwrap_or_else(|| text.clone());
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
    fn damaged_text_is_repaired() {
        let damaged = json!({"Gef\u{c3}\u{a4}llt mir": ["Fluss \u{f0}\u{9f}\u{8c}\u{8a}", 7]});
        assert_eq!(repaired(&damaged), json!({"Gefällt mir": ["Fluss 🌊", 7]}));
    }

    #[test]
    fn intact_text_is_not_changed() {
        for right in ["é", "Fluss 🌊", "plain", "caf\u{e9} \u{c3}", "", "日本 \u{c3}\u{a9}"] {
            assert_eq!(repaired(&json!(right)), json!(right));
        }
    }
}
