//! Parses values as Python prints them, which some tables have in a cell: `{'name': 'reef', 'private': True}`.

use serde_json::Value;

/// Parses a list or object in Python's notation.
pub fn parse(text: &str) -> Option<Value> {
    let text = text.trim();
    let is_one = ["{'", "['", "[{'"].iter().any(|start| text.starts_with(start));
    is_one.then(|| to_json(text))?.and_then(|json| serde_json::from_str(&json).ok())
}

/// Converts a text in Python's notation to JSON. It is not checked, so the result may be invalid.
fn to_json(text: &str) -> Option<String> {
    let (mut json, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(char) = rest.chars().next() {
        if matches!(char, '\'' | '"') {
            rest = quoted(rest.get(1..)?, char, &mut json)?;
            continue;
        }
        let end = rest.find(|char: char| !char.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(end.max(char.len_utf8()))?;
        json.push_str(match word {
            "True" => "true",
            "False" => "false",
            "None" | "nan" => "null",
            other => other,
        });
        rest = after;
    }
    Some(json)
}

/// Converts a string after its first quote to JSON. Returns the text after it.
fn quoted<'a>(text: &'a str, quote: char, json: &mut String) -> Option<&'a str> {
    json.push('"');
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            _ if char == quote => {
                json.push('"');
                return text.get(at + 1..);
            }
            '"' => json.push_str("\\\""),
            '\\' => match chars.next()?.1 {
                '\'' => json.push('\''),
                'x' => json.push_str("\\u00"),
                escaped @ ('n' | 't' | 'r' | 'u' | '"' | '\\') => json.extend(['\\', escaped]),
                _ => return None,
            },
            other => json.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_and_objects_of_python_are_parsed() {
        for (text, expected) in [
            ("{'pk': '9', 'username': 'kelp.kitchen'}", json!({"pk": "9", "username": "kelp.kitchen"})),
            (
                "{'a': True, 'b': [None, 1.5], 'c': {'d': False}}",
                json!({"a": true, "b": [null, 1.5], "c": {"d": false}}),
            ),
            (
                r#"{'a': "it's", 'b': 'say "x"', 'c': 'it\'s\n\xe9\\'}"#,
                json!({"a": "it's", "b": "say \"x\"", "c": "it's\né\\"}),
            ),
            ("['Reef', 'tide']", json!(["Reef", "tide"])),
            ("[{'name': 'True'}]", json!([{"name": "True"}])),
        ] {
            assert_eq!(parse(text), Some(expected), "{text}");
        }
        for text in
            ["", "{}", "{'a': datetime(2024, 1, 1)}", "{'a': 'b", "{'a'} and more", "{\"a\": 1}", "{'é"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
