//! Where the token comes from.

use super::deadline::Deadline;
use crate::browser::error::PosternError;
use crate::browser::js::kind;
use crate::browser::value::Value;
use crate::http::error::ValidationError;
use js_sys::{Function, Object, Promise};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

/// A token, or who is asked for one.
#[derive(Debug)]
pub(super) enum Token {
    /// None: for the calls that need none.
    None,
    /// Always the same.
    Fixed(String),
    /// A function that is called for the first, and again when the service no longer takes what it gave.
    Asked {
        /// The function.
        ask: Function,
        /// What it gave last: calls at the same time share it.
        last: RefCell<Option<Promise>>,
    },
}

/// A token that a call is sent with, and the promise that it came from.
pub(super) struct Current {
    pub(super) text: String,
    source: Option<Promise>,
}

impl Token {
    /// Reads the setting.
    pub(super) fn read(value: Option<&Value>) -> Result<Self, ValidationError> {
        let Some(value) = value else { return Ok(Self::None) };
        if let Some(text) = value.text() {
            return Ok(Self::Fixed(text));
        }
        let ask = value.function().map_err(|_| value.no("a string or a function that gives one"))?;
        Ok(Self::Asked { ask, last: RefCell::new(None) })
    }

    /// Gives the token to send.
    pub(super) async fn current(&self, deadline: &Deadline) -> Result<Current, PosternError> {
        match self {
            Self::None => {
                Err(missing("expected a token, and none was given to the client", JsValue::UNDEFINED))
            }
            Self::Fixed(text) => Ok(Current { text: checked(text)?, source: None }),
            Self::Asked { ask, last } => {
                let known = last.borrow().clone();
                let source = known.unwrap_or_else(|| Self::ask(ask, last));
                let given = deadline.race(&source).await?;
                let token = text(&given).map(|text| Current { text, source: Some(source.clone()) });
                token.inspect_err(|_| self.forget(Some(&source)))
            }
        }
    }

    fn ask(ask: &Function, last: &RefCell<Option<Promise>>) -> Promise {
        let source = match ask.call0(&JsValue::UNDEFINED) {
            Ok(value) => Promise::resolve(&value),
            Err(thrown) => Promise::reject(&thrown),
        };
        last.borrow_mut().replace(source.clone());
        source
    }

    /// Says that the service did not take a token. Returns whether there may be another.
    pub(super) fn refuse(&self, token: &Current) -> bool {
        self.forget(token.source.as_ref());
        matches!(self, Self::Asked { .. })
    }

    /// Forgets what a promise gave, unless another call already has a newer one.
    fn forget(&self, source: Option<&Promise>) {
        if let Self::Asked { last, .. } = self {
            last.borrow_mut().take_if(|last| source.is_some_and(|source| Object::is(last, source)));
        }
    }
}

/// What a token function gave.
fn text(given: &Result<JsValue, JsValue>) -> Result<String, PosternError> {
    match given {
        Ok(value) => {
            let came = || format!("expected a string of the token function, and {} came", kind(value));
            checked(&value.as_string().ok_or_else(|| missing(&came(), JsValue::UNDEFINED))?)
        }
        Err(thrown) => Err(missing("expected a token of the token function, and it failed", thrown.clone())),
    }
}

/// A token that can stand in a header. The end of a line around it is that of a file or of an answer.
fn checked(text: &str) -> Result<String, PosternError> {
    let text = text.trim_ascii();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = "expected a token of letters, digits and signs, and another text came";
        return Err(PosternError::of("INVALID_API_TOKEN", message));
    }
    Ok(text.to_owned())
}

fn missing(message: &str, cause: JsValue) -> PosternError {
    PosternError::caused("MISSING_API_TOKEN", message, cause)
}
