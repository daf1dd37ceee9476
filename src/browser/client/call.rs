//! A call: its attempts, and the request of each.

use super::Postern;
use super::answer::decode;
use super::attempt::{AttemptError, Retry};
use super::deadline::Deadline;
use super::head::{Head, as_response};
use super::retry::wait;
use super::token::Current;
use crate::browser::error::PosternError;
use crate::browser::js::{get, plain};
use crate::browser::method::Method;
use crate::browser::options::CallOptions;
use js_sys::{Function, JsString, Math, global};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortSignal, Response};

/// One call. All its attempts are the same.
pub(super) struct Call {
    pub(super) method: Method,
    /// Whether its answer is a file.
    pub(super) is_csv: bool,
    pub(super) url: String,
    /// The `Idempotency-Key`, so that a page is charged once however often it is requested.
    pub(super) key: Option<String>,
    pub(super) options: CallOptions,
}

impl Postern {
    /// Makes attempts until one succeeds, or no further one may help.
    pub(super) async fn send(&self, call: &Call) -> Result<JsValue, PosternError> {
        let deadline = Deadline::new(call.options.signal.clone(), call.options.timeout).map_err(|cause| {
            AttemptError::network("expected timers and abort signals of the platform", cause).error
        })?;
        let (mut tried, mut renewed) = (0, false);
        loop {
            deadline.check()?;
            let token = match call.method {
                Method::Health => None,
                _ => Some(self.token.current(&deadline).await?),
            };
            let AttemptError { error, retry } = match self.attempt(call, token.as_ref(), &deadline).await {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            match (retry, token) {
                (Retry::WithNewToken, Some(token)) if !renewed && self.token.refuse(&token) => renewed = true,
                (Retry::After(asked), _) if tried < call.options.retries => {
                    let Some(pause) = wait(tried, asked, Math::random(), deadline.left()) else {
                        return Err(error);
                    };
                    deadline.sleep(pause).await?;
                    tried += 1;
                }
                _ => return Err(error),
            }
        }
    }

    async fn attempt(
        &self,
        call: &Call,
        token: Option<&Current>,
        deadline: &Deadline,
    ) -> Result<JsValue, AttemptError> {
        let init = plain(&Request::new(call, token, deadline));
        let fetch = self.fetch.clone().map_or_else(|| get(&global(), "fetch"), JsValue::from);
        let sent = fetch
            .dyn_ref::<Function>()
            .ok_or(JsValue::UNDEFINED)
            .and_then(|fetch| fetch.call2(&JsValue::UNDEFINED, &call.url.as_str().into(), &init));
        let answer = match sent {
            Ok(promise) => deadline.race(&promise).await?,
            Err(thrown) => Err(thrown),
        };
        let answer = answer
            .map_err(|cause| AttemptError::network("expected an answer, and the request failed", cause))?;
        let answer = as_response(answer).map_err(|answer| {
            AttemptError::network("expected a Response of fetch, and something else came", answer)
        })?;
        let head = Head::from_response(&answer);
        let answer = Response::from(answer);
        if call.is_csv && head.is_csv() {
            let blob = match answer.blob() {
                Ok(blob) => deadline.race(&blob).await?,
                Err(thrown) => Err(thrown),
            };
            return Ok(head.file(&blob.map_err(broken_off)?));
        }
        // Not with gloo-net, because waiting for its future could not be ended.
        let text = match answer.text() {
            Ok(text) => deadline.race(&text).await?,
            Err(thrown) => Err(thrown),
        };
        let text = text.and_then(JsValue::dyn_into::<JsString>);
        decode(call.method, call.is_csv, &head, &text.map_err(broken_off)?)
    }
}

fn broken_off(cause: JsValue) -> AttemptError {
    AttemptError::network("expected a whole answer, and it broke off", cause)
}

/// The second argument of `fetch`.
#[derive(Serialize)]
struct Request {
    method: &'static str,
    headers: RequestHeaders,
    /// `manual`: a redirect is not followed, because it would send the token elsewhere.
    redirect: &'static str,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    signal: AbortSignal,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct RequestHeaders {
    accept: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    authorization: Option<String>,
    #[serde(rename = "Idempotency-Key", skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

impl Request {
    fn new(call: &Call, token: Option<&Current>, deadline: &Deadline) -> Self {
        let headers = RequestHeaders {
            accept: if call.is_csv { "text/csv" } else { "application/json" },
            authorization: token.map(|token| format!("Bearer {}", token.text)),
            key: call.key.clone(),
        };
        Self { method: "GET", headers, redirect: "manual", signal: deadline.signal() }
    }
}
