//! What every endpoint answers a call with.

use super::entropy::Entropy;
use super::error::ApiError;
use super::settings::Settings;
use crate::time::Timestamp;

/// What every endpoint answers a call with. Resources add what they need besides: `accounts::Service`, `payments::Service`.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// Storage, limits and the body.
    pub runtime: &'a S,
    /// The address and the key of the service.
    pub settings: &'a Settings,
    /// The time of the call.
    pub now: Timestamp,
    /// Its random bytes.
    pub entropy: Entropy,
}

impl<S> Clone for Service<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Service<'_, S> {}

impl<S> Service<'_, S> {
    /// The origin of every address that is sent. Never the `Host` of a call: anybody may write that.
    ///
    /// # Errors
    /// When it is not set.
    pub fn origin(&self) -> Result<&str, ApiError> {
        let unset = || ApiError::Internal("the variable PUBLIC_ORIGIN is not set".into());
        self.settings.public_origin.as_deref().ok_or_else(unset)
    }

    /// What encrypts tokens.
    ///
    /// # Errors
    /// When it is not set.
    pub fn token_key(&self) -> Result<[u8; 32], ApiError> {
        self.settings.token_key.ok_or_else(|| ApiError::Internal("the secret TOKEN_KEY is not set".into()))
    }
}
