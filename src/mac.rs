//! Message authentication codes.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The HMAC-SHA-256 of the concatenated parts, not yet finalized. `None` for a key that HMAC refuses, which does not occur.
pub(crate) fn mac(key: &[u8], parts: &[&[u8]]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    for part in parts {
        mac.update(part);
    }
    Some(mac)
}
