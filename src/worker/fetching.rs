//! Requests to other services, by the platform's own functions. Those of the worker crate read and build every kind of request and
//! response, which was a hundredth of the Worker's size.

use super::time::within;
use crate::http::runtime::HttpRequest;
use core::time::Duration;
use worker::js_sys::{JsString, global};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::web_sys::{Headers, RequestInit, RequestRedirect, Response, WorkerGlobalScope};

/// The timeout of a request to another service.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Sends a request, and reads the whole answer: its status and its text. Redirects are not followed: none is expected, and the
/// secrets in the headers must not go elsewhere.
pub(super) async fn fetch(outgoing: HttpRequest) -> Result<(u16, String), JsValue> {
    let answer = within(TIMEOUT, send(outgoing)).await;
    answer.unwrap_or_else(|| Err("no answer in time".into()))
}

async fn send(outgoing: HttpRequest) -> Result<(u16, String), JsValue> {
    let headers = Headers::new()?;
    for (name, value) in &outgoing.headers {
        headers.set(name, value)?;
    }
    let init = RequestInit::new();
    init.set_method(outgoing.method);
    init.set_headers(&headers);
    init.set_redirect(RequestRedirect::Manual);
    if !outgoing.body.is_empty() {
        init.set_body(&outgoing.body.into());
    }
    let platform: WorkerGlobalScope = global().unchecked_into();
    let answer = JsFuture::from(platform.fetch_with_str_and_init(&outgoing.url, &init)).await?;
    let answer: Response = answer.unchecked_into();
    let text: JsString = JsFuture::from(answer.text()?).await?.unchecked_into();
    Ok((answer.status(), text.into()))
}
