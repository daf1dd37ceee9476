//! Parses a text in one pass. This works for nearly all texts: those without errors, whose numbers are all whole.

use super::{Members, Value};
use core::fmt;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;

/// Parses a text that is a single value. `None` if one pass is not enough: `serde_json` turns numbers that are not whole into
/// floats, which loses how they were written, and it reports only the first error.
pub(super) fn parse(text: &str) -> Option<Value<'_>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = OnePass.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok().map(|()| value)
}

struct OnePass;

impl<'a> DeserializeSeed<'a> for OnePass {
    type Value = Value<'a>;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Value<'a>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// A key, borrowed if it can be.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Visitor<'a> for OnePass {
    type Value = Value<'a>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value without fractions")
    }

    fn visit_unit<E: Error>(self) -> Result<Value<'a>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value<'a>, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value<'a>, E> {
        Ok(Value::Whole(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value<'a>, E> {
        Ok(Value::Number(number.to_string().into()))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'a str) -> Result<Value<'a>, E> {
        Ok(Value::Text(text.into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'a>, E> {
        Ok(Value::Text(text.to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut list: A) -> Result<Value<'a>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(Self)? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Value<'a>, A::Error> {
        // Authors and media files have seven keys.
        let mut members = Members::with_capacity(8);
        while let Some(Key(key)) = map.next_key()? {
            members.push((key, map.next_value_seed(Self)?));
        }
        Ok(Value::Object(members))
    }
}
