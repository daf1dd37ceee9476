//! What all endpoints of posts have in common: what a call asks for is read, then charged, then sent.
//!
//! An answer that is older than what was acknowledged to operators is read again.
//!
//! The `ETag` is an HMAC, under a key derived from `TOKEN_KEY`, of the digest of the body. A match is a 304, which is free. Only an
//! answer that is paid for has the cursor of the next one, because a cursor contains the time and a count of a post.

mod key;
mod reply;

use super::answer::{Answer, Body, Next};
use super::read::TextOf;
use super::shape::Shape;
use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::accounts::charge;
use crate::accounts::charge::transaction::Outcome;
use crate::accounts::statements::idempotency::page_key;
use crate::http::accept;
use crate::http::error::{ApiError, ValidationError};
use crate::http::reply::ReplyOf;
use crate::http::runtime::Runtime;
use crate::shards::{Shard, TRIES};
use crate::store::StorageError;

/// Reads the posts that a call asks for.
pub(crate) trait Reading<S: Runtime> {
    /// The slots that may have them, one bit each.
    fn slots(&self) -> u64;

    /// Reads them from these shards.
    ///
    /// # Errors
    /// When one of them does not answer, or can't answer yet.
    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError>;
}

/// An answer that was read.
#[derive(Debug)]
pub(crate) struct ReadAnswer<T> {
    /// The answer. `None` if the call asks for one post, and that is not stored.
    pub(crate) answer: Option<Answer<T>>,
    /// The shards that were read, with the versions that they had.
    pub(crate) shards_read: Vec<Shard>,
    /// How it was read, for the log.
    pub(crate) plan: Option<String>,
}

/// What a call asks for.
#[derive(Debug)]
pub(crate) struct Asked<R> {
    /// The posts.
    pub(crate) reading: R,
    /// The shape of the answer.
    pub(crate) shape: Shape,
    /// The canonical address of the posts, without their shape.
    pub(crate) address: String,
    /// What stands for the address in the names of files: ASCII letters, digits and `-`.
    pub(crate) name: &'static str,
}

/// An answer in its shape.
struct Found<T> {
    body: Body<T>,
    next: Option<Next>,
    missing: Option<usize>,
    is_empty: bool,
    /// `None` if the service has no key for it.
    etag: Option<String>,
    /// Whether the caller has the body already.
    is_known: bool,
    shards_read: Vec<Shard>,
}

/// What came of reading.
enum Lookup<T> {
    Found(Found<T>),
    /// One post was asked for, and these shards, all that may have it, do not.
    NotStored(Vec<Shard>),
}

/// Answers a call for posts. `parse` returns what it asks for, with every error of its parameters, or that the token does not allow
/// the call.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(crate) async fn answer<S: Runtime, R: Reading<S>>(
    request: &mut AuthorizedRequest<'_, S>,
    parse: impl FnOnce(&AuthorizedRequest<'_, S>) -> Result<(Asked<R>, Vec<ValidationError>), ApiError>,
) -> Result<ReplyOf<S>, ApiError> {
    let mut admitted = request.admit(is_get(request)).await?;
    let parsed = parse(request).and_then(|(asked, errors)| {
        let key = key::bound(request, &asked, errors)?;
        Ok((asked, key))
    });
    let (asked, key) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            request.check(&mut admitted).await?;
            return Err(error);
        }
    };
    if admitted.checked || charge::request::lacked_credits(request, &admitted) {
        charge::request::check_balance(request, &mut admitted, key.as_deref()).await?;
    }
    for attempt in 0..TRIES {
        let found = match find(request, &asked, attempt).await {
            Ok(Lookup::Found(found)) => found,
            Ok(Lookup::NotStored(shards_read)) => {
                charge::request::check_balance(request, &mut admitted, key.as_deref()).await?;
                if request.shard_map().await?.confirms(&shards_read) {
                    return Err(ApiError::PostNotStored);
                }
                continue;
            }
            Err(error) => {
                charge::request::check_balance(request, &mut admitted, key.as_deref()).await?;
                return Err(error);
            }
        };
        if let Outcome::Charged(credits) = charge(request, &admitted, &found, key.as_deref()).await? {
            request.charged = credits;
            return Ok(reply::reply(request, &asked, found));
        }
    }
    Err(StorageError::behind().into())
}

/// Whether the call is charged. `HEAD` is free, and returns nothing about the posts.
fn is_get<S>(request: &AuthorizedRequest<'_, S>) -> bool {
    request.call.method == "GET"
}

/// Reads what a call asks for from the shards of the shard map, at least as new as the map says.
async fn find<S: Runtime, R: Reading<S>>(
    request: &mut AuthorizedRequest<'_, S>,
    asked: &Asked<R>,
    attempt: usize,
) -> Result<Lookup<TextOf<S>>, ApiError> {
    let shards = request.shard_map().await?.for_attempt(asked.reading.slots(), attempt);
    let ReadAnswer { answer, shards_read, plan } =
        asked.reading.read(request.service.runtime, &shards).await?;
    request.plan = plan.or(request.plan.take());
    let Some(mut answer) = answer else { return Ok(Lookup::NotStored(shards_read)) };
    let (next, missing, is_empty) = (answer.next.take(), answer.missing, answer.is_empty);
    let body = answer.body(&asked.shape)?;
    let etag = request.service.entity_tag(&body.digest);
    let is_known = accept::matches(request.call.if_none_match.as_deref(), etag.as_deref());
    Ok(Lookup::Found(Found { body, next, missing, is_empty, etag, is_known, shards_read }))
}

/// Charges an answer, or counts the call if it is free. For `HEAD`, only checks that the answer is not outdated.
async fn charge<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &Admitted,
    found: &Found<TextOf<S>>,
    key: Option<&str>,
) -> Result<Outcome, ApiError> {
    let shards_read = &found.shards_read;
    if !is_get(request) {
        let is_current = request.shard_map().await?.confirms(shards_read);
        return Ok(if is_current { Outcome::Charged(0) } else { Outcome::Outdated { unsure: false } });
    }
    if found.is_known || found.is_empty {
        return charge::request::count(request, admitted, shards_read).await;
    }
    let key = key.map(|key| page_key(key, &found.body.digest));
    charge::request::charge(request, admitted, key.as_deref(), shards_read).await
}
