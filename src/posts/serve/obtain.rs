//! Reads what a call asks for, and charges it.

use super::{Asked, ReadAnswer, Reading, TestSource};
use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::accounts::charge;
use crate::accounts::charge::transaction::Outcome;
use crate::accounts::statements::idempotency::page_key;
use crate::http::accept;
use crate::http::error::ApiError;
use crate::http::reply::{JSON, Reply};
use crate::http::runtime::Runtime;
use crate::posts::answer::{Answer, Body, Next};
use crate::posts::read::TextOf;
use crate::posts::shape::Shape;
use crate::shards::{Shard, TRIES};
use crate::store::{AsText, StorageError};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;

/// The name of the plan of calls with a test token, for the log.
const TEST_PLAN: &str = "test";

/// An answer in its shape.
#[derive(Debug)]
pub(crate) struct Found<T> {
    pub(super) body: Body<T>,
    pub(super) next: Option<Next>,
    pub(super) missing: Option<usize>,
    is_empty: bool,
    /// `None` if the service has no key for it.
    pub(super) etag: Option<String>,
    /// Whether the caller has the body already.
    pub(super) is_known: bool,
    shards_read: Vec<Shard>,
}

impl<T: AsText> Found<T> {
    /// An answer that was read from these shards, in its shape.
    fn new<S: Runtime>(
        request: &AuthorizedRequest<'_, S>,
        mut answer: Answer<T>,
        shape: &Shape,
        shards_read: Vec<Shard>,
    ) -> Result<Self, ApiError> {
        let (next, missing, is_empty) = (answer.next.take(), answer.missing, answer.is_empty);
        let body = answer.body(shape)?;
        let etag = request.service.entity_tag(&body.digest);
        let is_known = is_known(request, etag.as_deref());
        Ok(Self { body, next, missing, is_empty, etag, is_known, shards_read })
    }

    /// The body as one text.
    pub(crate) fn into_text(self) -> String {
        Reply::parts(JSON, self.body.parts).body_text()
    }
}

/// What came of reading.
enum Lookup<T> {
    Found(Found<T>),
    /// One post was asked for, and these shards, all that may have it, do not.
    NotStored(Vec<Shard>),
}

/// Reads and charges what an admitted call asks for. `parsed` is that, with the key that its answer is charged under once if there is
/// one, or else the error of its parameters or of its scope.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(crate) async fn obtain<S: Runtime, R: Reading<S>>(
    request: &mut AuthorizedRequest<'_, S>,
    test: &dyn TestSource,
    mut admitted: Admitted,
    parsed: Result<(Asked<R>, Option<String>), ApiError>,
) -> Result<(Asked<R>, Found<TextOf<S>>), ApiError> {
    let (asked, key) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            request.check(&mut admitted).await?;
            return Err(error);
        }
    };
    if request.test.is_some() {
        request.plan = Some(TEST_PLAN.to_owned());
        let answer = asked.reading.read_test(&*test.load().await?)?.ok_or(ApiError::PostNotStored)?;
        let found = Found::new(request, answer.into_stored(), &asked.shape, Vec::new())?;
        return Ok((asked, found));
    }
    let found = obtain_any(request, &mut admitted, &asked.reading, &asked.shape, key.as_deref()).await?;
    Ok((asked, found))
}

/// A reading of any kind, so that what is done with it is compiled once, and not for each kind.
trait AnyReading<S: Runtime> {
    fn slots(&self) -> u64;

    fn read<'a>(&'a self, runtime: &'a S, shards: &'a [Shard]) -> Answering<'a, S>;
}

/// An answer that is being read.
type Answering<'a, S> = LocalBoxFuture<'a, Result<ReadAnswer<TextOf<S>>, ApiError>>;

impl<S: Runtime, R: Reading<S>> AnyReading<S> for R {
    fn slots(&self) -> u64 {
        Reading::slots(self)
    }

    fn read<'a>(&'a self, runtime: &'a S, shards: &'a [Shard]) -> Answering<'a, S> {
        Reading::read(self, runtime, shards).boxed_local()
    }
}

async fn obtain_any<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &mut Admitted,
    reading: &dyn AnyReading<S>,
    shape: &Shape,
    key: Option<&str>,
) -> Result<Found<TextOf<S>>, ApiError> {
    if admitted.checked || charge::request::lacked_credits(request, admitted) {
        charge::request::check_balance(request, admitted, key).await?;
    }
    for attempt in 0..TRIES {
        let found = match find(request, reading, shape, attempt).await {
            Ok(Lookup::Found(found)) => found,
            Ok(Lookup::NotStored(shards_read)) => {
                charge::request::check_balance(request, admitted, key).await?;
                if request.shard_map().await?.confirms(&shards_read) {
                    return Err(ApiError::PostNotStored);
                }
                continue;
            }
            Err(error) => {
                charge::request::check_balance(request, admitted, key).await?;
                return Err(error);
            }
        };
        if let Outcome::Charged(credits) = charge(request, admitted, &found, key).await? {
            request.charged = credits;
            return Ok(found);
        }
    }
    Err(StorageError::behind().into())
}

/// Whether the call is charged. `HEAD` is free, and returns nothing about the posts.
pub(super) fn is_charged<S>(request: &AuthorizedRequest<'_, S>) -> bool {
    request.call.method != "HEAD"
}

/// Reads what a call asks for from the shards of the shard map, at least as new as the map says.
async fn find<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    reading: &dyn AnyReading<S>,
    shape: &Shape,
    attempt: usize,
) -> Result<Lookup<TextOf<S>>, ApiError> {
    let shards = request.shard_map().await?.for_attempt(reading.slots(), attempt);
    let ReadAnswer { answer, shards_read, plan } = reading.read(request.service.runtime, &shards).await?;
    request.plan = plan.or(request.plan.take());
    let Some(answer) = answer else { return Ok(Lookup::NotStored(shards_read)) };
    Found::new(request, answer, shape, shards_read).map(Lookup::Found)
}

/// Whether the caller has the answer with this entity tag already. `POST` always gets a body, so its conditions don't count: they
/// would make the body free.
fn is_known<S>(request: &AuthorizedRequest<'_, S>, etag: Option<&str>) -> bool {
    request.call.method != "POST" && accept::matches(request.call.if_none_match.as_deref(), etag)
}

/// Charges an answer, or counts the call if it is free. For `HEAD`, only checks that the answer is not outdated.
async fn charge<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &Admitted,
    found: &Found<TextOf<S>>,
    key: Option<&str>,
) -> Result<Outcome, ApiError> {
    let shards_read = &found.shards_read;
    if !is_charged(request) {
        let is_current = request.shard_map().await?.confirms(shards_read);
        return Ok(if is_current { Outcome::Charged(0) } else { Outcome::Outdated { unsure: false } });
    }
    if found.is_known || found.is_empty {
        return charge::request::count(request, admitted, shards_read).await;
    }
    let key = key.map(|key| page_key(key, &found.body.digest));
    charge::request::charge(request, admitted, key.as_deref(), shards_read).await
}
