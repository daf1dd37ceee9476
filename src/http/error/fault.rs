//! One fault of one parameter.

use serde::Serialize;

/// What is wrong with one parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FaultCode {
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

/// One fault of one parameter, as it stands in `error.details`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The parameter's name, or that of a header or `body`.
    pub parameter: String,
    /// The kind of fault.
    pub code: FaultCode,
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

impl Fault {
    /// A fault that needs no more than words. The parameter is named by [`Fault::of`].
    pub fn new(code: FaultCode, message: impl Into<String>) -> Self {
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

    /// The same fault, of this parameter.
    #[must_use]
    pub fn of(mut self, parameter: &str) -> Self {
        parameter.clone_into(&mut self.parameter);
        self
    }

    /// The same fault, with the range that a number must be in.
    #[must_use]
    pub fn within(mut self, minimum: i64, maximum: i64) -> Self {
        (self.minimum, self.maximum) = (Some(minimum), Some(maximum));
        self
    }

    /// The same fault, with the values that an enum has.
    #[must_use]
    pub fn among(mut self, allowed: &'static [&'static str]) -> Self {
        self.allowed = Some(allowed);
        self
    }
}

/// A sentence about all faults of a call.
pub(crate) fn summary(faults: &[Fault]) -> String {
    match faults {
        [fault] => format!("{}: {}", fault.parameter, fault.message),
        _ => format!("{} faults in the parameters: see details", faults.len()),
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
