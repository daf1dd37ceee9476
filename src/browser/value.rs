//! Values as JavaScript hands them over, and what to say of those that are of the wrong kind.

use super::js::kind;
use crate::http::error::{Fault, FaultCode};
use js_sys::Array;
use wasm_bindgen::JsValue;

/// Reads a whole number. Floating point is left to JavaScript: writing and reading it is a tenth of this module.
#[cfg(any(feature = "browser", feature = "browser-token", feature = "offline"))]
pub(super) fn whole(value: &JsValue, least: u32, most: u32) -> Result<u32, Fault> {
    let number = value.as_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what does not fit is refused"
    )]
    let whole = number.map_or(0, |number| number as u32);
    if number == Some(f64::from(whole)) && (least..=most).contains(&whole) {
        return Ok(whole);
    }
    let (came, code) = match number {
        Some(_) => (digits(value), FaultCode::OutOfRange),
        None => (described(value), FaultCode::InvalidValue),
    };
    let message = format!("expected a whole number from {least} to {most}, and {came} came");
    Err(Fault::new(code, message).within(least.into(), most.into()))
}

/// A number as JavaScript writes it.
#[cfg(any(feature = "browser", feature = "browser-token", feature = "offline"))]
pub(super) fn digits(number: &JsValue) -> String {
    js_sys::Object::from(number.clone()).to_string().into()
}

/// A fault of type: what was expected, and the kind of what came.
pub(super) fn no(expected: &str, value: &JsValue) -> Fault {
    Fault::new(FaultCode::InvalidValue, format!("expected {expected}, and {} came", described(value)))
}

pub(super) fn described(value: &JsValue) -> String {
    if Array::is_array(value) { "an array".to_owned() } else { kind(value) }
}

/// Whether a value is an object of options: of no class of its own, as a `Map` is, whose entries would be overlooked.
pub(super) fn is_plain(options: &JsValue) -> bool {
    let above = |value: &JsValue| js_sys::Reflect::get_prototype_of(value).ok().map(JsValue::from);
    let class = Some(options).filter(|options| options.is_object()).and_then(above);
    class.is_some_and(|class| class.is_null() || above(&class).is_some_and(|root| root.is_null()))
}

/// `minLikes` as the API writes it: `min_likes`.
pub(super) fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// `min_likes` as JavaScript writes it: `minLikes`. Other text stays as it is.
pub(super) fn camel_case(text: &str) -> String {
    let mut camel = String::with_capacity(text.len());
    let mut after = false;
    for c in text.chars() {
        match c {
            '_' => after = true,
            _ if after => {
                camel.push(c.to_ascii_uppercase());
                after = false;
            }
            _ => camel.push(c),
        }
    }
    camel
}
