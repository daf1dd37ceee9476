//! The package's errors: real JavaScript `Error`s, of a class that callers can check with `instanceof`.

use super::js::plain;
use super::names::camel_case;
use crate::http::error::{ValidationError, ValidationErrorCode};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/npm/error.js")]
extern "C" {
    /// An `Error` with a message for people and a `code` for programs.
    #[wasm_bindgen(extends = js_sys::Error, js_name = PosternError)]
    #[derive(Debug, Clone)]
    pub type PosternError;

    #[wasm_bindgen(constructor, js_class = "PosternError")]
    fn new(code: &str, message: &str, more: &JsValue) -> PosternError;
}

/// The further properties of an error.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct More {
    /// The status of the answer.
    pub(super) status: Option<u16>,
    /// The id of the call in the service's log.
    pub(super) request_id: Option<String>,
    /// The seconds that the service asks to wait.
    pub(super) retry_after: Option<f64>,
    /// One entry for each error.
    #[serde(with = "serde_wasm_bindgen::preserve", skip_serializing_if = "JsValue::is_undefined")]
    pub(super) details: JsValue,
    /// The error that caused it.
    #[serde(with = "serde_wasm_bindgen::preserve", skip_serializing_if = "JsValue::is_undefined")]
    pub(super) cause: JsValue,
}

/// An error of an option, as an entry of `details`.
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
    /// Converts a validation error. `written` maps parameters to the options as the caller wrote them, if that is not the usual
    /// spelling.
    fn from_error(error: ValidationError, written: &[(String, String)]) -> Self {
        let ValidationError { parameter, code, message, minimum, maximum, allowed, did_you_mean } = error;
        let known = written.iter().find(|(name, _)| *name == parameter);
        let option = known.map_or_else(|| camel_case(&parameter), |(_, written)| written.clone());
        // These messages list names of parameters, which are replaced by the names of the options.
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
    /// An error with only a code and a message.
    #[cfg(any(feature = "browser", feature = "browser-token", feature = "offline"))]
    pub(super) fn plain(code: &str, message: &str) -> Self {
        Self::new(code, message, &JsValue::UNDEFINED)
    }

    /// An error with another error as its cause.
    #[cfg(feature = "browser")]
    pub(super) fn with_cause(code: &str, message: &str, cause: JsValue) -> Self {
        Self::with_more(code, message, &More { cause, ..More::default() })
    }

    /// An error with further properties.
    pub(super) fn with_more(code: &str, message: &str, more: &More) -> Self {
        Self::new(code, message, &plain(more))
    }

    /// The error of invalid arguments. `written` maps parameters to the options as the caller wrote them, if that is not the usual
    /// spelling.
    pub(super) fn invalid_arguments(errors: Vec<ValidationError>, written: &[(String, String)]) -> Self {
        let details: Vec<_> = errors.into_iter().map(|error| Detail::from_error(error, written)).collect();
        let message: Vec<_> =
            details.iter().map(|detail| format!("{}: {}", detail.option, detail.message)).collect();
        let more = More { details: plain(&details), ..More::default() };
        Self::with_more("INVALID_PARAMETER", &message.join("; "), &more)
    }
}
