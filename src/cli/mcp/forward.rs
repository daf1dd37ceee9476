//! Sends messages to a service, with the headers that its transport needs.

use crate::cli::client::{Answer, agent};
use base64ct::{Base64, Encoding as _};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The revision in the body of a request.
const VERSION: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";
/// The most bytes of an answer.
const MAX_ANSWER: u64 = 16 << 20;
/// The code of JSON-RPC for what went wrong on the way.
const INTERNAL_ERROR: i32 = -32603;

/// A service, and the messages that are on their way to it.
pub(super) struct Forwarder {
    agent: ureq::Agent,
    url: String,
    authorization: String,
    /// The revision that `initialize` agreed on.
    agreed: Mutex<Option<String>>,
    /// The ids of the requests that nobody has cancelled yet.
    awaited: Mutex<BTreeSet<String>>,
}

/// A message as it came, and parsed if it is JSON.
pub(super) struct Message {
    text: Vec<u8>,
    value: Value,
}

impl Message {
    fn text(&self, pointer: &str) -> Option<&str> {
        self.value.pointer(pointer).and_then(Value::as_str)
    }

    /// The id of a request.
    fn id(&self) -> Option<&Value> {
        self.value.get("id").filter(|id| !id.is_null() && self.value.get("method").is_some())
    }
}

impl Forwarder {
    /// A forwarder to a service.
    pub(super) fn new(url: &str, token: &str) -> Self {
        Self {
            agent: agent(),
            url: format!("{url}/mcp"),
            authorization: format!("Bearer {token}"),
            agreed: Mutex::default(),
            awaited: Mutex::default(),
        }
    }

    /// Takes a line, before any later one is taken.
    pub(super) fn receive(&self, line: &[u8]) -> Message {
        let message =
            Message { text: line.to_owned(), value: serde_json::from_slice(line).unwrap_or_default() };
        if let Some(id) = message.id() {
            lock(&self.awaited).insert(id.to_string());
        }
        if message.text("/method") == Some("notifications/cancelled")
            && let Some(id) = message.value.pointer("/params/requestId")
        {
            lock(&self.awaited).remove(&id.to_string());
        }
        message
    }

    /// Sends a message, and returns the line that answers it. `None` if there is none, or the request was cancelled.
    pub(super) fn send(&self, message: &Message) -> Option<String> {
        let answer = self.answer(message);
        let Some(id) = message.id() else { return answer.filter(|_| message.value.is_null()) };
        if message.text("/method") == Some("initialize") {
            let value: Value = answer.as_deref().and_then(|text| serde_json::from_str(text).ok())?;
            let version = value.pointer("/result/protocolVersion").and_then(Value::as_str);
            *lock(&self.agreed) = version.map(str::to_owned);
        }
        answer.filter(|_| lock(&self.awaited).remove(&id.to_string()))
    }

    fn answer(&self, message: &Message) -> Option<String> {
        let stateless = message.text(VERSION);
        let agreed = lock(&self.agreed).clone();
        let mut request = self
            .agent
            .post(&self.url)
            .header("Authorization", &self.authorization)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
        if let Some(version) = stateless.or(agreed.as_deref()) {
            request = request.header("MCP-Protocol-Version", header(version));
        }
        if let (Some(_), Some(method)) = (stateless, message.text("/method")) {
            request = request.header("Mcp-Method", header(method));
        }
        if let (Some(_), Some(name)) = (stateless, message.text("/params/name")) {
            request = request.header("Mcp-Name", header(name));
        }
        read(request.send(&message.text), message.id())
    }
}

/// The line for an answer of the service: the message in it, or else an error that says what came.
fn read(answer: Answer, id: Option<&Value>) -> Option<String> {
    let failed = |text: String| {
        json!({"jsonrpc": "2.0", "id": id, "error": {"code": INTERNAL_ERROR, "message": text}}).to_string()
    };
    let mut answer = match answer {
        Ok(answer) => answer,
        Err(error) => return Some(failed(format!("no answer of the service: {error}"))),
    };
    let status = answer.status().as_u16();
    let body = match answer.body_mut().with_config().limit(MAX_ANSWER).read_to_string() {
        Ok(body) if body.is_empty() && status < 300 => return None,
        Ok(body) => body,
        Err(error) => return Some(failed(format!("no whole answer of the service: {error}"))),
    };
    let value: Value = serde_json::from_str(&body).unwrap_or_default();
    if value.get("jsonrpc").is_some() {
        // A line must have no line end in it.
        return Some(if body.contains(['\n', '\r']) { value.to_string() } else { body });
    }
    let text = |key| value.pointer(key).and_then(Value::as_str);
    Some(failed(match (text("/error/code"), text("/error/message")) {
        (Some(code), Some(message)) => format!("{code}: {message}"),
        _ => format!(
            "expected an answer of this version of the service, and a {status} came: is the address right?"
        ),
    }))
}

/// The value of a header. What can't be sent as it is goes in base64 (revision 2026-07-28, "Value Encoding").
fn header(value: &str) -> String {
    let is_plain = value.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) && value.trim() == value;
    if is_plain && !(value.starts_with("=?base64?") && value.ends_with("?=")) {
        return value.to_owned();
    }
    format!("=?base64?{}?=", Base64::encode_string(value.as_bytes()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_header_can_not_say_is_in_base64() {
        for (value, expected) in [
            ("search_posts", "search_posts"),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ] {
            assert_eq!(header(value), expected);
        }
    }
}
