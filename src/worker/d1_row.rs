//! Rows of D1: JavaScript objects with a property for each column. A document goes from the database into the answer as the same
//! JavaScript string.

use crate::store::{AsText, Row, StorageError};
use core::cell::RefCell;
use worker::js_sys::JsString;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// An object of JavaScript with values by their names.
    #[derive(Debug, Clone)]
    pub(super) type Record;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn get(this: &Record, name: &JsValue) -> JsValue;
}

/// A row of D1: an object with a property for each column.
#[derive(Debug, Clone)]
pub(super) struct D1Row(pub(super) Record);

thread_local! {
    /// The names of columns as JavaScript strings. There are few, and each row of a page has several. Creating them for each
    /// row took longer than reading the row.
    static NAMES: RefCell<Vec<(String, JsValue)>> = const { RefCell::new(Vec::new()) };
}

fn with_name<T>(column: &str, take: impl FnOnce(&JsValue) -> T) -> T {
    NAMES.with_borrow_mut(|names| {
        if let Some((_, name)) = names.iter().find(|(known, _)| known == column) {
            return take(name);
        }
        let name = JsValue::from(column);
        let taken = take(&name);
        names.push((column.to_owned(), name));
        taken
    })
}

impl D1Row {
    fn get(&self, column: &str) -> JsValue {
        with_name(column, |name| self.0.get(name))
    }

    /// The error about a value that is not of the expected type.
    fn mismatch(value: &JsValue, column: &str, expected: &str) -> StorageError {
        if value.is_undefined() {
            StorageError::new(format!("no column {column}"))
        } else {
            StorageError::new(format!("column {column} is no {expected}"))
        }
    }
}

/// The number as an integer. `None` unless it is whole and at most 2^53, which JavaScript represents exactly.
#[expect(clippy::cast_possible_truncation, reason = "checked: whole and at most 2^53")]
pub(super) fn as_integer(number: f64) -> Option<i64> {
    const MAX: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= MAX).then_some(number as i64)
}

impl Row for D1Row {
    type Text = Text;

    fn text(&self, column: &str) -> Result<Option<String>, StorageError> {
        let value = self.get(column);
        match value.as_string() {
            None if !value.is_null() => Err(Self::mismatch(&value, column, "text")),
            text => Ok(text),
        }
    }

    fn integer(&self, column: &str) -> Result<Option<i64>, StorageError> {
        let value = self.get(column);
        match value.as_f64().and_then(as_integer) {
            None if !value.is_null() => Err(Self::mismatch(&value, column, "integer")),
            number => Ok(number),
        }
    }

    fn stored(&self, column: &str) -> Result<Text, StorageError> {
        let text = self.get(column).dyn_into::<JsString>();
        text.map(Text).map_err(|value| Self::mismatch(&value, column, "text"))
    }
}

/// A JavaScript string that is passed on unparsed.
#[derive(Debug, Clone)]
pub(super) struct Text(JsString);

impl From<JsString> for Text {
    fn from(text: JsString) -> Self {
        Self(text)
    }
}

impl Text {
    /// The string without its first character.
    pub(super) fn opened(&self) -> JsString {
        self.0.slice(1, u32::MAX)
    }
}

impl AsText for Text {
    fn to_text(&self) -> String {
        self.0.clone().into()
    }

    fn from_text(text: String) -> Self {
        Self(text.into())
    }
}
