//! The client. It checks parameters before anything is sent, and retries where that may help.
//!
//! Requests are an address and a plain object, which a caller's own `fetch` may rely on. gloo-net reads the answers, but does not
//! send: its `send` panics if a replaced `fetch` rejects with something that is no `Error`, or returns a class other than the
//! global `Response`. A panic ends the module, and with it all calls of the page.

mod address;
mod answer;
mod arguments;
mod attempt;
mod call;
mod deadline;
mod head;
mod retry;
mod settings;
mod token;
mod whole;

use super::error::PosternError;
use super::method::Method;
use super::options::CallOptions;
use super::random::random_bytes;
use crate::encoding::hex;
use call::Call;
use js_sys::Function;
use token::Token;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A client of one service, with one token.
#[wasm_bindgen(js_name = Client)]
#[derive(Debug)]
pub struct Postern {
    base: String,
    token: Token,
    /// Used in place of the global `fetch`.
    fetch: Option<Function>,
    call_options: CallOptions,
}

#[wasm_bindgen(js_class = Client)]
impl Postern {
    /// Sets up a client. `settings` has `baseUrl`, and may have `token`, `fetch`, `timeout` and `retries`.
    ///
    /// # Errors
    /// A `PosternError` with code `INVALID_PARAMETER` that names every wrong setting.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &JsValue) -> Result<Self, PosternError> {
        settings::parse(settings)
    }

    /// Makes a call. `method` is its name in JavaScript, `arguments` are those before its options. With `mark`, it asks for a CSV file,
    /// which begins with a byte order mark if that is true.
    ///
    /// All methods are one here, because each asynchronous export would be a machine of states of its own.
    ///
    /// # Errors
    /// A `PosternError`. Invalid arguments are refused before anything is sent.
    pub async fn call(
        &self,
        method: &str,
        arguments: Vec<JsValue>,
        options: JsValue,
        mark: Option<bool>,
    ) -> Result<JsValue, PosternError> {
        let method = Method::from_name(method);
        let (path, options, ids) = self.parse(method, arguments, &options)?;
        let path = match mark {
            Some(has_mark) => address::csv(path, has_mark),
            None => path,
        };
        let call = Call {
            method,
            is_csv: mark.is_some(),
            url: format!("{}{path}", self.base),
            key: method.is_charged().then(new_key).flatten(),
            options,
        };
        let answer = self.send(&call).await?;
        if let Some(ids) = ids.filter(|_| mark.is_none()) {
            ids.name_missing(&answer);
        }
        Ok(answer)
    }
}

/// An `Idempotency-Key`.
fn new_key() -> Option<String> {
    let mut key = [0; 16];
    random_bytes(&mut key).ok().map(|_| hex(&key))
}
