//! Ids and addresses of posts, as a JavaScript caller gives them.

use super::js::{get, set};
use super::value::Value;
use crate::http::error::{ValidationError, ValidationErrorCode};
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};

/// The ids and addresses of posts that a call asks for.
pub(super) struct AskedIds {
    /// The value of the parameter: they are separated by commas, and those within addresses are encoded.
    pub(super) text: String,
    /// The addresses with encoded commas, and as the caller wrote them.
    encoded: Vec<(String, String)>,
}

impl AskedIds {
    /// Parses an array of ids and addresses, or the text of one, or of several with commas between them.
    ///
    /// # Errors
    /// When it is something else, or an id has a comma.
    pub(super) fn parse(value: &Value) -> Result<Self, ValidationError> {
        let mut encoded = Vec::new();
        if let Some(text) = value.text() {
            return Ok(Self { text, encoded });
        }
        if !value.is_array() {
            return Err(value.type_error("ids or web addresses of posts, as an array of strings"));
        }
        let mut items = value.strings()?;
        for item in items.iter_mut().filter(|item| item.contains(',')) {
            if !item.contains("://") {
                let message = "expected ids without a comma, and one with a comma came";
                return Err(ValidationError::new(ValidationErrorCode::InvalidValue, message));
            }
            let written = core::mem::take(item);
            *item = written.replace(',', "%2C");
            encoded.push((item.clone(), written));
        }
        Ok(Self { text: items.join(","), encoded })
    }

    /// Names the posts that are missing as the caller wrote them.
    pub(super) fn name_missing(&self, answer: &JsValue) {
        if self.encoded.is_empty() {
            return;
        }
        let missing = get(answer, "missing");
        let name = |item: JsValue| {
            let text = item.as_string().unwrap_or_default();
            let known = self.encoded.iter().find(|(encoded, _)| *encoded == text);
            known.map_or(item, |(_, written)| written.as_str().into())
        };
        let named: Array = missing.unchecked_ref::<Array>().iter().map(name).collect();
        set(answer, "missing", &named);
    }
}
