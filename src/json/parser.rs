//! Parses a text if [one pass](super::one_pass) is not enough. `serde_json` checks the grammar and splits the text, level by
//! level.
//!
//! Each entry is first a [`RawValue`], because only that keeps a number as it was written. The feature `arbitrary_precision`
//! would too, but it changes numbers for every crate of the build.

use super::{JsonErrorKind, Members, Value};
use core::fmt;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The deepest nesting of lists and objects, so that the stack is large enough.
const MAX_DEPTH: usize = 127;

/// What is wrong, and at which byte of the text.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) kind: JsonErrorKind,
    pub(super) message: String,
    pub(super) at: usize,
}

type Result<T> = core::result::Result<T, Stop>;

/// Parses a text that is a single value.
pub(super) fn parse_text(text: &str) -> Result<Value<'_>> {
    let parser = ValueParser { text };
    match text.trim_ascii_start().as_bytes() {
        // Objects and lists are split at once, without a first pass over the whole text.
        [b'{', ..] => parser.object(text, 1),
        [b'[', ..] => parser.list(text, 1),
        _ => parser.value(serde_json::from_str(text).map_err(|error| syntax(text, &error))?, 0),
    }
}

/// Converts an error of `serde_json`'s grammar. Parts of the text have none, because splitting the whole text checked them.
fn syntax(text: &str, error: &serde_json::Error) -> Stop {
    let text_of_error = error.to_string();
    let message =
        text_of_error.split_once(" at line ").map_or(text_of_error.as_str(), |(message, _)| message);
    let lines = text.split_inclusive('\n').map(str::len).take(error.line().saturating_sub(1));
    // serde_json counts bytes from 1. It stops before a control character, but after anything else.
    let is_in_front = message.starts_with("control character");
    let at = (lines.sum::<usize>() + error.column() + usize::from(is_in_front)).saturating_sub(1);
    let at = if error.is_eof() { text.len() } else { at };
    Stop { kind: JsonErrorKind::Syntax, message: message.to_owned(), at }
}

/// Parses the values in a text.
#[derive(Clone, Copy)]
struct ValueParser<'a> {
    text: &'a str,
}

impl<'a> ValueParser<'a> {
    /// Parses a value that is nested in `depth` lists and objects.
    fn value(self, raw: &'a RawValue, depth: usize) -> Result<Value<'a>> {
        let json = raw.get();
        match json.as_bytes() {
            [b'"', ..] => self.string(raw).map(Value::Text),
            [b'{' | b'[', ..] if depth == MAX_DEPTH => {
                let message = format!("expected at most {MAX_DEPTH} levels of nesting");
                Err(Stop { kind: JsonErrorKind::Syntax, message, at: self.offset(json) })
            }
            [b'{', ..] => self.object(json, depth + 1),
            [b'[', ..] => self.list(json, depth + 1),
            b"true" => Ok(Value::Bool(true)),
            b"false" => Ok(Value::Bool(false)),
            b"null" => Ok(Value::Null),
            _ => Ok(json.parse().map_or_else(|_| Value::Number(json.into()), Value::Whole)),
        }
    }

    fn list(self, json: &'a str, depth: usize) -> Result<Value<'a>> {
        let entries: Vec<&RawValue> = serde_json::from_str(json).map_err(|error| syntax(json, &error))?;
        entries.into_iter().map(|raw| self.value(raw, depth)).collect::<Result<_>>().map(Value::List)
    }

    fn object(self, json: &'a str, depth: usize) -> Result<Value<'a>> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let members = deserializer.deserialize_map(MembersVisitor { parser: self, depth });
        let members = members.and_then(|members| deserializer.end().map(|()| members));
        members.map_err(|error| syntax(json, &error))?.map(Value::Object)
    }

    /// Parses a string whose grammar is right. It can still have half of a surrogate pair.
    fn string(self, raw: &'a RawValue) -> Result<Cow<'a, str>> {
        let json = raw.get();
        if !json.contains('\\') {
            return Ok(Cow::Borrowed(json.trim_matches('"')));
        }
        serde_json::from_str(json).map(Cow::Owned).map_err(|error| {
            let (read, _) = json.split_at_checked(error.column()).unwrap_or((json, ""));
            let is_good = |(start, _): &(usize, _)| {
                let start = json.get(..*start).unwrap_or_default();
                serde_json::from_str::<String>(&format!("{start}\"")).is_ok()
            };
            // serde_json stopped after the half, which is the last escape without an error before it.
            let half = read.rmatch_indices('\\').find(is_good).map_or(0, |(start, _)| start);
            let message = "expected the other half of a surrogate pair".to_owned();
            Stop { kind: JsonErrorKind::LoneSurrogate, message, at: self.offset(json) + half }
        })
    }

    /// The byte of the text at which a part of it begins.
    fn offset(self, part: &str) -> usize {
        part.as_ptr().addr() - self.text.as_ptr().addr()
    }
}

/// Parses the members of an object, in order and including repeated keys.
struct MembersVisitor<'a> {
    parser: ValueParser<'a>,
    depth: usize,
}

impl<'a> Visitor<'a> for MembersVisitor<'a> {
    /// The members, or the error of the first member whose grammar is right but whose value is not.
    type Value = Result<Members<'a>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> core::result::Result<Self::Value, A::Error> {
        // Authors and media files have seven keys.
        let (mut members, mut first) = (Members::with_capacity(8), None);
        while let Some((key, value)) = map.next_entry()? {
            let key = self.parser.string(key);
            match key.and_then(|key| Ok((key, self.parser.value(value, self.depth)?))) {
                Ok(member) => members.push(member),
                Err(stop) => _ = first.get_or_insert(stop),
            }
        }
        Ok(first.map_or(Ok(members), Err))
    }
}
