//! Dear pages in KV. A failure is a page that is not there: it never fails a call.

use super::d1::message;
use super::log::alarm;
use super::time::within;
use core::time::Duration;
use worker::js_sys::{Object, Promise, Reflect};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::{Context, Env};

const BINDING: &str = "PAGES";
/// How long a page may take to come. It is no use later than the databases would be.
const PATIENCE: Duration = Duration::from_secs(1);
/// Seconds that a page is kept: a day.
const KEPT: u32 = 86_400;

#[wasm_bindgen]
extern "C" {
    /// A KV namespace.
    type Namespace;

    #[wasm_bindgen(method, catch)]
    fn get(this: &Namespace, key: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn put(this: &Namespace, key: &str, value: &str, options: &JsValue) -> Result<Promise, JsValue>;
}

fn namespace(env: &Env) -> Result<Namespace, JsValue> {
    Ok(Reflect::get(env, &BINDING.into())?.unchecked_into())
}

/// The page of a key.
pub(super) async fn kept(env: &Env, key: &str) -> Option<String> {
    let get = async { JsFuture::from(namespace(env)?.get(key)?).await };
    match within(PATIENCE, get).await {
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

/// Keeps a page, beside the answer.
pub(super) fn keep(env: &Env, context: &Context, key: String, page: String) {
    let env = env.clone();
    context.wait_until(async move {
        let put = async {
            let options = Object::new();
            Reflect::set(&options, &"expirationTtl".into(), &KEPT.into())?;
            JsFuture::from(namespace(&env)?.put(&key, &page, &options)?).await
        };
        if let Err(error) = put.await {
            alarm("page", &message(&error));
        }
    });
}
