//! What the tests of the `browser` feature share: a client whose `fetch` is a few lines of JavaScript, and what it
//! throws.

#![expect(clippy::missing_panics_doc, reason = "tests fail by panics")]

use js_sys::{Array, Error, Function, JSON, Object, Reflect};
use postern::browser::{Postern, PosternError};
use wasm_bindgen::{JsCast, JsValue};

/// What every stub starts with: `calls` records the addresses, `page` is an answer with posts.
const PRELUDE: &str = r#"
    const calls = (this.calls ??= []);
    const { url, init } = { url: args[0], init: args[1] };
    calls.push({ url, init });
    const json = (body, more) => new Response(typeof body === "string" ? body : JSON.stringify(body), more);
    const page = (posts = [], next = null) => json({ success: true, data: { posts, query: {},
        page: { limit: 50, returned: posts.length, has_more: next !== null, next_cursor: next } } },
        { headers: { "X-Credits-Charged": "1", "X-Credits-Remaining": "41", "X-Request-Id": "r1" } });
    const failed = (status, code, headers = {}) =>
        json({ success: false, error: { code, message: "no", request_id: "r2" } }, { status, headers });
"#;

/// A service that answers with the value of a JavaScript function's body.
#[derive(Debug)]
pub struct Stub {
    state: Object,
    fetch: JsValue,
}

impl Stub {
    /// The body may use what [`PRELUDE`] defines; `calls.length` is 1 in the first call.
    pub fn new(body: &str) -> Self {
        let state = Object::new();
        let make = Function::new_with_args(
            "state",
            &format!("return (...args) => (function () {{ {PRELUDE} {body} }}).call(state)"),
        );
        let fetch = make.call1(&JsValue::UNDEFINED, &state).unwrap();
        Self { state, fetch }
    }

    /// A client of it; `more` are settings over a token and a base address.
    pub fn client(&self, more: &str) -> Postern {
        let settings = value(&format!(r#"{{"baseUrl":"https://posts.example","token":"t"{more}}}"#));
        set(&settings, "fetch", &self.fetch);
        Postern::new(&settings).unwrap()
    }

    /// What it answers with, as a setting.
    pub fn fetch(&self) -> JsValue {
        self.fetch.clone()
    }

    /// How often it was called.
    pub fn calls(&self) -> u32 {
        self.list().length()
    }

    /// The address of a call.
    pub fn url(&self, call: u32) -> String {
        text(&self.list().get(call), "url")
    }

    /// A header of a call.
    pub fn header(&self, call: u32, name: &str) -> String {
        text(&get(&get(&self.list().get(call), "init"), "headers"), name)
    }

    fn list(&self) -> Array {
        get(&self.state, "calls").dyn_into().unwrap_or_default()
    }
}

/// The methods of a client, as `npm/core.js` calls them.
#[expect(async_fn_in_trait, reason = "a page has one thread")]
pub trait Calls {
    /// Makes a call: the arguments before its options, and these.
    async fn make(
        &self,
        method: &str,
        arguments: &[JsValue],
        options: JsValue,
    ) -> Result<JsValue, PosternError>;

    /// As [`Self::make`].
    async fn search(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.make("search", &[], options).await
    }

    /// As [`Self::make`].
    async fn by_user(
        &self,
        platform: JsValue,
        username: JsValue,
        options: JsValue,
    ) -> Result<JsValue, PosternError> {
        self.make("byUser", &[platform, username], options).await
    }

    /// As [`Self::make`].
    async fn by_hashtag(
        &self,
        platform: JsValue,
        hashtag: JsValue,
        options: JsValue,
    ) -> Result<JsValue, PosternError> {
        self.make("byHashtag", &[platform, hashtag], options).await
    }

    /// As [`Self::make`].
    async fn account(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.make("account", &[], options).await
    }

    /// As [`Self::make`].
    async fn health(&self, options: JsValue) -> Result<JsValue, PosternError> {
        self.make("health", &[], options).await
    }
}

impl Calls for Postern {
    async fn make(
        &self,
        method: &str,
        arguments: &[JsValue],
        options: JsValue,
    ) -> Result<JsValue, PosternError> {
        self.call(method, arguments.to_vec(), options, None).await
    }
}

/// The value that a JSON text stands for.
pub fn value(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

/// The value of a JavaScript expression.
pub fn script(expression: &str) -> JsValue {
    Function::new_no_args(&format!("return {expression}")).call0(&JsValue::UNDEFINED).unwrap()
}

/// A property.
pub fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

/// Sets a property.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    Reflect::set(object, &name.into(), value).unwrap();
}

/// A property that is a text, or an empty one; what is no object has none.
pub fn text(object: &JsValue, name: &str) -> String {
    Reflect::get(object, &name.into()).ok().and_then(|value| value.as_string()).unwrap_or_default()
}

/// The `Error` that a JavaScript caller catches.
pub fn thrown<T: std::fmt::Debug>(outcome: Result<T, PosternError>) -> Error {
    let error: Error = JsValue::from(outcome.unwrap_err()).dyn_into().expect("an instance of Error");
    assert_eq!(String::from(error.name()), "PosternError");
    error
}

/// The code of what a JavaScript caller catches.
pub fn code<T: std::fmt::Debug>(outcome: Result<T, PosternError>) -> String {
    text(&thrown(outcome), "code")
}

/// The option and the code of each fault, in order.
pub fn faults<T: std::fmt::Debug>(outcome: Result<T, PosternError>) -> Vec<(String, String)> {
    let error = thrown(outcome);
    assert_eq!(text(&error, "code"), "INVALID_PARAMETER");
    let details: Array = get(&error, "details").dyn_into().expect("a list of details");
    details.iter().map(|fault| (text(&fault, "option"), text(&fault, "code"))).collect()
}

/// Pairs as [`faults`] gives them.
pub fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(option, code)| (option.to_owned(), code.to_owned())).collect()
}
