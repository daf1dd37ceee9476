//! The owner's test token: what it is, and replacing it. It opens nothing of value, so it is shown at any time.

use super::session::Session;
use crate::accounts::service::Service;
use crate::accounts::statements::test_tokens::replace_test_token;
use crate::accounts::test_call::current_test_token;
use crate::http::body::read_choice;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::{Database, integer};
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    test_token: Option<String>,
}

/// Replaces the test token. The one before is refused from the next call on.
pub(crate) async fn regenerate<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    read_choice(call, service, &["action"], &["regenerate"]).await?;
    let key = service.token_key()?;
    let statements = replace_test_token(&session.email_key, service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    let row = results.first().and_then(|rows| rows.first()).ok_or(ApiError::NotSignedIn)?;
    let test_token = current_test_token(Some(key), session.account, integer(row, "replaced")?);
    Ok(Reply::success(200, &Data { test_token }).changing("regenerate test token"))
}
