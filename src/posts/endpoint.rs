//! `GET /api/v1/posts/by-user/{platform}/{username}`, `.../by-hashtag/{platform}/{hashtag}`, `.../search`.
//!
//! The page is read, then charged, then sent. A page that is older than what was acknowledged to operators is read again.
//!
//! The `ETag` is an HMAC, under a key derived from `TOKEN_KEY`, of a digest of the content stamps that are stored with the rows. A
//! match is a 304, which is free. Only a page that is sent has the cursor of the next one, because a cursor contains the time and a
//! count of a post.

use super::address::parse_query_into;
use super::page::Page;
use super::query::{Listing, PostQuery};
use super::read::{ExpensiveQueries, PageReader, Read, TextOf};
use super::scope;
use super::slots::query_slots;
use super::url::posts_url;
use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::accounts::charge;
use crate::accounts::charge::transaction::Outcome;
use crate::accounts::statements::idempotency::page_key;
use crate::encoding::hex;
use crate::http::accept;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::shards::Shard;
use crate::store::{PRIMARY, StorageError};
use sha2::{Digest, Sha256};

/// Caches may store a page for the caller only, and must ask before they use it.
const CACHE: &str = "private, no-cache";
/// How often a page is read if it is older than what was acknowledged.
pub(crate) const TRIES: usize = 4;
/// After how many of these it is read from the primaries.
pub(crate) const PRIMARY_AFTER: usize = 2;
/// The most bytes of an `Idempotency-Key`.
const MAX_IDEMPOTENCY_KEY: usize = 255;

/// A page that was read, and whether it matches `If-None-Match`.
struct Found<T> {
    page: Page<T>,
    /// The body after the posts.
    ending: String,
    digest: [u8; 32],
    /// `None` if the service has no key for it.
    etag: Option<String>,
    /// Whether the caller has the body already.
    is_known: bool,
}

/// Answers a call for posts.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub async fn answer<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    expensive: &ExpensiveQueries,
    listing: Listing,
    names: [&str; 2],
) -> Result<ReplyOf<S>, ApiError> {
    let mut admitted = request.admit(is_get(request)).await?;
    let (query, key) = match parse(request, listing, names) {
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
        let Read { page, shards_read } = match fetch(request, expensive, &query, attempt).await {
            Ok(read) => read,
            Err(error) => {
                charge::request::check_balance(request, &mut admitted, key.as_deref()).await?;
                return Err(error);
            }
        };
        let found = compare(request, page, &query);
        let outcome = charge_page(request, &admitted, &found, key.as_deref(), &shards_read).await?;
        if let Outcome::Charged(credits) = outcome {
            request.charged = credits;
            return Ok(send(request, found, &query));
        }
    }
    Err(StorageError::behind().into())
}

/// Whether the call is charged. `HEAD` is free, and returns nothing about the posts.
fn is_get<S>(request: &AuthorizedRequest<'_, S>) -> bool {
    request.call.method == "GET"
}

/// Computes the entity tag of a page, and compares it with `If-None-Match`.
fn compare<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    page: Page<TextOf<S>>,
    query: &PostQuery,
) -> Found<TextOf<S>> {
    let ending = page.ending(query);
    let digest = page.digest(query, &ending);
    let etag = request.service.entity_tag(&digest);
    let is_known = accept::matches(request.call.if_none_match.as_deref(), etag.as_deref());
    Found { page, ending, digest, etag, is_known }
}

/// Parses the parameters, and checks that the token allows them. Also returns the caller's idempotency key, bound to the query.
fn parse<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    listing: Listing,
    names: [&str; 2],
) -> Result<(PostQuery, Option<String>), ApiError> {
    let token = request.browser.as_ref().map(|(token, _)| token);
    let (query, mut errors) =
        parse_query_into(scope::default_query(token, listing), names, request.call.query);
    if let Some(token) = token {
        scope::check(token, scope::origin(request.call, request.service.http.settings), &query, &errors)?;
    }
    let key = request.call.idempotency_key.as_deref().map(check_key).transpose();
    match key {
        Ok(key) if errors.is_empty() => {
            let key = key.filter(|_| is_get(request));
            let bound = key.map(|key| hex(&Sha256::digest(format!("{key}\n{}", posts_url(&query)))));
            Ok((query, bound))
        }
        key => {
            errors.extend(key.err());
            Err(errors.into())
        }
    }
}

fn check_key(key: &str) -> Result<&str, ValidationError> {
    let expected = format!("expected 1 to {MAX_IDEMPOTENCY_KEY} visible ASCII characters");
    let invalid = |code| ValidationError::new(code, expected).for_parameter("Idempotency-Key");
    match key.len() {
        0 => Err(invalid(ValidationErrorCode::EmptyValue)),
        length if length > MAX_IDEMPOTENCY_KEY => Err(invalid(ValidationErrorCode::OutOfRange)),
        _ if key.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(key),
        _ => Err(invalid(ValidationErrorCode::InvalidValue)),
    }
}

/// Reads the page from the shards of the shard map, at least as new as the map says. After two outdated pages, reads from the
/// primaries.
async fn fetch<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    expensive: &ExpensiveQueries,
    query: &PostQuery,
    attempt: usize,
) -> Result<Read<TextOf<S>>, ApiError> {
    let mut shards = request.shard_map().await?.with_slots(query_slots(query));
    if attempt >= PRIMARY_AFTER {
        for shard in &mut shards {
            PRIMARY.clone_into(&mut shard.bookmark);
        }
    }
    let service = request.service;
    let mut reader = PageReader { runtime: service.runtime, expensive, query, plan: None };
    let read = reader.read(&shards).await;
    request.plan = reader.plan.or(request.plan.take());
    read
}

/// Charges the page, or counts the call if it is free. For `HEAD`, only checks that the page is not outdated.
async fn charge_page<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &Admitted,
    found: &Found<TextOf<S>>,
    key: Option<&str>,
    shards_read: &[Shard],
) -> Result<Outcome, ApiError> {
    if !is_get(request) {
        let is_current = request.shard_map().await?.confirms(shards_read);
        return Ok(if is_current { Outcome::Charged(0) } else { Outcome::Outdated { unsure: false } });
    }
    if found.is_known || found.page.is_empty() {
        return charge::request::count(request, admitted, shards_read).await;
    }
    let key = key.map(|key| page_key(key, &found.digest));
    charge::request::charge(request, admitted, key.as_deref(), shards_read).await
}

/// The reply. Only a caller who pays for the posts gets the address of the next page, because its cursor contains values of the last
/// post.
fn send<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    found: Found<TextOf<S>>,
    query: &PostQuery,
) -> ReplyOf<S> {
    let Found { page, ending, etag, is_known, .. } = found;
    let reply = if is_known {
        Reply::new(304)
    } else {
        let link = if is_get(request) { link(request, &page, query) } else { None };
        Reply::parts(page.into_body(query, &ending)).with_some("Link", link)
    };
    reply.with_some("ETag", etag).with("Cache-Control", CACHE)
}

/// The address of the next page, if there is one.
fn link<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    page: &Page<TextOf<S>>,
    query: &PostQuery,
) -> Option<String> {
    let next = PostQuery { position: Some(page.next(query)?), ..query.clone() };
    let origin = request.service.http.settings.public_origin.as_deref().unwrap_or_default();
    Some(format!("<{origin}{}>; rel=\"next\"", posts_url(&next)))
}
