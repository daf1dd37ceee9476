//! `GET /api/v1/posts/{id}`, `GET /api/v1/posts?ids=...`

use super::parameters::{AskedPosts, parse_id, parse_ids};
use super::reading::{ManyReading, OneReading};
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::{ApiError, ValidationError};
use crate::http::reply::ReplyOf;
use crate::http::runtime::Runtime;
use crate::percent::encode;
use crate::posts::scope;
use crate::posts::serve::{self, Asked, Sources};
use crate::posts::url::API;

/// Answers a call for one post. `id` is the one in the path, still percent-encoded.
///
/// # Errors
/// The first error, in the order of the contract's checks. The last is that there is no such post.
pub(crate) async fn one<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
    id: &str,
) -> Result<ReplyOf<S>, ApiError> {
    serve::answer(request, sources, |request| {
        let (asked, errors) = checked(request, parse_id(id, request.call.query))?;
        let ids: String = asked.posts.iter().map(|post| encode(&post.text)).collect();
        let (shape, address) = (asked.shape, format!("{API}/posts/{ids}"));
        Ok((Asked { reading: OneReading(asked), shape, address, name: "post" }, errors))
    })
    .await
}

/// Answers a call for several posts. Those that are not stored are named.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(crate) async fn many<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
) -> Result<ReplyOf<S>, ApiError> {
    serve::answer(request, sources, |request| {
        let parsed = parse_ids(request.call.query, request.call.accept.as_deref());
        let (asked, errors) = checked(request, parsed)?;
        let ids: Vec<_> = asked.posts.iter().map(|post| encode(&post.text)).collect();
        let (shape, address) = (asked.shape, format!("{API}/posts?ids={}", ids.join(",")));
        Ok((Asked { reading: ManyReading(asked), shape, address, name: "posts" }, errors))
    })
    .await
}

/// Checks that the token allows the call.
fn checked<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    parsed: (AskedPosts, Vec<ValidationError>),
) -> Result<(AskedPosts, Vec<ValidationError>), ApiError> {
    scope::check_ids(request, &parsed.0)?;
    Ok(parsed)
}
