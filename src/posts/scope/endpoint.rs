//! A browser token for the explorer, with which the service's own pages call the API for a signed-in owner.

use crate::accounts::dashboard::session::Session;
use crate::accounts::service::Service;
use crate::accounts::statements::owners;
use crate::accounts::token::{BrowserToken, TokenHash};
use crate::http::body::Fields;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::{Database, Row, required};
use crate::time::Timestamp;
use serde::Serialize;

/// How long it is valid, in seconds.
const LIFETIME: i64 = 15 * 60;

#[derive(Serialize)]
struct Data<'a> {
    token: &'a str,
    expires_at: Timestamp,
}

/// Creates a browser token from the stored hash of the account's API token.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    Fields::from_body(call, service, &[]).await?.finish()?;
    let key = service.token_key()?;
    let statements = vec![owners::token(session.account)];
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    let row = results.first().and_then(|rows| rows.first()).ok_or(ApiError::AccountInactive)?;
    let text = |column| row.text(column).and_then(|text| required(text, column));
    let hash = TokenHash::unseal(&text("sealed")?, &key, &text("token_key")?);
    let expiry = service.now.0.div_euclid(1000) + LIFETIME;
    let random = service.entropy.derived("browser token");
    let token = hash
        .zip(random.first_chunk().copied())
        .and_then(|(hash, nonce)| BrowserToken::for_origin(&hash, expiry, nonce, service.origin().ok()?));
    let token = token.ok_or_else(|| ApiError::Internal("a browser token could not be made".into()))?;
    Ok(Reply::success(200, &Data { token: token.text(), expires_at: Timestamp(expiry * 1000) }))
}
