//! `GET /api/v1/account`

use super::authorize::{Admitted, AuthorizedRequest};
use super::view::{Account, Balance, Usage};
use super::{USAGE_DAYS, statements};
use crate::http::entity_tag::tagged;
use crate::http::error::ApiError;
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::Database;
use serde::Serialize;

/// What an answer says about an account.
#[derive(Debug, Serialize)]
pub(crate) struct Data {
    account: Account,
    balance: Balance,
    usage: Usage,
}

/// Answers with the account of the token. The call costs nothing.
///
/// # Errors
/// Those of the contract, in the order of its checks.
pub async fn answer<S: Runtime>(request: &mut AuthorizedRequest<'_, S>) -> Result<ReplyOf<S>, ApiError> {
    let admitted = request.admit(false).await?;
    check_scope(request)?;
    no_parameters(request.call.query)?;
    let reply = Reply::success(200, &read(request, &admitted).await?);
    Ok(tagged(request.call, request.service, reply).with("Cache-Control", "private, no-cache"))
}

/// Checks that the call may see an account: that it has no browser token.
///
/// # Errors
/// When it has one.
pub(crate) fn check_scope<S>(request: &AuthorizedRequest<'_, S>) -> Result<(), ApiError> {
    if request.browser.is_some() {
        let message = "expected a call for posts: a browser token reads nothing else";
        return Err(ApiError::InsufficientScope(message.into()));
    }
    Ok(())
}

/// Reads the account of an admitted call: with a test token, an invented one.
///
/// # Errors
/// When its token was just revoked, or storage does not answer.
pub(crate) async fn read<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    admitted: &Admitted,
) -> Result<Data, ApiError> {
    if request.test.is_some() {
        let (account, balance, usage) = (Account::invented(), Balance::invented(), Usage::invented());
        return Ok(Data { account, balance, usage });
    }
    let today = request.service.now.day();
    let statement = statements::accounts::by_token(&admitted.token_key, today - USAGE_DAYS);
    let rows = request.service.runtime.rows(Database::Accounts, statement).await?;
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    Ok(Data {
        account: Account::from_row(row)?,
        balance: Balance::from_row(row)?,
        usage: Usage::from_row(row)?,
    })
}
