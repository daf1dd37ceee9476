//! The client: it checks parameters before anything is sent, and asks again where that helps. One method for each endpoint.
//!
//! Requests are an address and a plain object, which whoever gives a `fetch` may count on. gloo-net reads the answers, but
//! does not send: its `send` panics if a `fetch` that was replaced rejects with something that is no `Error`, or answers with
//! a class other than the global `Response`. A panic ends the module, and with it all calls of the page.

mod address;
mod answer;
mod code;
mod deadline;
mod retry;
mod token;

use super::error::PosternError;
use super::js::{get, plain};
use super::options::{Arguments, Manner, page_call};
use super::random::random_bytes;
use super::value::Value;
use crate::encoding::hex;
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::posts::query::{Listing, PostQuery};
use answer::{AttemptError, Head, Remedy, Wanted, decode, response};
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
    /// Instead of the global `fetch`.
    fetch: Option<Function>,
    manner: Manner,
}

/// One call: all of its tries are alike.
struct Call {
    wanted: Wanted,
    url: String,
    /// So that a page is charged once however often it is asked for.
    key: Option<String>,
    manner: Manner,
}

#[wasm_bindgen(js_class = Client)]
impl Postern {
    /// Sets up a client. `settings` has `baseUrl`, and may have `token`, `fetch`, `timeout` and `retries`.
    ///
    /// # Errors
    /// A `PosternError` with code `INVALID_PARAMETER` that names every setting that is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &JsValue) -> Result<Self, PosternError> {
        let fields = Value::from(settings).fields("an object of settings");
        let fields =
            fields.map_err(|error| PosternError::invalid_arguments(vec![error.of("settings")], &[]))?;
        let setting = |name| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
        let given = |name| setting(name).filter(|value| value.is_given());
        let mut errors = unknown(&fields);
        let mut manner = Manner::default();
        for name in ["timeout", "retries"] {
            let set = given(name).map_or(Ok(true), |value| manner.set(name, value));
            errors.extend(set.err().map(|error| error.of(name)));
        }
        let base = base(setting("baseUrl")).map_err(|error| errors.push(error.of("baseUrl")));
        let token = Token::read(given("token")).map_err(|error| errors.push(error.of("token")));
        let fetch = given("fetch").map(Value::function).transpose();
        let fetch = fetch.map_err(|error| errors.push(error.of("fetch")));
        match (base, token, fetch) {
            (Ok(base), Ok(token), Ok(fetch)) if errors.is_empty() => Ok(Self { base, token, fetch, manner }),
            _ => Err(PosternError::invalid_arguments(errors, &[])),
        }
    }

    /// Reads a page of one author's posts.
    ///
    /// # Errors
    /// A `PosternError`: bad arguments are refused before anything is sent.
    #[wasm_bindgen(js_name = byUser)]
    pub async fn by_user(
        &self,
        platform: JsValue,
        username: JsValue,
        options: JsValue,
    ) -> Result<JsValue, PosternError> {
        self.page(Listing::ByUser, &[("platform", platform), ("username", username)], &options).await
    }

    /// Reads a page of the posts with one hashtag.
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

    /// Reads a page of a search.
    ///
    /// # Errors
    /// As [`Self::by_user`].
    pub async fn search(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.page(Listing::Search, &[], &options).await
    }

    /// Reads the account of the token.
    ///
    /// # Errors
    /// As [`Self::by_user`].
    pub async fn account(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.plain(Wanted::Account, "/account", &options).await
    }

    /// Reads whether the service works. Needs no token.
    ///
    /// # Errors
    /// As [`Self::by_user`]; a service that says that it does not work is no error.
    pub async fn health(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.plain(Wanted::Health, "/health", &options).await
    }
}

impl Postern {
    async fn page(
        &self,
        listing: Listing,
        names: &[(&'static str, JsValue)],
        options: &JsValue,
    ) -> Result<JsValue, PosternError> {
        let (path, manner) = page_call(listing, names, options, &self.manner, |(names, pairs)| {
            let checked = PostQuery::check(listing, names, pairs.iter().copied());
            (address::posts(listing, names, pairs), checked.err().unwrap_or_default())
        })?;
        let mut key = [0; 16];
        let key = random_bytes(&mut key).ok().map(|_| hex(&key));
        self.call(&Call { wanted: Wanted::Page, url: format!("{}{path}", self.base), key, manner }).await
    }

    async fn plain(&self, wanted: Wanted, path: &str, options: &JsValue) -> Result<JsValue, PosternError> {
        let manner = Arguments::read(options, &self.manner, None).check()?;
        self.call(&Call { wanted, url: format!("{}{path}", self.base), key: None, manner }).await
    }

    /// Tries until it succeeds, or no remedy is left.
    async fn call(&self, call: &Call) -> Result<JsValue, PosternError> {
        let deadline = Deadline::new(call.manner.signal.clone(), call.manner.timeout).map_err(|cause| {
            AttemptError::network("expected timers and abort signals of the platform", cause).error
        })?;
        let (mut tried, mut renewed) = (0, false);
        loop {
            deadline.check()?;
            let token = match call.wanted {
                Wanted::Health => None,
                _ => Some(self.token.current(&deadline).await?),
            };
            let AttemptError { error, remedy } = match self.attempt(call, token.as_ref(), &deadline).await {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            match (remedy, token) {
                (Remedy::Token, Some(token)) if !renewed && self.token.refuse(&token) => renewed = true,
                (Remedy::Again(asked), _) if tried < call.manner.retries => {
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
        let init = plain(&Request::of(call, token, deadline));
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
        let answer = response(answer).map_err(|answer| {
            AttemptError::network("expected a Response of fetch, and something else came", answer)
        })?;
        let head = Head::read(&answer);
        // Not by gloo-net: its promise could not be given up.
        let text = match Response::from(answer).text() {
            Ok(text) => deadline.race(&text).await?,
            Err(thrown) => Err(thrown),
        };
        let text = text.and_then(JsValue::dyn_into::<JsString>);
        let text =
            text.map_err(|cause| AttemptError::network("expected a whole answer, and it broke off", cause))?;
        decode(call.wanted, &head, &text)
    }
}

/// What `fetch` is told.
#[derive(Serialize)]
struct Request {
    method: &'static str,
    headers: RequestHeaders,
    /// A redirect is not followed: it would take the token elsewhere.
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
    fn of(call: &Call, token: Option<&Current>, deadline: &Deadline) -> Self {
        let headers = RequestHeaders {
            accept: "application/json",
            authorization: token.map(|token| format!("Bearer {}", token.text)),
            key: call.key.clone(),
        };
        Self { method: "GET", headers, redirect: "manual", signal: deadline.signal() }
    }
}

fn base(value: Option<&Value>) -> Result<String, ValidationError> {
    let missing = Value::default();
    let value = value.unwrap_or(&missing);
    let text = value.address().ok_or_else(|| value.no("the address of a service as a string"))?;
    address::base(&text).map_err(|expected| {
        // What has a password in it is not repeated.
        let came = if text.contains('@') { "another one".to_owned() } else { quoted(&text) };
        ValidationError::new(ValidationErrorCode::InvalidValue, format!("{expected}, and {came} came"))
    })
}

/// What a client is set up with.
const SETTINGS: [&str; 5] = ["baseUrl", "token", "timeout", "retries", "fetch"];

/// The errors of settings that there are none of.
fn unknown(fields: &[(String, Value)]) -> Vec<ValidationError> {
    let unknown = fields.iter().filter(|(name, _)| !SETTINGS.contains(&name.as_str())).map(|(name, _)| {
        let message = format!("expected one of {}", SETTINGS.join(", "));
        ValidationError::new(ValidationErrorCode::UnknownParameter, message).of(name)
    });
    unknown.collect()
}
