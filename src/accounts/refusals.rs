//! Protects the database of accounts from guessed credentials.
//!
//! Refused credentials are counted for each network. Past the limit, this isolate refuses unknown credentials from that
//! network for a minute without asking storage, except for one lookup a second. A credential that it saw succeed recently
//! is never refused for that.
//!
//! This is one of several limits for strangers. The platform's counters are asked before storage: by network
//! (`http/network.rs`), session, account and token. Limits per hour or day are counted in storage, by the statement that
//! decides: links of an address (`statements/links.rs`), mails and checkouts (`statements/hourly.rs`). A browser that had a
//! session of an account proves it with a signed cookie (`dashboard/known.rs`), and has limits of its own there.

use crate::accounts::service::Service;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::network::network;
use crate::http::runtime::{RateLimit, Runtime};

/// The `Retry-After` of a refused network, in seconds.
const RETRY_AFTER: u32 = 1;

const TOO_MANY: ApiError = ApiError::RateLimited { retry_after: RETRY_AFTER };

/// Checks that an unknown credential may be looked up in storage now.
///
/// # Errors
/// If its network sent too many refused credentials, and this second's lookup is used up.
pub(crate) fn may_look_up<S>(service: &Service<'_, S>, call: &Call<'_>) -> Result<(), ApiError> {
    let may = service.memory.refusals.may_look_up(&network(&call.client), service.now);
    if may { Ok(()) } else { Err(TOO_MANY) }
}

/// Counts a refused credential against its network. Returns the given error, or past the limit the one for too many.
pub(crate) async fn refused<S: Runtime>(
    service: &Service<'_, S>,
    call: &Call<'_>,
    error: ApiError,
) -> ApiError {
    let (network, memory) = (network(&call.client), &service.memory.refusals);
    if memory.is_limited(&network, service.now) {
        return TOO_MANY;
    }
    if service.runtime.allow(RateLimit::Refusals, &network).await {
        return error;
    }
    memory.limit(network, service.now);
    TOO_MANY
}
