//! Decodes an answer of the service to a value for the caller. JavaScript's own `JSON.parse` parses it, which is fastest. Only the
//! envelope around the posts is checked.

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

/// The endpoint of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Endpoint {
    /// A page of posts.
    Page,
    /// The token's account.
    Account,
    /// The health of the service. Its answer has no envelope, and is no error if the status is 503.
    Health,
}

/// Why an attempt failed.
#[derive(Debug)]
pub(super) struct AttemptError {
    pub(super) error: PosternError,
    pub(super) retry: Retry,
}

/// Whether another attempt may succeed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Retry {
    /// No attempt will.
    No,
    /// Another attempt may, after as many milliseconds as the service asks for.
    After(Option<f64>),
    /// An attempt with another token may.
    WithNewToken,
}

impl AttemptError {
    pub(super) fn new(error: PosternError, retry: Retry) -> Self {
        Self { error, retry }
    }

    /// The error of a request that failed without an answer.
    pub(super) fn network(message: &str, cause: JsValue) -> Self {
        Self::new(PosternError::with_cause(NETWORK_ERROR, message, cause), Retry::After(None))
    }
}

impl From<PosternError> for AttemptError {
    fn from(error: PosternError) -> Self {
        Self::new(error, Retry::No)
    }
}

/// The headers that are looked at.
const HEADERS: [&str; 5] =
    ["content-type", "x-request-id", "retry-after", "x-credits-charged", "x-credits-remaining"];

/// Casts the result of `fetch` to a response if it has the form of one. Its class may come from another realm or from the caller.
/// gloo-net would end the module if a header throws or is no text, so each header is tried first.
pub(super) fn as_response(answer: JsValue) -> Result<Response, JsValue> {
    let headers = get(&answer, "headers");
    let is_readable = |header: &str| match get(&headers, "get").dyn_ref::<Function>() {
        Some(get_header) => get_header
            .call1(&headers, &header.into())
            .is_ok_and(|value| value.is_string() || value.is_null() || value.is_undefined()),
        None => false,
    };
    let has_parts = get(&answer, "status").as_f64().is_some() && get(&answer, "text").is_function();
    if has_parts && HEADERS.into_iter().all(is_readable) {
        return Ok(answer.unchecked_into::<web_sys::Response>().into());
    }
    Err(answer)
}

/// The status and the headers of an answer.
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
    /// Takes the status and the headers of a response.
    pub(super) fn from_response(response: &Response) -> Self {
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
            retry_after: retry_after
                .and_then(|text| retry::parse_retry_after(&text, Date::now(), Date::parse)),
            charged: number(charged),
            remaining: number(remaining),
        }
    }

    /// Whether it sends the caller elsewhere, which this API never does.
    fn is_redirect(&self) -> bool {
        self.is_redirect || matches!(self.status, 300..400)
    }

    fn retry(&self) -> Retry {
        if matches!(self.status, 429 | 503) { Retry::After(self.retry_after) } else { Retry::No }
    }

    /// The properties of an error that come from the head.
    fn more(&self) -> More {
        More {
            status: Some(self.status).filter(|status| *status != 0),
            request_id: self.request_id.clone(),
            retry_after: self.retry_after.map(|wait| wait / 1_000.0),
            ..More::default()
        }
    }

    /// The error of an answer that is not one of this API.
    fn unreadable(&self, expected: &str, came: &str, cause: JsValue) -> AttemptError {
        let message = format!("expected {expected}, and {came} came with status {}", self.status);
        let more = More { cause, ..self.more() };
        AttemptError::new(PosternError::with_more(DECODE_ERROR, &message, &more), self.retry())
    }
}

/// The parts of an answer's JSON that are checked. What is missing is `undefined`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Envelope {
    success: Value,
    data: Value,
    error: Value,
    /// A field of `/health`, which has no envelope.
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

/// Decodes an answer.
pub(super) fn decode(endpoint: Endpoint, head: &Head, text: &JsString) -> Result<JsValue, AttemptError> {
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
    if endpoint == Endpoint::Health && matches!(head.status, 200 | 503) && status.text().is_some() {
        return Ok(json);
    }
    match success.flag() {
        Some(true) if head.status == 200 && endpoint != Endpoint::Health => {
            self::success(endpoint, head, data)
        }
        Some(false) => Err(service_error(head, &error)),
        _ => Err(head.unreadable("an answer of this API", "other JSON", JsValue::UNDEFINED)),
    }
}

/// Checks the data of a success, and adds what the headers say.
fn success(endpoint: Endpoint, head: &Head, data: Value) -> Result<JsValue, AttemptError> {
    let is_whole = match endpoint {
        Endpoint::Page => is_page(&data),
        _ => is_account(&data),
    };
    if !is_whole {
        let came = "JSON that lacks parts of it";
        return Err(head.unreadable("an answer of this API", came, JsValue::UNDEFINED));
    }
    let data = JsValue::from(data);
    if endpoint == Endpoint::Page {
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

/// Converts an error of the service.
fn service_error(head: &Head, error: &Value) -> AttemptError {
    let ErrorBody { code, message, details, request_id } = error.parts();
    let (Some(code), Some(message)) = (code.text(), message.text()) else {
        let came = format!("one of type {}", error.type_name());
        return head.unreadable("an error of this API", &came, JsValue::UNDEFINED);
    };
    let mut more = head.more();
    if details.is_array() {
        more.details = details.into();
        name_options(more.details.unchecked_ref());
    }
    more.request_id = request_id.text().or(more.request_id);
    let retry = if code == "INVALID_API_TOKEN" { Retry::WithNewToken } else { head.retry() };
    AttemptError::new(PosternError::with_more(&code, &message, &more), retry)
}

/// Adds the name of the option to each entry of the service's `details`.
fn name_options(details: &Array) {
    for detail in details.iter().filter(JsValue::is_object) {
        let parameter = get(&detail, "parameter").as_string().unwrap_or_default();
        set(&detail, "option", &camel_case(&parameter).into());
    }
}
