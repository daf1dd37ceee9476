//! Limits of mails with links: by network, by recipient, by browser that had a session of an account, and in total.

use super::known;
use super::session::secret_key;
use crate::accounts::service::Service;
use crate::accounts::statements::hourly::seconds_left;
use crate::accounts::statements::links::{Asker, NewLink};
use crate::email::EmailAddress;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::network::network;
use crate::http::runtime::{RateLimit, Runtime};
use crate::store::{Row, Rows, required};
use crate::time::Timestamp;

/// Seconds to wait after too many requests within a minute.
const WAIT: u32 = 60;
/// Seconds to wait if an address has too many valid links.
const LINK_WAIT: u32 = 900;

/// Finds out who is asking for a link.
pub(crate) fn asker<S>(call: &Call<'_>, service: &Service<'_, S>) -> Asker {
    match known::account(call, service) {
        Some(account) => Asker::Known(account),
        None => Asker::Stranger(secret_key(&network(&call.client))),
    }
}

/// Checks the limits per minute, and that this hour's mails are not known to be used up. Storage is not asked.
pub(crate) async fn check_limits<S: Runtime>(
    service: &Service<'_, S>,
    asker: &Asker,
    email: &EmailAddress,
) -> Result<(), ApiError> {
    let keys = match asker {
        Asker::Known(account) => vec![format!("account {account}")],
        Asker::Stranger(network) => {
            if service.now < service.memory.mails_resume_at.get() {
                return Err(ApiError::RateLimited { retry_after: seconds_left(service.now) });
            }
            vec![format!("network {network}"), format!("recipient {}", secret_key(&email.key()))]
        }
    };
    for key in keys {
        if !service.runtime.allow(RateLimit::Mails, &key).await {
            return Err(ApiError::RateLimited { retry_after: WAIT });
        }
    }
    Ok(())
}

/// Checks that a link was stored. Once the hour's cap is reached, this isolate refuses strangers until the next hour.
pub(crate) fn check_result<S: Runtime>(
    service: &Service<'_, S>,
    link: &NewLink<'_>,
    results: &[Rows<S::Row>],
) -> Result<(), ApiError> {
    let counts = required(results.last().and_then(|rows| rows.first()), "count")?;
    let number = |column| counts.integer(column).and_then(|number| required(number, column));
    let (count, own, is_known) = (number("count")?, number("own_count")?, number("is_known")? == 1);
    if results.get(1).is_some_and(|link| !link.rows.is_empty()) {
        warn(service, count, link.hourly_cap);
        return Ok(());
    }
    let is_spent = count >= link.hourly_cap;
    if is_known || !is_spent && own < link.share() {
        return Err(ApiError::RateLimited { retry_after: LINK_WAIT });
    }
    let wait = seconds_left(service.now);
    if is_spent {
        service.memory.mails_resume_at.set(Timestamp(service.now.0 + 1000 * i64::from(wait)));
    }
    Err(ApiError::RateLimited { retry_after: wait })
}

/// Raises an alarm once an hour when the cap is near, and once when it is reached.
fn warn<S: Runtime>(service: &Service<'_, S>, count: i64, cap: i64) {
    let near = (cap * 4 + 4) / 5;
    if count == near || count == cap {
        let cause = format!("{count} of {cap} mails that strangers may ask for in an hour (MAILS_PER_HOUR)");
        service.runtime.alarm("mail-cap", &cause);
    }
}
