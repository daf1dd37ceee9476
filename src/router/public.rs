//! The public API, `/api/v1/...`, in the order of the contract's checks.

use super::route::Address;
use super::service::Service;
use crate::accounts::authorize::AuthorizedRequest;
use crate::accounts::endpoint as account;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::{accept, body, cors, deprecation, request_line};
use crate::posts::changes::endpoint as changes;
use crate::posts::counts::endpoint as counts;
use crate::posts::serve::Sources;
use crate::posts::shape::Formats;
use crate::posts::{by_id, endpoint as posts, shape};
use crate::upkeep::health;

/// The methods of every address.
const METHODS: &str = "GET, HEAD, OPTIONS";
/// The path of `openapi.json`. It is a file of the static site, because it would take up a tenth of the Worker.
const OPENAPI: &str = "/openapi.json";

/// Answers a call below `/api/`.
pub async fn answer<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>, request_id: &str) -> ReplyOf<S> {
    let address = Address::find(call.path);
    let reply = match check(call, address) {
        // Also for unknown addresses: a page can read the 404 only if the preflight succeeds.
        _ if call.method == "OPTIONS" => cors::preflight(METHODS),
        Err(error) => Reply::error(&error, request_id),
        Ok(address) => respond(call, service, address, request_id).await,
    };
    let reply = reply.named(address.map_or("none", Address::name));
    // The table is a constant, so the compiler removes the rest while it is empty.
    if S::DEPRECATED.is_empty() {
        return reply;
    }
    let origin = service.settings.http.public_origin.as_deref().unwrap_or_default();
    deprecation::announce(reply, S::DEPRECATED, call.query, origin)
}

/// Checks the address, the length, the method and `Accept`.
fn check<'a>(call: &Call<'_>, address: Option<Address<'a>>) -> Result<Address<'a>, ApiError> {
    let address = address.ok_or(ApiError::NotFound)?;
    let accept = match address {
        Address::Posts(..) | Address::PostsById => shape::check_accept(call, Formats::ALL),
        Address::Changes => shape::check_accept(call, Formats::LINES),
        Address::Health | Address::OpenApi | Address::Account | Address::Counts | Address::Post(_) => {
            accept::check(call.accept.as_deref(), &[body::JSON])
        }
    };
    request_line::check(call, METHODS, accept)?;
    Ok(address)
}

async fn respond<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    address: Address<'_>,
    request_id: &str,
) -> ReplyOf<S> {
    match address {
        Address::Health => health::answer(&service.http(), &service.memory.health).await,
        Address::OpenApi => Reply::file(OPENAPI).with("Cache-Control", "public, max-age=300"),
        _ => respond_to_caller(call, service, address, request_id).await,
    }
}

/// Answers a call that needs a token.
async fn respond_to_caller<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    address: Address<'_>,
    request_id: &str,
) -> ReplyOf<S> {
    let (accounts, test) = (service.accounts(), service.test_posts());
    let sources = Sources { expensive: &service.memory.expensive, test: &test };
    let mut request = AuthorizedRequest::new(call, &accounts);
    let answered = match address {
        Address::Account => account::answer(&mut request).await,
        Address::Posts(listing, names) => posts::answer(&mut request, sources, listing, names).await,
        Address::Counts => counts::answer(&mut request, sources).await,
        Address::Changes => changes::answer(&mut request, sources).await,
        Address::Post(id) => by_id::one(&mut request, sources, id).await,
        Address::PostsById => by_id::many(&mut request, sources).await,
        Address::Health | Address::OpenApi => Err(ApiError::NotFound),
    };
    request.finish(answered, request_id)
}
