//! `GET /api/v1/posts/by-user/{platform}/{username}`, `.../by-hashtag/{platform}/{hashtag}`, `.../search`.
//!
//! The page is read, then charged, then sent. A page that is older than what was acknowledged is read again.

use super::authorize::{Admitted, Turn};
use super::{low_balance, scope};
use crate::account::IDEMPOTENCY;
use crate::account::settle::{self, Outcome, Refused};
use crate::answer::reply::Reply;
use crate::answer::{ReplyOf, Surroundings, accept};
use crate::encoding::hex;
use crate::error::{ApiError, Fault, FaultCode};
use crate::page::Page;
use crate::placement::Shard;
use crate::query::{Listing, PostQuery};
use crate::read::{Read, Reading, TextOf};
use crate::route::{Address, posts_url};
use crate::sql::ledger::Debit;
use crate::store::{PRIMARY, StorageError};
use crate::time::Timestamp;
use sha2::{Digest, Sha256};

/// What may be kept of a page, and how long: nothing without asking again.
const CACHE: &str = "private, no-cache";
/// How often a page is read that turns out to be older than what was acknowledged, and after how many times from the
/// primaries.
pub(in crate::answer) const TRIES: usize = 4;
pub(in crate::answer) const PRIMARY_AFTER: usize = 2;
/// The most bytes of an `Idempotency-Key`.
const MAX_IDEMPOTENCY_KEY: usize = 255;

/// Answers a call for posts.
///
/// # Errors
/// As the contract says, in the order of its checks.
pub async fn answer<S: Surroundings>(
    turn: &mut Turn<'_, S>,
    listing: Listing,
    names: [&str; 2],
) -> Result<ReplyOf<S>, ApiError> {
    let (call, service) = (turn.call, turn.service);
    let charged = call.method == "GET";
    let mut admitted = turn.admit(charged).await?;
    let (query, key) = match read(turn, listing, names) {
        Ok(read) => read,
        Err(error) => {
            turn.check(&mut admitted).await?;
            return Err(error);
        }
    };
    let price = service.settings.credits_per_page;
    if let Some(caller) = turn.caller.filter(|_| charged) {
        settle::can_pay(caller, price)?;
    }
    for attempt in 0..TRIES {
        let read = match fetch(turn, &query, attempt).await {
            Ok(read) => read,
            Err(error) => {
                let caller = turn.check(&mut admitted).await?;
                if charged {
                    settle::can_pay(caller, price)?;
                }
                return Err(error);
            }
        };
        let etag = read.page.etag(&query);
        let unchanged = accept::matches(call.if_none_match.as_deref(), &etag);
        let outcome = if charged {
            let free = unchanged || read.page.is_empty();
            settle(turn, &admitted, free, key.as_deref(), &read.reading).await?
        } else if turn.layout().await?.confirms(&read.reading) {
            Outcome::Settled(0)
        } else {
            Outcome::Outdated { unsure: false }
        };
        if let Outcome::Settled(credits) = outcome {
            turn.charged = credits;
            return Ok(send(turn, read.page, &query, etag, unchanged));
        }
    }
    Err(StorageError::behind().into())
}

/// The parameters, and the caller's idempotency key bound to them, if they are what the token may ask for.
fn read<S: Surroundings>(
    turn: &Turn<'_, S>,
    listing: Listing,
    names: [&str; 2],
) -> Result<(PostQuery, Option<String>), ApiError> {
    let token = turn.browser.as_ref().map(|(token, _)| token);
    let (query, mut faults) = Address::read(scope::usual(token, listing), names, turn.call.query);
    if let Some(token) = token {
        scope::check(token, scope::origin(turn.call, turn.service.settings), &query, &faults)?;
    }
    let key = turn.call.idempotency_key.as_deref().map(check_key).transpose();
    match key {
        Ok(key) if faults.is_empty() => {
            let bound = key.map(|key| hex(&Sha256::digest(format!("{key}\n{}", posts_url(&query)))));
            Ok((query, bound))
        }
        key => {
            faults.extend(key.err());
            Err(faults.into())
        }
    }
}

fn check_key(key: &str) -> Result<&str, Fault> {
    let expected = format!("expected 1 to {MAX_IDEMPOTENCY_KEY} visible ASCII characters");
    let fault = |code| Fault::new(code, expected).of("Idempotency-Key");
    match key.len() {
        0 => Err(fault(FaultCode::EmptyValue)),
        length if length > MAX_IDEMPOTENCY_KEY => Err(fault(FaultCode::OutOfRange)),
        _ if key.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(key),
        _ => Err(fault(FaultCode::InvalidValue)),
    }
}

/// Reads the page from where posts are said to be, at least as new as is said; from the primaries if that was wrong twice.
async fn fetch<S: Surroundings>(
    turn: &mut Turn<'_, S>,
    query: &PostQuery,
    attempt: usize,
) -> Result<Read<TextOf<S>>, ApiError> {
    let mut shards = turn.layout().await?.asked(query);
    if attempt >= PRIMARY_AFTER {
        for shard in &mut shards {
            PRIMARY.clone_into(&mut shard.bookmark);
        }
    }
    let service = turn.service;
    let mut reading =
        Reading { surroundings: service.surroundings, dear: &service.memory.dear, query, plan: None };
    let read = reading.from(&shards).await;
    turn.plan = reading.plan.or(turn.plan.take());
    Ok(read?)
}

async fn settle<S: Surroundings>(
    turn: &mut Turn<'_, S>,
    admitted: &Admitted,
    free: bool,
    idempotency_key: Option<&str>,
    read: &[Shard],
) -> Result<Outcome, ApiError> {
    let service = turn.service;
    let (now, storage) = (service.now, service.surroundings);
    let reference = hex(&service.entropy.reference);
    let debit = Debit {
        token_key: &admitted.token_key,
        price: service.settings.credits_per_page,
        at: now,
        reference: &reference,
        idempotency: idempotency_key.filter(|_| !free).map(|key| (key, Timestamp(now.0 - IDEMPOTENCY))),
        reading: read,
        browser: turn.browser.is_some(),
    };
    let settled =
        if free { settle::free(storage, debit).await } else { settle::charge(storage, debit).await };
    let unsure = match &settled {
        Ok((_, Outcome::Outdated { unsure })) | Err(Refused { unsure, .. }) => *unsure,
        Ok(_) => false,
    };
    if let Some(account) = turn.owner.map(|owner| owner.account).filter(|_| unsure) {
        let about = format!("account {account}, reference {reference}, credits {}", debit.price);
        turn.undo = Some((debit.reversal(account), about));
    }
    let (caller, outcome) = turn.settled(&admitted.token_key, settled).await?;
    if let Outcome::Settled(charged) = outcome {
        low_balance::tell(service, caller, charged).await;
    }
    Ok(outcome)
}

fn send<S: Surroundings>(
    turn: &Turn<'_, S>,
    page: Page<TextOf<S>>,
    query: &PostQuery,
    etag: String,
    unchanged: bool,
) -> ReplyOf<S> {
    let link = page.next(query).map(|position| {
        let next = PostQuery { position: Some(position), ..query.clone() };
        let origin = turn.service.settings.public_origin.as_deref().unwrap_or_default();
        format!("<{origin}{}>; rel=\"next\"", posts_url(&next))
    });
    let mut reply = if unchanged { Reply::new(304) } else { Reply::pieces(page.into_body(query)) };
    reply.headers.extend(link.map(|link| ("Link", link)));
    reply.with("ETag", etag).with("Cache-Control", CACHE)
}
