//! A new API token.

/// A token that was just made, and what storage keeps of it.
#[derive(Debug)]
pub struct MadeToken {
    /// The token, to be shown once.
    pub token: ApiToken,
    /// How storage finds it.
    pub key: String,
    sealed: String,
}

impl MadeToken {
    /// What storage keeps of it.
    pub fn stored(&self) -> NewToken<'_> {
        NewToken { key: &self.key, sealed: &self.sealed, last_four: self.token.last_four() }
    }
}
