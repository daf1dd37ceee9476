//! The arguments of a tool, as the pairs of names and values that the API's own parsers take.

use super::parameter::{Parameter, ParameterKind};
use crate::http::cursor::Cursor;
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::json::{Members, Value};

/// Arguments: pairs of a name and a value, and the errors of those whose types are wrong.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pairs: Vec<(String, String)>,
    /// The errors.
    pub(super) errors: Vec<ValidationError>,
}

impl Arguments {
    /// Reads arguments of these parameters. Others are passed on to the parser, which knows how to refuse them.
    pub(super) fn read(parameters: &[Parameter], members: &Members<'_>) -> Self {
        let mut arguments = Self::default();
        for (name, value) in members {
            match parameters.iter().find(|parameter| parameter.name == name) {
                Some(parameter) => arguments.add(parameter, value),
                None => arguments.pairs.push((name.to_string(), unknown_text(value))),
            }
        }
        if !arguments.errors.is_empty() {
            // A cursor can't be compared with a query of which a part is missing.
            arguments.pairs.retain(|(name, value)| name != "cursor" || Cursor::decode(value).is_none());
        }
        arguments
    }

    /// The names and values.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn add(&mut self, parameter: &Parameter, value: &Value<'_>) {
        let name = parameter.name;
        match (parameter.kind, value) {
            (ParameterKind::List(..), Value::List(items)) => self.add_list(name, items),
            (ParameterKind::List(..), other) => self.refuse(name, "a list of texts", other),
            (ParameterKind::Text(..), Value::Text(text)) => {
                self.pairs.push((name.to_owned(), text.to_string()));
            }
            (ParameterKind::Text(..), other) => self.refuse(name, "a text", other),
            (ParameterKind::Number(minimum, maximum, _), other) => match whole_number(other) {
                Some(number) => self.pairs.push((name.to_owned(), number)),
                None => self.refuse_number(name, minimum, maximum, other),
            },
        }
    }

    fn add_list(&mut self, name: &str, items: &[Value<'_>]) {
        let before = self.errors.len();
        let mut texts = Vec::new();
        for item in items {
            match item {
                Value::Text(text) if text.is_empty() => {
                    self.error(name, "expected texts, and an empty one came".to_owned());
                }
                Value::Text(text) if name == "ids" && text.contains("://") => {
                    texts.push(text.replace(',', "%2C"));
                }
                Value::Text(text) if text.contains(',') => {
                    self.error(
                        name,
                        format!(
                            "expected texts without commas, each an item of its own, and {} came",
                            quoted(text)
                        ),
                    );
                }
                Value::Text(text) => texts.push(text.to_string()),
                other => self.refuse(name, "a list of texts", other),
            }
        }
        // What is wrong with the others is said, too.
        if self.errors.len() == before || !texts.is_empty() {
            self.pairs.push((name.to_owned(), texts.join(",")));
        }
    }

    fn refuse(&mut self, name: &str, expected: &str, came: &Value<'_>) {
        let text = if matches!(came, Value::Text(_)) { "the text " } else { "" };
        self.error(name, format!("expected {expected}, and {text}{} came", came.excerpt()));
    }

    fn refuse_number(&mut self, name: &str, minimum: u64, maximum: u64, came: &Value<'_>) {
        self.refuse(name, &format!("a whole number from {minimum} to {maximum}"), came);
        if let Some(error) = self.errors.last_mut() {
            (error.minimum, error.maximum) = (i64::try_from(minimum).ok(), i64::try_from(maximum).ok());
        }
    }

    fn error(&mut self, name: &str, message: String) {
        self.errors
            .push(ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter(name));
    }
}

/// The digits of a whole number. JSON has one kind of numbers, so `20.0` is one, too.
fn whole_number(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Whole(number) => Some(number.to_string()),
        Value::Number(text) => match text.split_once('.') {
            Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => Some(whole.to_owned()),
            Some(_) => None,
            None => text.parse::<i128>().ok().map(|number| number.to_string()),
        },
        _ => None,
    }
}

/// The text of an argument that no parameter has. Only texts matter: one may be a token.
fn unknown_text(value: &Value<'_>) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::parameter;

    fn read(text: &str) -> (Vec<(String, String)>, Vec<String>) {
        let Ok(Value::Object(members)) = crate::json::parse(text) else { panic!("{text}") };
        let mut parameters = parameter::filters();
        parameters.extend([parameter::limit(""), parameter::CURSOR]);
        parameters.push(Parameter::new("ids", ParameterKind::List(100, None), ""));
        let arguments = Arguments::read(&parameters, &members);
        (
            arguments.pairs,
            arguments
                .errors
                .into_iter()
                .map(|error| format!("{}: {}", error.parameter, error.message))
                .collect(),
        )
    }

    fn pairs(text: &str) -> Vec<(String, String)> {
        let (pairs, errors) = read(text);
        assert_eq!(errors, [""; 0], "{text}");
        pairs
    }

    #[test]
    fn values_become_the_texts_of_the_api() {
        for (text, value) in [
            (r#"{"username":["reef","tide"]}"#, "reef,tide"),
            (r#"{"username":[]}"#, ""),
            (r#"{"keyword":"a, b & c"}"#, "a, b & c"),
            (r#"{"limit":20}"#, "20"),
            (r#"{"limit":20.0}"#, "20"),
            (r#"{"limit":-5}"#, "-5"),
            (r#"{"min_likes":36893488147419103232}"#, "36893488147419103232"),
            (r#"{"ids":["x:1","https://x.com/a,b/status/2"]}"#, "x:1,https://x.com/a%2Cb/status/2"),
            (r#"{"unheard":"of"}"#, "of"),
            (r#"{"unheard":[1]}"#, ""),
        ] {
            let pairs = pairs(text);
            assert_eq!((pairs.len(), pairs[0].1.as_str()), (1, value), "{text}");
        }
        assert_eq!(pairs(r#"{"limit":1,"limit":2}"#).len(), 2, "the parser refuses what comes twice");
    }

    #[test]
    fn every_wrong_type_is_named() {
        for (text, errors) in [
            (
                r#"{"username":"reef"}"#,
                &[r#"username: expected a list of texts, and the text "reef" came"#][..],
            ),
            (r#"{"username":null}"#, &["username: expected a list of texts, and null came"]),
            (
                r#"{"username":["reef",5,"","a,b"]}"#,
                &[
                    "username: expected a list of texts, and 5 came",
                    "username: expected texts, and an empty one came",
                    r#"username: expected texts without commas, each an item of its own, and "a,b" came"#,
                ],
            ),
            (r#"{"keyword":["coral"]}"#, &["keyword: expected a text, and a list came"]),
            (
                r#"{"limit":"20"}"#,
                &[r#"limit: expected a whole number from 1 to 100, and the text "20" came"#],
            ),
            (r#"{"limit":20.5}"#, &["limit: expected a whole number from 1 to 100, and 20.5 came"]),
            (r#"{"limit":2e1}"#, &["limit: expected a whole number from 1 to 100, and 2e1 came"]),
            (
                r#"{"limit":true,"keyword":7}"#,
                &[
                    "limit: expected a whole number from 1 to 100, and true came",
                    "keyword: expected a text, and 7 came",
                ],
            ),
        ] {
            assert_eq!(read(text).1, errors, "{text}");
        }
    }

    #[test]
    fn what_is_right_in_a_list_is_still_parsed() {
        let rest = |text| read(text).0.pop().map(|(_, value)| value);
        assert_eq!(rest(r#"{"username":["reef",5,"","a,b","tide"]}"#).as_deref(), Some("reef,tide"));
        assert_eq!(rest(r#"{"username":[5]}"#), None);
    }

    #[test]
    fn a_cursor_is_not_compared_with_half_a_query() {
        let cursor =
            Cursor { query: [7; 8], position: crate::http::cursor::Position::Time { post_id: 5 } }.encode();
        let with = |rest: &str| read(&format!(r#"{{"cursor":"{cursor}"{rest}}}"#)).0;
        assert_eq!((with("").len(), with(r#","limit":"1""#).len()), (1, 0));
        assert_eq!(
            read(r#"{"cursor":"none","limit":"1"}"#).0.len(),
            1,
            "what is no cursor at all is still refused"
        );
    }
}
