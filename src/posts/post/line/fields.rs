//! The fields of one object of a line, read by name and type.

use super::rejection::{Rejection, RejectionCode};
use crate::json::{Members, Object, Value, excerpt, position_from};
use crate::nearest::nearest;
use crate::numbers::MAX_COUNT;
use crate::time::{TimeError, Timestamp};
use core::fmt;

/// A closed set of names, and what they mean.
pub(crate) type Names<T> = (&'static [&'static str], fn(&str) -> Option<T>);

/// Which object of a line the fields are of. Prints as the beginning of a field's path.
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

/// The fields of one object, all of them known and none twice. Null is the same as absent.
pub(crate) struct Fields<'a> {
    place: Place,
    object: Object<'a>,
}

impl<'a> Fields<'a> {
    /// Takes an object whose keys may be `known` ones only. There are fewer than 32 of them.
    pub(crate) fn new(place: Place, members: Members<'a>, known: &[&str]) -> Result<Self, Rejection> {
        let (mut seen, mut next) = (0_u32, 0);
        for (key, _) in &members {
            let index = position_from(known, next, |known| known == key);
            let index = index.ok_or_else(|| unknown(place, key, known))?;
            let bit = 1 << index;
            next = index + 1;
            if seen & bit != 0 {
                let message = format!("{place}{key}: expected once, got it twice");
                return Err(Rejection::new(RejectionCode::DuplicateKey, message));
            }
            seen |= bit;
        }
        Ok(Self { place, object: members.into() })
    }

    /// The value of a key; afterwards it is null.
    pub(crate) fn take(&mut self, key: &str) -> Value<'a> {
        self.object.take(key)
    }

    /// A text of at most `most` bytes.
    pub(crate) fn text(&mut self, key: &str, most: usize) -> Result<Option<String>, Rejection> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::Text(text) if text.len() <= most => Ok(Some(text.into_owned())),
            Value::Text(text) => {
                let message =
                    format!("{}{key}: expected at most {most} bytes, got {}", self.place, text.len());
                Err(Rejection::new(RejectionCode::TooLong, message))
            }
            other => Err(self.wrong_type(key, "text", &other)),
        }
    }

    /// A text that has to be there and not to be empty.
    pub(crate) fn required(
        &mut self,
        key: &str,
        most: usize,
        missing: RejectionCode,
    ) -> Result<String, Rejection> {
        match self.text(key, most)? {
            Some(text) if !text.is_empty() => Ok(text),
            text => {
                let came = if text.is_some() { "an empty one" } else { "none" };
                Err(Rejection::new(missing, format!("{}{key}: expected a text, got {came}", self.place)))
            }
        }
    }

    /// An integer from 0 to 2^53-1. `1.0` and `1e3` are refused: they come from tools that round.
    pub(crate) fn count(&mut self, key: &str) -> Result<Option<u64>, Rejection> {
        let value = self.take(key);
        match value {
            Value::Null => Ok(None),
            Value::Whole(count) if count <= MAX_COUNT => Ok(Some(count)),
            Value::Whole(_) | Value::Number(_) => Err(self.refuse(
                RejectionCode::CountOutOfRange,
                key,
                "an integer from 0 to 9007199254740991",
                &value,
            )),
            other => Err(self.wrong_type(key, "an integer", &other)),
        }
    }

    /// True or false.
    pub(crate) fn flag(&mut self, key: &str) -> Result<Option<bool>, Rejection> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::Bool(flag) => Ok(Some(flag)),
            other => Err(self.wrong_type(key, "true or false", &other)),
        }
    }

    /// An RFC 3339 instant in the years that are kept.
    pub(crate) fn time(&mut self, key: &str) -> Result<Option<Timestamp>, Rejection> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::Text(text) => self.instant(key, &text).map(Some),
            other => Err(self.wrong_type(key, "an RFC 3339 time as text", &other)),
        }
    }

    /// Reads an instant that is the value of a key.
    pub(crate) fn instant(&self, key: &str, text: &str) -> Result<Timestamp, Rejection> {
        Timestamp::parse(text).map_err(|error| {
            let code = match error {
                TimeError::Unreadable(_) => RejectionCode::InvalidDate,
                TimeError::OutOfRange => RejectionCode::DateOutOfRange,
            };
            Rejection::new(code, format!("{}{key}: {error}, got {}", self.place, excerpt(text)))
        })
    }

    /// One of a closed set of names.
    pub(crate) fn choice<T>(
        &mut self,
        key: &str,
        (names, from_name): Names<T>,
        unsupported: RejectionCode,
    ) -> Result<Option<T>, Rejection> {
        let value = self.take(key);
        match &value {
            Value::Null => Ok(None),
            Value::Text(name) => match from_name(name) {
                Some(choice) => Ok(Some(choice)),
                None => Err(self.refuse(unsupported, key, &one_of(names), &value)),
            },
            other => Err(self.wrong_type(key, &one_of(names), other)),
        }
    }

    /// A list of at most `most` entries, each read with its place in the list.
    pub(crate) fn list<T>(
        &mut self,
        key: &str,
        most: usize,
        mut read: impl FnMut(usize, Value<'a>) -> Result<T, Rejection>,
    ) -> Result<Option<Vec<T>>, Rejection> {
        match self.take(key) {
            Value::Null => Ok(None),
            Value::List(list) if list.len() <= most => {
                let entries = list.into_iter().enumerate().map(|(index, value)| read(index, value));
                entries.collect::<Result<_, _>>().map(Some)
            }
            Value::List(list) => {
                let message =
                    format!("{}{key}: expected at most {most} entries, got {}", self.place, list.len());
                Err(Rejection::new(RejectionCode::TooMany, message))
            }
            other => Err(self.wrong_type(key, "a list", &other)),
        }
    }

    fn wrong_type(&self, key: &str, expected: &str, came: &Value<'_>) -> Rejection {
        self.refuse(RejectionCode::WrongType, key, expected, came)
    }

    fn refuse(&self, code: RejectionCode, key: &str, expected: &str, came: &Value<'_>) -> Rejection {
        refuse(code, &format!("{}{key}", self.place), expected, came)
    }
}

/// A refusal that says what was expected of a field and what came.
pub(crate) fn refuse(code: RejectionCode, field: &str, expected: &str, came: &Value<'_>) -> Rejection {
    Rejection::new(code, format!("{field}: expected {expected}, got {}", came.excerpt()))
}

fn one_of(names: &[&str]) -> String {
    format!("one of {}", names.join(", "))
}

fn unknown(place: Place, key: &str, known: &[&str]) -> Rejection {
    let meant = nearest(key, known).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
    let object = match place {
        Place::Line => "a post".to_owned(),
        Place::Author => "author".to_owned(),
        Place::Media(index) => format!("media[{index}]"),
    };
    let message = format!("expected a key of {object}, got {}{meant}", excerpt(key));
    Rejection::new(RejectionCode::UnknownKey, message)
}
