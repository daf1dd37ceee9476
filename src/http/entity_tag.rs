//! Entity tags: keyed hashes of bodies. If anybody could compute the hash, a caller could guess a body and have a 304 confirm
//! the guess, without paying for the page.

use super::accept;
use super::call::Call;
use super::reply::{BodyPart, Reply};
use super::service::Service;
use crate::encoding::base64url;
use crate::mac::mac;
use hmac::Mac;
use sha2::{Digest, Sha256};

/// Separates this use of `TOKEN_KEY` from every other.
const PURPOSE: &[u8] = b"postern entity tag v1";
/// How many bytes of the hash a tag contains.
const LENGTH: usize = 18;

impl<S> Service<'_, S> {
    /// The strong entity tag of the body with this digest. `None` if `TOKEN_KEY` is not set, because a tag without a key could
    /// be guessed.
    pub(crate) fn entity_tag(&self, digest: &[u8; 32]) -> Option<String> {
        let key = mac(&self.settings.token_key?, &[PURPOSE])?.finalize().into_bytes();
        let tag = mac(&key, &[digest])?.finalize().into_bytes();
        Some(format!("\"{}\"", base64url(tag.get(..LENGTH)?)))
    }
}

/// Adds the `ETag` to a success. If the caller has this body already, the reply is a 304 without it.
pub(crate) fn tagged<S, T>(call: &Call<'_>, service: &Service<'_, S>, reply: Reply<T>) -> Reply<T> {
    let mut hash = Sha256::new();
    for piece in &reply.body {
        if let BodyPart::Own(text) = piece {
            hash.update(text);
        }
    }
    let etag = service.entity_tag(&hash.finalize().into());
    let is_known = accept::matches(call.if_none_match.as_deref(), etag.as_deref());
    if is_known { Reply::new(304) } else { reply }.with_some("ETag", etag)
}
