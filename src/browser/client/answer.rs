//! Decodes an answer of the service to a value for the caller. JavaScript's own `JSON.parse` parses it, which is fastest. Only the
//! envelope around the posts is checked.

use super::attempt::{AttemptError, Retry};
use super::head::Head;
use super::whole::is_whole;
use crate::browser::error::PosternError;
use crate::browser::js::{get, parse_json, plain, set};
use crate::browser::method::Method;
use crate::browser::names::camel_case;
use crate::browser::value::Value;
use crate::http::error::quoted;
use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};

/// Decodes an answer in JSON, which is an error if a CSV file was asked for.
pub(super) fn decode(
    method: Method,
    is_csv: bool,
    head: &Head,
    text: &JsString,
) -> Result<JsValue, AttemptError> {
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
    let answer = Value::from(&json);
    let part = |name| answer.part(name);
    if method == Method::Health && matches!(head.status, 200 | 503) && part("status").text().is_some() {
        return Ok(json);
    }
    match part("success").flag() {
        Some(true) if is_csv => Err(head.unreadable("CSV", "JSON", JsValue::UNDEFINED)),
        Some(true) if head.status == 200 && method != Method::Health => {
            self::success(method, head, part("data"))
        }
        Some(false) => Err(service_error(head, &part("error"))),
        _ => Err(head.unreadable("an answer of this API", "other JSON", JsValue::UNDEFINED)),
    }
}

/// Checks the data of a success, and adds what the headers say.
fn success(method: Method, head: &Head, data: Value) -> Result<JsValue, AttemptError> {
    if !is_whole(method, &data) {
        let came = "JSON that lacks parts of it";
        return Err(head.unreadable("an answer of this API", came, JsValue::UNDEFINED));
    }
    let data = JsValue::from(data);
    if method != Method::Account {
        set(&data, "credits", &plain(&head.credits()));
    }
    set(&data, "requestId", &plain(&head.request_id));
    Ok(data)
}

/// Converts an error of the service.
fn service_error(head: &Head, error: &Value) -> AttemptError {
    let (Some(code), Some(message)) = (error.part("code").text(), error.part("message").text()) else {
        let came = format!("one of type {}", error.type_name());
        return head.unreadable("an error of this API", &came, JsValue::UNDEFINED);
    };
    let mut more = head.more();
    let details = error.part("details");
    if details.is_array() {
        more.details = details.into();
        name_options(more.details.unchecked_ref());
    }
    more.request_id = error.part("request_id").text().or(more.request_id);
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
