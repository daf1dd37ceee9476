//! The reply to a call for posts: its status and headers.

use super::Asked;
use super::obtain::{Found, is_charged};
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::posts::answer::Next;
use crate::posts::read::TextOf;
use crate::posts::shape::{Format, Formats, Shape};

/// Caches may store an answer for the caller only, and must ask before they use it.
const CACHE: &str = "private, no-cache";

/// The reply. Only a caller who pays for the posts gets the address and the cursor of the next page, because a cursor contains values
/// of the last post.
pub(super) fn reply<S: Runtime, R>(
    request: &AuthorizedRequest<'_, S>,
    asked: &Asked<R>,
    found: Found<TextOf<S>>,
) -> ReplyOf<S> {
    let Found { body, next, missing, etag, is_known, .. } = found;
    let reply = if is_known {
        Reply::new(304)
    } else {
        let format = asked.shape.format;
        let next = next.filter(|_| is_charged(request));
        let reply = Reply::parts(format.content_type(), body.parts)
            .with_some("Link", next.as_ref().and_then(|next| link(request, &asked.shape, next)));
        if format == Format::Json {
            reply
        } else {
            let name = format.file_name(asked.name, request.service.now);
            reply
                .with_some("X-Next-Cursor", next.map(|next| next.cursor))
                .with_some("X-Missing", missing.map(|missing| missing.to_string()))
                .with("Content-Disposition", format!("attachment; filename=\"{name}\""))
        }
    };
    reply.with_some("ETag", etag).with("Cache-Control", CACHE)
}

/// The address of the next page in the same shape, if there is such a page already. It names the format unless `Accept` leads to it,
/// and it is the default. Pages of a table are joined, and a byte order mark belongs at the beginning only, so it asks for none.
fn link<S: Runtime>(request: &AuthorizedRequest<'_, S>, shape: &Shape, next: &Next) -> Option<String> {
    let mut address = Shape { has_mark: false, ..*shape }.address(next.address.clone()?);
    let accepted = Formats::ALL.accepted(request.call.accept.as_deref());
    if shape.format == Format::Json && accepted != Some(Format::Json) {
        address.push_str("&format=json");
    }
    let origin = request.service.http.settings.public_origin.as_deref().unwrap_or_default();
    Some(format!("<{origin}{address}>; rel=\"next\""))
}
