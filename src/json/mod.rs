//! JSON as it was written: borrowed, with duplicate keys and exact integers.
//!
//! `serde_json::Value` keeps the last of two equal keys and says nothing, and a strict reader has to.

use core::fmt;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;

/// The keys and values of an object, in order, with those that come twice.
pub type Members<'a> = Vec<(Cow<'a, str>, Value<'a>)>;

/// A JSON value that borrows from its text where nothing was escaped.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value<'a> {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction and exponent, from -2^63 to 2^64 - 1.
    Integer(i128),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Value<'a>>),
    /// An object.
    Object(Members<'a>),
}

/// Where and why a text is not JSON, or not JSON that can be kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at column {column}")]
pub struct JsonError {
    /// What kind of fault it is.
    pub fault: JsonFault,
    /// What the parser met.
    pub message: String,
    /// The character, counted from 1, at which it gave up.
    pub column: usize,
}

/// What kind of fault keeps a text from being JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonFault {
    /// The grammar is broken, a number is past all bounds, or the nesting is deeper than 127.
    Syntax,
    /// `\ud800` to `\udfff` without its other half: no character.
    LoneSurrogate,
    /// A NUL byte outside an escape.
    Nul,
}

/// Reads one JSON value that fills the whole text.
///
/// # Errors
/// When the text is anything else.
pub fn parse(text: &str) -> Result<Value<'_>, JsonError> {
    serde_json::from_str(text).map_err(|error| explain(text, &error))
}

/// Longest excerpt of a value in a message, in characters.
const EXCERPT: usize = 60;

impl Value<'_> {
    /// The value for a message: as JSON, cut to 60 characters; lists and objects by their kind only.
    pub fn excerpt(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(flag) => flag.to_string(),
            Self::Integer(number) => number.to_string(),
            // serde_json's way of writing numbers is here already, the standard library's is not.
            Self::Float(number) => serde_json::to_string(number).unwrap_or_default(),
            Self::Text(text) => excerpt(text),
            Self::List(_) => "a list".into(),
            Self::Object(_) => "an object".into(),
        }
    }

    /// Whether any string or key in it has a NUL.
    pub fn has_nul(&self) -> bool {
        match self {
            Self::Text(text) => text.contains('\0'),
            Self::List(values) => values.iter().any(Self::has_nul),
            Self::Object(members) => members.iter().any(|(key, value)| key.contains('\0') || value.has_nul()),
            _ => false,
        }
    }
}

/// A text for a message: in quotes, escaped, cut to 60 characters.
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{:?}", format!("{}…", text.get(..end).unwrap_or_default())),
        None => format!("{text:?}"),
    }
}

/// Tells a lone surrogate and a NUL, which users meet in real files, from broken grammar.
fn explain(text: &str, error: &serde_json::Error) -> JsonError {
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let offset = line_start + error.column();
    let lone = lone_surrogate(text).filter(|start| *start < offset);
    let (fault, message, offset) = if let Some(start) = lone {
        (JsonFault::LoneSurrogate, "expected the other half of a surrogate pair".into(), start + 1)
    } else if text.as_bytes().get(offset.saturating_sub(1)) == Some(&0) {
        (JsonFault::Nul, "NUL character".into(), offset)
    } else {
        let message = error.to_string();
        let cause = message.split(" at line ").next().unwrap_or_default();
        (JsonFault::Syntax, cause.into(), offset)
    };
    let before = text.char_indices().take_while(|(at, _)| *at < offset).count();
    JsonError { fault, message, column: before.max(1) }
}

/// The place of the first `\u` escape that is half of a pair without its other half.
fn lone_surrogate(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find('\\').map(|at| from + at) {
        from = match (escaped_unit(text, at), escaped_unit(text, at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => at + 12,
            (Some(0xd800..=0xdfff), _) => return Some(at),
            _ => at + 1 + text.get(at + 1..)?.chars().next()?.len_utf8(),
        };
    }
    None
}

/// The UTF-16 unit of an escape such as `\u00e9` at a place.
fn escaped_unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    u32::from_str_radix(digits, 16).ok()
}

impl<'de> Deserialize<'de> for Value<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value<'de>, E> {
        Ok(Value::Integer(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value<'de>, E> {
        Ok(Value::Integer(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value<'de>, E> {
        Ok(Value::Float(number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.into())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value<'de>, A::Error> {
        // An author or a file has seven keys.
        let mut members = Vec::with_capacity(8);
        while let Some(Key(key)) = entries.next_key()? {
            members.push((key, entries.next_value()?));
        }
        Ok(Value::Object(members))
    }
}

/// A key. Serde's own `Cow<str>` always copies.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(KeyVisitor)
    }
}

struct KeyVisitor;

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Key<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Owned(text.into())))
    }
}

#[cfg(test)]
mod tests;
