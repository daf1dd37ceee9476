//! Answers calls. Knows HTTP only as a method, a path, a few headers and a status; `src/worker/` and the tests supply the
//! rest.

pub mod accept;
mod body;
pub mod dashboard;
mod entity_tag;
mod entropy;
mod listing;
pub mod memory;
mod network;
pub mod operator;
pub mod payments;
pub mod public;
mod refusals;
pub mod reply;
mod shown;

use crate::encoding::hex;
use crate::error::ApiError;
use crate::settings::Settings;
use crate::sql::accounts::NewToken;
use crate::store::{Statement, Storage};
use crate::time::Timestamp;
use crate::token::ApiToken;
pub use entropy::Entropy;
use memory::Memory;
use operator::access::PublicKey;
use public::deprecation::{DEPRECATED, Deprecation};
use reply::Reply;

/// What an answer depends on beside its address.
const VARY: &str = "Authorization, X-API-Token, Origin, Accept";

/// A call, as far as anybody here looks at it.
#[derive(Debug, Clone, Default)]
pub struct Call<'a> {
    /// In capitals.
    pub method: &'a str,
    /// Still percent-encoded.
    pub path: &'a str,
    /// What follows `?`, still percent-encoded; empty where there is none.
    pub query: &'a str,
    /// Whether it came by https.
    pub https: bool,
    /// The host and port that it asked for.
    pub host: &'a str,
    /// The address that it came from.
    pub client: String,
    /// `Authorization`
    pub authorization: Option<String>,
    /// `X-API-Token`
    pub api_token: Option<String>,
    /// `Accept`
    pub accept: Option<String>,
    /// `If-None-Match`
    pub if_none_match: Option<String>,
    /// `X-Request-Id`
    pub request_id: Option<String>,
    /// `Idempotency-Key`
    pub idempotency_key: Option<String>,
    /// `Content-Type`
    pub content_type: Option<String>,
    /// `Content-Encoding`
    pub content_encoding: Option<String>,
    /// What hardly any call of the public API may bring.
    pub private: PrivateHeaders,
}

/// Headers that the public API does not look at, but for one.
#[derive(Debug, Clone, Default)]
pub struct PrivateHeaders {
    /// `Cookie`
    pub cookie: Option<String>,
    /// `Origin`, also of calls of the public API with a browser token.
    pub origin: Option<String>,
    /// `Sec-Fetch-Site`
    pub fetch_site: Option<String>,
    /// `Stripe-Signature`
    pub stripe_signature: Option<String>,
    /// `Cf-Access-Jwt-Assertion`
    pub access: Option<String>,
}

/// A request to another service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
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
pub trait Surroundings: Storage {
    /// What of the public API is on its way out.
    const DEPRECATED: &'static [Deprecation] = DEPRECATED;

    /// Counts one more against a limit: whether it is within. A limiter that fails lets everything through.
    async fn allow(&self, limit: RateLimit, key: &str) -> bool;

    /// A page that was kept under a key. A store that fails, or takes long, has none.
    async fn kept(&self, key: &str) -> Option<String>;

    /// Keeps a page under a key for a while, beside the answer. It does not matter whether that succeeds.
    fn keep(&self, key: &str, page: String);

    /// Reads the body of the call, up to so many bytes; none if there are more.
    ///
    /// # Errors
    /// When the body can't be read to its end.
    async fn body(&self, most: usize) -> Result<Option<Vec<u8>>, ApiError>;

    /// Asks another service: its status and the text of its answer, whatever the status.
    ///
    /// # Errors
    /// When no whole answer comes in time. The text is for the log.
    async fn fetch(&self, request: Outgoing) -> Result<(u16, String), String>;

    /// Whether a text is signed by a key, by RS256. A key that can't be used has signed nothing.
    async fn is_signed(&self, key: &PublicKey, text: &str, signature: &[u8]) -> bool;

    /// Runs a batch on the accounts beside the answer, and again for as long as the platform lets a call go on, until it
    /// passes. What never passes is an alarm, with what it was about.
    fn later(&self, statements: Vec<Statement>, about: String);

    /// Sends mails beside the answer: those that this call wrote first, then some of those that wait.
    fn deliver(&self, written: Vec<i64>);

    /// Says in the log that an operator is needed, or soon will be.
    fn alarm(&self, alarm: &str, cause: &str);
}

/// All that a call is answered with.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// Storage, limits and the body.
    pub surroundings: &'a S,
    /// What the operator set.
    pub settings: &'a Settings,
    /// What this isolate remembers.
    pub memory: &'a Memory,
    /// The time of the call.
    pub now: Timestamp,
    /// Its random bytes.
    pub entropy: Entropy,
}

impl<S> Service<'_, S> {
    /// The origin of every address that is sent. Never the `Host` of a call: anybody may write that.
    ///
    /// # Errors
    /// When it is not set.
    pub fn origin(&self) -> Result<&str, ApiError> {
        let unset = || ApiError::Internal("the variable PUBLIC_ORIGIN is not set".into());
        self.settings.public_origin.as_deref().ok_or_else(unset)
    }

    /// What encrypts tokens.
    ///
    /// # Errors
    /// When it is not set.
    pub fn token_key(&self) -> Result<[u8; 32], ApiError> {
        self.settings.token_key.ok_or_else(|| ApiError::Internal("the secret TOKEN_KEY is not set".into()))
    }

    /// A new token. One call makes one token at most.
    ///
    /// # Errors
    /// When there is nothing to encrypt it with.
    pub fn new_token(&self) -> Result<MadeToken, ApiError> {
        let token = ApiToken::from_secret(self.entropy.secret);
        let sealed = token.hash().seal(&self.token_key()?, self.entropy.nonce);
        let sealed = sealed.ok_or_else(|| ApiError::Internal("a hash could not be sealed".into()))?;
        Ok(MadeToken { key: token.hash().key(), token, sealed })
    }
}

/// A token that was just made, and what storage keeps of it.
#[derive(Debug)]
pub struct MadeToken {
    /// The token, to be shown once.
    pub token: ApiToken,
    /// How storage finds it.
    pub key: String,
    sealed: String,
}

impl MadeToken {
    /// What storage keeps of it.
    pub fn stored(&self) -> NewToken<'_> {
        NewToken { key: &self.key, sealed: &self.sealed, last_four: self.token.last_four() }
    }
}

/// The reply type of a storage.
pub type ReplyOf<S> = Reply<<<S as Storage>::Row as crate::store::Row>::Text>;

/// Answers a call; none where the address is one of the static site's.
pub async fn answer<S: Surroundings>(call: &Call<'_>, service: &Service<'_, S>) -> Option<ReplyOf<S>> {
    let request_id = request_id(call, &service.entropy);
    let reply = match gate(call, service.settings) {
        Err(error) => Reply::error(&error, &request_id).named("none"),
        Ok(()) if is_below(call.path, "/api") => public::answer(call, service, &request_id).await,
        Ok(()) if operator::is_page(call.path, service.settings) => return None,
        Ok(()) if is_below(call.path, "/operator") => operator::answer(call, service, &request_id).await,
        Ok(()) if is_below(call.path, "/payments") => payments::answer(call, service, &request_id).await,
        Ok(()) if is_below(call.path, "/dashboard") => dashboard::answer(call, service, &request_id).await?,
        Ok(()) => return None,
    };
    Some(finish(call, reply, request_id))
}

/// Answers a call that nobody can answer: the settings are at fault.
pub fn out_of_order<T>(call: &Call<'_>, entropy: &Entropy, error: &ApiError) -> Reply<T> {
    let request_id = request_id(call, entropy);
    finish(call, Reply::error(error, &request_id).named("none"), request_id)
}

/// The reply with what every one has.
fn finish<T>(call: &Call<'_>, reply: Reply<T>, request_id: String) -> Reply<T> {
    let reply = if is_below(call.path, "/api") { public::readable(reply) } else { reply };
    let reply = reply.with("Vary", VARY).with("X-Request-Id", request_id);
    let reply = reply.with("X-Content-Type-Options", "nosniff");
    if call.method == "HEAD" { reply.without_body() } else { reply }
}

/// Whether a path is a place or below it.
fn is_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Outside development: https only, before any credential is looked at, and our own host only.
fn gate(call: &Call<'_>, settings: &Settings) -> Result<(), ApiError> {
    if settings.development {
        return Ok(());
    }
    if !call.https {
        return Err(ApiError::HttpsRequired);
    }
    match settings.host() {
        Some(host) if !host.eq_ignore_ascii_case(call.host) => Err(ApiError::MisdirectedRequest),
        _ => Ok(()),
    }
}

/// A caller's own id if it is a good one, otherwise a new one.
pub fn request_id(call: &Call<'_>, entropy: &Entropy) -> String {
    let good = |id: &&String| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    call.request_id.as_ref().filter(good).cloned().unwrap_or_else(|| hex(&entropy.request))
}
