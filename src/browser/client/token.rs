//! The token of a client, or the function that returns it.

use super::deadline::Deadline;
use crate::browser::error::PosternError;
use crate::browser::js::type_name;
use crate::browser::value::Value;
use crate::http::error::ValidationError;
use js_sys::{Function, Object, Promise};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

/// Where the token comes from.
#[derive(Debug)]
pub(super) enum Token {
    /// No token: for calls that need none.
    None,
    /// Always the same token.
    Fixed(String),
    /// A function that returns a token. It is called for the first call, and again when the service refuses its last token.
    Function {
        /// The function.
        provider: Function,
        /// The promise of the last token. Calls at the same time share it.
        last: RefCell<Option<Promise>>,
    },
}

/// A token that a call is sent with, and the promise that it came from.
pub(super) struct Current {
    pub(super) text: String,
    source: Option<Promise>,
}

impl Token {
    /// Parses the setting.
    pub(super) fn parse(value: Option<&Value>) -> Result<Self, ValidationError> {
        let Some(value) = value else { return Ok(Self::None) };
        if let Some(text) = value.text() {
            return Ok(Self::Fixed(text));
        }
        let provider =
            value.function().map_err(|_| value.type_error("a string or a function that gives one"))?;
        Ok(Self::Function { provider, last: RefCell::new(None) })
    }

    /// The token to send.
    pub(super) async fn current(&self, deadline: &Deadline) -> Result<Current, PosternError> {
        match self {
            Self::None => {
                Err(missing("expected a token, and none was given to the client", JsValue::UNDEFINED))
            }
            Self::Fixed(text) => Ok(Current { text: check_token(text)?, source: None }),
            Self::Function { provider, last } => {
                let known = last.borrow().clone();
                let source = known.unwrap_or_else(|| Self::request(provider, last));
                let given = deadline.race(&source).await?;
                let token = text(&given).map(|text| Current { text, source: Some(source.clone()) });
                token.inspect_err(|_| self.forget(Some(&source)))
            }
        }
    }

    fn request(provider: &Function, last: &RefCell<Option<Promise>>) -> Promise {
        let source = match provider.call0(&JsValue::UNDEFINED) {
            Ok(value) => Promise::resolve(&value),
            Err(thrown) => Promise::reject(&thrown),
        };
        last.borrow_mut().replace(source.clone());
        source
    }

    /// Discards a token that the service refused. Returns whether there may be another.
    pub(super) fn refuse(&self, token: &Current) -> bool {
        self.forget(token.source.as_ref());
        matches!(self, Self::Function { .. })
    }

    /// Forgets the token of a promise, unless another call has a newer one already.
    fn forget(&self, source: Option<&Promise>) {
        if let Self::Function { last, .. } = self {
            last.borrow_mut().take_if(|last| source.is_some_and(|source| Object::is(last, source)));
        }
    }
}

/// The token that a token function returned.
fn text(given: &Result<JsValue, JsValue>) -> Result<String, PosternError> {
    match given {
        Ok(value) => {
            let came = || format!("expected a string of the token function, and {} came", type_name(value));
            check_token(&value.as_string().ok_or_else(|| missing(&came(), JsValue::UNDEFINED))?)
        }
        Err(thrown) => Err(missing("expected a token of the token function, and it failed", thrown.clone())),
    }
}

/// Checks that a token can be sent in a header. Blanks around it are removed, such as a line end from a file.
fn check_token(text: &str) -> Result<String, PosternError> {
    let text = text.trim_ascii();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = "expected a token of letters, digits and signs, and another text came";
        return Err(PosternError::plain("INVALID_API_TOKEN", message));
    }
    Ok(text.to_owned())
}

fn missing(message: &str, cause: JsValue) -> PosternError {
    PosternError::with_cause("MISSING_API_TOKEN", message, cause)
}
