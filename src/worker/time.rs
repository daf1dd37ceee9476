//! The clock and the randomness that the core takes as arguments.

use crate::answer::Entropy;
use crate::time::Timestamp;
use worker::js_sys::{Date, Reflect, global};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::web_sys::Crypto;

/// The time. In production it stands still while the Worker computes.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds since 1970 are whole and far below 2^53")]
pub(super) fn now() -> Timestamp {
    Timestamp(Date::now() as i64)
}

/// Random bytes for one call.
pub(super) fn entropy() -> Result<Entropy, JsValue> {
    let mut bytes = [0; 88];
    let crypto: Crypto = Reflect::get(&global(), &"crypto".into())?.unchecked_into();
    crypto.get_random_values_with_u8_array(&mut bytes)?;
    Ok(Entropy::from(bytes))
}
