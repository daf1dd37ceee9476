//! The random bytes of a call, which are an argument.

use sha2::{Digest, Sha256};

/// Random bytes for one call, each part for one purpose.
#[derive(Clone, Copy)]
pub struct Entropy {
    /// The call's id.
    pub request: [u8; 16],
    /// The reference of its debit.
    pub reference: [u8; 16],
    /// The token, if the call makes one.
    pub secret: [u8; 32],
    /// The nonce that encrypts that token's hash.
    pub nonce: [u8; 24],
}

impl From<[u8; 88]> for Entropy {
    fn from(bytes: [u8; 88]) -> Self {
        let mut rest = bytes.as_slice();
        Self {
            request: take(&mut rest),
            reference: take(&mut rest),
            secret: take(&mut rest),
            nonce: take(&mut rest),
        }
    }
}

impl Entropy {
    /// More random bytes, for a purpose without a field of its own. They reveal nothing about the secret or about each other.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        Sha256::new().chain_update(self.secret).chain_update(purpose).finalize().into()
    }
}

/// Takes the first bytes. The parts' lengths add up to the length of the whole, so there are always enough.
fn take<const LENGTH: usize>(rest: &mut &[u8]) -> [u8; LENGTH] {
    let (first, others) = rest.split_first_chunk().unwrap_or((&[0; LENGTH], &[]));
    *rest = others;
    *first
}

impl core::fmt::Debug for Entropy {
    /// Hides the bytes, which may become a token.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("Entropy")
    }
}
