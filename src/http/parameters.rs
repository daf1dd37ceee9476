//! Query strings: names and values, strictly decoded.

use super::error::{ValidationError, ValidationErrorCode};
use super::token_in_address::token_in_query;
use crate::percent::decode;
use std::borrow::Cow;

/// The most bytes of an address: path, `?` and query.
pub const MAX_URI: usize = 8 * 1024;

pub(crate) type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Splits a query string into decoded pairs, and returns an error for each pair that can't be decoded.
pub(crate) fn parse_pairs(query: &str) -> (Vec<Pair<'_>>, Vec<ValidationError>) {
    let (mut pairs, mut errors) = (Vec::new(), Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match (decode(name, true), decode(value, true)) {
            (Ok(name), Ok(value)) => pairs.push((name, value)),
            (name, value) => {
                let message = [name.as_ref().err(), value.as_ref().err()].into_iter().flatten().next();
                let message = message.map(ToString::to_string).unwrap_or_default();
                let name = name.unwrap_or_default();
                errors.push(token_in_query(&name, "").unwrap_or_else(|| {
                    ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter(&name)
                }));
            }
        }
    }
    (pairs, errors)
}

/// Passes each name and value to `read`, and collects the errors.
///
/// # Errors
/// Every error, each only once.
pub fn each_parameter(
    query: &str,
    read: &mut dyn FnMut(&str, &str) -> Result<(), ValidationError>,
) -> Result<(), Vec<ValidationError>> {
    let (pairs, mut errors) = parse_pairs(query);
    for (name, value) in &pairs {
        let error = if value.is_empty() && token_in_query(name, value).is_none() {
            read(name, value).err().map(|error| match error.code {
                ValidationErrorCode::UnknownParameter | ValidationErrorCode::DuplicateParameter => error,
                _ => ValidationError::new(ValidationErrorCode::EmptyValue, "expected a value, and none came"),
            })
        } else {
            token_in_query(name, value)
                .or_else(|| read(name, value).err().map(|error| error.for_parameter(name)))
        };
        let error =
            error.map(|error| if error.parameter.is_empty() { error.for_parameter(name) } else { error });
        errors.extend(error.filter(|error| !errors.contains(error)));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Refuses every parameter, for an address that has none.
///
/// # Errors
/// One error for each name.
pub fn no_parameters(query: &str) -> Result<(), Vec<ValidationError>> {
    each_parameter(query, &mut |_, _| {
        Err(ValidationError::new(ValidationErrorCode::UnknownParameter, "expected no parameters here"))
    })
}
