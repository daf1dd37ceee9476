//! A real JavaScript `Error`, of a class that callers can tell by `instanceof`.

use super::js::plain;
use super::names::camel_case;
use crate::http::error::{ValidationError, ValidationErrorCode};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/npm/error.js")]
extern "C" {
    /// An `Error` with a `code` for programs beside its message for people.
    #[wasm_bindgen(extends = js_sys::Error, js_name = PosternError)]
    #[derive(Debug, Clone)]
    pub type PosternError;

    #[wasm_bindgen(constructor, js_class = "PosternError")]
    fn new(code: &str, message: &str, more: &JsValue) -> PosternError;
}

/// What an error says beside its code and its words.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct More {
    /// The status of the answer.
    pub(super) status: Option<u16>,
    /// The name of the call in the service's log.
    pub(super) request_id: Option<String>,
    /// The seconds that the service asks to wait.
    pub(super) retry_after: Option<f64>,
    /// One entry for each error.
    #[serde(with = "serde_wasm_bindgen::preserve", skip_serializing_if = "JsValue::is_undefined")]
    pub(super) details: JsValue,
    /// What led to it.
    #[serde(with = "serde_wasm_bindgen::preserve", skip_serializing_if = "JsValue::is_undefined")]
    pub(super) cause: JsValue,
}

/// An error of an option, as it stands in `details`.
#[derive(Serialize)]
struct Detail {
    parameter: String,
    code: ValidationErrorCode,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<&'static [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    did_you_mean: Option<String>,
    option: String,
}

impl Detail {
    /// `written` gives the option as the caller wrote it, where that is not its usual spelling.
    fn of(error: ValidationError, written: &[(String, String)]) -> Self {
        let ValidationError { parameter, code, message, minimum, maximum, allowed, did_you_mean } = error;
        let known = written.iter().find(|(name, _)| *name == parameter);
        let option = known.map_or_else(|| camel_case(&parameter), |(_, written)| written.clone());
        // Where the text lists names of parameters, those of the options take their place.
        let message = match code {
            ValidationErrorCode::UnknownParameter | ValidationErrorCode::InvalidRange => camel_case(&message),
            _ => message,
        };
        let did_you_mean = did_you_mean.map(|meant| match code {
            ValidationErrorCode::UnknownParameter => camel_case(meant),
            _ => meant.to_owned(),
        });
        Self { parameter, code, message, minimum, maximum, allowed, did_you_mean, option }
    }
}

impl PosternError {
    /// An error that needs no more than words.
    #[cfg(any(feature = "browser", feature = "browser-token"))]
    pub(super) fn of(code: &str, message: &str) -> Self {
        Self::new(code, message, &JsValue::UNDEFINED)
    }

    /// An error that something else led to.
    #[cfg(feature = "browser")]
    pub(super) fn caused(code: &str, message: &str, cause: JsValue) -> Self {
        Self::with(code, message, &More { cause, ..More::default() })
    }

    /// An error that says more.
    pub(super) fn with(code: &str, message: &str, more: &More) -> Self {
        Self::new(code, message, &plain(more))
    }

    /// Invalid arguments. `written` gives each parameter as the caller wrote it, where that is not its usual spelling.
    pub(super) fn invalid_arguments(errors: Vec<ValidationError>, written: &[(String, String)]) -> Self {
        let details: Vec<_> = errors.into_iter().map(|error| Detail::of(error, written)).collect();
        let message: Vec<_> =
            details.iter().map(|detail| format!("{}: {}", detail.option, detail.message)).collect();
        let more = More { details: plain(&details), ..More::default() };
        Self::with("INVALID_PARAMETER", &message.join("; "), &more)
    }
}
