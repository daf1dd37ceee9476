//! What the pages need to know of the service before anybody is signed in.

use crate::answer::reply::Reply;
use crate::answer::{ReplyOf, Service, Surroundings};
use crate::error::ApiError;
use crate::payment::packs::Pack;
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

/// Answers with it.
pub(super) fn answer<S: Surroundings>(service: &Service<'_, S>) -> Result<ReplyOf<S>, ApiError> {
    let settings = service.settings;
    Ok(Reply::success(
        200,
        &Data {
            development: settings.development,
            origin: service.origin()?,
            credits_per_page: settings.credits_per_page,
            low_balance: settings.low_balance,
            checkout: settings.stripe_key.is_some(),
            packs: &settings.credit_packs,
        },
    ))
}
