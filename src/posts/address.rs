//! Parses a query from an address: the names in its path, and its query string.

use super::query::pairs::MoreValues;
use super::query::{Listing, PostQuery};
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::parameters::parse_pairs;
use crate::percent::decode;

/// Parses the parameters of an address of posts. `names` are the names in the path, still percent-encoded.
///
/// # Errors
/// Every error of the path and of the query string.
pub fn parse_query(
    listing: Listing,
    names: [&str; 2],
    query: &str,
) -> Result<PostQuery, Vec<ValidationError>> {
    let (query, errors) = parse_query_into(PostQuery::new(listing), names, query);
    if errors.is_empty() { Ok(query) } else { Err(errors) }
}

/// As [`parse_query`], but begins with the query `defaults`. Returns what could be parsed, and every error.
pub fn parse_query_into(
    defaults: PostQuery,
    names: [&str; 2],
    query: &str,
) -> (PostQuery, Vec<ValidationError>) {
    let (query, (), errors) = parse_query_with(defaults, (), names, query);
    (query, errors)
}

/// As [`parse_query_into`], for an address that has more parameters.
pub(crate) fn parse_query_with<M: MoreValues>(
    defaults: PostQuery,
    more: M,
    names: [&str; 2],
    query: &str,
) -> (PostQuery, M, Vec<ValidationError>) {
    let (pairs, mut errors) = parse_pairs(query);
    let mut path = Vec::new();
    for (name, text) in defaults.listing.path().iter().zip(names) {
        match decode(text, false) {
            Ok(text) => path.push((*name, text)),
            Err(error) => errors.push(
                ValidationError::new(ValidationErrorCode::InvalidValue, error.to_string())
                    .for_parameter(name),
            ),
        }
    }
    let path: Vec<_> = path.iter().map(|(name, text)| (*name, text.as_ref())).collect();
    let pairs = pairs.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
    let (query, more, found) = PostQuery::parse_with(defaults, more, &path, pairs);
    errors.extend(found);
    (query, more, errors)
}
