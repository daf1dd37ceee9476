//! The owner's API token: showing it once, replacing and revoking it.

use super::session::Session;
use crate::accounts::mail::deliver::mail_ids;
use crate::accounts::mail::texts;
use crate::accounts::new_token::MintedToken;
use crate::accounts::service::Service;
use crate::accounts::statements::{accounts, owners};
use crate::accounts::token::unseal;
use crate::http::body::read_choice;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::{Database, Row, required};
use serde::Serialize;

#[derive(Serialize)]
struct Data<'a> {
    token: Option<&'a str>,
}

/// Runs the requested action.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    match read_choice(call, service, &["action"], &["show", "regenerate", "revoke"]).await?.as_str() {
        "show" => show(service, session).await,
        "revoke" => revoke(service, session).await,
        _ => regenerate(service, session).await,
    }
}

/// Shows a token that has not been shown yet, and forgets its text.
async fn show<S: Runtime>(service: &Service<'_, S>, session: &Session) -> Result<ReplyOf<S>, ApiError> {
    let key = service.token_key()?;
    let results = service.runtime.batch(Database::Accounts, owners::show_token(session.account)).await?;
    let row = results.first().and_then(|rows| rows.first()).ok_or(ApiError::NothingToShow)?;
    let text = |column| row.text(column).and_then(|text| required(text, column));
    let token =
        unseal(&text("waiting")?, &key, &text("token_key")?).and_then(|bytes| String::from_utf8(bytes).ok());
    let token = token.ok_or_else(|| ApiError::Internal("a waiting token could not be unsealed".into()))?;
    Ok(Reply::success(200, &Data { token: Some(&token) }).changing("show token"))
}

/// Replaces the token, or creates one if there is none. The first token of an account comes with its first payment.
async fn regenerate<S: Runtime>(service: &Service<'_, S>, session: &Session) -> Result<ReplyOf<S>, ApiError> {
    let made = MintedToken::new(service)?;
    let token = &made.token;
    let notice = texts::new_token(service.origin()?, token.last_four());
    let statements = accounts::replace_token(
        &session.email_key,
        &made.stored(),
        "owner makes token",
        &notice,
        service.now,
    );
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    let row = results.last().and_then(|rows| rows.first()).ok_or(ApiError::NotSignedIn)?;
    if row.text("last_four")?.as_deref() != Some(token.last_four()) {
        return Err(ApiError::AccountInactive);
    }
    service.runtime.deliver(mail_ids(&results));
    Ok(Reply::success(200, &Data { token: Some(token.text()) }).changing("regenerate token"))
}

/// Revokes the token.
async fn revoke<S: Runtime>(service: &Service<'_, S>, session: &Session) -> Result<ReplyOf<S>, ApiError> {
    let notice = texts::token_revoked(service.origin()?);
    let statements = accounts::revoke_token(&session.email_key, "owner revokes token", &notice, service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    service.runtime.deliver(mail_ids(&results));
    Ok(Reply::success(200, &Data { token: None }).changing("revoke token"))
}
