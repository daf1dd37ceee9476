//! What is wrong with a parameter: its name, a code and a message.

use serde::Serialize;

/// The kinds of [`ValidationError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ValidationErrorCode {
    /// It can't be read.
    InvalidValue,
    /// A number outside its range, or a text that is too long.
    OutOfRange,
    /// No parameter of this address.
    UnknownParameter,
    /// It is there more than once.
    DuplicateParameter,
    /// It is there without a value.
    EmptyValue,
    /// `from_date` is after `to_date`.
    InvalidRange,
    /// No cursor of this query.
    InvalidCursor,
    /// A platform that is not served.
    UnsupportedPlatform,
    /// A token where it would end up in logs.
    TokenInQuery,
}

/// What is wrong with one parameter, as an entry of `error.details`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValidationError {
    /// The parameter's name, or that of a header or `body`.
    pub parameter: String,
    /// What kind of error it is.
    pub code: ValidationErrorCode,
    /// What was expected, then what came.
    pub message: String,
    /// The smallest value, for numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<i64>,
    /// The largest value, for numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<i64>,
    /// The values, for enums.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<&'static [&'static str]>,
    /// The name that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<&'static str>,
}

impl ValidationError {
    /// An error with a code and a message only. [`ValidationError::of`] names its parameter.
    pub fn new(code: ValidationErrorCode, message: impl Into<String>) -> Self {
        Self {
            parameter: String::new(),
            code,
            message: message.into(),
            minimum: None,
            maximum: None,
            allowed: None,
            did_you_mean: None,
        }
    }

    /// The same error, of this parameter.
    #[must_use]
    pub fn of(mut self, parameter: &str) -> Self {
        parameter.clone_into(&mut self.parameter);
        self
    }

    /// The same error, with the range that a number must be in.
    #[must_use]
    pub fn within(mut self, minimum: i64, maximum: i64) -> Self {
        (self.minimum, self.maximum) = (Some(minimum), Some(maximum));
        self
    }

    /// The same error, with the values that an enum has.
    #[must_use]
    pub fn among(mut self, allowed: &'static [&'static str]) -> Self {
        self.allowed = Some(allowed);
        self
    }
}

/// A sentence about all errors of a call.
pub(crate) fn summary(errors: &[ValidationError]) -> String {
    match errors {
        [error] => format!("{}: {}", error.parameter, error.message),
        _ => format!("{} faults in the parameters: see details", errors.len()),
    }
}

/// A text as it came, short enough for a message.
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", text.get(..end).unwrap_or_default()),
    }
}

/// What another service said, for the log: without the words that have an e-mail address in them. Such services like to
/// repeat what they were sent.
pub fn without_addresses(said: &str) -> String {
    let mut kept = String::new();
    for word in said.split(' ').filter(|word| !word.contains('@')) {
        kept.push_str(word);
        kept.push(' ');
    }
    kept
}
