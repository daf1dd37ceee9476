//! Calls the operator's endpoints and reads their envelope.

mod error;

pub(super) use error::CallError;

use super::escape::shown;
use serde_json::Value;
use std::time::Duration;

/// A service and the secret for it, which is never shown.
#[derive(Clone)]
pub(super) struct Client {
    agent: ureq::Agent,
    url: String,
    authorization: String,
}

impl core::fmt::Debug for Client {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Client").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The most attempts of a call. Waits between them are 1, 2, 4, ... seconds, or as long as the service asks for: about four
/// minutes in all.
const TRIES: u32 = 9;
/// The same while the service has not answered once. Then the address is probably wrong.
const FIRST_TRIES: u32 = 3;
/// The longest wait, in seconds.
const LONGEST: u64 = 60;

/// Repeats an idempotent call until it succeeds or can't succeed. `reached` says whether the service has answered before;
/// then the call is retried for longer.
pub(super) fn call_with_retries<T>(
    reached: bool,
    say: impl Fn(&str),
    call: impl Fn() -> Result<T, CallError>,
) -> Result<T, CallError> {
    let (mut wait, mut number) = (1, 1);
    loop {
        let error = match call() {
            Ok(data) => return Ok(data),
            Err(error) => error,
        };
        let unreached = matches!(error, CallError::Network { .. }) && !reached;
        let most = if unreached { FIRST_TRIES } else { TRIES };
        if number >= most || !error.may_pass() {
            return Err(error);
        }
        let seconds = error.wait().unwrap_or(0).max(wait).clamp(1, LONGEST);
        number += 1;
        say(&format!("{error}; trying again in {seconds} s (try {number} of {most})"));
        std::thread::sleep(Duration::from_secs(seconds));
        wait *= 2;
    }
}

/// What calls are made with.
pub(super) fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_connect(Some(Duration::from_secs(10)))
        .timeout_global(Some(Duration::from_mins(2)))
        .user_agent(concat!("postern/", env!("CARGO_PKG_VERSION")))
        .build();
    config.into()
}

impl Client {
    /// Creates a client of a service.
    pub(super) fn new(url: String, secret: &str) -> Self {
        Self { agent: agent(), url, authorization: format!("Bearer {secret}") }
    }

    /// Reads an address under `/operator/v1`.
    pub(super) fn get(&self, path: &str) -> Result<Value, CallError> {
        let url = self.address(path);
        let answer = self.agent.get(&url).header("Authorization", &self.authorization).call();
        read_answer(&url, answer)
    }

    /// Sends JSON to an address under `/operator/v1`.
    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value, CallError> {
        self.send(path, "application/json", body.to_string().as_bytes())
    }

    /// Sends lines of JSON to an address under `/operator/v1`.
    pub(super) fn post_lines(&self, path: &str, lines: &[u8]) -> Result<Value, CallError> {
        self.send(path, NDJSON, lines)
    }

    /// Removes what is at an address under `/operator/v1`.
    pub(super) fn delete(&self, path: &str) -> Result<Value, CallError> {
        let url = self.address(path);
        let answer = self.agent.delete(&url).header("Authorization", &self.authorization).call();
        read_answer(&url, answer)
    }

    /// Reads lines of JSON from an address under `/operator/v1`.
    pub(super) fn lines(&self, path: &str) -> Result<Lines, CallError> {
        let url = self.address(path);
        let request = self.agent.get(&url).header("Authorization", &self.authorization);
        read_lines(&url, request.header("Accept", NDJSON).call())
    }

    /// The service's address.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    fn send(&self, path: &str, content_type: &str, body: &[u8]) -> Result<Value, CallError> {
        let url = self.address(path);
        let request = self.agent.post(&url).header("Authorization", &self.authorization);
        read_answer(&url, request.header("Content-Type", content_type).send(body))
    }

    fn address(&self, path: &str) -> String {
        format!("{}/operator/v1{path}", self.url)
    }
}

/// The type of lines of JSON.
const NDJSON: &str = "application/x-ndjson";
/// The most bytes of an answer.
const MAX_ANSWER: u64 = 64 << 20;

/// Lines, and the cursor of those that follow.
#[derive(Debug)]
pub(super) struct Lines {
    /// Each with its line end.
    pub(super) lines: String,
    /// `None` if these are the last.
    pub(super) next: Option<String>,
}

pub(super) type Answer = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

/// The error for an answer that is missing or incomplete.
fn failed(url: &str, error: &ureq::Error) -> CallError {
    CallError::Network { url: shown(url), reason: shown(&error.to_string()) }
}

/// Returns the lines unchanged. Errors come in the envelope.
fn read_lines(url: &str, answer: Answer) -> Result<Lines, CallError> {
    let mut answer = answer.map_err(|error| failed(url, &error))?;
    let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok().map(str::to_owned));
    let (is_lines, next) =
        (header("content-type").is_some_and(|is| is.starts_with(NDJSON)), header("x-next-cursor"));
    let status = answer.status().as_u16();
    let strange = || CallError::Strange { url: shown(url), status };
    if status != 200 || !is_lines {
        return Err(read_answer(url, Ok(answer)).err().unwrap_or_else(strange));
    }
    let lines = answer.body_mut().with_config().limit(MAX_ANSWER).read_to_string();
    let lines = lines.map_err(|error| failed(url, &error))?;
    if lines.is_empty() || lines.ends_with('\n') { Ok(Lines { lines, next }) } else { Err(strange()) }
}

/// Returns the data of the envelope.
fn read_answer(url: &str, answer: Answer) -> Result<Value, CallError> {
    let failed = |error: ureq::Error| failed(url, &error);
    let mut answer = answer.map_err(failed)?;
    let status = answer.status().as_u16();
    let retry_after = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
    let body = answer.body_mut().with_config().limit(MAX_ANSWER).read_to_string().map_err(failed)?;
    let strange = || CallError::Strange { url: shown(url), status };
    let envelope: Value = serde_json::from_str(&body).map_err(|_| strange())?;
    if envelope.get("success") == Some(&Value::Bool(true)) {
        return envelope.get("data").cloned().ok_or_else(strange);
    }
    let error = envelope.get("error").ok_or_else(strange)?;
    let text = |key| error.get(key).and_then(Value::as_str).map(shown);
    let message = text("message").unwrap_or_default();
    Err(CallError::Refused {
        status,
        code: text("code").ok_or_else(strange)?,
        details: details(error, &message),
        message,
        request_id: text("request_id"),
        retry_after,
    })
}

/// The errors that the answer lists, except one that equals the message.
fn details(error: &Value, message: &str) -> Vec<String> {
    let list = error.get("details").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |detail: &Value, key| detail.get(key).and_then(Value::as_str).map_or("?".to_owned(), shown);
    list.iter()
        .map(|detail| format!("{}: {}", text(detail, "parameter"), text(detail, "message")))
        .filter(|detail| detail != message)
        .map(|detail| format!("\n  {detail}"))
        .collect()
}

fn hex(digit: u8) -> char {
    char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase()
}

/// Escapes text as one segment of a path.
pub(super) fn segment(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~@".contains(&byte) {
            out.push(byte.into());
        } else {
            out.extend(['%', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_escaped() {
        assert_eq!(segment("a.b+c@example.com"), "a.b%2Bc@example.com");
        assert_eq!(segment("a/é?"), "a%2F%C3%A9%3F");
    }

    #[test]
    fn only_temporary_errors_are_retried() {
        let refused = |status, retry_after| CallError::Refused {
            status,
            code: "X".into(),
            message: String::new(),
            details: vec![],
            request_id: None,
            retry_after,
        };
        for (status, may_pass) in [(429, true), (503, true), (401, false), (413, false), (500, false)] {
            assert_eq!(refused(status, None).may_pass(), may_pass, "{status}");
        }
        assert_eq!(refused(429, Some(7)).wait(), Some(7));
    }

    #[test]
    fn debug_output_hides_the_secret() {
        let client = Client::new("http://localhost:1".into(), "very-secret");
        assert!(!format!("{client:?}").contains("very-secret"));
    }
}
