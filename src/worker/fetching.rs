//! Requests to other services.

use super::time::within;
use crate::http::runtime::Outgoing;
use core::time::Duration;
use worker::js_sys::{Function, JsString, Reflect, global};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::web_sys::{Headers, Request, RequestInit, Response};

/// How long another service may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends a request, and reads the whole answer: its status and its text. Redirects are not followed: none is expected,
/// and a secret must not go elsewhere.
pub(super) async fn fetch(outgoing: Outgoing) -> Result<(u16, String), JsValue> {
    let work = async {
        let headers = Headers::new()?;
        for (name, value) in &outgoing.headers {
            headers.set(name, value)?;
        }
        let init = RequestInit::new();
        init.set_method(outgoing.method);
        init.set_headers(&headers);
        if !outgoing.body.is_empty() {
            init.set_body(&outgoing.body.into());
        }
        Reflect::set(&init, &"redirect".into(), &"manual".into())?;
        let request = Request::new_with_str_and_init(&outgoing.url, &init)?;
        let fetch: Function = Reflect::get(&global(), &"fetch".into())?.dyn_into()?;
        let answer = fetch.call1(&JsValue::UNDEFINED, &request)?;
        let answer: Response = JsFuture::from(worker::js_sys::Promise::resolve(&answer)).await?.dyn_into()?;
        let text: JsString = JsFuture::from(answer.text()?).await?.unchecked_into();
        Ok((answer.status(), text.into()))
    };
    within(PATIENCE, work).await.unwrap_or_else(|| Err("no answer in time".into()))
}
