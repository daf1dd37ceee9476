//! What a call is answered with beside storage: limits, the cache, other services, mails and the log.

use super::deprecation::{DEPRECATED, Deprecation};
use super::error::ApiError;
use crate::store::{Statement, Storage};

/// A request to another service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// In capitals.
    pub method: &'static str,
    /// The whole address.
    pub url: String,
    /// The headers, each name once.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty for none.
    pub body: String,
}

/// What is limited a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateLimit {
    /// The calls of an account.
    Calls,
    /// The calls of a browser token.
    Browser,
    /// The calls of all browser tokens of an account together.
    BrowserAccount,
    /// The calls of the dashboard, by session and by account.
    Dashboard,
    /// The refused credentials of a network.
    Refusals,
    /// The mails that a network asks for, and those that are asked for one recipient.
    Mails,
}

/// What surrounds a call, beside storage.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut D1 out")]
pub trait Runtime: Storage {
    /// What is deprecated in the public API.
    const DEPRECATED: &'static [Deprecation] = DEPRECATED;

    /// Counts one more against a limit: whether it is within. A limiter that fails lets everything through.
    async fn allow(&self, limit: RateLimit, key: &str) -> bool;

    /// The cached page of a key. `None` also if the cache fails or takes too long.
    async fn cached_page(&self, key: &str) -> Option<String>;

    /// Writes a page to the cache without delaying the reply. Failure is not reported to the caller.
    fn cache_page(&self, key: &str, page: String);

    /// Reads the body of the call, up to so many bytes; none if there are more.
    ///
    /// # Errors
    /// When the body can't be read to its end.
    async fn body(&self, most: usize) -> Result<Option<Vec<u8>>, ApiError>;

    /// Asks another service: its status and the text of its answer, whatever the status.
    ///
    /// # Errors
    /// When no whole answer comes in time. The text is for the log.
    async fn fetch(&self, request: HttpRequest) -> Result<(u16, String), String>;

    /// Whether a text is signed by a key, by RS256. A key that can't be used has signed nothing.
    async fn is_signed(&self, key: &PublicKey, text: &str, signature: &[u8]) -> bool;

    /// Runs a batch on the accounts beside the answer, and again for as long as the platform lets a call go on, until it
    /// passes. What never passes is an alarm, with what it was about.
    fn background(&self, statements: Vec<Statement>, about: String);

    /// Sends mails beside the answer: those that this call wrote first, then some of those that wait.
    fn deliver(&self, written: Vec<i64>);

    /// Says in the log that an operator is needed, or soon will be.
    fn alarm(&self, alarm: &str, cause: &str);
}

/// A key that Access signs with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    pub(crate) id: String,
    /// The modulus, in base64url.
    pub n: String,
    /// The exponent, in base64url.
    pub e: String,
}
