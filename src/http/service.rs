//! What every endpoint needs to answer a call.

use super::entropy::Entropy;
use super::error::ApiError;
use super::settings::Settings;
use crate::time::Timestamp;

/// What every endpoint needs to answer a call. Resources have their own that add to it: `accounts::Service`,
/// `payments::Service`.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// Storage, limits and the body.
    pub runtime: &'a S,
    /// The address and the key of the service.
    pub settings: &'a Settings,
    /// The time of the call.
    pub now: Timestamp,
    /// The random bytes of the call.
    pub entropy: Entropy,
}

impl<S> Clone for Service<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Service<'_, S> {}

impl<S> Service<'_, S> {
    /// The origin of every absolute address that is sent. Never the `Host` of a call, which anybody can choose.
    ///
    /// # Errors
    /// When it is not set.
    pub fn origin(&self) -> Result<&str, ApiError> {
        let unset = || ApiError::Internal("the variable PUBLIC_ORIGIN is not set".into());
        self.settings.public_origin.as_deref().ok_or_else(unset)
    }

    /// The key that encrypts hashes of tokens.
    ///
    /// # Errors
    /// When it is not set.
    pub fn token_key(&self) -> Result<[u8; 32], ApiError> {
        self.settings.token_key.ok_or_else(|| ApiError::Internal("the secret TOKEN_KEY is not set".into()))
    }
}
