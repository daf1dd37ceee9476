//! Authorizing a call that needs a token, and the headers that every authenticated answer has.
//!
//! The token is hashed. If this isolate saw it succeed in the last minutes, the call goes on at once, because the batch
//! that charges the page decides anyway ([`transaction`]). Otherwise `ACCOUNTS` is asked first, so that a stranger never
//! causes a read of posts. Account status and the rate limit are checked next.
//!
//! If the caller lacked credits at the last call (`memory/short.rs`), `ACCOUNTS` is asked first, too. No page is read for a
//! caller who can't pay, unless an `Idempotency-Key` has paid for a page of this query within the last ten minutes.

use super::charge::transaction::{self, Caller, ChargeError, Outcome, State};
use super::credential::Credential;
use super::memory::recent::Owner;
use super::refusals::{may_look_up, refused};
use super::test_call::{CALLS_PER_MINUTE, check_current};
use super::token::{BrowserToken, TestToken, TokenHash};
use crate::accounts::service::Service;
use crate::encoding::stamp;
use crate::http;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::{RateLimit, Runtime};
use crate::shards::{ShardMap, load_shard_map};
use crate::store::Statement;

/// The window of every rate limit, in seconds.
const WINDOW: u32 = 60;

/// A call in progress, and what is known about its caller.
#[derive(Debug)]
pub struct AuthorizedRequest<'a, S> {
    /// The call.
    pub call: &'a Call<'a>,
    /// What the call is answered with: settings, storage and memory.
    pub service: &'a Service<'a, S>,
    /// The owner of the token, as storage said during this call or an earlier one.
    pub owner: Option<Owner>,
    /// The account, once storage has confirmed it during this call.
    pub caller: Option<Caller>,
    /// The credits that were charged.
    pub charged: i64,
    /// Where posts are, according to the latest answer of storage in this call, or else in an earlier one.
    shard_map: Option<ShardMap>,
    /// Statements to run if the call ends with an error, and a description of them for the log.
    pub undo: Option<(Vec<Statement>, String)>,
    /// The query plan that was used.
    pub plan: Option<String>,
    /// The verified browser token of the call, if it has one, and the hash of the API token that signed it.
    pub browser: Option<(BrowserToken, TokenHash)>,
    /// The account, if the call has a test token: it reads invented posts, and is neither charged nor counted as used.
    pub test: Option<i64>,
}

/// A token that may be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admitted {
    /// The key by which storage finds the token.
    pub token_key: String,
    /// Whether storage has confirmed the token in this call. If not, a success of the last minutes vouches for it, and the
    /// transaction that charges the page decides.
    pub checked: bool,
}

impl<'a, S: Runtime> AuthorizedRequest<'a, S> {
    /// Starts a call about which nothing is known yet.
    pub fn new(call: &'a Call<'a>, service: &'a Service<'a, S>) -> Self {
        Self {
            call,
            service,
            owner: None,
            caller: None,
            charged: 0,
            shard_map: service.shards.shard_map(),
            undo: None,
            plan: None,
            browser: None,
            test: None,
        }
    }

    /// Checks the credential, the account's status and the rate limit. With `may_wait`, a token that succeeded recently is
    /// checked only by the transaction that charges the page.
    ///
    /// # Errors
    /// If any of these checks fails. A call past the limit of a known token reads nothing from storage.
    pub async fn admit(&mut self, may_wait: bool) -> Result<Admitted, ApiError> {
        let mut admitted = self.admit_credential().await?;
        if self.test.is_some() {
            return Ok(admitted);
        }
        let recent = &self.service.memory.recent;
        let owner = match recent.owner(&admitted.token_key) {
            Some(owner) => owner,
            None => self.check(&mut admitted).await?.owner(),
        };
        self.owner = Some(owner);
        self.count_call(owner.account).await?;
        let can_wait = may_wait && self.shard_map.is_some();
        if !(can_wait && recent.is_recent(&admitted.token_key, self.service.now)) {
            self.check(&mut admitted).await?;
        }
        Ok(admitted)
    }

    /// Counts the call against its limits.
    async fn count_call(&self, account: i64) -> Result<(), ApiError> {
        let account = account.to_string();
        let limits = match &self.browser {
            Some((token, _)) => {
                vec![(RateLimit::Browser, stamp(token.text())), (RateLimit::BrowserAccount, account)]
            }
            None => vec![(RateLimit::Calls, account)],
        };
        for (limit, key) in limits {
            self.count(limit, &key).await?;
        }
        Ok(())
    }

    async fn count(&self, limit: RateLimit, key: &str) -> Result<(), ApiError> {
        if self.service.runtime.allow(limit, key).await {
            return Ok(());
        }
        Err(ApiError::RateLimited { retry_after: WINDOW })
    }

    async fn admit_credential(&mut self) -> Result<Admitted, ApiError> {
        let call = self.call;
        match Credential::from_headers(call.authorization.as_deref(), call.api_token.as_deref()) {
            Credential::Missing => Err(ApiError::MissingApiToken),
            Credential::Token(token) => self.admit_unchecked(token.hash().key()),
            Credential::Test(token) => self.admit_test_token(&token).await,
            Credential::Browser(token) if token.is_timely(self.service.now) => {
                self.admit_browser_token(token).await
            }
            Credential::Malformed | Credential::Browser(_) => Err(self.refused().await),
        }
    }

    /// Admits a token that storage has not confirmed yet. An unknown one is refused while its network has to wait.
    fn admit_unchecked(&self, token_key: String) -> Result<Admitted, ApiError> {
        if !self.service.memory.recent.is_recent(&token_key, self.service.now) {
            may_look_up(self.service, self.call)?;
        }
        Ok(Admitted { token_key, checked: false })
    }

    /// Admits a test token. It says itself whose it is, so its calls are counted before storage says whether it is still the current one.
    /// They are counted for each token, so that one that was replaced takes no calls from the current one.
    async fn admit_test_token(&mut self, token: &TestToken) -> Result<Admitted, ApiError> {
        let Some(owner) = token.open(&self.service.token_key()?) else { return Err(self.refused().await) };
        self.test = Some(owner.account);
        self.count(RateLimit::Test, &stamp(token.text())).await?;
        self.test = None;
        may_look_up(self.service, self.call)?;
        match check_current(self.service, owner).await {
            Ok(()) => {
                self.test = Some(owner.account);
                Ok(Admitted { token_key: String::new(), checked: true })
            }
            Err(ApiError::InvalidApiToken) => Err(self.refused().await),
            Err(error) => Err(error),
        }
    }

    /// Finds the API token that a browser token names, in memory or in storage, and verifies the signature. Reading it from
    /// storage also reads the state that every call needs, so it costs no extra query.
    async fn admit_browser_token(&mut self, token: BrowserToken) -> Result<Admitted, ApiError> {
        let Service { memory, http: http::service::Service { now, runtime, .. }, .. } = *self.service;
        if let Some(hash) = memory.recent.parent(&token.parent()) {
            if !token.verify(&hash, now) {
                return Err(self.refused().await);
            }
            self.browser = Some((token, hash));
            return self.admit_unchecked(hash.key());
        }
        may_look_up(self.service, self.call)?;
        let found = transaction::find_parent(runtime, &token, &self.service.token_key()?, now).await?;
        let Some((token_key, hash, state)) = found else { return Err(self.refused().await) };
        self.browser = Some((token, hash));
        self.apply(&token_key, state.map(|state| (state, Outcome::Charged(0)))).await?;
        Ok(Admitted { token_key, checked: true })
    }

    /// The UTC day of a browser token's call, because the owner's cap is per day; none for other calls.
    fn day(&self) -> Option<i64> {
        self.browser.as_ref().map(|_| self.service.now.day())
    }

    /// Checks a token in storage, at most once for each call.
    ///
    /// # Errors
    /// If the token is unknown, its account is not active, or storage does not answer.
    pub async fn check(&mut self, admitted: &mut Admitted) -> Result<Caller, ApiError> {
        if let Some(caller) = self.caller.or_else(|| self.test_caller()).filter(|_| admitted.checked) {
            return Ok(caller);
        }
        let state = transaction::check(self.service.runtime, &admitted.token_key, self.day()).await;
        admitted.checked = true;
        let result = state.map(|state| (state, Outcome::Charged(0)));
        self.apply(&admitted.token_key, result).await.map(|(caller, _)| caller)
    }

    /// Returns where posts are, as far as is known.
    ///
    /// # Errors
    /// If nothing is known and storage does not answer.
    pub async fn shard_map(&self) -> Result<ShardMap, ApiError> {
        match &self.shard_map {
            Some(shard_map) => Ok(shard_map.clone()),
            None => Ok(load_shard_map(self.service.runtime).await?),
        }
    }

    /// Applies what storage said about a token: remembers a valid one, and forgets one that is no longer valid.
    ///
    /// # Errors
    /// The error that storage's answer stands for.
    pub async fn apply(
        &mut self,
        token_key: &str,
        result: Result<(State, Outcome), ChargeError>,
    ) -> Result<(Caller, Outcome), ApiError> {
        let memory = self.service.memory;
        match result {
            Ok((State { caller, shard_map }, outcome)) => {
                self.caller = Some(caller);
                let hash = self.browser.as_ref().map(|(_, hash)| *hash);
                memory.recent.remember(token_key, caller.owner(), hash, self.service.now);
                self.service.shards.remember(&shard_map);
                self.shard_map = Some(shard_map);
                Ok((caller, outcome))
            }
            Err(ChargeError { error: ApiError::InvalidApiToken, .. }) => {
                memory.recent.forget(token_key);
                self.owner = None;
                Err(self.refused().await)
            }
            Err(ChargeError { caller, error, .. }) => {
                self.caller = caller.or(self.caller);
                if let Some(caller) = caller {
                    memory.recent.remember_owner(token_key, caller.owner());
                }
                Err(error)
            }
        }
    }

    /// Counts a refused credential against the caller's network.
    async fn refused(&self) -> ApiError {
        refused(self.service, self.call, ApiError::InvalidApiToken).await
    }

    /// The caller with a test token, about whose credits nothing is said.
    fn test_caller(&self) -> Option<Caller> {
        self.test.map(|account| Caller { account, balance: 0, allowance: None })
    }

    /// The owner of the token, as far as is known.
    fn known_owner(&self) -> Option<Owner> {
        self.caller.or_else(|| self.test_caller()).map(Caller::owner).or(self.owner)
    }

    /// The balance of the account, if it is known and the caller may know it.
    pub(crate) fn visible_balance(&self) -> Option<i64> {
        self.known_owner()
            .filter(|_| self.browser.is_none() && self.test.is_none())
            .map(|owner| owner.balance)
    }

    /// Completes the answer with the headers that every authenticated answer has.
    pub fn finish(self, answered: Result<ReplyOf<S>, ApiError>, request_id: &str) -> ReplyOf<S> {
        self.finish_with(answered, |error| Reply::error(error, request_id))
    }

    /// As [`Self::finish`], with a reply of its own for an error.
    pub(crate) fn finish_with(
        self,
        answered: Result<ReplyOf<S>, ApiError>,
        failed: impl FnOnce(&ApiError) -> ReplyOf<S>,
    ) -> ReplyOf<S> {
        let (owner, visible_balance) = (self.known_owner(), self.visible_balance());
        if let Some((statements, about)) = self.undo.filter(|_| answered.is_err()) {
            self.service.runtime.background(statements, about);
        }
        let mut reply = answered.unwrap_or_else(|error| failed(&error));
        reply.note.credits = self.charged;
        reply.note.plan = self.plan;
        reply.note.account = owner.map(|owner| owner.account);
        if owner.is_none() {
            return reply;
        }
        let reply = reply.with("X-Credits-Charged", self.charged.to_string());
        let settings = self.service.settings;
        let (name, calls) = match self.browser {
            Some(_) => ("browser-token", settings.browser_calls_per_minute),
            None if self.test.is_some() => ("test-token", CALLS_PER_MINUTE),
            None => ("account", settings.calls_per_minute),
        };
        let reply =
            reply.with_some("X-Credits-Remaining", visible_balance.map(|balance| balance.to_string()));
        reply.with("RateLimit-Policy", format!("\"{name}\";q={calls};w={WINDOW}"))
    }
}
