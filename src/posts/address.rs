//! A query from the address that asks it: the names in its path, and its query string.

use super::query::{Listing, PostQuery};
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::parameters::pairs;
use crate::percent::decode;

/// Reads the parameters of an address of posts.
///
/// # Errors
/// Every error of the path and of the query string.
pub fn query_of(listing: Listing, names: [&str; 2], query: &str) -> Result<PostQuery, Vec<ValidationError>> {
    let (query, errors) = read_query(PostQuery::new(listing), names, query);
    if errors.is_empty() { Ok(query) } else { Err(errors) }
}

/// The same, into a query that may have another limit: what could be read, and what could not.
pub fn read_query(usual: PostQuery, names: [&str; 2], query: &str) -> (PostQuery, Vec<ValidationError>) {
    let (pairs, mut errors) = pairs(query);
    let mut path = Vec::new();
    for (name, text) in path_names(usual.listing).iter().zip(names) {
        match decode(text, false) {
            Ok(text) => path.push((*name, text)),
            Err(error) => errors
                .push(ValidationError::new(ValidationErrorCode::InvalidValue, error.to_string()).of(name)),
        }
    }
    let path: Vec<_> = path.iter().map(|(name, text)| (*name, text.as_ref())).collect();
    let pairs = pairs.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
    let (query, more) = PostQuery::read(usual, &path, pairs);
    errors.extend(more);
    (query, errors)
}

const fn path_names(listing: Listing) -> &'static [&'static str] {
    match listing {
        Listing::ByUser => &["platform", "username"],
        Listing::ByHashtag => &["platform", "hashtag"],
        Listing::Search | Listing::Export => &[],
    }
}
