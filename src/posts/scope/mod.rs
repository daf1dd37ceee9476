//! Checks what a browser token allows.

pub mod claims;
pub mod endpoint;

use super::query::{Listing, PostQuery};
use crate::accounts::token::{BrowserToken, Restriction};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError};
use crate::http::limit::Limit;
use crate::http::settings::Settings;

/// The query of an address without parameters. Its limit is at most the one that the token allows.
pub(crate) fn default_query(token: Option<&BrowserToken>, listing: Listing) -> PostQuery {
    let mut query = PostQuery::new(listing);
    if let Some(most) = token.and_then(BrowserToken::max_limit) {
        query.limit = Limit(query.limit.0.min(most));
    }
    query
}

/// The origin of the calling page. For pages of the service itself, browsers leave `Origin` out and send `Sec-Fetch-Site`.
pub(crate) fn origin<'a>(call: &'a Call<'_>, settings: &'a Settings) -> Option<&'a str> {
    let headers = &call.private;
    let own = headers.fetch_site.as_deref().is_some_and(|site| site == "same-origin");
    headers.origin.as_deref().or_else(|| settings.public_origin.as_deref().filter(|_| own))
}

/// Checks that a token allows a call. A value that could not be parsed is not checked, because the errors of the parameters are
/// reported later.
///
/// # Errors
/// When the token does not allow the call.
pub(crate) fn check(
    token: &BrowserToken,
    origin: Option<&str>,
    query: &PostQuery,
    errors: &[ValidationError],
) -> Result<(), ApiError> {
    let named = [
        (Restriction::Origin, "Origin", origin),
        (Restriction::Platform, "platform", query.filters.platform().map(|platform| platform.network.name())),
        (Restriction::Username, "username", query.filters.username().map(|username| username.0.key.as_str())),
        (Restriction::Hashtag, "hashtag", query.filters.hashtag().map(|hashtag| hashtag.0.key.as_str())),
    ];
    for (restriction, name, value) in named {
        let is_invalid = value.is_none() && errors.iter().any(|error| error.parameter == name);
        if !is_invalid && !token.allows(restriction, value) {
            let came = if value.is_some() { "another" } else { "none" };
            return outside(format!(
                "expected one of the {name}s that this browser token is for, and {came} came"
            ));
        }
    }
    match token.max_limit().filter(|most| query.limit.0 > *most) {
        Some(most) => outside(format!(
            "expected a limit of at most {most}, as this browser token says, and {} came",
            query.limit.0
        )),
        None => Ok(()),
    }
}

const fn outside(message: String) -> Result<(), ApiError> {
    Err(ApiError::InsufficientScope(message))
}
