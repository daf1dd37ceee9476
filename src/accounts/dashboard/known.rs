//! Browsers that had a session of an account. Such a browser can ask for a sign-in link even if strangers have used up
//! their limits: its requests have limits of their own.
//!
//! The cookie holds the account's number and an HMAC-SHA-256 of it under `TOKEN_KEY`, so it is checked without storage. It
//! does not sign anybody in.

use super::session::{cookies, set_cookie};
use crate::accounts::SESSION_LIFETIME;
use crate::accounts::service::Service;
use crate::encoding::{base64url, from_base64url};
use crate::http::call::Call;
use crate::mac::mac;
use hmac::Mac;

/// The name of the cookie. The prefix makes browsers refuse it from other hosts, for other paths, and without https.
pub(crate) const KNOWN: &str = "__Host-known";
/// Signed together with the account's number, so that no other signature under this key can pass for this one.
const PURPOSE: &[u8] = b"browser of account ";
/// How long the cookie lasts, in milliseconds: four times as long as a session.
const LIFETIME: i64 = 4 * SESSION_LIFETIME;

/// The cookie for a browser of this account; none if the service has no key.
pub(crate) fn new_cookie<S>(service: &Service<'_, S>, account: i64) -> Option<String> {
    let key = service.http.settings.token_key?;
    let signature = mac(&key, &[PURPOSE, account.to_string().as_bytes()])?.finalize().into_bytes();
    Some(set_cookie(KNOWN, &format!("{account}.{}", base64url(&signature)), LIFETIME))
}

/// The account that the calling browser had a session of.
pub(crate) fn account<S>(call: &Call<'_>, service: &Service<'_, S>) -> Option<i64> {
    let key = service.http.settings.token_key?;
    let value = cookies(call).find(|(name, _)| *name == KNOWN)?.1;
    let (account, signature) = value.split_once('.')?;
    let expected = mac(&key, &[PURPOSE, account.as_bytes()])?;
    expected.verify_slice(&from_base64url(signature)?).ok()?;
    account.parse().ok()
}
