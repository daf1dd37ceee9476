//! The client: it checks parameters by the same code as the Worker before anything is sent, and asks again where that
//! helps. One method for each endpoint.
//!
//! `fetch` is called as JavaScript has it and not through gloo-net, which panics where a `fetch` that was replaced
//! rejects with something that is no `Error`, or answers with another class than the global `Response`. A panic would
//! end the whole module.

mod address;
mod answer;
mod code;
mod deadline;
mod retry;
mod timer;
mod token;

use super::error::PosternError;
use super::js::{entries, get, is_given, set};
use super::options::{Arguments, Manner, PageCall};
use super::random::random_bytes;
use super::value::{is_plain, no};
use crate::encoding::hex;
use crate::http::error::{Fault, FaultCode, quoted};
use crate::posts::query::{Listing, PostQuery};
use answer::{Failure, Head, Remedy, Wanted, decode};
use deadline::Deadline;
use js_sys::{Function, JsString, Math, Object, global};
use retry::wait;
use token::{Current, Token};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{RequestInit, RequestRedirect, Response};

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
        let mut faults = unknown(settings).map_err(|fault| PosternError::refused(vec![fault], &[]))?;
        let mut manner = Manner::default();
        let given = |name| Some(get(settings, name)).filter(is_given);
        for name in ["timeout", "retries"] {
            let set = given(name).map_or(Ok(true), |value| manner.set(name, &value));
            faults.extend(set.err().map(|fault| fault.of(name)));
        }
        let base = base(&get(settings, "baseUrl")).map_err(|fault| faults.push(fault.of("baseUrl")));
        let token = get(settings, "token");
        let token = Token::read(&token)
            .ok_or_else(|| faults.push(no("a string or a function that gives one", &token).of("token")));
        let fetch = given("fetch").map(JsValue::dyn_into::<Function>);
        let fetch = fetch.transpose().map_err(|value| faults.push(no("a function", &value).of("fetch")));
        match (base, token, fetch) {
            (Ok(base), Ok(token), Ok(fetch)) if faults.is_empty() => Ok(Self { base, token, fetch, manner }),
            _ => Err(PosternError::refused(faults, &[])),
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
        let call = PageCall::read(listing, names, options, &self.manner);
        let (path, manner) = call.check(|listing, names, pairs| {
            PostQuery::check(listing, names, pairs.iter().copied())?;
            Ok(address::posts(listing, names, pairs))
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
            Failure::network("expected timers and abort signals of the platform", &cause).error
        })?;
        let (mut tried, mut renewed) = (0, false);
        loop {
            deadline.check()?;
            let token = match call.wanted {
                Wanted::Health => None,
                _ => Some(self.token.current(&deadline).await?),
            };
            let Failure { error, remedy } = match self.attempt(call, token.as_ref(), &deadline).await {
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
    ) -> Result<JsValue, Failure> {
        let init = request(call, token, deadline);
        let fetch = self.fetch.clone().map_or_else(|| get(&global(), "fetch"), JsValue::from);
        let sent = fetch
            .dyn_ref::<Function>()
            .ok_or(JsValue::UNDEFINED)
            .and_then(|fetch| fetch.call2(&JsValue::UNDEFINED, &call.url.as_str().into(), &init));
        let answer = match sent {
            Ok(promise) => deadline.race(&promise).await?,
            Err(thrown) => Err(thrown),
        };
        let answer =
            answer.map_err(|cause| Failure::network("expected an answer, and the request failed", &cause))?;
        let Some(head) = Head::read(&answer) else {
            return Err(Failure::network("expected a Response of fetch, and something else came", &answer));
        };
        let text = match answer.unchecked_ref::<Response>().text() {
            Ok(text) => deadline.race(&text).await?,
            Err(thrown) => Err(thrown),
        };
        let text = text.and_then(JsValue::dyn_into::<JsString>);
        let text =
            text.map_err(|cause| Failure::network("expected a whole answer, and it broke off", &cause))?;
        decode(call.wanted, &head, &text)
    }
}

/// What `fetch` is told. A redirect is not followed: it would take the token elsewhere.
fn request(call: &Call, token: Option<&Current>, deadline: &Deadline) -> RequestInit {
    let headers = Object::new();
    set(&headers, "Accept", &"application/json".into());
    if let Some(token) = token {
        set(&headers, "Authorization", &format!("Bearer {}", token.text).into());
    }
    if let Some(key) = &call.key {
        set(&headers, "Idempotency-Key", &key.as_str().into());
    }
    let init = RequestInit::new();
    init.set_method("GET");
    init.set_headers(&headers);
    init.set_redirect(RequestRedirect::Manual);
    init.set_signal(Some(&deadline.signal()));
    init
}

fn base(value: &JsValue) -> Result<String, Fault> {
    // An instance of URL is as good as its text.
    let text = value.as_string().or_else(|| get(value, "href").as_string());
    let text = text.ok_or_else(|| no("the address of a service as a string", value))?;
    address::base(&text).map_err(|expected| {
        // What has a password in it is not repeated.
        let came = if text.contains('@') { "another one".to_owned() } else { quoted(&text) };
        Fault::new(FaultCode::InvalidValue, format!("{expected}, and {came} came"))
    })
}

/// What a client is set up with.
const SETTINGS: [&str; 5] = ["baseUrl", "token", "timeout", "retries", "fetch"];

/// The faults of settings that there are none of. What is no object of settings has none to look at.
fn unknown(settings: &JsValue) -> Result<Vec<Fault>, Fault> {
    let entries = match entries(settings) {
        Ok(entries) if is_plain(settings) => entries,
        _ => return Err(no("an object of settings", settings).of("settings")),
    };
    let names = entries.iter().filter_map(|entry| get(&entry, "0").as_string());
    let unknown = names.filter(|name| !SETTINGS.contains(&name.as_str())).map(|name| {
        let message = format!("expected one of {}", SETTINGS.join(", "));
        Fault::new(FaultCode::UnknownParameter, message).of(&name)
    });
    Ok(unknown.collect())
}
