//! Checks what a browser token allows.

pub mod claims;
pub mod endpoint;

use super::filters::{Item, List};
use super::query::{Listing, PostQuery};
use crate::accounts::token::{BrowserToken, Restriction};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError};
use crate::http::limit::Limit;
use crate::http::settings::Settings;
use crate::platform::Network;
use std::borrow::Cow;

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
    let filters = &query.filters;
    let named = [
        (Restriction::Origin, "Origin", origin.into_iter().map(Cow::Borrowed).collect()),
        (Restriction::Platform, "platform", values(filters.platforms())),
        (Restriction::Username, "username", values(filters.usernames())),
        (Restriction::Hashtag, "hashtag", values(filters.hashtags())),
    ];
    for (restriction, name, values) in named {
        let is_invalid = values.is_empty() && errors.iter().any(|error| error.parameter == name);
        if !is_invalid && !allows_all(token, restriction, &values) {
            let came = if values.is_empty() { "none" } else { "another" };
            return outside(format!(
                "expected one of the {name}s that this browser token is for, and {came} came"
            ));
        }
    }
    check_limit(token, "a limit", query.limit.0.into())
}

/// Checks that a token allows a call for posts by their ids, of which so many came. An id names its network, but neither an author
/// nor a hashtag.
///
/// # Errors
/// When the token does not allow the call.
pub(crate) fn check_ids(
    token: &BrowserToken,
    origin: Option<&str>,
    networks: impl Iterator<Item = Network>,
    count: usize,
) -> Result<(), ApiError> {
    if !token.allows(Restriction::Origin, origin) {
        return outside("expected one of the Origins that this browser token is for".to_owned());
    }
    for (restriction, names) in [(Restriction::Username, "usernames"), (Restriction::Hashtag, "hashtags")] {
        if !token.allows(restriction, None) {
            return outside(format!(
                "expected one of the {names} that this browser token is for, and ids came"
            ));
        }
    }
    for network in networks {
        if !token.allows(Restriction::Platform, Some(network.name())) {
            return outside(
                "expected ids of the platforms that this browser token is for, and another came".to_owned(),
            );
        }
    }
    check_limit(token, "a number of ids", count)
}

fn check_limit(token: &BrowserToken, what: &str, number: usize) -> Result<(), ApiError> {
    match token.max_limit().filter(|most| number > usize::from(*most)) {
        Some(most) => outside(format!(
            "expected {what} of at most {most}, as this browser token says, and {number} came"
        )),
        None => Ok(()),
    }
}

/// Whether a token allows every value that a call names. A restricted token does not allow a call that names none.
fn allows_all(token: &BrowserToken, restriction: Restriction, values: &[Cow<'_, str>]) -> bool {
    match values {
        [] => token.allows(restriction, None),
        values => values.iter().all(|value| token.allows(restriction, Some(value))),
    }
}

/// The values of a filter, as they are compared.
fn values<T: Item>(list: Option<&List<T>>) -> Vec<Cow<'_, str>> {
    list.into_iter().flatten().map(T::compared).collect()
}

const fn outside(message: String) -> Result<(), ApiError> {
    Err(ApiError::InsufficientScope(message))
}
