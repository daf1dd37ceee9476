//! All that a call is answered with.

/// All that a call is answered with.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// Storage, limits and the body.
    pub surroundings: &'a S,
    /// What the operator set.
    pub settings: &'a Settings,
    /// What this isolate remembers.
    pub memory: &'a Memory,
    /// The time of the call.
    pub now: Timestamp,
    /// Its random bytes.
    pub entropy: Entropy,
}

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

    /// A new token. One call makes one token at most.
    ///
    /// # Errors
    /// When there is nothing to encrypt it with.
    pub fn new_token(&self) -> Result<MadeToken, ApiError> {
        let token = ApiToken::from_secret(self.entropy.secret);
        let sealed = token.hash().seal(&self.token_key()?, self.entropy.nonce);
        let sealed = sealed.ok_or_else(|| ApiError::Internal("a hash could not be sealed".into()))?;
        Ok(MadeToken { key: token.hash().key(), token, sealed })
    }
}
