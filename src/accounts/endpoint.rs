//! `GET /api/v1/account`

use super::authorize::AuthorizedRequest;
use super::view::{Account, Balance, Usage};
use super::{USAGE_DAYS, statements};
use crate::http::entity_tag::tagged;
use crate::http::error::ApiError;
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::Database;
use serde::Serialize;

#[derive(Serialize)]
struct Data {
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
    if request.browser.is_some() {
        let message = "expected a call for posts: a browser token reads nothing else";
        return Err(ApiError::InsufficientScope(message.into()));
    }
    no_parameters(request.call.query)?;
    let today = request.service.now.day();
    let statement = statements::accounts::by_token(&admitted.token_key, today - USAGE_DAYS);
    let rows = request.service.runtime.rows(Database::Accounts, statement).await?;
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let data = Data {
        account: Account::from_row(row)?,
        balance: Balance::from_row(row)?,
        usage: Usage::from_row(row)?,
    };
    let reply = Reply::success(200, &data);
    Ok(tagged(request.call, request.service, reply).with("Cache-Control", "private, no-cache"))
}
