//! API tokens, and what storage keeps of them.

use super::form;
use crate::encoding::{base64url, from_base64url, hex};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};

const PREFIX: &str = "postern_live_";

/// A well-formed token. Only storage knows whether it belongs to anybody.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiToken(String);

impl core::fmt::Debug for ApiToken {
    /// Never shows the token.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("ApiToken")
    }
}

impl ApiToken {
    /// Creates a token from 256 random bits.
    pub fn from_secret(secret: [u8; 32]) -> Self {
        Self(form::write(PREFIX, secret))
    }

    /// Parses a token; none if its form or checksum is wrong.
    pub fn parse(text: &str) -> Option<Self> {
        form::secret(PREFIX, text).map(|_| Self(text.to_owned()))
    }

    /// The token itself, to be shown once.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The last four characters, which let people tell tokens apart.
    pub fn last_four(&self) -> &str {
        self.0.get(self.0.len().saturating_sub(4)..).unwrap_or_default()
    }

    /// The SHA-256 of the token. It is a secret as well, because it signs browser tokens.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(&self.0).into())
    }
}

/// The SHA-256 of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TokenHash([u8; 32]);

impl core::fmt::Debug for TokenHash {
    /// Never shows the hash.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("TokenHash")
    }
}

impl TokenHash {
    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// How storage finds the token: the SHA-256 of the hash, in hexadecimal.
    pub fn key(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// Encrypts the hash under `TOKEN_KEY`, bound to [`TokenHash::key`]: see [`seal`].
    pub fn seal(&self, token_key: &[u8; 32], nonce: [u8; 24]) -> Option<String> {
        seal(&self.0, token_key, nonce, &self.key())
    }

    /// Decrypts what [`TokenHash::seal`] made for this key; none if anything about it differs.
    pub fn unseal(sealed: &str, token_key: &[u8; 32], key: &str) -> Option<Self> {
        let hash = unseal(sealed, token_key, key)?;
        Some(Self(hash.try_into().ok()?)).filter(|hash: &Self| hash.key() == key)
    }
}

/// Encrypts bytes under `TOKEN_KEY` (XChaCha20-Poly1305), bound to what they belong to. Returns base64url with the nonce in
/// front; none if the cipher fails, which it can't for so few bytes. A nonce must be used only once.
pub fn seal(bytes: &[u8], token_key: &[u8; 32], nonce: [u8; 24], bound_to: &str) -> Option<String> {
    let payload = Payload { msg: bytes, aad: bound_to.as_bytes() };
    let sealed = cipher(token_key).encrypt(&XNonce::from(nonce), payload).ok()?;
    Some(base64url(&[nonce.as_slice(), &sealed].concat()))
}

/// Decrypts what [`seal`] made; none if anything about it differs.
pub fn unseal(sealed: &str, token_key: &[u8; 32], bound_to: &str) -> Option<Vec<u8>> {
    let bytes = from_base64url(sealed)?;
    let (nonce, sealed) = bytes.split_first_chunk::<24>()?;
    let payload = Payload { msg: sealed, aad: bound_to.as_bytes() };
    cipher(token_key).decrypt(&XNonce::from(*nonce), payload).ok()
}

fn cipher(token_key: &[u8; 32]) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Key::from(*token_key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_form_of_a_token_never_changes() {
        let token = ApiToken::from_secret([0; 32]);
        assert_eq!(token.text(), format!("postern_live_{}{}", "0".repeat(43), "2IeHPF"));
        assert_eq!(ApiToken::from_secret([255; 32]).text().len(), 13 + 43 + 6);
        assert_eq!(token.hash().key().len(), 64);
        assert_eq!(token.last_four(), "eHPF");
    }

    #[test]
    fn secrets_are_never_printed() {
        let token = ApiToken::from_secret([1; 32]);
        assert_eq!(format!("{token:?} {:?}", token.hash()), "ApiToken TokenHash");
    }

    #[test]
    fn a_sealed_hash_opens_only_with_its_key_and_for_its_token() {
        let (hash, other) = (ApiToken::from_secret([1; 32]).hash(), ApiToken::from_secret([2; 32]).hash());
        let sealed = hash.seal(&[7; 32], [9; 24]).unwrap();
        assert_eq!(TokenHash::unseal(&sealed, &[7; 32], &hash.key()), Some(hash));
        assert_eq!(TokenHash::unseal(&sealed, &[8; 32], &hash.key()), None);
        assert_eq!(TokenHash::unseal(&sealed, &[7; 32], &other.key()), None);
        assert_eq!(TokenHash::unseal(&sealed[1..], &[7; 32], &hash.key()), None);
    }

    proptest! {
        #[test]
        fn every_token_parses_and_no_changed_one_does(secret in any::<[u8; 32]>(), at in 0..62_usize, to in "[A-Za-z0-9_]") {
            let token = ApiToken::from_secret(secret);
            prop_assert_eq!(ApiToken::parse(token.text()), Some(token.clone()));
            let mut changed = token.text().to_owned();
            changed.replace_range(at..=at, &to);
            if changed != token.text() {
                prop_assert_eq!(ApiToken::parse(&changed), None);
            }
            prop_assert_eq!(ApiToken::parse(&format!("{} ", token.text())), None);
        }
    }
}
