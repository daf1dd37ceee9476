//! From an answer of the service to a value for the caller. The service's JSON is read by JavaScript itself, which is
//! the fastest there is; only the envelope around the posts is looked at.

use super::code::{DECODE_ERROR, NETWORK_ERROR};
use super::retry;
use crate::browser::error::PosternError;
use crate::browser::js::{get, kind, parse_json, set};
use crate::browser::value::camel_case;
use crate::http::error::quoted;
use js_sys::{Array, Date, Function, JsString, Object};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;

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
pub(super) struct Failure {
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

impl Failure {
    pub(super) fn of(error: PosternError, remedy: Remedy) -> Self {
        Self { error, remedy }
    }

    /// The network failed, or what stands for it.
    pub(super) fn network(message: &str, cause: &JsValue) -> Self {
        Self::of(PosternError::caused(NETWORK_ERROR, message, cause), Remedy::Again(None))
    }
}

impl From<PosternError> for Failure {
    fn from(error: PosternError) -> Self {
        Self::of(error, Remedy::None)
    }
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
    /// Reads it from what `fetch` gave; none where that is no response.
    pub(super) fn read(answer: &JsValue) -> Option<Self> {
        let headers = get(answer, "headers");
        let is_function = |object: &JsValue, name| get(object, name).is_instance_of::<Function>();
        let status = get(answer, "status").as_f64()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a status has three digits"
        )]
        let status = status as u16;
        if !is_function(&headers, "get") || !is_function(answer, "text") {
            return None;
        }
        let headers = answer.unchecked_ref::<Response>().headers();
        let header = |name| headers.get(name).ok().flatten();
        let number =
            |name| header(name).and_then(|text| text.parse().ok()).map(|credits: i32| f64::from(credits));
        let date = |text: &str| Date::parse(text);
        Some(Self {
            status,
            is_redirect: get(answer, "type").as_string().is_some_and(|kind| kind == "opaqueredirect"),
            content_type: header("content-type").unwrap_or_default(),
            request_id: header("x-request-id"),
            retry_after: header("retry-after").and_then(|text| retry::asked(&text, Date::now(), date)),
            charged: number("x-credits-charged"),
            remaining: number("x-credits-remaining"),
        })
    }

    /// Whether it sends the caller elsewhere, which this API never does.
    fn is_redirect(&self) -> bool {
        self.is_redirect || matches!(self.status, 300..400)
    }

    fn remedy(&self) -> Remedy {
        if matches!(self.status, 429 | 503) { Remedy::Again(self.retry_after) } else { Remedy::None }
    }

    /// What an error says beside its words.
    fn properties(&self) -> Object {
        let more = Object::new();
        set(&more, "status", &if self.status == 0 { JsValue::NULL } else { self.status.into() });
        set(&more, "requestId", &self.request_id.clone().map_or(JsValue::NULL, JsValue::from));
        let seconds = self.retry_after.map(|wait| wait / 1_000.0);
        set(&more, "retryAfter", &seconds.map_or(JsValue::NULL, JsValue::from));
        more
    }

    /// An answer that is not one of this API.
    fn unreadable(&self, expected: &str, came: &str, cause: Option<&JsValue>) -> Failure {
        let more = self.properties();
        if let Some(cause) = cause {
            set(&more, "cause", cause);
        }
        let message = format!("expected {expected}, and {came} came with status {}", self.status);
        Failure::of(PosternError::new(DECODE_ERROR, &message, &more), self.remedy())
    }
}

/// Reads an answer.
pub(super) fn decode(wanted: Wanted, head: &Head, text: &JsString) -> Result<JsValue, Failure> {
    if head.is_redirect() {
        return Err(head.unreadable("an answer of the API itself: check baseUrl", "a redirect", None));
    }
    let json = parse_json(text).map_err(|cause| {
        let start = String::from(text.slice(0, 80));
        let came = match head.content_type.as_str() {
            "" => quoted(&start),
            kind => format!("{} ({})", quoted(&start), kind),
        };
        head.unreadable("JSON", &came, Some(&cause))
    })?;
    if wanted == Wanted::Health && matches!(head.status, 200 | 503) && get(&json, "status").is_string() {
        return Ok(json);
    }
    match get(&json, "success").as_bool() {
        Some(true) if head.status == 200 && wanted != Wanted::Health => {
            success(wanted, head, &get(&json, "data"))
        }
        Some(false) => Err(refusal(head, &get(&json, "error"))),
        _ => Err(head.unreadable("an answer of this API", "other JSON", None)),
    }
}

/// Checks what came around the posts, or the account, and adds what stood in headers.
fn success(wanted: Wanted, head: &Head, data: &JsValue) -> Result<JsValue, Failure> {
    let is_whole = match wanted {
        Wanted::Page => is_page(data),
        _ => ["account", "balance", "usage"].iter().all(|name| get(data, name).is_object()),
    };
    if !is_whole {
        return Err(head.unreadable("an answer of this API", "JSON that lacks parts of it", None));
    }
    if wanted == Wanted::Page {
        let credits = Object::new();
        set(&credits, "charged", &head.charged.unwrap_or_default().into());
        set(&credits, "remaining", &head.remaining.map_or(JsValue::NULL, JsValue::from));
        set(data, "credits", &credits);
    }
    set(data, "requestId", &head.request_id.clone().map_or(JsValue::NULL, JsValue::from));
    Ok(data.clone())
}

fn is_page(data: &JsValue) -> bool {
    let page = get(data, "page");
    let next = get(&page, "next_cursor");
    Array::is_array(&get(data, "posts"))
        && get(data, "query").is_object()
        && get(&page, "limit").as_f64().is_some()
        && (next.is_null() || next.is_string())
        && get(&page, "has_more").as_bool() == Some(next.is_string())
}

/// The service's own error.
fn refusal(head: &Head, error: &JsValue) -> Failure {
    let (code, message) = (get(error, "code").as_string(), get(error, "message").as_string());
    let (Some(code), Some(message)) = (code, message) else {
        return head.unreadable("an error of this API", &format!("one of type {}", kind(error)), None);
    };
    let more = head.properties();
    if let Ok(details) = get(error, "details").dyn_into::<Array>() {
        name_options(&details);
        set(&more, "details", &details);
    }
    if let Some(id) = get(error, "request_id").as_string() {
        set(&more, "requestId", &id.into());
    }
    let remedy = if code == "INVALID_API_TOKEN" { Remedy::Token } else { head.remedy() };
    Failure::of(PosternError::new(&code, &message, &more), remedy)
}

/// Names the option of each fault that the service found.
fn name_options(details: &Array) {
    for detail in details.iter().filter(JsValue::is_object) {
        let parameter = get(&detail, "parameter").as_string().unwrap_or_default();
        set(&detail, "option", &camel_case(&parameter).into());
    }
}
