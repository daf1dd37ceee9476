//! Requests to other services.

use super::time::within;
use crate::http::runtime::HttpRequest;
use core::time::Duration;
use worker::wasm_bindgen::JsValue;
use worker::{Error, Fetch, Headers, Method, Request, RequestInit, RequestRedirect};

/// The timeout of a request to another service.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Sends a request, and reads the whole answer: its status and its text. Redirects are not followed: none is expected, and the
/// secrets in the headers must not go elsewhere.
pub(super) async fn fetch(outgoing: HttpRequest) -> Result<(u16, String), JsValue> {
    let answer = within(TIMEOUT, send(outgoing)).await;
    answer.unwrap_or_else(|| Err("no answer in time".into())).map_err(JsValue::from)
}

async fn send(outgoing: HttpRequest) -> Result<(u16, String), Error> {
    let headers = Headers::new();
    for (name, value) in &outgoing.headers {
        headers.set(name, value)?;
    }
    let mut init = RequestInit::new();
    init.with_method(Method::from(outgoing.method.to_owned()))
        .with_headers(headers)
        .with_redirect(RequestRedirect::Manual)
        .with_body(Some(outgoing.body).filter(|body| !body.is_empty()).map(JsValue::from));
    let mut answer = Fetch::Request(Request::new_with_init(&outgoing.url, &init)?).send().await?;
    Ok((answer.status_code(), answer.text().await?))
}
