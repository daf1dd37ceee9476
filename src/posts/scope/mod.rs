//! Checks what a browser token allows.

pub mod claims;
pub mod endpoint;

use super::by_id::AskedPosts;
use super::filters::{Item, List};
use super::query::{Listing, PostQuery};
use crate::accounts::authorize::AuthorizedRequest;
use crate::accounts::token::{BrowserToken, Restriction};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError};
use crate::http::limit::Limit;
use crate::http::settings::Settings;
use std::borrow::Cow;

/// The query of an address without parameters. Its limit is at most the one that the browser token of the call allows.
pub(crate) fn default_query<S>(request: &AuthorizedRequest<'_, S>, listing: Listing) -> PostQuery {
    let mut query = PostQuery::new(listing);
    if let Some(most) = token(request).and_then(BrowserToken::max_limit) {
        query.limit = Limit(query.limit.0.min(most));
    }
    query
}

/// The browser token of a call, if it has one. A call with another token may ask for anything.
fn token<'a, S>(request: &'a AuthorizedRequest<'_, S>) -> Option<&'a BrowserToken> {
    request.browser.as_ref().map(|(token, _)| token)
}

/// The origin of the calling page. For pages of the service itself, browsers leave `Origin` out and send `Sec-Fetch-Site`.
fn origin<'a>(call: &'a Call<'_>, settings: &'a Settings) -> Option<&'a str> {
    let headers = &call.private;
    let own = headers.fetch_site.as_deref().is_some_and(|site| site == "same-origin");
    headers.origin.as_deref().or_else(|| settings.public_origin.as_deref().filter(|_| own))
}

/// Checks that the token of a call allows a query. A value that could not be parsed is not checked, because the errors of the
/// parameters are reported later.
///
/// # Errors
/// When the token does not allow the query.
pub(crate) fn check<S>(
    request: &AuthorizedRequest<'_, S>,
    query: &PostQuery,
    errors: &[ValidationError],
) -> Result<(), ApiError> {
    let Some(token) = token(request) else { return Ok(()) };
    let origin = origin(request.call, request.service.http.settings);
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

/// Checks that the token of a call allows posts by their ids. An id names its network, but neither an author nor a hashtag.
///
/// # Errors
/// When the token does not allow the call.
pub(crate) fn check_ids<S>(request: &AuthorizedRequest<'_, S>, asked: &AskedPosts) -> Result<(), ApiError> {
    let Some(token) = token(request) else { return Ok(()) };
    if !token.allows(Restriction::Origin, origin(request.call, request.service.http.settings)) {
        return outside("expected one of the Origins that this browser token is for".to_owned());
    }
    for (restriction, names) in [(Restriction::Username, "usernames"), (Restriction::Hashtag, "hashtags")] {
        if !token.allows(restriction, None) {
            return outside(format!(
                "expected one of the {names} that this browser token is for, and ids came"
            ));
        }
    }
    for post in &asked.posts {
        if !token.allows(Restriction::Platform, Some(post.platform.network.name())) {
            return outside(
                "expected ids of the platforms that this browser token is for, and another came".to_owned(),
            );
        }
    }
    check_limit(token, "a number of ids", asked.count)
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
