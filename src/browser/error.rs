//! A real JavaScript `Error`, with `name`, `code` and `details`.

use crate::error::ApiError;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// An `Error` with a `code` for programs beside its message for people.
    #[wasm_bindgen(extends = js_sys::Error, js_name = Error)]
    #[derive(Debug, Clone)]
    pub type PosternError;

    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> PosternError;

    #[wasm_bindgen(method, setter)]
    fn set_name(this: &PosternError, name: &str);

    #[wasm_bindgen(method, setter)]
    fn set_code(this: &PosternError, code: &str);

    #[wasm_bindgen(method, setter)]
    fn set_details(this: &PosternError, details: JsValue);
}

impl From<&ApiError> for PosternError {
    fn from(error: &ApiError) -> Self {
        let thrown = Self::new(&error.message());
        thrown.set_name("PosternError");
        thrown.set_code(error.status_and_code().1);
        if let ApiError::InvalidParameter(faults) = error {
            // A list of texts and numbers always becomes JavaScript; if not, the message still says what is wrong.
            let details = faults.serialize(&Serializer::json_compatible());
            thrown.set_details(details.unwrap_or(JsValue::NULL));
        }
        thrown
    }
}
