//! Charging a call for posts: checking that the caller can pay, and the charge itself.

use super::transaction::{self, ChargeError, Outcome, State};
use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::accounts::statements::ledger::Debit;
use crate::accounts::{IDEMPOTENCY_LIFETIME, low_balance};
use crate::encoding::hex;
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::shards::Shard;
use crate::time::Timestamp;

/// Whether the caller lacked credits at an earlier call. Then the balance is checked before a page is read.
pub(crate) fn lacked_credits<S: Runtime>(request: &AuthorizedRequest<'_, S>, admitted: &Admitted) -> bool {
    request.service.memory.short.has(&admitted.token_key, request.browser.is_some())
}

/// Checks that the caller can pay for a page, or has already paid for one of this query under this key. In the second case
/// the page may be the same one again, which is free. Without this check, any other key would get a page read for free.
///
/// # Errors
/// If the caller can't pay and has not paid, or storage does not answer.
pub(crate) async fn check_balance<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &mut Admitted,
    key: Option<&str>,
) -> Result<(), ApiError> {
    let caller = request.check(admitted).await?;
    let checked = transaction::can_pay(caller, request.service.settings.credits_per_page);
    remember(request, admitted, checked.is_err());
    let (Err(_), Some(key)) = (&checked, key) else { return checked };
    let storage = request.service.runtime;
    let has_paid = transaction::has_paid(storage, caller.account, key, keys_count_since(request)).await?;
    if has_paid { Ok(()) } else { checked }
}

/// Charges a page, under a key if there is one.
///
/// # Errors
/// Those of [`transaction::charge`].
pub(crate) async fn charge<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &Admitted,
    page_key: Option<&str>,
    read_from: &[Shard],
) -> Result<Outcome, ApiError> {
    let reference = hex(&request.service.entropy.reference);
    let debit = debit(request, admitted, &reference, page_key, read_from);
    let charged = transaction::charge(request.service.runtime, debit).await;
    let unsure = match &charged {
        Ok((_, Outcome::Outdated { unsure })) | Err(ChargeError { unsure, .. }) => *unsure,
        Ok(_) => false,
    };
    if let Some(account) = request.owner.map(|owner| owner.account).filter(|_| unsure) {
        let about = format!("account {account}, reference {reference}, credits {}", debit.price);
        request.undo = Some((debit.reversal(account), about));
    }
    apply(request, admitted, charged).await
}

/// Counts a call that costs nothing.
///
/// # Errors
/// Those of [`transaction::count_free_call`].
pub(crate) async fn count<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &Admitted,
    read_from: &[Shard],
) -> Result<Outcome, ApiError> {
    let reference = hex(&request.service.entropy.reference);
    let counted = transaction::count_free_call(
        request.service.runtime,
        debit(request, admitted, &reference, None, read_from),
    )
    .await;
    apply(request, admitted, counted).await
}

fn debit<'a, S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    admitted: &'a Admitted,
    reference: &'a str,
    page_key: Option<&'a str>,
    read_from: &'a [Shard],
) -> Debit<'a> {
    Debit {
        token_key: &admitted.token_key,
        price: request.service.settings.credits_per_page,
        at: request.service.now,
        reference,
        idempotency: page_key.map(|key| (key, keys_count_since(request))),
        read_from,
        browser: request.browser.is_some(),
    }
}

/// Applies the result to the call, and tells the owner if the balance is low.
async fn apply<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: &Admitted,
    result: Result<(State, Outcome), ChargeError>,
) -> Result<Outcome, ApiError> {
    let answered = request.apply(&admitted.token_key, result).await;
    if let Err(ApiError::InsufficientCredits { .. } | ApiError::BrowserCapReached) = &answered {
        remember(request, admitted, true);
    }
    let (caller, outcome) = answered?;
    if let Outcome::Charged(charged) = outcome {
        low_balance::tell(request.service, caller, charged).await;
    }
    Ok(outcome)
}

fn remember<S: Runtime>(request: &AuthorizedRequest<'_, S>, admitted: &Admitted, is_short: bool) {
    request.service.memory.short.set(&admitted.token_key, request.browser.is_some(), is_short);
}

fn keys_count_since<S: Runtime>(request: &AuthorizedRequest<'_, S>) -> Timestamp {
    Timestamp(request.service.now.0 - IDEMPOTENCY_LIFETIME)
}
