//! JSON as it was written: borrowed, with repeated keys and exact numbers.
//!
//! `serde_json` reads it. Its own `Value` keeps the last of two equal keys and says nothing, and a strict reader has to.

mod object;
mod one_pass;
mod reader;

pub use object::{Members, Object, position_from};

use reader::Stop;
use std::borrow::Cow;

/// A JSON value that borrows from its text where nothing was escaped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Value<'a> {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number from 0 on that 64 bits hold.
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

/// Where and why a text is not JSON, or not JSON that can be kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at column {column}")]
pub struct JsonError {
    /// What kind of fault it is.
    pub fault: JsonFault,
    /// What the parser expected and what it met.
    pub message: String,
    /// The character, counted from 1, at which it gave up.
    pub column: usize,
}

/// What kind of fault keeps a text from being JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonFault {
    /// The grammar is broken, or the nesting is deeper than 127.
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
    one_pass::read(text).map_or_else(|| reader::whole(text).map_err(|stop| explain(stop, text)), Ok)
}

/// Longest excerpt of a value in a message, in characters.
const EXCERPT: usize = 60;

impl Value<'_> {
    /// The value for a message: as JSON, cut to 60 characters; lists and objects by their kind only.
    pub fn excerpt(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(flag) => flag.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => cut(number),
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
    format!("{:?}", cut(text))
}

/// A text, or its first 60 characters and `…`.
fn cut(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Tells what came and in which column; and a NUL, which users meet in real files, from broken grammar.
fn explain(Stop { fault, message, at }: Stop, text: &str) -> JsonError {
    let column = text.char_indices().take_while(|(place, _)| *place < at).count() + 1;
    let (fault, message) = match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some('\0') => (JsonFault::Nul, "NUL character".into()),
        Some(c) if fault == JsonFault::Syntax => {
            (fault, format!("{message}, got {}", excerpt(c.encode_utf8(&mut [0; 4]))))
        }
        _ => (fault, message),
    };
    JsonError { fault, message, column }
}

#[cfg(test)]
mod tests;
