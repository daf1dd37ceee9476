//! The session of a signed-in owner, found by a cookie, and the cookie of a browser that asked for a link.

use crate::accounts::refusals::{may_look_up, refused};
use crate::accounts::service::Service;
use crate::accounts::statements::sessions;
use crate::accounts::{SESSION_IDLE_LIFETIME, SESSION_LIFETIME};
use crate::encoding::{base64url, hex};
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::runtime::{RateLimit, Runtime};
use crate::store::{Database, Row, required};
use sha2::{Digest, Sha256};

/// The cookie of a session. The prefix makes browsers refuse it from other hosts, for other paths, and without https.
pub(crate) const SESSION_COOKIE: &str = "__Host-session";
/// The cookie of a browser that asked for a link.
pub(crate) const BROWSER_COOKIE: &str = "__Host-browser";
/// The length of a cookie's value: 32 bytes in base64url.
const LENGTH: usize = 43;

/// The session of a signed-in owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    /// The account's number.
    pub(crate) account: i64,
    /// Its e-mail address, in the form that is compared.
    pub(crate) email_key: String,
    /// Its e-mail address.
    pub(crate) email: String,
    /// The key by which storage finds the session.
    pub(crate) key: String,
}

/// Seconds to wait after too many calls of a session or an account.
const WAIT: u32 = 60;

impl Session {
    /// Finds the session of a call, counts the call against its limits, and records that the session was used.
    ///
    /// # Errors
    /// If there is no session, it has expired, or it makes too many calls. A known session past its limit reads nothing
    /// from storage.
    pub(crate) async fn authenticate<S: Runtime>(
        call: &Call<'_>,
        service: &Service<'_, S>,
    ) -> Result<Self, ApiError> {
        let session_key =
            cookie(call, SESSION_COOKIE).map(|value| secret_key(&value)).ok_or(ApiError::NotSignedIn)?;
        let (memory, now) = (&service.memory.sessions, service.now);
        count(service, format!("session {session_key}")).await?;
        let known = memory.account(&session_key, now);
        match known {
            Some(account) => count(service, format!("account {account}")).await?,
            None => may_look_up(service, call)?,
        }
        let Some(session) = Self::find(service, &session_key).await? else {
            memory.forget(&session_key);
            return Err(refused(service, call, ApiError::NotSignedIn).await);
        };
        memory.remember(&session_key, session.account, now);
        if known.is_none() {
            count(service, format!("account {}", session.account)).await?;
        }
        Ok(session)
    }

    /// Finds a session that has not expired.
    async fn find<S: Runtime>(service: &Service<'_, S>, session_key: &str) -> Result<Option<Self>, ApiError> {
        let now = service.now;
        let statements =
            sessions::use_session(session_key, now, now.0 - SESSION_LIFETIME, now.0 - SESSION_IDLE_LIFETIME);
        let results = service.runtime.batch(Database::Accounts, statements).await?;
        let Some(row) = results.last().and_then(|rows| rows.first()) else { return Ok(None) };
        Ok(Some(Self {
            account: required(row.integer("account_id")?, "account_id")?,
            email_key: required(row.text("email_key")?, "email_key")?,
            email: required(row.text("email")?, "email")?,
            key: session_key.to_owned(),
        }))
    }
}

/// Counts a call against the limit of its session or account.
async fn count<S: Runtime>(service: &Service<'_, S>, key: String) -> Result<(), ApiError> {
    let is_within = service.runtime.allow(RateLimit::Dashboard, &key).await;
    if is_within { Ok(()) } else { Err(ApiError::RateLimited { retry_after: WAIT }) }
}

/// The key by which storage finds a secret that only its holder has.
pub(crate) fn secret_key(secret: &str) -> String {
    hex(&Sha256::digest(secret))
}

/// The value of one of our cookies, if it is well-formed.
pub(crate) fn cookie(call: &Call<'_>, name: &str) -> Option<String> {
    let found = cookies(call).find(|(known, _)| *known == name);
    found.map(|(_, value)| value.to_owned()).filter(|value| value.len() == LENGTH)
}

/// The names and values of a call's cookies.
pub(crate) fn cookies<'a>(call: &'a Call<'_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let cookies = call.private.cookie.as_deref().unwrap_or_default().split(';');
    cookies.filter_map(|cookie| cookie.trim().split_once('='))
}

/// A random value for a new cookie.
pub(crate) fn new_value<S>(service: &Service<'_, S>, purpose: &str) -> String {
    base64url(&service.entropy.derived(purpose))
}

/// A `Set-Cookie` header that lasts this many milliseconds; 0 deletes the cookie.
pub(crate) fn set_cookie(name: &str, value: &str, milliseconds: i64) -> String {
    format!("{name}={value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={}", milliseconds / 1000)
}

/// The cookie of a new session.
pub(crate) fn session_cookie(value: &str) -> String {
    set_cookie(SESSION_COOKIE, value, SESSION_LIFETIME)
}
