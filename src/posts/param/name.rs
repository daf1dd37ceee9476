//! Usernames and hashtags.

use crate::http::error::{Fault, FaultCode};
use crate::posts::post::name;
use crate::posts::post::name::NameFault;
use crate::text::fold_name;
use core::str::FromStr;

/// A name as it was written and as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As written, without the mark before it.
    pub text: String,
    /// As compared: after NFKC and case folding.
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
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        name::username(text).map(|name| Self(Name::new(name))).map_err(|fault| no_name(name::USERNAME, fault))
    }
}

/// A hashtag, without `#`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hashtag(pub Name);

impl FromStr for Hashtag {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        name::hashtag(text).map(|name| Self(Name::new(name))).map_err(|fault| no_name(name::HASHTAG, fault))
    }
}

fn no_name(expected: &str, fault: NameFault) -> Fault {
    let (code, came) = match fault {
        NameFault::Length(0) => (FaultCode::InvalidValue, "only its mark".to_owned()),
        NameFault::Length(length) => (FaultCode::OutOfRange, format!("{length} characters")),
        NameFault::Character(character) => (FaultCode::InvalidValue, format!("{character:?}")),
    };
    Fault::new(code, format!("expected {expected}, and {came} came"))
}

/// Says whether a text can be a username, without folding it.
///
/// # Errors
/// When it surely can't.
pub(crate) fn check_username(text: &str) -> Result<(), Fault> {
    name::username(text).map(|_| ()).map_err(|fault| no_name(name::USERNAME, fault))
}

/// As [`check_username`], of a hashtag.
pub(crate) fn check_hashtag(text: &str) -> Result<(), Fault> {
    name::hashtag(text).map(|_| ()).map_err(|fault| no_name(name::HASHTAG, fault))
}
