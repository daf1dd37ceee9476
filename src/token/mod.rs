//! Tokens: those of accounts, and those that a web page is given in their place.

mod api;
mod browser;
mod claims;

pub use api::{ApiToken, TokenHash, seal, unseal};
pub use browser::{BROWSER_START, BrowserToken, MAX_LIFETIME, Restriction};
pub use claims::Claims;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The HMAC-SHA-256 of parts that stand one after the other; none if the key were too long, which none is.
pub(crate) fn mac(key: &[u8], parts: &[&[u8]]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    for part in parts {
        mac.update(part);
    }
    Some(mac)
}
