//! The owner's account: showing, changing and deleting it.

use super::known::KNOWN;
use super::session::{SESSION_COOKIE, Session, set_cookie};
use crate::accounts::USAGE_DAYS;
use crate::accounts::credits::MAX_CREDITS;
use crate::accounts::mail::deliver::mail_ids;
use crate::accounts::mail::texts;
use crate::accounts::service::Service;
use crate::accounts::statements::{deletion, owners};
use crate::accounts::test_call::current_test_token;
use crate::accounts::view::{Account, Balance, Token, Usage};
use crate::email::{MAX_EMAIL, email_key, legacy_key};
use crate::http::body::{Fields, MAX_NAME};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::{Database, Row, StorageError, integer};
use crate::time::Timestamp;
use serde::Serialize;

/// Everything that owners see about their account.
#[derive(Serialize)]
struct AccountDetails {
    account: OwnAccount,
    balance: Balance,
    usage: Usage,
    token: Option<OwnToken>,
    /// None only while the service has no key to make it with.
    test_token: Option<String>,
    settings: OwnSettings,
}

#[derive(Serialize)]
struct OwnAccount {
    #[serde(flatten)]
    account: Account,
    created_at: Timestamp,
}

#[derive(Serialize)]
struct OwnToken {
    #[serde(flatten)]
    token: Token,
    waiting: bool,
}

#[derive(Serialize)]
struct OwnSettings {
    browser_cap: Option<i64>,
}

impl AccountDetails {
    fn from_row(row: &impl Row, test_token: Option<String>) -> Result<Self, StorageError> {
        let created_at = Timestamp(integer(row, "created_at")?);
        let waiting = integer(row, "waiting")? != 0;
        Ok(Self {
            account: OwnAccount { account: Account::from_row(row)?, created_at },
            balance: Balance::from_row(row)?,
            usage: Usage::from_row(row)?,
            token: Token::from_row(row)?.map(|token| OwnToken { token, waiting }),
            test_token,
            settings: OwnSettings { browser_cap: row.integer("browser_cap")? },
        })
    }
}

/// Shows the account.
pub(crate) async fn show<S: Runtime>(
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    let statement = owners::show(session.account, service.now.day() - USAGE_DAYS);
    let rows = service.runtime.rows(Database::Accounts, statement).await?;
    let row = rows.first().ok_or(ApiError::NotFound)?;
    let replaced = integer(row, "test_tokens_replaced")?;
    let test_token = current_test_token(service.http.settings.token_key, session.account, replaced);
    Ok(Reply::success(200, &AccountDetails::from_row(row, test_token)?))
}

/// Changes the name, the company or the cap of browser tokens: those that are given.
pub(crate) async fn change<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["name", "company", "browser_cap"]).await?;
    let (name, company) = (fields.text("name", MAX_NAME), fields.text("company", MAX_NAME));
    let cap = fields.has("browser_cap").then(|| fields.integer("browser_cap"));
    if let Some(Some(credits)) = cap
        && !(0..=MAX_CREDITS).contains(&credits)
    {
        let message = format!("expected a whole number from 0 to {MAX_CREDITS}, or null for no cap");
        fields.add_error(
            "browser_cap",
            ValidationError::new(ValidationErrorCode::OutOfRange, message).within(0, MAX_CREDITS),
        );
    }
    fields.finish()?;
    let change = owners::change(session.account, name.as_deref(), company.as_deref(), cap);
    service.runtime.rows(Database::Accounts, change).await?;
    show(service, session).await
}

/// Deletes the account if its address is given as confirmation.
pub(crate) async fn delete<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        deleted: bool,
    }
    let mut fields = Fields::from_body(call, service, &["email"]).await?;
    let email = fields.required_text("email", MAX_EMAIL);
    let is_own = [email_key(&email), legacy_key(&email)].contains(&session.email_key);
    if !fields.has_error("email") && !is_own {
        fields.add_error(
            "email",
            ValidationError::new(ValidationErrorCode::InvalidValue, "expected the address of this account"),
        );
    }
    fields.finish()?;
    let notice = texts::deleted(service.origin()?);
    let statements = deletion::close(session.account, &session.email_key, &notice, service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    if results.first().is_none_or(|notice| notice.rows.is_empty()) {
        return Err(ApiError::AccountOwes);
    }
    service.runtime.deliver(mail_ids(&results));
    let reply =
        Reply::success(200, &Data { deleted: true }).with("Set-Cookie", set_cookie(SESSION_COOKIE, "", 0));
    let reply = reply.with("Set-Cookie", set_cookie(KNOWN, "", 0));
    Ok(reply.changing("delete account"))
}
