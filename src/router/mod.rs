//! Answers calls. Knows HTTP only as a method, a path, a few headers and a status; `src/worker/` and the tests supply the
//! rest.

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
use crate::payments::endpoints::webhook;
use service::Service;

/// What an answer depends on beside its address.
const VARY: &str = "Authorization, X-API-Token, Origin, Accept";

/// Answers a call; none where the address is one of the static site's.
pub async fn answer<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> Option<ReplyOf<S>> {
    let request_id = request_id(call, &service.entropy);
    let reply = match gate(call, &service.settings.http) {
        Err(error) => Reply::error(&error, &request_id).named("none"),
        Ok(()) if is_below(call.path, "/api") => public::answer(call, service, &request_id).await,
        Ok(()) if operators::is_page(call.path, &service.settings.accounts) => return None,
        Ok(()) if is_below(call.path, "/operator") => operators::answer(call, service, &request_id).await,
        Ok(()) if is_below(call.path, "/payments") => {
            webhook::answer(call, &service.payments(), &request_id).await
        }
        Ok(()) if is_below(call.path, "/dashboard") => dashboard::answer(call, service, &request_id).await?,
        Ok(()) => return None,
    };
    Some(finish(call, reply, request_id))
}

/// Answers a call that nobody can answer: the settings are at fault.
pub fn out_of_order<T>(call: &Call<'_>, entropy: &Entropy, error: &ApiError) -> Reply<T> {
    let request_id = request_id(call, entropy);
    finish(call, Reply::error(error, &request_id).named("none"), request_id)
}

/// The reply with what every one has.
fn finish<T>(call: &Call<'_>, reply: Reply<T>, request_id: String) -> Reply<T> {
    let reply = if is_below(call.path, "/api") { cors::readable(reply) } else { reply };
    let reply = reply.with("Vary", VARY).with("X-Request-Id", request_id);
    let reply = reply.with("X-Content-Type-Options", "nosniff");
    if call.method == "HEAD" { reply.without_body() } else { reply }
}

/// Whether a path is a place or below it.
fn is_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Outside development: https only, before any credential is looked at, and our own host only.
fn gate(call: &Call<'_>, settings: &Settings) -> Result<(), ApiError> {
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

/// A caller's own id if it is a good one, otherwise a new one.
pub fn request_id(call: &Call<'_>, entropy: &Entropy) -> String {
    let good = |id: &&String| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    call.request_id.as_ref().filter(good).cloned().unwrap_or_else(|| hex(&entropy.request))
}
