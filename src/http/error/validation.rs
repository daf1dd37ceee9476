//! Errors of parameters: a name, a code and a message.

use crate::nearest::nearest;
use serde::Serialize;

/// The kinds of [`ValidationError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ValidationErrorCode {
    /// The value can't be parsed.
    InvalidValue,
    /// A number outside its range, or a text that is too long.
    OutOfRange,
    /// The address has no such parameter.
    UnknownParameter,
    /// The parameter came more than once.
    DuplicateParameter,
    /// The parameter came without a value.
    EmptyValue,
    /// `from_date` is after `to_date`.
    InvalidRange,
    /// The cursor is not one of this query.
    InvalidCursor,
    /// A platform that is not served.
    UnsupportedPlatform,
    /// A token came where it would end up in logs.
    TokenInQuery,
}

/// What is wrong with one parameter, as an entry of `error.details`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValidationError {
    /// The name of the parameter or the header, or `body`.
    pub parameter: String,
    /// What kind of error it is.
    pub code: ValidationErrorCode,
    /// What was expected, then what came.
    pub message: String,
    /// The smallest allowed value, for numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<i64>,
    /// The largest allowed value, for numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<i64>,
    /// The allowed values, for enums.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<&'static [&'static str]>,
    /// The name that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<&'static str>,
}

impl ValidationError {
    /// An error with a code and a message only. [`ValidationError::for_parameter`] adds the parameter's name.
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

    /// The same error, with the name of its parameter.
    #[must_use]
    pub fn for_parameter(mut self, parameter: &str) -> Self {
        parameter.clone_into(&mut self.parameter);
        self
    }

    /// The same error, with the range that a number must be in.
    #[must_use]
    pub fn within(mut self, minimum: i64, maximum: i64) -> Self {
        (self.minimum, self.maximum) = (Some(minimum), Some(maximum));
        self
    }

    /// The error of a text that is not one of a closed set of values, with the one that was probably meant.
    pub fn not_one_of(allowed: &'static [&'static str], text: &str) -> Self {
        let message = format!("expected one of {}, and {} came", allowed.join(", "), quoted(text));
        Self {
            did_you_mean: nearest(text, allowed),
            ..Self::new(ValidationErrorCode::InvalidValue, message).among(allowed)
        }
    }

    /// The same error, with the values that an enum has.
    #[must_use]
    pub fn among(mut self, allowed: &'static [&'static str]) -> Self {
        self.allowed = Some(allowed);
        self
    }
}

/// The errors of a value that has only one.
impl From<ValidationError> for Vec<ValidationError> {
    fn from(error: ValidationError) -> Self {
        vec![error]
    }
}

/// A sentence about all errors of a call.
pub(crate) fn summary(errors: &[ValidationError]) -> String {
    match errors {
        [error] => format!("{}: {}", error.parameter, error.message),
        _ => format!("{} faults in the parameters: see details", errors.len()),
    }
}

/// A text in quotes, cut short enough for a message.
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", text.get(..end).unwrap_or_default()),
    }
}

/// Removes the words with an e-mail address from another service's message, for the log. Such services tend to repeat what
/// they were sent.
pub fn without_addresses(said: &str) -> String {
    let mut kept = String::new();
    for word in said.split(' ').filter(|word| !word.contains('@')) {
        kept.push_str(word);
        kept.push(' ');
    }
    kept
}
