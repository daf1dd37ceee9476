//! An object's own properties as names and values.

use super::error::PosternError;
use crate::error::{ApiError, Fault, FaultCode};
use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};

/// The properties that are there, each as text. No object at all has none.
pub(super) fn entries(options: &JsValue) -> Result<Vec<(String, String)>, PosternError> {
    if options.is_undefined() || options.is_null() {
        return Ok(Vec::new());
    }
    let Some(object) = options.dyn_ref::<Object>().filter(|_| !Array::is_array(options)) else {
        return Err(refused(vec![fault("options", "an object of parameters", options)]));
    };
    let (mut pairs, mut faults) = (Vec::new(), Vec::new());
    for entry in Object::entries(object).iter() {
        let entry: Array = entry.unchecked_into();
        let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        if value.is_undefined() || value.is_null() {
            continue;
        }
        match text(&value) {
            Some(text) => pairs.push((name, text)),
            None => faults.push(fault(&name, "a string or a whole number", &value)),
        }
    }
    if faults.is_empty() { Ok(pairs) } else { Err(refused(faults)) }
}

/// A string as it is, a number as JavaScript writes it.
fn text(value: &JsValue) -> Option<String> {
    let number = value.as_f64().map(|_| String::from(Object::from(value.clone()).to_string()));
    value.as_string().or(number)
}

fn fault(name: &str, expected: &str, value: &JsValue) -> Fault {
    let kind = value.js_typeof().as_string().unwrap_or_default();
    Fault::new(FaultCode::InvalidValue, format!("expected {expected}, and a value of type {kind} came"))
        .of(name)
}

fn refused(faults: Vec<Fault>) -> PosternError {
    PosternError::from(&ApiError::from(faults))
}
