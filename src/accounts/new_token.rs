//! Creating API tokens.

use super::statements::accounts::NewToken;
use super::token::ApiToken;
use crate::http::error::ApiError;
use crate::http::service::Service;

/// A token that was just created, and what storage keeps of it.
#[derive(Debug)]
pub struct MintedToken {
    /// The token, to be shown once.
    pub token: ApiToken,
    /// The key by which storage finds it.
    pub key: String,
    sealed: String,
}

impl MintedToken {
    /// Creates a token, at most once for each call: the randomness is the call's own.
    ///
    /// # Errors
    /// If `TOKEN_KEY` is not set, so that the token can't be encrypted.
    pub fn new<S>(service: &Service<'_, S>) -> Result<Self, ApiError> {
        let token = ApiToken::from_secret(service.entropy.secret);
        let sealed = token.hash().seal(&service.token_key()?, service.entropy.nonce);
        let sealed = sealed.ok_or_else(|| ApiError::Internal("a hash could not be sealed".into()))?;
        Ok(Self { key: token.hash().key(), token, sealed })
    }

    /// What storage keeps of it.
    pub fn stored(&self) -> NewToken<'_> {
        NewToken { key: &self.key, sealed: &self.sealed, last_four: self.token.last_four() }
    }
}
