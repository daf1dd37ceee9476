//! Test tokens of accounts, and whose the one of a call is.
//!
//! The token says so itself, and storage says whether it is the current one, in each call. A pending account has one, too.

use super::service::Service;
use super::statements::test_tokens::test_state;
use super::token::{TestOwner, TestToken};
use crate::http::error::ApiError;
use crate::store::{Database, Row as _, Storage, integer};

/// How many calls a minute may be made with a test token.
pub(super) const CALLS_PER_MINUTE: u32 = 30;

/// The current test token of an account whose owner has replaced it so many times; none without a key to make it with.
pub(super) fn current_test_token(token_key: Option<[u8; 32]>, account: i64, replaced: i64) -> Option<String> {
    let owner = TestOwner { account, replaced: u32::try_from(replaced).ok()? };
    TestToken::new(&token_key?, owner).map(TestToken::into_text)
}

/// Checks that a test token that says this is the current one of its account.
///
/// # Errors
/// When it is not, the account is suspended, or storage does not answer.
pub(super) async fn check_current<S: Storage>(
    service: &Service<'_, S>,
    TestOwner { account, replaced }: TestOwner,
) -> Result<(), ApiError> {
    let rows = service.runtime.rows(Database::Accounts, test_state(account)).await?;
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    if integer(row, "replaced")? != i64::from(replaced) {
        return Err(ApiError::InvalidApiToken);
    }
    if row.text("status")?.as_deref() == Some("suspended") {
        return Err(ApiError::AccountInactive);
    }
    Ok(())
}
