//! Tokens belong in headers: one in an address ends up in histories and logs.

use super::error::{ValidationError, ValidationErrorCode};

/// Names that would carry a token where it ends up in logs.
const TOKEN_NAMES: &[&str] =
    &["token", "access_token", "api_token", "api_key", "apikey", "key", "authorization"];
/// What every token of ours starts with.
const TOKEN_START: &str = "postern_";

/// A token must not stand in an address: that ends up in logs, in histories and in `Referer`. It is not repeated.
pub fn token_in_query(name: &str, value: &str) -> Option<ValidationError> {
    let named_so = TOKEN_NAMES.iter().any(|token| token.eq_ignore_ascii_case(name));
    let hidden = name.starts_with(TOKEN_START);
    (named_so || hidden || value.starts_with(TOKEN_START))
        .then(|| in_address().of(if hidden { "(hidden)" } else { name }))
}

/// The same of a name in the path, where an author may be called `postern_` something.
pub(crate) fn token_in_path(value: &str) -> Option<ValidationError> {
    let kinds = ["live_", "browser_"];
    let kind = value.strip_prefix(TOKEN_START)?;
    kinds.iter().any(|start| kind.starts_with(start)).then(in_address)
}

fn in_address() -> ValidationError {
    let message =
        "expected the token in a header only; one that was sent in an address should be regenerated";
    ValidationError::new(ValidationErrorCode::TokenInQuery, message)
}
