//! The status and the headers of an answer.

use super::attempt::{AttemptError, Retry};
use super::retry;
use crate::browser::code::DECODE_ERROR;
use crate::browser::error::{More, PosternError};
use crate::browser::js::{get, plain, set};
use gloo_net::http::Response;
use js_sys::{Date, Function};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ResponseType;

/// The headers that are looked at.
const HEADERS: [&str; 8] = [
    "content-type",
    "x-request-id",
    "retry-after",
    "x-credits-charged",
    "x-credits-remaining",
    "x-next-cursor",
    "x-missing",
    "content-disposition",
];

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
    pub(super) status: u16,
    is_redirect: bool,
    pub(super) content_type: String,
    pub(super) request_id: Option<String>,
    retry_after: Option<f64>,
    charged: Option<f64>,
    remaining: Option<f64>,
    next_cursor: Option<String>,
    missing: Option<f64>,
    disposition: Option<String>,
}

impl Head {
    /// Takes the status and the headers of a response.
    pub(super) fn from_response(response: &Response) -> Self {
        let headers = response.headers();
        let [content_type, request_id, retry_after, charged, remaining, next_cursor, missing, disposition] =
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
            next_cursor,
            missing: number(missing),
            disposition,
        }
    }

    /// Whether it sends the caller elsewhere, which this API never does.
    pub(super) fn is_redirect(&self) -> bool {
        self.is_redirect || matches!(self.status, 300..400)
    }

    pub(super) fn retry(&self) -> Retry {
        if matches!(self.status, 429 | 503) { Retry::After(self.retry_after) } else { Retry::No }
    }

    /// The properties of an error that come from the head.
    pub(super) fn more(&self) -> More {
        More {
            status: Some(self.status).filter(|status| *status != 0),
            request_id: self.request_id.clone(),
            retry_after: self.retry_after.map(|wait| wait / 1_000.0),
            ..More::default()
        }
    }

    /// The error of an answer that is not one of this API.
    pub(super) fn unreadable(&self, expected: &str, came: &str, cause: JsValue) -> AttemptError {
        let message = format!("expected {expected}, and {came} came with status {}", self.status);
        let more = More { cause, ..self.more() };
        AttemptError::new(PosternError::with_more(DECODE_ERROR, &message, &more), self.retry())
    }

    /// What the answer cost.
    pub(super) fn credits(&self) -> Credits {
        Credits { charged: self.charged.unwrap_or_default(), remaining: self.remaining }
    }

    /// Whether the body is a CSV file.
    pub(super) fn is_csv(&self) -> bool {
        self.status == 200 && self.content_type.starts_with("text/csv")
    }

    /// The answer that has a file as its body.
    pub(super) fn file(&self, blob: &JsValue) -> JsValue {
        let name = self.disposition.as_ref().and_then(|text| text.split('"').nth(1));
        let file = plain(&File {
            name,
            next_cursor: self.next_cursor.as_deref(),
            missing: self.missing,
            credits: self.credits(),
            request_id: self.request_id.as_deref(),
        });
        set(&file, "blob", blob);
        file
    }
}

/// What an answer cost, as its headers say.
#[derive(Serialize)]
pub(super) struct Credits {
    charged: f64,
    remaining: Option<f64>,
}

/// What the headers of a file say.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    name: Option<&'a str>,
    next_cursor: Option<&'a str>,
    missing: Option<f64>,
    credits: Credits,
    request_id: Option<&'a str>,
}
