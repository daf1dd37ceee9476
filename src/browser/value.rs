//! Values that JavaScript callers pass, and the errors of those with a wrong type.
//!
//! Values are recognised by their form, never by their class. A value from a frame, or from a test that Jest runs, comes from
//! another realm, where `instanceof` is false.
//!
//! serde-wasm-bindgen converts what goes out, and not what comes in: its messages about wrong values write them, numbers too, which
//! would be 13 KiB (compressed) of the main entry.

use super::js;
use crate::http::error::{ValidationError, ValidationErrorCode};
use js_sys::Array;
#[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
use js_sys::Function;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
#[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
use web_sys::AbortSignal;

/// A value that a caller passed.
#[derive(Debug, Clone, Default)]
pub(super) struct Value(JsValue);

impl From<&JsValue> for Value {
    fn from(value: &JsValue) -> Self {
        Self(value.clone())
    }
}

impl From<Value> for JsValue {
    fn from(value: Value) -> Self {
        value.0
    }
}

/// Settings, and parts of an answer.
#[cfg(feature = "browser")]
impl Value {
    /// The text of an address, also of a `URL` object.
    pub(super) fn address(&self) -> Option<String> {
        self.text().or_else(|| js::get(&self.0, "href").as_string())
    }

    /// A property of a JSON object. What is missing, and any of a value that is no object, is `undefined`.
    pub(super) fn part(&self, name: &str) -> Self {
        Self(js::get(&self.0, name))
    }

    pub(super) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    pub(super) fn is_object(&self) -> bool {
        self.0.is_object()
    }

    pub(super) fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }
}

impl Value {
    #[cfg(any(feature = "browser", feature = "offline"))]
    pub(super) fn is_array(&self) -> bool {
        Array::is_array(&self.0)
    }

    /// Whether it is neither `undefined` nor `null`.
    pub(super) fn is_given(&self) -> bool {
        !self.0.is_undefined() && !self.0.is_null()
    }

    /// The type, for messages. Never the value itself, which may be a secret.
    pub(super) fn type_name(&self) -> String {
        js::type_name(&self.0)
    }

    /// The type, with arrays told from other objects.
    fn described(&self) -> String {
        if Array::is_array(&self.0) { "an array".to_owned() } else { self.type_name() }
    }

    /// The error of a wrong type: what was expected, and the type that came.
    pub(super) fn type_error(&self, expected: &str) -> ValidationError {
        let message = format!("expected {expected}, and {} came", self.described());
        ValidationError::new(ValidationErrorCode::InvalidValue, message)
    }

    /// The text, if it is one.
    #[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
    pub(super) fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    /// Whether it is true, if it is true or false.
    #[cfg(any(feature = "browser", feature = "offline"))]
    pub(super) fn flag(&self) -> Option<bool> {
        self.0.as_bool()
    }

    /// The number as JavaScript writes it, if it is one.
    #[cfg(any(feature = "browser", feature = "browser-token", feature = "offline"))]
    pub(super) fn digits(&self) -> Option<String> {
        self.0.as_f64()?;
        Some(js_sys::Object::from(self.0.clone()).to_string().into())
    }

    /// Parses a whole number within a range.
    #[cfg(any(feature = "browser", feature = "browser-token", feature = "offline"))]
    pub(super) fn parse_integer(&self, least: u32, most: u32) -> Result<u32, ValidationError> {
        let range = f64::from(least)..=f64::from(most);
        let whole = self.0.as_f64().filter(|number| number.fract() == 0.0 && range.contains(number));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is a whole number within a range of this type"
        )]
        whole.map(|number| number as u32).ok_or_else(|| {
            let (came, code) = match self.digits() {
                Some(digits) => (digits, ValidationErrorCode::OutOfRange),
                None => (self.described(), ValidationErrorCode::InvalidValue),
            };
            let message = format!("expected a whole number from {least} to {most}, and {came} came");
            ValidationError::new(code, message).within(least.into(), most.into())
        })
    }

    /// Parses a day or a time: a string as it is, a `Date` as RFC 3339.
    #[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
    pub(super) fn time(&self) -> Result<String, ValidationError> {
        // `toISOString` of an invalid date throws.
        let written = self.method("getTime").and_then(|_| self.method("toISOString")?.call0(&self.0).ok());
        let text = written.as_ref().unwrap_or(&self.0).as_string();
        text.ok_or_else(|| self.type_error("a day or a time as a string, or a Date"))
    }

    /// The text of a list: the strings of an array, separated by commas.
    #[cfg(any(feature = "browser", feature = "offline"))]
    pub(super) fn list(&self) -> Result<String, ValidationError> {
        let invalid = |message| Err(ValidationError::new(ValidationErrorCode::InvalidValue, message));
        if !Array::is_array(&self.0) {
            return Err(self.type_error("a string or an array of strings"));
        }
        let items = self.strings()?;
        if items.is_empty() {
            return invalid("expected a value at least, and an empty array came");
        }
        if items.iter().any(|item| item.contains(',')) {
            return invalid("expected values without a comma, and one with a comma came");
        }
        Ok(items.join(","))
    }

    /// Parses an array of strings.
    #[cfg(any(
        feature = "browser",
        feature = "offline",
        feature = "browser-token",
        feature = "browser-import"
    ))]
    pub(super) fn strings(&self) -> Result<Vec<String>, ValidationError> {
        if !Array::is_array(&self.0) {
            return Err(self.type_error("an array of strings"));
        }
        let items =
            js::array_from(&self.0).map_err(|_| self.type_error("an array of strings that can be read"))?;
        let text = |item: JsValue| item.as_string().ok_or_else(|| Self(item).type_error("strings only"));
        items.iter().map(text).collect()
    }

    /// The own properties of an object, as [`Self::fields`] returns them, without those that are `undefined` or `null`.
    pub(super) fn given_fields(&self, expected: &str) -> Result<Vec<(String, Self)>, ValidationError> {
        let mut fields = self.fields(expected)?;
        fields.retain(|(_, value)| value.is_given());
        Ok(fields)
    }

    /// The own properties of a plain object, in order. Objects of a class, such as a `Map`, are refused, because properties that
    /// are not their own would be overlooked.
    ///
    /// # Errors
    /// When the value is no plain object, or a property throws when it is read. `expected` says in the message what was expected.
    pub(super) fn fields(&self, expected: &str) -> Result<Vec<(String, Self)>, ValidationError> {
        match js::entries(&self.0).ok() {
            Some(entries) if self.is_plain() => Ok(entries.iter().map(field).collect()),
            None if self.is_given() => {
                let message = format!("expected {expected}, and one came that can't be read");
                Err(ValidationError::new(ValidationErrorCode::InvalidValue, message))
            }
            _ => Err(self.type_error(expected)),
        }
    }

    /// Whether it is an object that is not of a class.
    fn is_plain(&self) -> bool {
        let above = |value: &JsValue| js_sys::Reflect::get_prototype_of(value).ok().map(JsValue::from);
        let class = Some(&self.0).filter(|value| value.is_object()).and_then(above);
        class.is_some_and(|class| class.is_null() || above(&class).is_some_and(|root| root.is_null()))
    }

    /// Casts the value to a function.
    #[cfg(any(feature = "browser", feature = "browser-import"))]
    pub(super) fn function(&self) -> Result<Function, ValidationError> {
        self.0.dyn_ref().cloned().ok_or_else(|| self.type_error("a function"))
    }

    /// Casts the value to an `AbortSignal`.
    #[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
    pub(super) fn signal(&self) -> Result<AbortSignal, ValidationError> {
        let is_signal =
            self.method("addEventListener").is_some() && js::get(&self.0, "aborted").as_bool().is_some();
        if is_signal { Ok(self.0.clone().unchecked_into()) } else { Err(self.type_error("an AbortSignal")) }
    }

    #[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
    fn method(&self, name: &str) -> Option<Function> {
        js::get(&self.0, name).dyn_into().ok()
    }
}

/// The name and the value of an entry.
fn field(entry: JsValue) -> (String, Value) {
    let entry: Array = entry.unchecked_into();
    (entry.get(0).as_string().unwrap_or_default(), Value(entry.get(1)))
}
