//! Values as JavaScript hands them over, and what to say of those that are of the wrong kind.
//!
//! They are told by their form and never by their class: what comes from a frame, or from a test that Jest runs, is of
//! another realm, where `instanceof` says no.

use super::js;
use crate::http::error::{ValidationError, ValidationErrorCode};
use js_sys::Array;
#[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
use js_sys::Function;
use serde::Deserialize;
#[cfg(feature = "browser")]
use serde::de::DeserializeOwned;
#[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
#[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
use web_sys::AbortSignal;

/// A value that a caller gave.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Value(#[serde(with = "serde_wasm_bindgen::preserve")] JsValue);

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
    /// The text of an address; an instance of `URL` is as good.
    pub(super) fn address(&self) -> Option<String> {
        self.text().or_else(|| js::get(&self.0, "href").as_string())
    }

    /// The properties of an object of JSON that are looked at. What is no object has none.
    pub(super) fn parts<T: DeserializeOwned + Default>(&self) -> T {
        let object = Some(&self.0).filter(|value| value.is_object());
        object.and_then(|object| serde_wasm_bindgen::from_value(object.clone()).ok()).unwrap_or_default()
    }

    pub(super) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    pub(super) fn is_object(&self) -> bool {
        self.0.is_object()
    }

    pub(super) fn is_array(&self) -> bool {
        Array::is_array(&self.0)
    }

    pub(super) fn flag(&self) -> Option<bool> {
        self.0.as_bool()
    }

    pub(super) fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }
}

impl Value {
    /// Whether it is there at all.
    pub(super) fn is_given(&self) -> bool {
        !self.0.is_undefined() && !self.0.is_null()
    }

    /// What JavaScript calls it, for messages: never the value itself, which may be a secret.
    pub(super) fn kind(&self) -> String {
        js::kind(&self.0)
    }

    /// The same, and of arrays that they are some.
    fn described(&self) -> String {
        if Array::is_array(&self.0) { "an array".to_owned() } else { self.kind() }
    }

    /// An error of type: what was expected, and the kind of what came.
    pub(super) fn no(&self, expected: &str) -> ValidationError {
        let message = format!("expected {expected}, and {} came", self.described());
        ValidationError::new(ValidationErrorCode::InvalidValue, message)
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    /// The number as JavaScript writes it, if it is one.
    #[cfg(any(feature = "browser", feature = "browser-token", feature = "offline"))]
    pub(super) fn digits(&self) -> Option<String> {
        self.0.as_f64()?;
        Some(js_sys::Object::from(self.0.clone()).to_string().into())
    }

    /// Reads a whole number.
    #[cfg(any(feature = "browser", feature = "browser-token", feature = "offline"))]
    pub(super) fn whole(&self, least: u32, most: u32) -> Result<u32, ValidationError> {
        // Of what is no number, serde-wasm-bindgen would write all of it into an error, round in circles if need be.
        let number = Some(&self.0).filter(|value| value.as_f64().is_some());
        let whole = number.and_then(|number| serde_wasm_bindgen::from_value(number.clone()).ok());
        whole.filter(|whole| (least..=most).contains(whole)).ok_or_else(|| {
            let (came, code) = match self.digits() {
                Some(digits) => (digits, ValidationErrorCode::OutOfRange),
                None => (self.described(), ValidationErrorCode::InvalidValue),
            };
            let message = format!("expected a whole number from {least} to {most}, and {came} came");
            ValidationError::new(code, message).within(least.into(), most.into())
        })
    }

    /// Reads a day or a time: a text as it is, a `Date` as RFC 3339.
    #[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
    pub(super) fn time(&self) -> Result<String, ValidationError> {
        // That of an invalid date throws.
        let written = self.method("getTime").and_then(|_| self.method("toISOString")?.call0(&self.0).ok());
        let text = written.as_ref().unwrap_or(&self.0).as_string();
        text.ok_or_else(|| self.no("a day or a time as a string, or a Date"))
    }

    /// Reads an array of strings.
    #[cfg(any(feature = "browser-token", feature = "browser-import"))]
    pub(super) fn strings(&self) -> Result<Vec<String>, ValidationError> {
        let list = Some(&self.0).filter(|list| Array::is_array(list));
        let list: Vec<Self> = list
            .and_then(|list| serde_wasm_bindgen::from_value(list.clone()).ok())
            .ok_or_else(|| self.no("an array of strings"))?;
        list.iter().map(|value| value.text().ok_or_else(|| value.no("strings only"))).collect()
    }

    /// Reads an object's own properties as [`Self::fields`], without those that are `undefined` or `null`: they count
    /// as absent.
    pub(super) fn given_fields(&self, expected: &str) -> Result<Vec<(String, Self)>, ValidationError> {
        let mut fields = self.fields(expected)?;
        fields.retain(|(_, value)| value.is_given());
        Ok(fields)
    }

    /// Reads an object's own properties, in order. An object of a class is none, as its properties would be overlooked,
    /// like those of a `Map`.
    ///
    /// # Errors
    /// When it is not `expected`, or a property throws when it is read.
    pub(super) fn fields(&self, expected: &str) -> Result<Vec<(String, Self)>, ValidationError> {
        // serde-wasm-bindgen itself lets what a property throws end the module.
        let entries = js::entries(&self.0).ok();
        let fields = entries.map(|entries| serde_wasm_bindgen::from_value(entries.into()));
        match fields {
            Some(Ok(fields)) if self.is_plain() => Ok(fields),
            None if self.is_given() => {
                let message = format!("expected {expected}, and one came that can't be read");
                Err(ValidationError::new(ValidationErrorCode::InvalidValue, message))
            }
            _ => Err(self.no(expected)),
        }
    }

    /// Whether it is an object of no class of its own.
    fn is_plain(&self) -> bool {
        let above = |value: &JsValue| js_sys::Reflect::get_prototype_of(value).ok().map(JsValue::from);
        let class = Some(&self.0).filter(|value| value.is_object()).and_then(above);
        class.is_some_and(|class| class.is_null() || above(&class).is_some_and(|root| root.is_null()))
    }

    /// Reads a function.
    #[cfg(any(feature = "browser", feature = "browser-import"))]
    pub(super) fn function(&self) -> Result<Function, ValidationError> {
        self.0.dyn_ref().cloned().ok_or_else(|| self.no("a function"))
    }

    /// Reads an `AbortSignal`.
    #[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
    pub(super) fn signal(&self) -> Result<AbortSignal, ValidationError> {
        let is_signal =
            self.method("addEventListener").is_some() && js::get(&self.0, "aborted").as_bool().is_some();
        if is_signal { Ok(self.0.clone().unchecked_into()) } else { Err(self.no("an AbortSignal")) }
    }

    #[cfg(any(feature = "browser", feature = "offline", feature = "browser-import"))]
    fn method(&self, name: &str) -> Option<Function> {
        js::get(&self.0, name).dyn_into().ok()
    }
}
