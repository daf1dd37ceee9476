//! Random bytes. web-sys only has them for a window.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues, catch)]
    pub(super) fn random_bytes(bytes: &mut [u8]) -> Result<JsValue, JsValue>;
}
