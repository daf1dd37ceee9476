//! The owner's token: shown once, replaced, revoked.

use super::session::Session;
use crate::accounts::mail::deliver::mail_ids;
use crate::accounts::mail::texts;
use crate::accounts::new_token::MadeToken;
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

/// Does to the token what is asked for.
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

/// Shows a token that waits, and forgets it.
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

/// Makes a token in place of the one that there is, if there is one. The first token of an account comes with its first
/// payment.
async fn regenerate<S: Runtime>(service: &Service<'_, S>, session: &Session) -> Result<ReplyOf<S>, ApiError> {
    let made = MadeToken::new(service)?;
    let token = &made.token;
    let told = texts::new_token(service.origin()?, token.last_four());
    let statements =
        accounts::replace_token(&session.email_key, &made.stored(), "owner makes token", &told, service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    let row = results.last().and_then(|rows| rows.first()).ok_or(ApiError::NotSignedIn)?;
    if row.text("last_four")?.as_deref() != Some(token.last_four()) {
        return Err(ApiError::AccountInactive);
    }
    service.runtime.deliver(mail_ids(&results));
    Ok(Reply::success(200, &Data { token: Some(token.text()) }).changing("regenerate token"))
}

/// Takes the token away.
async fn revoke<S: Runtime>(service: &Service<'_, S>, session: &Session) -> Result<ReplyOf<S>, ApiError> {
    let told = texts::token_revoked(service.origin()?);
    let statements = accounts::revoke_token(&session.email_key, "owner revokes token", &told, service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    service.runtime.deliver(mail_ids(&results));
    Ok(Reply::success(200, &Data { token: None }).changing("revoke token"))
}
