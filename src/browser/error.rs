//! A real JavaScript `Error`, of a class that callers can tell by `instanceof`.

use super::js::{get, parse_json, set};
use super::options::camel_case;
use crate::error::{Fault, FaultCode};
use js_sys::{Array, Object};
use std::borrow::Cow;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(module = "/npm/error.js")]
extern "C" {
    /// An `Error` with a `code` for programs beside its message for people.
    #[wasm_bindgen(extends = js_sys::Error, js_name = PosternError)]
    #[derive(Debug, Clone)]
    pub type PosternError;

    #[wasm_bindgen(constructor, js_class = "PosternError")]
    fn new(code: &str, message: &str, more: &JsValue) -> PosternError;
}

/// The client's own codes; all others are the service's.
pub(super) const NETWORK_ERROR: &str = "NETWORK_ERROR";
pub(super) const TIMEOUT: &str = "TIMEOUT";
pub(super) const ABORTED: &str = "ABORTED";
pub(super) const DECODE_ERROR: &str = "DECODE_ERROR";

impl PosternError {
    /// An error that needs no more than words.
    pub(super) fn of(code: &str, message: &str) -> Self {
        Self::new(code, message, &JsValue::UNDEFINED)
    }

    /// An error that something else led to.
    pub(super) fn caused(code: &str, message: &str, cause: &JsValue) -> Self {
        let more = Object::new();
        set(&more, "cause", cause);
        Self::new(code, message, &more)
    }

    /// An error that an answer brought, or an answer that can't be read; `more` has its properties.
    pub(super) fn answered(code: &str, message: &str, more: &Object) -> Self {
        Self::new(code, message, more)
    }

    /// Refused arguments. `written` gives each parameter as the caller wrote it, where that is not its usual spelling.
    pub(super) fn refused(faults: Vec<Fault>, written: &[(String, String)]) -> Self {
        let faults: Vec<Fault> = faults.into_iter().map(in_options).collect();
        let option = |fault: &Fault| {
            let known = written.iter().find(|(name, _)| *name == fault.parameter);
            known.map_or_else(|| camel_case(&fault.parameter), |(_, written)| written.clone())
        };
        let message: Vec<_> =
            faults.iter().map(|fault| format!("{}: {}", option(fault), fault.message)).collect();
        let details = parse_json(&crate::store::json(&faults).into()).unwrap_or_default();
        for (detail, fault) in details.unchecked_ref::<Array>().iter().zip(&faults) {
            set(&detail, "option", &option(fault).into());
            let meant = fault.did_you_mean.filter(|_| fault.code == FaultCode::UnknownParameter);
            if let Some(meant) = meant {
                set(&detail, "did_you_mean", &camel_case(meant).into());
            }
        }
        let more = Object::new();
        set(&more, "details", &details);
        Self::new("INVALID_PARAMETER", &message.join("; "), &more)
    }
}

/// The same fault in words of options where the text lists names of parameters.
fn in_options(fault: Fault) -> Fault {
    let message = match fault.code {
        FaultCode::UnknownParameter | FaultCode::InvalidRange => camel_case(&fault.message),
        _ => fault.message,
    };
    Fault { message, ..fault }
}

/// Names the option of each fault that the service found.
pub(super) fn name_options(details: &Array) {
    for detail in details.iter().filter(JsValue::is_object) {
        let parameter = get(&detail, "parameter").as_string().map(Cow::Owned).unwrap_or_default();
        set(&detail, "option", &camel_case(&parameter).into());
    }
}
