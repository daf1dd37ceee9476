//! Routes calls to their endpoints. Knows HTTP only as a method, a path, a few headers and a status. `src/worker/` and the tests
//! supply the rest.

pub mod dashboard;
pub mod memory;
pub mod operators;
pub mod public;
pub mod route;
pub mod service;
pub mod settings;

use crate::encoding::hex;
use crate::http::call::Call;
use crate::http::cors;
use crate::http::entropy::Entropy;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::settings::Settings;
use crate::mcp;
use crate::payments::endpoints::webhook;
use crate::posts::serve::Sources;
use crate::registry;
use service::Service;

/// The headers that an answer depends on.
const VARY: &str = "Authorization, X-API-Token, Origin, Accept";

/// Answers a call. `None` if the address belongs to the static site.
pub async fn answer<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> Option<ReplyOf<S>> {
    let request_id = request_id(call, &service.entropy);
    let reply = match check_transport(call, &service.settings.http) {
        Err(error) => Reply::error(&error, &request_id).named("none"),
        Ok(()) if is_below(call.path, "/api") => public::answer(call, service, &request_id).await,
        Ok(()) if is_below(call.path, mcp::PATH) => {
            let test = service.test_posts();
            let sources = Sources { expensive: &service.memory.expensive, test: &test };
            mcp::answer(call, &service.accounts(), sources, &request_id).await
        }
        Ok(()) if operators::is_page(call.path, &service.settings.accounts) => return None,
        Ok(()) if is_below(call.path, "/operator") => operators::answer(call, service, &request_id).await,
        Ok(()) if is_below(call.path, "/payments") => {
            webhook::answer(call, &service.payments(), &request_id).await
        }
        Ok(()) if is_below(call.path, registry::PATH) => registry::answer(call, &service.http()).await?,
        Ok(()) if is_below(call.path, "/dashboard") => dashboard::answer(call, service, &request_id).await?,
        Ok(()) => return None,
    };
    Some(finish(call, reply, request_id))
}

/// Answers a call with an error while the settings are invalid.
pub fn answer_with_error<T>(call: &Call<'_>, entropy: &Entropy, error: &ApiError) -> Reply<T> {
    let request_id = request_id(call, entropy);
    finish(call, Reply::error(error, &request_id).named("none"), request_id)
}

/// Answers a call below `/package/` that the static site has no file for. `None` if the address is elsewhere.
pub fn answer_without_file<T>(call: &Call<'_>, entropy: &Entropy) -> Option<Reply<T>> {
    let is_package = is_below(call.path, registry::PATH);
    is_package.then(|| finish(call, registry::unknown(), request_id(call, entropy)))
}

/// Adds the headers that every reply has, and drops the body for `HEAD`.
fn finish<T>(call: &Call<'_>, reply: Reply<T>, request_id: String) -> Reply<T> {
    let is_open = ["/api", mcp::PATH, registry::PATH].iter().any(|parent| is_below(call.path, parent));
    let reply = if is_open { cors::readable(reply) } else { reply };
    let reply = reply.with("Vary", VARY).with("X-Request-Id", request_id);
    let reply = reply.with("X-Content-Type-Options", "nosniff");
    if call.method == "HEAD" { reply.without_body() } else { reply }
}

/// Whether a path is `parent` or below it.
fn is_below(path: &str, parent: &str) -> bool {
    path.strip_prefix(parent).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Outside development, accepts only https and only the service's own host. Runs before any credential is looked at.
fn check_transport(call: &Call<'_>, settings: &Settings) -> Result<(), ApiError> {
    if settings.development {
        return Ok(());
    }
    if !call.https {
        return Err(ApiError::HttpsRequired);
    }
    match settings.host() {
        Some(host) if !host.eq_ignore_ascii_case(call.host) => Err(ApiError::MisdirectedRequest),
        _ => Ok(()),
    }
}

/// The request id: the caller's `X-Request-Id` if it is valid, otherwise a random one.
pub fn request_id(call: &Call<'_>, entropy: &Entropy) -> String {
    let is_valid = |id: &&String| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    call.request_id.as_ref().filter(is_valid).cloned().unwrap_or_else(|| hex(&entropy.request))
}
