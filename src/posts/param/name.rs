//! Usernames and hashtags.

use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::posts::post::name;
use crate::posts::post::name::NameError;
use crate::text::fold_name;
use core::str::FromStr;

/// A name, as written and as folded for comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name as written, without the mark before it.
    pub text: String,
    /// The name after NFKC and case folding, which is compared.
    pub key: String,
}

impl Name {
    fn new(text: &str) -> Self {
        Self { text: text.to_owned(), key: fold_name(text) }
    }
}

/// A username, without `@`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Username(pub Name);

impl FromStr for Username {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        name::username(text)
            .map(|name| Self(Name::new(name)))
            .map_err(|error| invalid_name(name::USERNAME, text, error))
    }
}

/// A hashtag, without `#`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hashtag(pub Name);

impl FromStr for Hashtag {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        name::hashtag(text)
            .map(|name| Self(Name::new(name)))
            .map_err(|error| invalid_name(name::HASHTAG, text, error))
    }
}

fn invalid_name(expected: &str, text: &str, error: NameError) -> ValidationError {
    let (code, came) = match error {
        NameError::Length(0) => (ValidationErrorCode::InvalidValue, "only its mark".to_owned()),
        NameError::Length(length) => {
            (ValidationErrorCode::OutOfRange, format!("{length} characters in {}", quoted(text)))
        }
        NameError::Character(character) => {
            (ValidationErrorCode::InvalidValue, format!("{character:?} in {}", quoted(text)))
        }
    };
    ValidationError::new(code, format!("expected {expected}, and {came} came"))
}

/// Checks a username without folding it.
///
/// # Errors
/// When it is invalid.
pub(crate) fn check_username(text: &str) -> Result<(), ValidationError> {
    name::username(text).map(|_| ()).map_err(|error| invalid_name(name::USERNAME, text, error))
}

/// Checks a hashtag without folding it.
///
/// # Errors
/// When it is invalid.
pub(crate) fn check_hashtag(text: &str) -> Result<(), ValidationError> {
    name::hashtag(text).map(|_| ()).map_err(|error| invalid_name(name::HASHTAG, text, error))
}
