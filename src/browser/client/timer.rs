//! Timers, which web-sys has for a window only.

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Calls a function later; what comes back is a number in browsers and an object in Node.
    #[wasm_bindgen(js_name = setTimeout)]
    pub(super) fn set_timeout(action: &Function, milliseconds: f64) -> JsValue;

    #[wasm_bindgen(js_name = clearTimeout)]
    pub(super) fn clear_timeout(timer: &JsValue);
}
