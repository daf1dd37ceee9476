//! The fields of one object of a line, taken by name and type.

use super::error::{LineError, LineErrorCode};
use crate::json::{Members, Object, Value, excerpt, position_from};
use crate::nearest::nearest;
use crate::numbers::MAX_COUNT;
use crate::time::{TimeError, Timestamp};
use core::fmt;

/// A closed set of names, and the function that parses them.
pub(crate) type Names<T> = (&'static [&'static str], fn(&str) -> Option<T>);

/// The object of a line that fields belong to. Displays as the beginning of a field's path.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Line,
    Author,
    Media(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line => Ok(()),
            Self::Author => formatter.write_str("author."),
            Self::Media(index) => write!(formatter, "media[{index}]."),
        }
    }
}

/// The fields of one object. All are known, and none is repeated. Null is the same as absent.
pub(crate) struct Fields<'a> {
    place: Place,
    object: Object<'a>,
}

impl<'a> Fields<'a> {
    /// Checks that every key of an object is one of `known`, of which there are fewer than 32, and that none is repeated.
    pub(crate) fn new(place: Place, members: Members<'a>, known: &[&str]) -> Result<Self, LineError> {
        let (mut seen, mut next) = (0_u32, 0);
        for (key, _) in &members {
            let index = position_from(known, next, |known| known == key);
            let index = index.ok_or_else(|| unknown_key(place, key, known))?;
            let bit = 1 << index;
            next = index + 1;
            if seen & bit != 0 {
                let message = format!("{place}{key}: expected once, got it twice");
                return Err(LineError::new(LineErrorCode::DuplicateKey, message));
            }
            seen |= bit;
        }
        Ok(Self { place, object: members.into() })
    }

    /// Takes the value of a key, and leaves null in its place.
    pub(crate) fn take(&mut self, key: &str) -> Value<'a> {
        self.object.take(key)
    }

    /// Takes a text of at most `most` bytes.
    pub(crate) fn text(&mut self, key: &str, most: usize) -> Result<Option<String>, LineError> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::Text(text) if text.len() <= most => Ok(Some(text.into_owned())),
            Value::Text(text) => {
                let message =
                    format!("{}{key}: expected at most {most} bytes, got {}", self.place, text.len());
                Err(LineError::new(LineErrorCode::TooLong, message))
            }
            other => Err(self.wrong_type(key, "text", &other)),
        }
    }

    /// Takes a text that must be there and not be empty.
    pub(crate) fn required(
        &mut self,
        key: &str,
        most: usize,
        missing: LineErrorCode,
    ) -> Result<String, LineError> {
        match self.text(key, most)? {
            Some(text) if !text.is_empty() => Ok(text),
            text => {
                let came = if text.is_some() { "an empty one" } else { "none" };
                Err(LineError::new(missing, format!("{}{key}: expected a text, got {came}", self.place)))
            }
        }
    }

    /// Takes an integer from 0 to 2^53-1. `1.0` and `1e3` are refused, because they come from tools that round.
    pub(crate) fn count(&mut self, key: &str) -> Result<Option<u64>, LineError> {
        let value = self.take(key);
        match value {
            Value::Null => Ok(None),
            Value::Whole(count) if count <= MAX_COUNT => Ok(Some(count)),
            Value::Whole(_) | Value::Number(_) => Err(self.error(
                LineErrorCode::CountOutOfRange,
                key,
                "an integer from 0 to 9007199254740991",
                &value,
            )),
            other => Err(self.wrong_type(key, "an integer", &other)),
        }
    }

    /// Takes `true` or `false`.
    pub(crate) fn flag(&mut self, key: &str) -> Result<Option<bool>, LineError> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::Bool(flag) => Ok(Some(flag)),
            other => Err(self.wrong_type(key, "true or false", &other)),
        }
    }

    /// Takes an RFC 3339 instant in the supported years.
    pub(crate) fn time(&mut self, key: &str) -> Result<Option<Timestamp>, LineError> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::Text(text) => self.parse_instant(key, &text).map(Some),
            other => Err(self.wrong_type(key, "an RFC 3339 time as text", &other)),
        }
    }

    /// Parses the value of a key as an instant.
    pub(crate) fn parse_instant(&self, key: &str, text: &str) -> Result<Timestamp, LineError> {
        Timestamp::parse(text).map_err(|error| {
            let code = match error {
                TimeError::Unreadable(_) => LineErrorCode::InvalidDate,
                TimeError::OutOfRange => LineErrorCode::DateOutOfRange,
            };
            LineError::new(code, format!("{}{key}: {error}, got {}", self.place, excerpt(text)))
        })
    }

    /// Takes one of a closed set of names.
    pub(crate) fn choice<T>(
        &mut self,
        key: &str,
        (names, from_name): Names<T>,
        unsupported: LineErrorCode,
    ) -> Result<Option<T>, LineError> {
        let value = self.take(key);
        match &value {
            Value::Null => Ok(None),
            Value::Text(name) => match from_name(name) {
                Some(choice) => Ok(Some(choice)),
                None => Err(self.error(unsupported, key, &expected_names(names), &value)),
            },
            other => Err(self.wrong_type(key, &expected_names(names), other)),
        }
    }

    /// Takes a list of at most `most` entries, each parsed together with its index.
    pub(crate) fn list<T>(
        &mut self,
        key: &str,
        most: usize,
        mut parse: impl FnMut(usize, Value<'a>) -> Result<T, LineError>,
    ) -> Result<Option<Vec<T>>, LineError> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::List(list) if list.len() <= most => {
                let entries = list.into_iter().enumerate().map(|(index, value)| parse(index, value));
                entries.collect::<Result<_, _>>().map(Some)
            }
            Value::List(list) => {
                let message =
                    format!("{}{key}: expected at most {most} entries, got {}", self.place, list.len());
                Err(LineError::new(LineErrorCode::TooMany, message))
            }
            other => Err(self.wrong_type(key, "a list", &other)),
        }
    }

    fn wrong_type(&self, key: &str, expected: &str, came: &Value<'_>) -> LineError {
        self.error(LineErrorCode::WrongType, key, expected, came)
    }

    fn error(&self, code: LineErrorCode, key: &str, expected: &str, came: &Value<'_>) -> LineError {
        field_error(code, &format!("{}{key}", self.place), expected, came)
    }
}

/// An error that says what was expected of a field and what came.
pub(crate) fn field_error(code: LineErrorCode, field: &str, expected: &str, came: &Value<'_>) -> LineError {
    LineError::new(code, format!("{field}: expected {expected}, got {}", came.excerpt()))
}

fn expected_names(names: &[&str]) -> String {
    format!("one of {}", names.join(", "))
}

fn unknown_key(place: Place, key: &str, known: &[&str]) -> LineError {
    let meant = nearest(key, known).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
    let object = match place {
        Place::Line => "a post".to_owned(),
        Place::Author => "author".to_owned(),
        Place::Media(index) => format!("media[{index}]"),
    };
    let message = format!("expected a key of {object}, got {}{meant}", excerpt(key));
    LineError::new(LineErrorCode::UnknownKey, message)
}
