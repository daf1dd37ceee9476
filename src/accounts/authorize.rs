//! A call that needs a token: from the credential to the answer's own headers.
//!
//! The token is hashed. If this isolate saw it succeed in the last minutes, the call goes on, because the batch that charges
//! the page decides anyway ([`transaction`]). Otherwise `ACCOUNTS` is asked first, so that a stranger never causes a read of
//! posts. Account status and the rate limit come next.
//!
//! A caller who was short of credits at the last call (`memory/short.rs`) is asked about first, too. Whoever can't pay has no
//! page read, unless an `Idempotency-Key` has paid for one of this query within the last ten minutes.

use super::charge::transaction::{self, Caller, ChargeError, Outcome, State};
use super::credential::Credential;
use super::memory::recent::Owner;
use super::refusals::{may_look_up, refused};
use super::token::{BrowserToken, TokenHash};
use crate::accounts::service::Service;
use crate::encoding::stamp;
use crate::http;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::{RateLimit, Runtime};
use crate::shards::{ShardMap, layout};
use crate::store::Statement;

/// Seconds of every limit.
const WINDOW: u32 = 60;

/// A call under way, and what is known of who makes it.
#[derive(Debug)]
pub struct AuthorizedRequest<'a, S> {
    /// The call.
    pub call: &'a Call<'a>,
    /// What answers it.
    pub service: &'a Service<'a, S>,
    /// Whose call it is, as storage said to this call or to an earlier one.
    pub owner: Option<Owner>,
    /// The account, as soon as storage has said which.
    pub caller: Option<Caller>,
    /// What was charged.
    pub charged: i64,
    /// Where posts are, as far as is known: what storage last said in this call, or else in another one.
    layout: Option<ShardMap>,
    /// What has to be undone if the call ends with an error, and what that is about.
    pub undo: Option<(Vec<Statement>, String)>,
    /// The way that was taken through the posts.
    pub plan: Option<String>,
    /// The browser token that it came with, once that is known to be good, and the hash of the token that it was made of.
    pub browser: Option<(BrowserToken, TokenHash)>,
}

/// A token that may be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admitted {
    /// How storage knows it.
    pub token_key: String,
    /// Whether storage has said that it is good; otherwise a success of the last minutes says so, and the transaction that
    /// charges the page decides.
    pub checked: bool,
}

impl<'a, S: Runtime> AuthorizedRequest<'a, S> {
    /// The beginning of a call.
    pub fn new(call: &'a Call<'a>, service: &'a Service<'a, S>) -> Self {
        Self {
            call,
            service,
            owner: None,
            caller: None,
            charged: 0,
            layout: service.shards.layout(),
            undo: None,
            plan: None,
            browser: None,
        }
    }

    /// Credential, account status and rate limit. With `may_wait`, the check of a token that succeeded lately is left to
    /// the transaction that charges the page.
    ///
    /// # Errors
    /// When any of them refuses the call. A call of a known token past its limit asks nothing of storage.
    pub async fn admit(&mut self, may_wait: bool) -> Result<Admitted, ApiError> {
        let mut admitted = self.credential().await?;
        let recent = &self.service.memory.recent;
        let owner = match recent.owner(&admitted.token_key) {
            Some(owner) => owner,
            None => self.check(&mut admitted).await?.owner(),
        };
        self.owner = Some(owner);
        self.count(owner.account).await?;
        let can_wait = may_wait && self.layout.is_some();
        if !(can_wait && recent.is_recent(&admitted.token_key, self.service.now)) {
            self.check(&mut admitted).await?;
        }
        Ok(admitted)
    }

    /// Counts the call against its limits.
    async fn count(&self, account: i64) -> Result<(), ApiError> {
        let account = account.to_string();
        let limits = match &self.browser {
            Some((token, _)) => {
                vec![(RateLimit::Browser, stamp(token.text())), (RateLimit::BrowserAccount, account)]
            }
            None => vec![(RateLimit::Calls, account)],
        };
        for (limit, key) in limits {
            if !self.service.runtime.allow(limit, &key).await {
                return Err(ApiError::RateLimited { retry_after: WINDOW });
            }
        }
        Ok(())
    }

    async fn credential(&mut self) -> Result<Admitted, ApiError> {
        let call = self.call;
        match Credential::read(call.authorization.as_deref(), call.api_token.as_deref()) {
            Credential::Missing => Err(ApiError::MissingApiToken),
            Credential::Token(token) => self.unchecked(token.hash().key()),
            Credential::Browser(token) if token.is_timely(self.service.now) => self.parent(token).await,
            Credential::Malformed | Credential::Browser(_) => Err(self.refused().await),
        }
    }

    /// A token that storage has yet to be asked about, unless its network has to wait with one that is not known.
    fn unchecked(&self, token_key: String) -> Result<Admitted, ApiError> {
        if !self.service.memory.recent.is_recent(&token_key, self.service.now) {
            may_look_up(self.service, self.call)?;
        }
        Ok(Admitted { token_key, checked: false })
    }

    /// Finds what a browser token was made of, in memory or by the question that would have to be asked of storage anyway,
    /// and whether it was.
    async fn parent(&mut self, token: BrowserToken) -> Result<Admitted, ApiError> {
        let Service { memory, http: http::service::Service { now, runtime, .. }, .. } = *self.service;
        if let Some(hash) = memory.recent.parent(&token.parent()) {
            if !token.verify(&hash, now) {
                return Err(self.refused().await);
            }
            self.browser = Some((token, hash));
            return self.unchecked(hash.key());
        }
        may_look_up(self.service, self.call)?;
        let found = transaction::parent(runtime, &token, &self.service.token_key()?, now).await?;
        let Some((token_key, hash, state)) = found else { return Err(self.refused().await) };
        self.browser = Some((token, hash));
        self.apply(&token_key, state.map(|state| (state, Outcome::Charged(0)))).await?;
        Ok(Admitted { token_key, checked: true })
    }

    /// The day of a browser token's call, which its owner's cap is for.
    fn day(&self) -> Option<i64> {
        self.browser.as_ref().map(|_| self.service.now.day())
    }

    /// Asks storage about a token, once.
    ///
    /// # Errors
    /// When it is not good, its account not active, or storage does not answer.
    pub async fn check(&mut self, admitted: &mut Admitted) -> Result<Caller, ApiError> {
        if let Some(caller) = self.caller.filter(|_| admitted.checked) {
            return Ok(caller);
        }
        let state = transaction::check(self.service.runtime, &admitted.token_key, self.day()).await;
        admitted.checked = true;
        let result = state.map(|state| (state, Outcome::Charged(0)));
        self.apply(&admitted.token_key, result).await.map(|(caller, _)| caller)
    }

    /// Where posts are, as far as is known.
    ///
    /// # Errors
    /// When nothing is known, and storage does not answer.
    pub async fn layout(&self) -> Result<ShardMap, ApiError> {
        match &self.layout {
            Some(layout) => Ok(layout.clone()),
            None => Ok(layout(self.service.runtime).await?),
        }
    }

    /// Applies what storage said of a token: remembers it, or forgets a token that is no longer good.
    ///
    /// # Errors
    /// Those that it said.
    pub async fn apply(
        &mut self,
        token_key: &str,
        result: Result<(State, Outcome), ChargeError>,
    ) -> Result<(Caller, Outcome), ApiError> {
        let memory = self.service.memory;
        match result {
            Ok((State { caller, layout }, outcome)) => {
                self.caller = Some(caller);
                let hash = self.browser.as_ref().map(|(_, hash)| *hash);
                memory.recent.remember(token_key, caller.owner(), hash, self.service.now);
                self.service.shards.remember(&layout);
                self.layout = Some(layout);
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
                    memory.recent.meet(token_key, caller.owner());
                }
                Err(error)
            }
        }
    }

    /// Counts a refused credential against its network.
    async fn refused(&self) -> ApiError {
        refused(self.service, self.call, ApiError::InvalidApiToken).await
    }

    /// The answer with what an authenticated one always has.
    pub fn finish(self, answered: Result<ReplyOf<S>, ApiError>, request_id: &str) -> ReplyOf<S> {
        if let Some((statements, about)) = self.undo.filter(|_| answered.is_err()) {
            self.service.runtime.background(statements, about);
        }
        let mut reply = answered.unwrap_or_else(|error| Reply::error(&error, request_id));
        reply.note.credits = self.charged;
        reply.note.plan = self.plan;
        let owner = self.caller.map(Caller::owner).or(self.owner);
        reply.note.account = owner.map(|owner| owner.account);
        let Some(Owner { balance, .. }) = owner else { return reply };
        let reply = reply.with("X-Credits-Charged", self.charged.to_string());
        let settings = self.service.settings;
        let (reply, name, calls) = match self.browser {
            Some(_) => (reply, "browser-token", settings.browser_calls_per_minute),
            None => {
                (reply.with("X-Credits-Remaining", balance.to_string()), "account", settings.calls_per_minute)
            }
        };
        reply.with("RateLimit-Policy", format!("\"{name}\";q={calls};w={WINDOW}"))
    }
}
