//! JSON values as they were written: borrowed, with repeated keys and exact numbers.
//!
//! `serde_json` does the parsing. Its own `Value` silently keeps the last of two equal keys, but a strict parser has to refuse
//! them.

mod object;
mod one_pass;
mod parser;

pub use object::{Members, Object, position_from};

use parser::Stop;
use std::borrow::Cow;

/// A JSON value that borrows from its text where nothing was escaped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Value<'a> {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number that fits into `u64`.
    Whole(u64),
    /// Any other number, as it was written.
    Number(Cow<'a, str>),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Value<'a>>),
    /// An object.
    Object(Members<'a>),
}

/// Why a text is not JSON, or is JSON that can't be stored, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at column {column}")]
pub struct JsonError {
    /// The kind of error.
    pub kind: JsonErrorKind,
    /// What was expected, and what came.
    pub message: String,
    /// The character at which the parser stopped, counted from 1.
    pub column: usize,
}

/// Why a text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonErrorKind {
    /// The grammar is broken, or the nesting is deeper than 127.
    Syntax,
    /// An escape from `\ud800` to `\udfff` without the other half of the pair. Alone it is not a character.
    LoneSurrogate,
    /// A NUL byte outside an escape.
    Nul,
}

/// Parses a text that is a single JSON value.
///
/// # Errors
/// When the text is anything else.
pub fn parse(text: &str) -> Result<Value<'_>, JsonError> {
    one_pass::parse(text).map_or_else(|| parser::parse_text(text).map_err(|stop| explain(stop, text)), Ok)
}

/// The longest excerpt of a value in a message, in characters.
const EXCERPT: usize = 60;

impl Value<'_> {
    /// The value for a message, cut to 60 characters. For lists and objects, only the type.
    pub fn excerpt(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(flag) => flag.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => truncate(number),
            Self::Text(text) => excerpt(text),
            Self::List(_) => "a list".into(),
            Self::Object(_) => "an object".into(),
        }
    }

    /// Whether any string or key in it contains a NUL.
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
    format!("{:?}", truncate(text))
}

/// A text, or its first 60 characters and `…`.
fn truncate(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Adds to an error which character came, and its column. A NUL, which occurs in real files, gets an error of its own.
fn explain(Stop { kind, message, at }: Stop, text: &str) -> JsonError {
    let column = text.char_indices().take_while(|(place, _)| *place < at).count() + 1;
    let (kind, message) = match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some('\0') => (JsonErrorKind::Nul, "NUL character".into()),
        Some(c) if kind == JsonErrorKind::Syntax => {
            (kind, format!("{message}, got {}", excerpt(c.encode_utf8(&mut [0; 4]))))
        }
        _ => (kind, message),
    };
    JsonError { kind, message, column }
}

#[cfg(test)]
mod tests;
