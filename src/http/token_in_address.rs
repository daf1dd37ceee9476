//! Refuses tokens in addresses: they would end up in logs, in browser histories and in `Referer`.

use super::error::{ValidationError, ValidationErrorCode};

/// Names of parameters that would carry a token.
const TOKEN_NAMES: &[&str] =
    &["token", "access_token", "api_token", "api_key", "apikey", "key", "authorization"];
/// The start of every token of this service.
const TOKEN_START: &str = "postern_";

/// The error if a query parameter is a token, by its name or its value. The token itself is not repeated.
pub fn token_in_query(name: &str, value: &str) -> Option<ValidationError> {
    let has_token_name = TOKEN_NAMES.iter().any(|token| token.eq_ignore_ascii_case(name));
    let hidden = name.starts_with(TOKEN_START);
    (has_token_name || hidden || value.starts_with(TOKEN_START))
        .then(|| in_address().for_parameter(if hidden { "(hidden)" } else { name }))
}

/// The same for a name in the path. Authors may have names that begin with `postern_`, so only whole prefixes of tokens count.
pub(crate) fn token_in_path(value: &str) -> Option<ValidationError> {
    let kinds = ["live_", "browser_"];
    let kind = value.strip_prefix(TOKEN_START)?;
    kinds.iter().any(|start| kind.starts_with(start)).then(in_address)
}

fn in_address() -> ValidationError {
    let message =
        "expected the token in a header only; one that was sent anywhere else should be regenerated";
    ValidationError::new(ValidationErrorCode::TokenInQuery, message)
}
