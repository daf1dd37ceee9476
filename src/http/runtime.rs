//! What a call needs from the platform besides storage: rate limits, the cache, other services, mail and the log.

use super::deprecation::{DEPRECATED, Deprecation};
use super::error::ApiError;
use crate::store::{Statement, Storage};

/// A request to another service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method, in capitals.
    pub method: &'static str,
    /// The whole address.
    pub url: String,
    /// The headers, each name once.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty for none.
    pub body: String,
}

/// What a rate limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateLimit {
    /// The calls of an account.
    Calls,
    /// The calls of a browser token.
    Browser,
    /// The calls of all of an account's browser tokens together.
    BrowserAccount,
    /// The calls of an account with its test token.
    Test,
    /// Calls to the dashboard, by session and by account.
    Dashboard,
    /// Refused credentials, by the network that they come from.
    Refusals,
    /// Mails, by the network that asks for them and by recipient.
    Mails,
}

/// The platform that a call runs on.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut D1 out")]
pub trait Runtime: Storage {
    /// What is deprecated in the public API.
    const DEPRECATED: &'static [Deprecation] = DEPRECATED;

    /// Counts one call against the limit of a key, and says whether it is still within the limit. A limiter that fails lets
    /// everything through.
    async fn allow(&self, limit: RateLimit, key: &str) -> bool;

    /// Reads a text file of the static site.
    ///
    /// # Errors
    /// When it does not come. The text is for the log.
    async fn site_file(&self, path: &str) -> Result<String, String>;

    /// Reads a text that a deployment stored in KV.
    ///
    /// # Errors
    /// When KV does not answer. The text is for the log.
    async fn stored(&self, key: &str) -> Result<Option<String>, String>;

    /// Looks a page up in the cache. `None` also if the cache fails or takes too long.
    async fn cached_page(&self, key: &str) -> Option<String>;

    /// Writes a page to the cache without delaying the reply. Failure is not reported to the caller.
    fn cache_page(&self, key: &str, page: String);

    /// Reads the body of the call. `None` if it has more than `most` bytes.
    ///
    /// # Errors
    /// When the body can't be read to its end.
    async fn body(&self, most: usize) -> Result<Option<Vec<u8>>, ApiError>;

    /// Sends a request to another service, and returns the status and the text of its answer, whatever the status is.
    ///
    /// # Errors
    /// When no complete answer comes in time. The text is for the log.
    async fn fetch(&self, request: HttpRequest) -> Result<(u16, String), String>;

    /// Whether `signature` is an RS256 signature of the text by this key. `false` also if the key can't be used.
    async fn is_signed(&self, key: &PublicKey, text: &str, signature: &[u8]) -> bool;

    /// Runs a batch on the accounts database without delaying the answer. It is retried until it succeeds or the platform
    /// ends the call. If it never succeeds, an alarm says what it was `about`.
    fn background(&self, statements: Vec<Statement>, about: String);

    /// Sends mails without delaying the answer: first those that this call wrote, then some of those that wait.
    fn deliver(&self, written: Vec<i64>);

    /// Logs that an operator is needed, or soon will be.
    fn alarm(&self, alarm: &str, cause: &str);
}

/// A public key of Cloudflare Access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    pub(crate) id: String,
    /// The modulus, in base64url.
    pub n: String,
    /// The exponent, in base64url.
    pub e: String,
}
