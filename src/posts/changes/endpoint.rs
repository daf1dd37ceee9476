//! `GET /api/v1/posts/changes`

use super::ChangesQuery;
use super::reading::ChangesReading;
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::{ApiError, ValidationError};
use crate::http::reply::ReplyOf;
use crate::http::runtime::Runtime;
use crate::posts::query::Listing;
use crate::posts::scope;
use crate::posts::serve::{self, Asked, Sources};

/// Answers a call for what changed.
///
/// # Errors
/// The first error, in the order of the contract's checks. The last is that a copy can't be brought up to date from its `since`.
pub(crate) async fn answer<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
) -> Result<ReplyOf<S>, ApiError> {
    serve::answer(request, sources, parse).await
}

/// Parses the parameters, and checks that the token allows them.
fn parse<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
) -> Result<(Asked<ChangesReading>, Vec<ValidationError>), ApiError> {
    let call = request.call;
    let defaults = scope::default_query(request, Listing::Changes);
    let (query, shape, errors) = ChangesQuery::parse_into(defaults, call.query, call.accept.as_deref());
    scope::check(request, &query.posts, &errors)?;
    let (address, name) = (query.url(), Listing::Changes.name());
    Ok((Asked { reading: ChangesReading(query), shape, address, name }, errors))
}
