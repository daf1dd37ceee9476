//! Functions of JavaScript that js-sys and web-sys lack or only have for a window.

use js_sys::Array;
#[cfg(any(feature = "browser", feature = "offline"))]
use js_sys::JsString;
#[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
use js_sys::Reflect;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Parses JSON without copying the text into wasm's memory.
    #[cfg(any(feature = "browser", feature = "offline"))]
    #[wasm_bindgen(js_namespace = JSON, js_name = parse, catch)]
    pub(super) fn parse_json(text: &JsString) -> Result<JsValue, JsValue>;

    /// The items of an array. Those of a caller's array may throw when they are read.
    #[wasm_bindgen(js_namespace = Array, js_name = from, catch)]
    pub(super) fn array_from(array: &JsValue) -> Result<Array, JsValue>;

    /// The own properties of an object. Those of a caller's object may throw when they are read.
    #[wasm_bindgen(js_namespace = Object, js_name = entries, catch)]
    pub(super) fn entries(object: &JsValue) -> Result<Array, JsValue>;
}

/// A property of a value. `undefined` if it does not exist, or if the value can't have properties.
#[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
pub(super) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of a plain object, which can't fail.
#[cfg(any(feature = "browser", feature = "offline"))]
pub(super) fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}

/// Converts a value to JavaScript as `JSON.parse` would return it: `None` is `null`, and a map is an object.
pub(super) fn plain(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::json_compatible()).unwrap_or_default()
}

/// The type of a value, for messages. Never the value itself, which may be a secret.
pub(super) fn type_name(value: &JsValue) -> String {
    if value.is_null() { "null".to_owned() } else { value.js_typeof().as_string().unwrap_or_default() }
}
