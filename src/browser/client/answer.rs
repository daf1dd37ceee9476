//! From an answer of the service to a value for the caller. The service's JSON is read by JavaScript itself, which is
//! the fastest there is; only the envelope around the posts is looked at.

use super::code::{DECODE_ERROR, NETWORK_ERROR};
use super::retry;
use crate::browser::error::{More, PosternError};
use crate::browser::js::{get, parse_json, plain, set};
use crate::browser::names::camel_case;
use crate::browser::value::Value;
use crate::http::error::quoted;
use gloo_net::http::Response;
use js_sys::{Array, Date, Function, JsString};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ResponseType;

/// What a call asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Posts.
    Page,
    /// The token's account.
    Account,
    /// Whether the service works; its answer has no envelope, and is one also with 503.
    Health,
}

/// Why a try did not succeed.
#[derive(Debug)]
pub(super) struct AttemptError {
    pub(super) error: PosternError,
    pub(super) remedy: Remedy,
}

/// What may help.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Remedy {
    /// Nothing.
    None,
    /// Another try, after as many milliseconds as the service asks for.
    Again(Option<f64>),
    /// Another token.
    Token,
}

impl AttemptError {
    pub(super) fn of(error: PosternError, remedy: Remedy) -> Self {
        Self { error, remedy }
    }

    /// The network failed, or what stands for it.
    pub(super) fn network(message: &str, cause: JsValue) -> Self {
        Self::of(PosternError::caused(NETWORK_ERROR, message, cause), Remedy::Again(None))
    }
}

impl From<PosternError> for AttemptError {
    fn from(error: PosternError) -> Self {
        Self::of(error, Remedy::None)
    }
}

/// The headers that are looked at.
const HEADERS: [&str; 5] =
    ["content-type", "x-request-id", "retry-after", "x-credits-charged", "x-credits-remaining"];

/// Takes what `fetch` gave for a response, if it is one by its form: its class may be another realm's, or a caller's
/// own. gloo-net would end the module where headers throw, or give no text, so they are tried first.
pub(super) fn response(answer: JsValue) -> Result<Response, JsValue> {
    let headers = get(&answer, "headers");
    let reads = |header: &str| match get(&headers, "get").dyn_ref::<Function>() {
        Some(read) => read
            .call1(&headers, &header.into())
            .is_ok_and(|value| value.is_string() || value.is_null() || value.is_undefined()),
        None => false,
    };
    let is_whole = get(&answer, "status").as_f64().is_some() && get(&answer, "text").is_function();
    if is_whole && HEADERS.into_iter().all(reads) {
        return Ok(answer.unchecked_into::<web_sys::Response>().into());
    }
    Err(answer)
}

/// The head of an answer.
pub(super) struct Head {
    status: u16,
    is_redirect: bool,
    content_type: String,
    request_id: Option<String>,
    retry_after: Option<f64>,
    charged: Option<f64>,
    remaining: Option<f64>,
}

impl Head {
    /// Reads it.
    pub(super) fn read(response: &Response) -> Self {
        let headers = response.headers();
        let [content_type, request_id, retry_after, charged, remaining] =
            HEADERS.map(|name| headers.get(name));
        let number =
            |text: Option<String>| text.and_then(|text| text.parse().ok()).map(|credits: i32| credits.into());
        Self {
            status: response.status(),
            is_redirect: response.type_() == ResponseType::Opaqueredirect,
            content_type: content_type.unwrap_or_default(),
            request_id,
            retry_after: retry_after.and_then(|text| retry::asked(&text, Date::now(), Date::parse)),
            charged: number(charged),
            remaining: number(remaining),
        }
    }

    /// Whether it sends the caller elsewhere, which this API never does.
    fn is_redirect(&self) -> bool {
        self.is_redirect || matches!(self.status, 300..400)
    }

    fn remedy(&self) -> Remedy {
        if matches!(self.status, 429 | 503) { Remedy::Again(self.retry_after) } else { Remedy::None }
    }

    /// What an error says beside its words.
    fn more(&self) -> More {
        More {
            status: Some(self.status).filter(|status| *status != 0),
            request_id: self.request_id.clone(),
            retry_after: self.retry_after.map(|wait| wait / 1_000.0),
            ..More::default()
        }
    }

    /// An answer that is not one of this API.
    fn unreadable(&self, expected: &str, came: &str, cause: JsValue) -> AttemptError {
        let message = format!("expected {expected}, and {came} came with status {}", self.status);
        let more = More { cause, ..self.more() };
        AttemptError::of(PosternError::with(DECODE_ERROR, &message, &more), self.remedy())
    }
}

/// The JSON of an answer, and of its parts, as far as it is looked at. What is missing is `undefined`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Envelope {
    success: Value,
    data: Value,
    error: Value,
    /// Of `/health`, which has no envelope.
    status: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PageData {
    posts: Value,
    query: Value,
    page: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Paging {
    limit: Value,
    has_more: Value,
    next_cursor: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AccountData {
    account: Value,
    balance: Value,
    usage: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorBody {
    code: Value,
    message: Value,
    details: Value,
    request_id: Value,
}

/// What a page cost, as its headers say.
#[derive(Serialize)]
struct Credits {
    charged: f64,
    remaining: Option<f64>,
}

/// Reads an answer.
pub(super) fn decode(wanted: Wanted, head: &Head, text: &JsString) -> Result<JsValue, AttemptError> {
    if head.is_redirect() {
        let expected = "an answer of the API itself: check baseUrl";
        return Err(head.unreadable(expected, "a redirect", JsValue::UNDEFINED));
    }
    let json = parse_json(text).map_err(|cause| {
        let start = String::from(text.slice(0, 80));
        let came = match head.content_type.as_str() {
            "" => quoted(&start),
            kind => format!("{} ({})", quoted(&start), kind),
        };
        head.unreadable("JSON", &came, cause)
    })?;
    let Envelope { success, data, error, status } = Value::from(&json).parts();
    if wanted == Wanted::Health && matches!(head.status, 200 | 503) && status.text().is_some() {
        return Ok(json);
    }
    match success.flag() {
        Some(true) if head.status == 200 && wanted != Wanted::Health => self::success(wanted, head, data),
        Some(false) => Err(service_error(head, &error)),
        _ => Err(head.unreadable("an answer of this API", "other JSON", JsValue::UNDEFINED)),
    }
}

/// Checks what came around the posts, or the account, and adds what stood in headers.
fn success(wanted: Wanted, head: &Head, data: Value) -> Result<JsValue, AttemptError> {
    let is_whole = match wanted {
        Wanted::Page => is_page(&data),
        _ => is_account(&data),
    };
    if !is_whole {
        let came = "JSON that lacks parts of it";
        return Err(head.unreadable("an answer of this API", came, JsValue::UNDEFINED));
    }
    let data = JsValue::from(data);
    if wanted == Wanted::Page {
        let credits = Credits { charged: head.charged.unwrap_or_default(), remaining: head.remaining };
        set(&data, "credits", &plain(&credits));
    }
    set(&data, "requestId", &plain(&head.request_id));
    Ok(data)
}

fn is_page(data: &Value) -> bool {
    let PageData { posts, query, page } = data.parts();
    let Paging { limit, has_more, next_cursor } = page.parts();
    let has_next = match next_cursor.text() {
        None if !next_cursor.is_null() => return false,
        next => next.is_some(),
    };
    posts.is_array() && query.is_object() && limit.number().is_some() && has_more.flag() == Some(has_next)
}

fn is_account(data: &Value) -> bool {
    let AccountData { account, balance, usage } = data.parts();
    account.is_object() && balance.is_object() && usage.is_object()
}

/// The service's own error.
fn service_error(head: &Head, error: &Value) -> AttemptError {
    let ErrorBody { code, message, details, request_id } = error.parts();
    let (Some(code), Some(message)) = (code.text(), message.text()) else {
        let came = format!("one of type {}", error.kind());
        return head.unreadable("an error of this API", &came, JsValue::UNDEFINED);
    };
    let mut more = head.more();
    if details.is_array() {
        more.details = details.into();
        name_options(more.details.unchecked_ref());
    }
    more.request_id = request_id.text().or(more.request_id);
    let remedy = if code == "INVALID_API_TOKEN" { Remedy::Token } else { head.remedy() };
    AttemptError::of(PosternError::with(&code, &message, &more), remedy)
}

/// Names the option of each error that the service found.
fn name_options(details: &Array) {
    for detail in details.iter().filter(JsValue::is_object) {
        let parameter = get(&detail, "parameter").as_string().unwrap_or_default();
        set(&detail, "option", &camel_case(&parameter).into());
    }
}
