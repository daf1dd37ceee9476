//! Why an attempt of a call failed, and whether another one may help.

use crate::browser::code::NETWORK_ERROR;
use crate::browser::error::PosternError;
use wasm_bindgen::JsValue;

/// Why an attempt failed.
#[derive(Debug)]
pub(super) struct AttemptError {
    pub(super) error: PosternError,
    pub(super) retry: Retry,
}

/// Whether another attempt may succeed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Retry {
    /// No attempt will.
    No,
    /// Another attempt may, after as many milliseconds as the service asks for.
    After(Option<f64>),
    /// An attempt with another token may.
    WithNewToken,
}

impl AttemptError {
    pub(super) fn new(error: PosternError, retry: Retry) -> Self {
        Self { error, retry }
    }

    /// The error of a request that failed without an answer.
    pub(super) fn network(message: &str, cause: JsValue) -> Self {
        Self::new(PosternError::with_cause(NETWORK_ERROR, message, cause), Retry::After(None))
    }
}

impl From<PosternError> for AttemptError {
    fn from(error: PosternError) -> Self {
        Self::new(error, Retry::No)
    }
}
