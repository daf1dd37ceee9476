//! Browser tokens: made from an API token without asking the service, and given to a web page in its place.
//!
//! A token is `postern_browser_`, and then in base64url: a version byte, 16 bytes that name the API token, 8 of the expiry
//! (big-endian seconds since 1970), 8 random bytes, the restrictions as lines of text, and 32 bytes of HMAC-SHA-256 of
//! everything before them. The first character of a line says what it restricts. Values are stored in the form in which
//! they are compared, so checking a call only compares them with values that the query has already folded.

use super::TokenHash;
use crate::encoding::{base64url, from_base64url, hex};
use crate::mac::mac;
use crate::time::{DAY, Timestamp};
use hmac::Mac;
use sha2::{Digest, Sha256};

/// The prefix of every browser token.
pub const BROWSER_START: &str = "postern_browser_";
/// The longest lifetime of a browser token, in seconds.
pub const MAX_LIFETIME: i64 = DAY / 1000;

/// The maximum length of a token, in bytes. A longer one would not fit into a header either.
pub(crate) const MAX_LENGTH: usize = 4096;
/// The first byte: the version of the form.
pub(crate) const VERSION: u8 = 1;
/// How far the clock of a token's maker may differ from ours, in milliseconds.
const SKEW: i64 = 60_000;
/// The context of the key derivation, which keeps keys of different purposes apart.
const INFO: &[u8] = b"postern browser token v1";
/// The number of bytes before the lines: version, name of the API token, expiry and random bytes.
const HEAD: usize = 1 + 16 + 8 + 8;
const TAG: usize = 32;

/// The kinds of lists that restrict a browser token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restriction {
    /// The origins of the pages that may use it.
    Origin = 'o' as isize,
    /// The networks that a call may name.
    Platform = 'p' as isize,
    /// The authors that a call may name, folded.
    Username = 'u' as isize,
    /// The hashtags that a call may name, folded.
    Hashtag = 'h' as isize,
}

/// The first character of the line with the maximum number of posts of a page. Lines of lists begin with the value of their
/// [`Restriction`].
pub(crate) const LIMIT: u8 = b'l';
const MARKS: [char; 5] = ['o', 'p', 'u', 'h', 'l'];

/// A well-formed token. [`BrowserToken::verify`] checks the signature.
#[derive(Clone, PartialEq, Eq)]
pub struct BrowserToken {
    text: String,
    bytes: Vec<u8>,
}

impl core::fmt::Debug for BrowserToken {
    /// Never shows the token.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("BrowserToken")
    }
}

impl BrowserToken {
    /// Signs a payload; none if its form is wrong or it is too long.
    pub(crate) fn sign(mut payload: Vec<u8>, hash: &TokenHash) -> Option<Self> {
        let tag = signature(hash, &payload)?.finalize().into_bytes();
        payload.extend_from_slice(&tag);
        Self::parse(&format!("{BROWSER_START}{}", base64url(&payload)))
    }

    /// Creates a token that expires at a second since 1970, from the API token of this hash; none if it would be too long.
    /// `nonce` is random, so that no two tokens are the same.
    pub(crate) fn from_parts(hash: &TokenHash, expiry: i64, nonce: [u8; 8], lines: &str) -> Option<Self> {
        let parent = Sha256::digest(hash.bytes());
        let parent = parent.get(..16).unwrap_or_default();
        Self::sign([&[VERSION], parent, &expiry.to_be_bytes(), &nonce, lines.as_bytes()].concat(), hash)
    }

    /// Creates a token for the pages of one origin, written as browsers send it.
    pub fn for_origin(hash: &TokenHash, expiry: i64, nonce: [u8; 8], origin: &str) -> Option<Self> {
        Self::from_parts(hash, expiry, nonce, &format!("{}{origin}", Restriction::Origin as u8 as char))
    }

    /// Parses a token; none if its form is wrong. The signature and the expiry are not checked.
    pub fn parse(text: &str) -> Option<Self> {
        let encoded = text.strip_prefix(BROWSER_START).filter(|_| text.len() <= MAX_LENGTH)?;
        let token = Self { text: text.to_owned(), bytes: from_base64url(encoded)? };
        let (payload, _) = token.bytes.split_last_chunk::<TAG>()?;
        let lines = core::str::from_utf8(payload.get(HEAD..)?).ok()?;
        // An unknown line could be a restriction, and would not be enforced.
        let known = |line: &str| line.len() > 1 && line.starts_with(MARKS);
        let formed = payload.first() == Some(&VERSION) && (lines.is_empty() || lines.split('\n').all(known));
        formed.then_some(token)
    }

    /// The token itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The API token that it names: the first half of [`TokenHash::key`].
    pub fn parent(&self) -> String {
        hex(self.bytes.get(1..17).unwrap_or_default())
    }

    /// Whether the expiry is acceptable: at most a minute ago, and at most a day and a minute ahead, whoever signed it. So
    /// a clock that is a minute off in either direction does no harm.
    pub fn is_timely(&self, now: Timestamp) -> bool {
        let expiry = self.bytes.get(17..25).and_then(|bytes| bytes.try_into().ok()).map(i64::from_be_bytes);
        let left = expiry.and_then(|seconds| seconds.checked_mul(1000)?.checked_sub(now.0));
        left.is_some_and(|left| -SKEW < left && left <= DAY + SKEW)
    }

    /// Whether it was signed with the API token of this hash, and has not expired. Takes the same time for every signature.
    pub fn verify(&self, hash: &TokenHash, now: Timestamp) -> bool {
        let Some((payload, tag)) = self.bytes.split_last_chunk::<TAG>() else { return false };
        let is_signed = signature(hash, payload).is_some_and(|mac| mac.verify_slice(tag).is_ok());
        is_signed && self.is_timely(now)
    }

    /// The values in the lines of one kind.
    fn values(&self, mark: u8) -> impl Iterator<Item = &[u8]> {
        let end = self.bytes.len().saturating_sub(TAG);
        let lines = self.bytes.get(HEAD..end).unwrap_or_default().split(|byte| *byte == b'\n');
        lines.filter_map(move |line| line.strip_prefix(&[mark]))
    }

    /// Whether a call may name this value, or none. Names are compared in folded form, as queries have them.
    pub fn allows(&self, restriction: Restriction, value: Option<&str>) -> bool {
        let mut values = self.values(restriction as u8).peekable();
        values.peek().is_none() || values.any(|own| Some(own) == value.map(str::as_bytes))
    }

    /// The maximum number of posts of a page; none if the token does not limit it.
    pub fn max_limit(&self) -> Option<u16> {
        core::str::from_utf8(self.values(LIMIT).next()?).ok()?.parse().ok()
    }
}

/// HMAC-SHA-256 under the key derived from this API token: HKDF-SHA-256 (RFC 5869) of its hash, without salt, in one round.
fn signature(hash: &TokenHash, payload: &[u8]) -> Option<hmac::Hmac<sha2::Sha256>> {
    mac(&derived(hash.bytes(), INFO)?, &[payload])
}

/// The first 32 bytes of HKDF-SHA-256 without salt.
fn derived(secret: &[u8], info: &[u8]) -> Option<[u8; 32]> {
    let extracted = mac(&[], &[secret])?.finalize().into_bytes();
    Some(mac(&extracted, &[info, &[1]])?.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests;
