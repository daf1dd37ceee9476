//! The client, with one method for each endpoint. It checks parameters before anything is sent, and retries where that may help.
//!
//! Requests are an address and a plain object, which a caller's own `fetch` may rely on. gloo-net reads the answers, but does not
//! send: its `send` panics if a replaced `fetch` rejects with something that is no `Error`, or returns a class other than the
//! global `Response`. A panic ends the module, and with it all calls of the page.

mod address;
mod answer;
mod code;
mod deadline;
mod retry;
mod token;

use super::error::PosternError;
use super::js::{get, plain};
use super::options::{Arguments, CallOptions, parse_page_call};
use super::random::random_bytes;
use super::value::Value;
use crate::encoding::hex;
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::posts::query::{Listing, PostQuery};
use answer::{AttemptError, Endpoint, Head, Retry, as_response, decode};
use deadline::Deadline;
use js_sys::{Function, JsString, Math, global};
use retry::wait;
use serde::Serialize;
use token::{Current, Token};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortSignal, Response};

/// A client of one service, with one token.
#[wasm_bindgen(js_name = Client)]
#[derive(Debug)]
pub struct Postern {
    base: String,
    token: Token,
    /// Used in place of the global `fetch`.
    fetch: Option<Function>,
    call_options: CallOptions,
}

/// One call. All its attempts are the same.
struct Call {
    endpoint: Endpoint,
    url: String,
    /// The `Idempotency-Key`, so that a page is charged once however often it is requested.
    key: Option<String>,
    options: CallOptions,
}

#[wasm_bindgen(js_class = Client)]
impl Postern {
    /// Sets up a client. `settings` has `baseUrl`, and may have `token`, `fetch`, `timeout` and `retries`.
    ///
    /// # Errors
    /// A `PosternError` with code `INVALID_PARAMETER` that names every wrong setting.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &JsValue) -> Result<Self, PosternError> {
        let fields = Value::from(settings).fields("an object of settings");
        let fields = fields
            .map_err(|error| PosternError::invalid_arguments(vec![error.for_parameter("settings")], &[]))?;
        let setting = |name| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
        let given = |name| setting(name).filter(|value| value.is_given());
        let mut errors = unknown_settings(&fields);
        let mut call_options = CallOptions::default();
        for name in ["timeout", "retries"] {
            let set = given(name).map_or(Ok(true), |value| call_options.set(name, value));
            errors.extend(set.err().map(|error| error.for_parameter(name)));
        }
        let base =
            parse_base(setting("baseUrl")).map_err(|error| errors.push(error.for_parameter("baseUrl")));
        let token = Token::parse(given("token")).map_err(|error| errors.push(error.for_parameter("token")));
        let fetch = given("fetch").map(Value::function).transpose();
        let fetch = fetch.map_err(|error| errors.push(error.for_parameter("fetch")));
        match (base, token, fetch) {
            (Ok(base), Ok(token), Ok(fetch)) if errors.is_empty() => {
                Ok(Self { base, token, fetch, call_options })
            }
            _ => Err(PosternError::invalid_arguments(errors, &[])),
        }
    }

    /// Fetches a page of one author's posts.
    ///
    /// # Errors
    /// A `PosternError`. Invalid arguments are refused before anything is sent.
    #[wasm_bindgen(js_name = byUser)]
    pub async fn by_user(
        &self,
        platform: JsValue,
        username: JsValue,
        options: JsValue,
    ) -> Result<JsValue, PosternError> {
        self.page(Listing::ByUser, &[("platform", platform), ("username", username)], &options).await
    }

    /// Fetches a page of the posts with one hashtag.
    ///
    /// # Errors
    /// As [`Self::by_user`].
    #[wasm_bindgen(js_name = byHashtag)]
    pub async fn by_hashtag(
        &self,
        platform: JsValue,
        hashtag: JsValue,
        options: JsValue,
    ) -> Result<JsValue, PosternError> {
        self.page(Listing::ByHashtag, &[("platform", platform), ("hashtag", hashtag)], &options).await
    }

    /// Fetches a page of a search.
    ///
    /// # Errors
    /// As [`Self::by_user`].
    pub async fn search(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.page(Listing::Search, &[], &options).await
    }

    /// Fetches the account of the token.
    ///
    /// # Errors
    /// As [`Self::by_user`].
    pub async fn account(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.without_parameters(Endpoint::Account, "/account", &options).await
    }

    /// Fetches the health of the service. Needs no token.
    ///
    /// # Errors
    /// As [`Self::by_user`]. A service that reports that it does not work is no error.
    pub async fn health(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.without_parameters(Endpoint::Health, "/health", &options).await
    }
}

impl Postern {
    async fn page(
        &self,
        listing: Listing,
        names: &[(&'static str, JsValue)],
        options: &JsValue,
    ) -> Result<JsValue, PosternError> {
        let (path, options) =
            parse_page_call(listing, names, options, &self.call_options, |(names, pairs)| {
                let checked = PostQuery::check(listing, names, pairs.iter().copied());
                (address::posts(listing, names, pairs), checked.err().unwrap_or_default())
            })?;
        let mut key = [0; 16];
        let key = random_bytes(&mut key).ok().map(|_| hex(&key));
        self.call(&Call { endpoint: Endpoint::Page, url: format!("{}{path}", self.base), key, options }).await
    }

    async fn without_parameters(
        &self,
        endpoint: Endpoint,
        path: &str,
        options: &JsValue,
    ) -> Result<JsValue, PosternError> {
        let options = Arguments::parse(options, &self.call_options, None).finish()?;
        self.call(&Call { endpoint, url: format!("{}{path}", self.base), key: None, options }).await
    }

    /// Makes attempts until one succeeds, or no further one may help.
    async fn call(&self, call: &Call) -> Result<JsValue, PosternError> {
        let deadline = Deadline::new(call.options.signal.clone(), call.options.timeout).map_err(|cause| {
            AttemptError::network("expected timers and abort signals of the platform", cause).error
        })?;
        let (mut tried, mut renewed) = (0, false);
        loop {
            deadline.check()?;
            let token = match call.endpoint {
                Endpoint::Health => None,
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
        // Not with gloo-net, because waiting for its future could not be ended.
        let text = match Response::from(answer).text() {
            Ok(text) => deadline.race(&text).await?,
            Err(thrown) => Err(thrown),
        };
        let text = text.and_then(JsValue::dyn_into::<JsString>);
        let text =
            text.map_err(|cause| AttemptError::network("expected a whole answer, and it broke off", cause))?;
        decode(call.endpoint, &head, &text)
    }
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
            accept: "application/json",
            authorization: token.map(|token| format!("Bearer {}", token.text)),
            key: call.key.clone(),
        };
        Self { method: "GET", headers, redirect: "manual", signal: deadline.signal() }
    }
}

fn parse_base(value: Option<&Value>) -> Result<String, ValidationError> {
    let missing = Value::default();
    let value = value.unwrap_or(&missing);
    let text = value.address().ok_or_else(|| value.type_error("the address of a service as a string"))?;
    address::parse_base(&text).map_err(|expected| {
        // An address with a password is not repeated.
        let came = if text.contains('@') { "another one".to_owned() } else { quoted(&text) };
        ValidationError::new(ValidationErrorCode::InvalidValue, format!("{expected}, and {came} came"))
    })
}

/// The names of a client's settings.
const SETTINGS: [&str; 5] = ["baseUrl", "token", "timeout", "retries", "fetch"];

/// The errors of unknown settings.
fn unknown_settings(fields: &[(String, Value)]) -> Vec<ValidationError> {
    let unknown = fields.iter().filter(|(name, _)| !SETTINGS.contains(&name.as_str())).map(|(name, _)| {
        let message = format!("expected one of {}", SETTINGS.join(", "));
        ValidationError::new(ValidationErrorCode::UnknownParameter, message).for_parameter(name)
    });
    unknown.collect()
}
