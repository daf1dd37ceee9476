//! KV, by the platform's own functions: the worker crate's serialize options of every kind. It has expensive pages, and, under keys
//! that begin with `npm/`, what deployments stored for good. A failure counts as a page that is not cached, and never fails a call for
//! posts.

use super::binding::binding;
use super::d1::message;
use super::log::alarm;
use super::time::within;
use core::time::Duration;
use worker::js_sys::{Object, Promise, Reflect};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::{Context, Env};

const BINDING: &str = "PAGES";
/// What a value is read as.
pub(super) const TEXT: &str = "text";
pub(super) const BYTES: &str = "arrayBuffer";
/// The timeout of reading a page. Later than this, reading the databases would be faster.
const TIMEOUT: Duration = Duration::from_secs(1);
/// The timeout of reading what can't be had from elsewhere.
const LONG_TIMEOUT: Duration = Duration::from_secs(15);
/// Seconds that a page stays in the cache: a day.
const TIME_TO_LIVE: u32 = 86_400;

#[wasm_bindgen]
extern "C" {
    /// A namespace of KV.
    type Namespace;

    #[wasm_bindgen(method, catch)]
    fn get(this: &Namespace, key: &str, kind: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn put(this: &Namespace, key: &str, value: &str, options: &Object) -> Result<Promise, JsValue>;
}

/// Looks a page up in the cache.
pub(super) async fn cached_page(env: &Env, key: &str) -> Option<String> {
    match within(TIMEOUT, get(env, key, TEXT)).await {
        Some(Ok(page)) => page.as_string(),
        Some(Err(error)) => {
            alarm("page", &message(&error));
            None
        }
        None => {
            alarm("page", "no answer in time");
            None
        }
    }
}

/// Reads what a deployment stored. Null, if there is nothing under this key.
pub(super) async fn stored(env: &Env, key: &str, kind: &str) -> Result<JsValue, String> {
    let outcome = within(LONG_TIMEOUT, get(env, key, kind)).await;
    outcome.ok_or_else(|| "no answer of KV in time".to_owned())?.map_err(|error| message(&error))
}

async fn get(env: &Env, key: &str, kind: &str) -> Result<JsValue, JsValue> {
    let pages: Namespace = binding(env, BINDING)?;
    JsFuture::from(pages.get(key, kind)?).await
}

/// Caches a page without delaying the reply.
pub(super) fn cache_page(env: &Env, context: &Context, key: String, page: String) {
    let env = env.clone();
    context.wait_until(async move {
        if let Err(error) = put(&env, &key, &page).await {
            alarm("page", &message(&error));
        }
    });
}

async fn put(env: &Env, key: &str, page: &str) -> Result<(), JsValue> {
    let pages: Namespace = binding(env, BINDING)?;
    let options = Object::new();
    Reflect::set(&options, &"expirationTtl".into(), &TIME_TO_LIVE.into())?;
    JsFuture::from(pages.put(key, page, &options)?).await.map(drop)
}
