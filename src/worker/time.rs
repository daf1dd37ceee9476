//! The clock, the random bytes and the timers of the platform.

use crate::http::entropy::Entropy;
use crate::time::Timestamp;
use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;
use worker::Delay;
use worker::js_sys::{Date, Reflect, global};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::web_sys::Crypto;

/// The current time. In production it stands still while the Worker computes.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds since 1970 are whole and far below 2^53")]
pub(super) fn now() -> Timestamp {
    Timestamp(Date::now() as i64)
}

/// Random bytes for one call.
pub(super) fn entropy() -> Result<Entropy, JsValue> {
    let mut bytes = [0; 88];
    crypto()?.get_random_values_with_u8_array(&mut bytes)?;
    Ok(Entropy::from(bytes))
}

/// The platform's Web Crypto, of which the worker crate only has digests.
pub(super) fn crypto() -> Result<Crypto, JsValue> {
    Ok(Reflect::get(&global(), &"crypto".into())?.unchecked_into())
}

/// Waits for a number of milliseconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "waits are short, and none is negative"
)]
pub(super) async fn sleep(milliseconds: f64) {
    Delay::from(Duration::from_millis(milliseconds as u64)).await;
}

/// The output of a future. `None` if it takes longer than `timeout`.
pub(super) async fn within<T>(timeout: Duration, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut delay = pin!(Delay::from(timeout));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending => delay.as_mut().poll(context).map(|()| None),
    })
    .await
}
