//! Buying credits.

use super::visitor::Visitor;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::ApiError;

/// Lists what the owner bought.
pub(super) async fn list<S: Surroundings>(_: &Service<'_, S>, _: &Visitor) -> Result<ReplyOf<S>, ApiError> {
    Err(ApiError::NotFound)
}

/// Leads to the receipt of a payment.
pub(super) async fn receipt<S: Surroundings>(
    _: &Service<'_, S>,
    _: &Visitor,
    _: &str,
) -> Result<ReplyOf<S>, ApiError> {
    Err(ApiError::NotFound)
}

/// Begins to buy a pack.
pub(super) async fn create<S: Surroundings>(
    _: &Call<'_>,
    _: &Service<'_, S>,
    _: &Visitor,
) -> Result<ReplyOf<S>, ApiError> {
    Err(ApiError::NotFound)
}

/// Buys a pack with nobody's money, in development.
pub(super) async fn test<S: Surroundings>(
    _: &Call<'_>,
    _: &Service<'_, S>,
    _: &Visitor,
) -> Result<ReplyOf<S>, ApiError> {
    Err(ApiError::NotFound)
}
