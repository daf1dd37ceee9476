//! A call that needs a token: from the credential to the answer's own headers.

use crate::account::credential::Credential;
use crate::account::settle::{self, Caller, Outcome, Refused, State};
use crate::answer::reply::Reply;
use crate::answer::{Call, RateLimit, ReplyOf, Service, Surroundings};
use crate::error::ApiError;
use crate::placement::{Layout, layout};

/// Seconds of every limit.
const WINDOW: u32 = 60;

/// A call under way, and what is known of who makes it.
#[derive(Debug)]
pub struct Turn<'a, S> {
    /// The call.
    pub call: &'a Call<'a>,
    /// What answers it.
    pub service: &'a Service<'a, S>,
    /// The account, as soon as storage has said which.
    pub caller: Option<Caller>,
    /// What was charged.
    pub charged: i64,
    /// Where posts are, as far as is known: what storage last said in this call, or else in another one.
    layout: Option<Layout>,
    /// The way that was taken through the posts.
    pub plan: Option<String>,
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

impl<'a, S: Surroundings> Turn<'a, S> {
    /// The beginning of a call.
    pub fn new(call: &'a Call<'a>, service: &'a Service<'a, S>) -> Self {
        Self { call, service, caller: None, charged: 0, layout: service.memory.layout(), plan: None }
    }

    /// Credential, account status and rate limit. With `may_wait`, the check of a token that succeeded lately is left to
    /// the transaction that charges the page.
    ///
    /// # Errors
    /// When any of them refuses the call.
    pub async fn admit(&mut self, may_wait: bool) -> Result<Admitted, ApiError> {
        let token_key = self.token_key().await?;
        let may_wait = may_wait && self.layout.is_some();
        let recent = &self.service.memory.recent;
        let known = recent.account(&token_key, self.service.now).filter(|_| may_wait);
        let mut admitted = Admitted { token_key, checked: false };
        let account = match known {
            Some(account) => account,
            None => self.check(&mut admitted).await?.account,
        };
        if !self.service.surroundings.allow(RateLimit::Calls, &account.to_string()).await {
            self.check(&mut admitted).await?;
            return Err(ApiError::RateLimited { retry_after: WINDOW });
        }
        Ok(admitted)
    }

    async fn token_key(&self) -> Result<String, ApiError> {
        let call = self.call;
        match Credential::read(call.authorization.as_deref(), call.api_token.as_deref()) {
            Credential::Missing => Err(ApiError::MissingApiToken),
            Credential::Malformed => Err(self.refused(ApiError::InvalidApiToken).await),
            Credential::Token(token) => Ok(token.hash().key()),
        }
    }

    /// Asks storage about a token, once.
    ///
    /// # Errors
    /// When it is not good, its account not active, or storage does not answer.
    pub async fn check(&mut self, admitted: &mut Admitted) -> Result<Caller, ApiError> {
        if let Some(caller) = self.caller.filter(|_| admitted.checked) {
            return Ok(caller);
        }
        let state = settle::check(self.service.surroundings, &admitted.token_key).await;
        admitted.checked = true;
        let settled = state.map(|state| (state, Outcome::Settled(0)));
        self.settled(&admitted.token_key, settled).await.map(|(caller, _)| caller)
    }

    /// Where posts are, as far as is known.
    ///
    /// # Errors
    /// When nothing is known, and storage does not answer.
    pub async fn layout(&self) -> Result<Layout, ApiError> {
        match &self.layout {
            Some(layout) => Ok(layout.clone()),
            None => Ok(layout(self.service.surroundings).await?),
        }
    }

    /// Takes over what storage said of a token.
    ///
    /// # Errors
    /// Those that it said.
    pub async fn settled(
        &mut self,
        token_key: &str,
        settled: Result<(State, Outcome), Refused>,
    ) -> Result<(Caller, Outcome), ApiError> {
        let memory = self.service.memory;
        match settled {
            Ok((State { caller, layout }, outcome)) => {
                self.caller = Some(caller);
                memory.recent.remember(token_key, caller.account, self.service.now);
                memory.remember(&layout);
                self.layout = Some(layout);
                Ok((caller, outcome))
            }
            Err(Refused { error: ApiError::InvalidApiToken, .. }) => {
                memory.recent.forget(token_key);
                Err(self.refused(ApiError::InvalidApiToken).await)
            }
            Err(Refused { caller, error }) => {
                self.caller = caller.or(self.caller);
                Err(error)
            }
        }
    }

    /// Counts a refused credential against its address.
    async fn refused(&self, error: ApiError) -> ApiError {
        refused(self.service, self.call, error).await
    }

    /// The answer with what an authenticated one always has.
    pub fn finish(self, answered: Result<ReplyOf<S>, ApiError>, request_id: &str) -> ReplyOf<S> {
        let mut reply = answered.unwrap_or_else(|error| Reply::error(&error, request_id));
        reply.note.credits = self.charged;
        reply.note.plan = self.plan;
        reply.note.account = self.caller.map(|caller| caller.account);
        let Some(Caller { balance, .. }) = self.caller else { return reply };
        let calls = self.service.settings.calls_per_minute;
        reply
            .with("X-Credits-Charged", self.charged.to_string())
            .with("X-Credits-Remaining", balance.to_string())
            .with("RateLimit-Policy", format!("\"account\";q={calls};w={WINDOW}"))
    }
}

/// Counts a refused credential against its address: past the limit, refusals say so instead.
pub async fn refused<S: Surroundings>(
    service: &Service<'_, S>,
    call: &Call<'_>,
    error: ApiError,
) -> ApiError {
    if service.surroundings.allow(RateLimit::Refusals, &call.client).await {
        error
    } else {
        ApiError::RateLimited { retry_after: WINDOW }
    }
}
