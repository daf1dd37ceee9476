//! Parses the JSON in the head of a file, even if it ends in the middle of a value.

use serde_json::{Map, Value};

/// The deepest nesting that is parsed.
const DEEPEST: u32 = 48;
/// The most values of a list or text that are parsed. The first entries identify a file, but hundreds of them may be a
/// scraper's reports of what it did not find.
const ENTRIES: usize = 4096;

/// The values at the start of a text, one after another. The last one may be incomplete.
pub fn values(text: &str) -> Vec<Value> {
    let mut parser = OutlineParser { rest: text };
    let mut values = Vec::new();
    while values.len() < ENTRIES {
        parser.skip(&[',', ';', '\u{feff}']);
        let before = parser.rest.len();
        values.extend(parser.value(0));
        if parser.rest.len() == before {
            break;
        }
    }
    values
}

/// The first value of a text.
pub fn value(text: &str) -> Option<Value> {
    let mut parser = OutlineParser { rest: text };
    parser.skip(&['\u{feff}']);
    parser.value(0)
}

struct OutlineParser<'a> {
    rest: &'a str,
}

impl OutlineParser<'_> {
    fn skip(&mut self, also: &[char]) {
        self.rest = self.rest.trim_start_matches(|char: char| char.is_whitespace() || also.contains(&char));
    }

    fn take(&mut self, char: char) -> bool {
        let rest = self.rest.strip_prefix(char);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        self.skip(&[]);
        match self.rest.chars().next()? {
            _ if depth > DEEPEST => {
                self.rest = "";
                None
            }
            '{' => Some(Value::Object(self.object(depth))),
            '[' => Some(Value::Array(self.list(depth))),
            '"' => Some(Value::String(self.text())),
            _ => self.bare(),
        }
    }

    fn object(&mut self, depth: u32) -> Map<String, Value> {
        let mut map = Map::new();
        self.take('{');
        loop {
            self.skip(&[',']);
            if self.rest.is_empty() || self.take('}') {
                return map;
            }
            if !self.rest.starts_with('"') {
                self.rest = "";
                return map;
            }
            let key = self.text();
            self.skip(&[':']);
            let value = self.value(depth + 1);
            map.insert(key, value.unwrap_or(Value::Null));
        }
    }

    fn list(&mut self, depth: u32) -> Vec<Value> {
        let mut list = Vec::new();
        self.take('[');
        loop {
            self.skip(&[',']);
            if self.rest.is_empty() || self.take(']') {
                return list;
            }
            let before = self.rest.len();
            if let Some(value) = self.value(depth + 1).filter(|_| list.len() < ENTRIES) {
                list.push(value);
            }
            if self.rest.len() == before {
                self.rest = "";
            }
        }
    }

    fn text(&mut self) -> String {
        self.take('"');
        let mut escaped = false;
        let end = self.rest.find(|char| {
            let ends = char == '"' && !escaped;
            escaped = char == '\\' && !escaped;
            ends
        });
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.strip_prefix('"').unwrap_or(rest);
        let quoted = format!("\"{}\"", crate::formats::repair::repair(text).0);
        serde_json::from_str(&quoted).unwrap_or_else(|_| text.to_owned())
    }

    /// A number, `true`, `false` or `null`. Anything else, such as `NaN`, becomes null.
    fn bare(&mut self) -> Option<Value> {
        let end = self.rest.find(|char: char| {
            matches!(char, ',' | ':' | '{' | '}' | '[' | ']' | '"') || char.is_whitespace()
        });
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let value = serde_json::from_str(text).unwrap_or(Value::Null);
        let some = !text.is_empty();
        self.rest = rest;
        some.then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_that_is_cut_off_is_kept_as_far_as_it_goes() {
        assert_eq!(values(r#"{"a":{"b":[1,{"c":"te"#), [json!({"a": {"b": [1, {"c": "te"}]}})]);
        assert_eq!(values(r#"[{"a":1},{"b""#), [json!([{"a": 1}, {"b": null}])]);
        assert_eq!(values("{\"a\":tru"), [json!({"a": null})]);
    }

    #[test]
    fn values_may_follow_one_another_and_mistakes_are_tolerated() {
        assert_eq!(values("{\"a\":1}{\"b\":NaN,}\n[2,]"), [json!({"a": 1}), json!({"b": null}), json!([2])]);
        assert_eq!(values("\u{feff}{}"), [json!({})]);
        assert_eq!(values(r#"{"a\"b":"\ud83d"}"#), [json!({"a\"b": "\u{fffd}"})]);
        assert!(values("").is_empty());
    }

    proptest::proptest! {
        #[test]
        fn complete_documents_are_parsed_as_by_serde_json(text in r#"[\[\]{}:,"a1 \\é]{0,48}"#) {
            if let Ok(parsed) = serde_json::from_str::<Value>(&text) {
                proptest::prop_assert_eq!(value(&text), Some(parsed));
            }
            let _ = values(&text);
        }

        #[test]
        fn no_text_makes_parsing_hang_or_panic(text in r#"(\[|\{"a":|\}|"|\\|x){0,400}"#) {
            let _ = values(&text);
        }
    }
}
