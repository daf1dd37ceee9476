//! The client's own errors; all others are the service's.

use crate::browser::error::PosternError;
use crate::browser::js::set;
use js_sys::Object;
use wasm_bindgen::JsValue;

pub(super) const NETWORK_ERROR: &str = "NETWORK_ERROR";
pub(super) const TIMEOUT: &str = "TIMEOUT";
pub(super) const ABORTED: &str = "ABORTED";
pub(super) const DECODE_ERROR: &str = "DECODE_ERROR";

impl PosternError {
    /// An error that something else led to.
    pub(super) fn caused(code: &str, message: &str, cause: &JsValue) -> Self {
        let more = Object::new();
        set(&more, "cause", cause);
        Self::new(code, message, &more)
    }
}
