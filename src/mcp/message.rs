//! JSON-RPC messages.

use super::failure::{Failure, INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR};
use super::id::Id;
use crate::json::{self, Members, Value};
use crate::store::json as to_json;

/// A message of a client.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message<'a> {
    /// A request, which is answered.
    Request(Request<'a>),
    /// A notification, which is not.
    Notification,
    /// An answer to a request. This service makes none.
    Response,
}

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request<'a> {
    /// Its id.
    pub(super) id: Id,
    /// Its method.
    pub(super) method: String,
    /// Its parameters.
    pub(super) params: Members<'a>,
}

impl<'a> Message<'a> {
    /// Parses a body.
    ///
    /// # Errors
    /// When it is not one message of JSON-RPC 2.0. Batches are none, since revision 2025-06-18.
    pub(super) fn parse(body: &'a [u8]) -> Result<Self, Failure> {
        let text = core::str::from_utf8(body)
            .map_err(|_| Failure::new(PARSE_ERROR, "expected JSON in UTF-8, and other bytes came"))?;
        match json::parse(text) {
            Ok(Value::Object(members)) => Self::from_members(members),
            Ok(Value::List(_)) => {
                Err(invalid("expected one message, and a list came: batches are not accepted"))
            }
            Ok(value) => Err(invalid(format!("expected a message, and {} came", value.excerpt()))),
            Err(error) => Err(Failure::new(PARSE_ERROR, format!("expected JSON: {error}"))),
        }
    }

    fn from_members(mut members: Members<'a>) -> Result<Self, Failure> {
        let id = parse_id(take(&mut members, "id"))?;
        Self::parse_rest(members, id.clone()).map_err(|failure| Failure { id, ..failure })
    }

    fn parse_rest(mut members: Members<'a>, id: Option<Id>) -> Result<Self, Failure> {
        let version = take(&mut members, "jsonrpc");
        if !matches!(&version, Some(Value::Text(version)) if version == "2.0") {
            return Err(unexpected("\"jsonrpc\" to be \"2.0\"", version.as_ref()));
        }
        let method = match take(&mut members, "method") {
            Some(Value::Text(method)) => method.into_owned(),
            None if has(&members, "result") || has(&members, "error") => return Ok(Self::Response),
            other => return Err(unexpected("a method that is a text", other.as_ref())),
        };
        let params = match take(&mut members, "params") {
            None => Members::new(),
            Some(Value::Object(params)) => params,
            other => return Err(unexpected("params that are an object", other.as_ref())),
        };
        Ok(id.map_or(Self::Notification, |id| Self::Request(Request { id, method, params })))
    }
}

fn parse_id(value: Option<Value<'_>>) -> Result<Option<Id>, Failure> {
    match value {
        None => Ok(None),
        Some(Value::Text(id)) => Ok(Some(Id(to_json(&id)))),
        Some(Value::Whole(id)) => Ok(Some(Id(id.to_string()))),
        Some(Value::Number(id)) if id.parse::<i64>().is_ok() => Ok(Some(Id(id.into_owned()))),
        other => Err(unexpected("an id that is a text or an integer", other.as_ref())),
    }
}

impl Request<'_> {
    /// A text among its parameters.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        text(&self.params, name)
    }

    /// A value of its `_meta`.
    pub(super) fn meta(&self, name: &str) -> Option<&Value<'_>> {
        match find(&self.params, "_meta")? {
            Value::Object(meta) => find(meta, name),
            _ => None,
        }
    }

    /// The error of its parameters.
    pub(super) fn invalid_params(&self, message: impl Into<String>) -> Failure {
        Failure { id: Some(self.id.clone()), ..Failure::new(INVALID_PARAMS, message) }
    }
}

/// The value of a key, if it is there.
fn find<'v, 'a>(members: &'v Members<'a>, name: &str) -> Option<&'v Value<'a>> {
    members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn text<'v>(members: &'v Members<'_>, name: &str) -> Option<&'v str> {
    match find(members, name)? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn has(members: &Members<'_>, name: &str) -> bool {
    find(members, name).is_some()
}

fn take<'a>(members: &mut Members<'a>, name: &str) -> Option<Value<'a>> {
    let (_, value) = members.iter_mut().find(|(key, _)| key == name)?;
    Some(core::mem::take(value))
}

fn unexpected(expected: &str, value: Option<&Value<'_>>) -> Failure {
    let came = value.map_or_else(|| "none".to_owned(), Value::excerpt);
    invalid(format!("expected {expected}, and {came} came"))
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::new(INVALID_REQUEST, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: &str, method: &str) -> Message<'static> {
        Message::Request(Request { id: Id(id.into()), method: method.into(), params: Vec::new() })
    }

    #[test]
    fn requests_notifications_and_responses_are_told_apart() {
        for (text, message) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, request("1", "ping")),
            (r#"{"jsonrpc":"2.0","id":-1,"method":"ping","params":{}}"#, request("-1", "ping")),
            (r#"{"method":"ping","id":"a\"b","jsonrpc":"2.0"}"#, request(r#""a\"b""#, "ping")),
            (r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, Message::Notification),
            (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, Message::Response),
            (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#, Message::Response),
        ] {
            assert_eq!(Message::parse(text.as_bytes()), Ok(message), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_its_id_if_that_can_be_read() {
        for (text, code, id) in [
            ("", PARSE_ERROR, None),
            ("{", PARSE_ERROR, None),
            ("\u{feff}{}", PARSE_ERROR, None),
            ("null", INVALID_REQUEST, None),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, INVALID_REQUEST, None),
            ("[]", INVALID_REQUEST, None),
            (r#"{"id":1,"method":"ping"}"#, INVALID_REQUEST, Some("1")),
            (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, INVALID_REQUEST, Some("1")),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, INVALID_REQUEST, None),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, INVALID_REQUEST, None),
            (r#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, INVALID_REQUEST, None),
            (r#"{"jsonrpc":"2.0","id":1}"#, INVALID_REQUEST, Some("1")),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, INVALID_REQUEST, Some("1")),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, INVALID_REQUEST, Some("1")),
        ] {
            let failure = Message::parse(text.as_bytes()).unwrap_err();
            assert_eq!((failure.code, failure.id), (code, id.map(|id| Id(id.into()))), "{text}");
        }
        assert_eq!(Message::parse(b"\xff").unwrap_err().code, PARSE_ERROR);
    }
}
