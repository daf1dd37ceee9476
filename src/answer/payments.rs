//! `POST /payments/stripe/webhook`: events of Stripe.

use super::{Call, ReplyOf, Service, Surroundings};
use crate::answer::reply::Reply;
use crate::error::ApiError;

/// Answers a call below `/payments`.
pub async fn answer<S: Surroundings>(_: &Call<'_>, _: &Service<'_, S>, request_id: &str) -> ReplyOf<S> {
    Reply::error(&ApiError::NotFound, request_id).named("none")
}
