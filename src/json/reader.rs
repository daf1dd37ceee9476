//! From text to values, where [one pass](super::one_pass) is not enough: `serde_json` checks the grammar and takes the text apart,
//! level by level.
//!
//! Each entry is asked for as a [`RawValue`], since only that gives a number as it was written. The feature
//! `arbitrary_precision` does too, but for the whole build, and changes what numbers are to everybody else in it.

use super::{JsonFault, Members, Value};
use core::fmt;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// How many lists and objects may stand in each other: the stack is not endless.
const DEEPEST: usize = 127;

/// What is wrong, and the byte of the text at which it is.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) fault: JsonFault,
    pub(super) message: String,
    pub(super) at: usize,
}

type Read<T> = Result<T, Stop>;

/// Reads the one value that the text is.
pub(super) fn whole(text: &str) -> Read<Value<'_>> {
    let reader = Reader { text };
    match text.trim_ascii_start().as_bytes() {
        // It is taken apart at once, and not looked through first.
        [b'{', ..] => reader.object(text, 1),
        [b'[', ..] => reader.list(text, 1),
        _ => reader.value(serde_json::from_str(text).map_err(|error| syntax(text, &error))?, 0),
    }
}

/// What `serde_json` says is wrong with the grammar. In a part of a text it finds nothing more: the whole was split before.
fn syntax(text: &str, error: &serde_json::Error) -> Stop {
    let said = error.to_string();
    let message = said.split_once(" at line ").map_or(said.as_str(), |(message, _)| message);
    let lines = text.split_inclusive('\n').map(str::len).take(error.line().saturating_sub(1));
    // It counts bytes from 1, and stops in front of a control character, but behind anything else.
    let is_in_front = message.starts_with("control character");
    let at = (lines.sum::<usize>() + error.column() + usize::from(is_in_front)).saturating_sub(1);
    let at = if error.is_eof() { text.len() } else { at };
    Stop { fault: JsonFault::Syntax, message: message.to_owned(), at }
}

/// Reads the parts of a text.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads a value inside of so many lists and objects.
    fn value(self, raw: &'a RawValue, depth: usize) -> Read<Value<'a>> {
        let json = raw.get();
        match json.as_bytes() {
            [b'"', ..] => self.string(raw).map(Value::Text),
            [b'{' | b'[', ..] if depth == DEEPEST => {
                let message = format!("expected at most {DEEPEST} levels of nesting");
                Err(Stop { fault: JsonFault::Syntax, message, at: self.place(json) })
            }
            [b'{', ..] => self.object(json, depth + 1),
            [b'[', ..] => self.list(json, depth + 1),
            b"true" => Ok(Value::Bool(true)),
            b"false" => Ok(Value::Bool(false)),
            b"null" => Ok(Value::Null),
            _ => Ok(json.parse().map_or_else(|_| Value::Number(json.into()), Value::Whole)),
        }
    }

    fn list(self, json: &'a str, depth: usize) -> Read<Value<'a>> {
        let entries: Vec<&RawValue> = serde_json::from_str(json).map_err(|error| syntax(json, &error))?;
        entries.into_iter().map(|raw| self.value(raw, depth)).collect::<Read<_>>().map(Value::List)
    }

    fn object(self, json: &'a str, depth: usize) -> Read<Value<'a>> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let members = deserializer.deserialize_map(MembersVisitor { reader: self, depth });
        let members = members.and_then(|members| deserializer.end().map(|()| members));
        members.map_err(|error| syntax(json, &error))?.map(Value::Object)
    }

    /// Reads a string whose grammar is right. It can still have half of a surrogate pair.
    fn string(self, raw: &'a RawValue) -> Read<Cow<'a, str>> {
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
            // It gave up behind the half, which is the last escape with nothing wrong in front of it.
            let half = read.rmatch_indices('\\').find(is_good).map_or(0, |(start, _)| start);
            let message = "expected the other half of a surrogate pair".to_owned();
            Stop { fault: JsonFault::LoneSurrogate, message, at: self.place(json) + half }
        })
    }

    /// Where in the text a part of it begins.
    fn place(self, part: &str) -> usize {
        part.as_ptr().addr() - self.text.as_ptr().addr()
    }
}

/// Reads the members of an object, in order and with those that come twice.
struct MembersVisitor<'a> {
    reader: Reader<'a>,
    depth: usize,
}

impl<'a> Visitor<'a> for MembersVisitor<'a> {
    /// What is wrong inside of a member, once the grammar of them all is right.
    type Value = Read<Members<'a>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        // An author or a file has seven keys.
        let (mut members, mut first) = (Members::with_capacity(8), None);
        while let Some((key, value)) = map.next_entry()? {
            let key = self.reader.string(key);
            match key.and_then(|key| Ok((key, self.reader.value(value, self.depth)?))) {
                Ok(member) => members.push(member),
                Err(stop) => _ = first.get_or_insert(stop),
            }
        }
        Ok(first.map_or(Ok(members), Err))
    }
}
