//! A real JavaScript `Error`, of a class that callers can tell by `instanceof`.

use super::js::{parse_json, set};
use super::value::camel_case;
use crate::http::error::{Fault, FaultCode};
use js_sys::{Array, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(module = "/npm/error.js")]
extern "C" {
    /// An `Error` with a `code` for programs beside its message for people.
    #[wasm_bindgen(extends = js_sys::Error, js_name = PosternError)]
    #[derive(Debug, Clone)]
    pub type PosternError;

    #[wasm_bindgen(constructor, js_class = "PosternError")]
    pub(super) fn new(code: &str, message: &str, more: &JsValue) -> PosternError;
}

impl PosternError {
    /// An error that needs no more than words.
    #[cfg(any(feature = "browser", feature = "browser-token"))]
    pub(super) fn of(code: &str, message: &str) -> Self {
        Self::new(code, message, &JsValue::UNDEFINED)
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
