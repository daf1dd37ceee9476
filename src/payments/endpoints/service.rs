//! What the pages need to know about the service before anybody is signed in.

use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::payments::packs::Pack;
use crate::payments::service::Service;
use serde::Serialize;

#[derive(Serialize)]
struct Data<'a> {
    development: bool,
    origin: &'a str,
    credits_per_page: i64,
    low_balance: i64,
    checkout: bool,
    packs: &'a [Pack],
}

/// Answers with these facts.
pub(crate) fn answer<S: Runtime>(service: &Service<'_, S>) -> Result<ReplyOf<S>, ApiError> {
    let settings = service.settings;
    Ok(Reply::success(
        200,
        &Data {
            development: service.http.settings.development,
            origin: service.origin()?,
            credits_per_page: service.accounts.settings.credits_per_page,
            low_balance: service.accounts.settings.low_balance,
            checkout: settings.stripe_key.is_some(),
            packs: &settings.credit_packs,
        },
    ))
}
