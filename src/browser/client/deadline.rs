//! Ends a call when its time is up, or when its caller aborts it.

use crate::browser::code::{ABORTED, TIMEOUT};
use crate::browser::error::PosternError;
use crate::browser::js::get;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Date, Function, Promise};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal};

/// The time-out and the abort signal of a call. Dropping it removes the listener and the timer.
pub(super) struct Deadline {
    /// Why the call is over, once it is.
    over: Rc<RefCell<Option<PosternError>>>,
    /// Resolves when the call is over.
    ended: Promise,
    controller: AbortController,
    signal: Option<AbortSignal>,
    on_abort: Closure<dyn FnMut()>,
    /// When the time is up, in milliseconds since 1970.
    until: f64,
    _timer: Timeout,
}

impl Deadline {
    /// Starts the time-out of `timeout` milliseconds.
    pub(super) fn new(signal: Option<AbortSignal>, timeout: u32) -> Result<Self, JsValue> {
        let controller = AbortController::new()?;
        let over = Rc::new(RefCell::new(None));
        let mut resolve = None;
        let ended = Promise::new(&mut |resolved: Function, _| resolve = Some(resolved));
        let end = {
            let (over, controller) = (Rc::clone(&over), controller.clone());
            Rc::new(move |error: PosternError| {
                over.borrow_mut().get_or_insert(error);
                controller.abort();
                let _ = resolve.as_ref().map(|resolve| resolve.call0(&JsValue::UNDEFINED));
            })
        };
        let on_abort = {
            let (end, signal) = (Rc::clone(&end), signal.clone());
            Closure::<dyn FnMut()>::new(move || end(aborted(signal.as_ref())))
        };
        if let Some(signal) = &signal {
            if signal.aborted() {
                over.borrow_mut().replace(aborted(Some(signal)));
            }
            signal.add_event_listener_with_callback("abort", on_abort.as_ref().unchecked_ref())?;
        }
        let timer = Timeout::new(timeout, move || {
            end(PosternError::plain(TIMEOUT, &format!("expected an answer within {timeout} milliseconds")));
        });
        let until = Date::now() + f64::from(timeout);
        Ok(Self { over, ended, controller, signal, on_abort, until, _timer: timer })
    }

    /// The signal for `fetch`.
    pub(super) fn signal(&self) -> AbortSignal {
        self.controller.signal()
    }

    /// The milliseconds that are left.
    pub(super) fn left(&self) -> f64 {
        self.until - Date::now()
    }

    /// Fails if the call is over.
    pub(super) fn check(&self) -> Result<(), PosternError> {
        self.over.borrow().clone().map_or(Ok(()), Err)
    }

    /// Waits for a promise, but not longer than the call may take. The inner error is that of the promise.
    pub(super) async fn race(&self, work: &JsValue) -> Result<Result<JsValue, JsValue>, PosternError> {
        self.check()?;
        let both = Array::of2(work, &self.ended);
        let first = JsFuture::from(Promise::race(&both)).await;
        self.check()?;
        Ok(first)
    }

    /// Waits for some milliseconds, but not longer than the call may take.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "waits are short, and none is negative"
    )]
    pub(super) async fn sleep(&self, milliseconds: f64) -> Result<(), PosternError> {
        let mut timer = None;
        let slept = Promise::new(&mut |resolve: Function, _| {
            let wake = move || drop(resolve.call0(&JsValue::UNDEFINED));
            timer = Some(Timeout::new(milliseconds as u32, wake));
        });
        self.race(&slept).await.map(drop)
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        if let Some(signal) = &self.signal {
            let _ =
                signal.remove_event_listener_with_callback("abort", self.on_abort.as_ref().unchecked_ref());
        }
    }
}

fn aborted(signal: Option<&AbortSignal>) -> PosternError {
    let reason = signal.map(|signal| get(signal, "reason")).unwrap_or_default();
    PosternError::with_cause(ABORTED, "expected an answer, and the caller aborted the call", reason)
}
