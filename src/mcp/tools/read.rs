//! Reads and charges what a tool asks for.

use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::encoding::hex;
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::http::url::Url;
use crate::mcp::budget;
use crate::mcp::parameter::DEFAULT_LIMIT;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::scope;
use crate::posts::serve::{Asked, Reading, Sources, obtain};
use crate::posts::shape::Shape;
use sha2::{Digest, Sha256};

/// Reads and charges what an admitted call asks for, and returns its data. `parsed` is that, and the address that equal arguments share.
/// Equal arguments within ten minutes are charged once while the data are the same, as calls with an `Idempotency-Key` are.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(super) async fn read_posts<S: Runtime, R: Reading<S>>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
    admitted: Admitted,
    parsed: Result<(R, String), ApiError>,
) -> Result<String, ApiError> {
    let parsed = parsed.map(|(reading, address)| {
        // No key of a caller is empty, so that this is none of theirs.
        let key = hex(&Sha256::digest(format!("\n{address}")));
        (Asked { reading, shape: Shape::default(), address, name: "" }, Some(key))
    });
    let (_, found) = obtain(request, sources.test, admitted, parsed).await?;
    Ok(found.into_text())
}

/// The query without arguments, of a tool with a `limit`. Its limit is at most the one that the token allows.
pub(super) fn default_query<S>(request: &AuthorizedRequest<'_, S>, listing: Listing) -> PostQuery {
    let query = scope::default_query(request, listing);
    PostQuery { limit: query.limit.min(DEFAULT_LIMIT), ..query }
}

/// The address that equal arguments share: that of the posts, their keys, and the size of the answer.
pub(super) fn address(posts: String, shape: &Shape, max_chars: usize) -> String {
    let mut url = Url::new(shape.address(posts));
    url.pair(budget::NAME, Some(max_chars));
    url.text
}
