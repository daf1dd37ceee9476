//! `GET /api/v1/posts/by-user/{platform}/{username}`, `.../by-hashtag/{platform}/{hashtag}`, `.../search`.
//!
//! The page is read, then charged, then sent.

use super::authorize::{Admitted, Turn};
use crate::account::{IDEMPOTENCY, settle};
use crate::answer::reply::Reply;
use crate::answer::{ReplyOf, Surroundings, accept};
use crate::encoding::hex;
use crate::error::{ApiError, Fault, FaultCode};
use crate::page::Page;
use crate::plan;
use crate::query::{Listing, PostQuery};
use crate::route::{Address, posts_url};
use crate::sql::ledger::Debit;
use crate::store::{Row, Storage};
use crate::time::Timestamp;
use sha2::{Digest, Sha256};

/// What may be kept of a page, and how long: nothing without asking again.
const CACHE: &str = "private, no-cache";
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
        Err(faults) => {
            turn.check(&mut admitted).await?;
            return Err(faults.into());
        }
    };
    let price = service.settings.credits_per_page;
    if let Some(caller) = turn.caller.filter(|_| charged) {
        settle::can_pay(caller, price)?;
    }
    let page = match fetch(turn, &query).await {
        Ok(page) => page,
        Err(error) => {
            let caller = turn.check(&mut admitted).await?;
            if charged {
                settle::can_pay(caller, price)?;
            }
            return Err(error);
        }
    };
    let etag = page.etag(&query);
    let unchanged = accept::matches(call.if_none_match.as_deref(), &etag);
    if charged {
        let free = unchanged || page.is_empty();
        settle(turn, &admitted, free, key.as_deref()).await?;
    }
    Ok(send(turn, page, &query, etag, unchanged))
}

/// The parameters, and the caller's idempotency key bound to them.
fn read<S: Surroundings>(
    turn: &Turn<'_, S>,
    listing: Listing,
    names: [&str; 2],
) -> Result<(PostQuery, Option<String>), Vec<Fault>> {
    let query = Address::posts(listing, names, turn.call.query);
    let key = turn.call.idempotency_key.as_deref().map(check_key).transpose();
    match (query, key) {
        (Ok(query), Ok(key)) => {
            let bound = key.map(|key| hex(&Sha256::digest(format!("{key}\n{}", posts_url(&query)))));
            Ok((query, bound))
        }
        (query, key) => Err(query.err().unwrap_or_default().into_iter().chain(key.err()).collect()),
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

type PageOf<S> = Page<<<S as Storage>::Row as Row>::Text>;

async fn fetch<S: Surroundings>(turn: &mut Turn<'_, S>, query: &PostQuery) -> Result<PageOf<S>, ApiError> {
    let storage = turn.service.surroundings;
    let choice = plan::choose(storage, query).await?;
    turn.plan = Some(choice.first.name(query));
    let (rows, name) = plan::run(storage, query, choice).await?;
    turn.plan = Some(name);
    Ok(Page::read(&rows, query)?)
}

async fn settle<S: Surroundings>(
    turn: &mut Turn<'_, S>,
    admitted: &Admitted,
    free: bool,
    idempotency_key: Option<&str>,
) -> Result<(), ApiError> {
    let service = turn.service;
    let (now, price, token_key) =
        (service.now, service.settings.credits_per_page, admitted.token_key.as_str());
    let outcome = if free {
        settle::free(service.surroundings, token_key, price, now).await.map(|caller| (caller, 0))
    } else {
        let reference = hex(&service.entropy.reference);
        let since = Timestamp(now.0 - IDEMPOTENCY);
        let debit = Debit {
            token_key,
            price,
            at: now,
            reference: &reference,
            idempotency: idempotency_key.map(|key| (key, since)),
        };
        settle::charge(service.surroundings, debit).await
    };
    turn.charged = outcome.as_ref().map_or(0, |(_, charged)| *charged);
    turn.settled(token_key, outcome.map(|(caller, _)| caller)).await.map(|_| ())
}

fn send<S: Surroundings>(
    turn: &Turn<'_, S>,
    page: PageOf<S>,
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
