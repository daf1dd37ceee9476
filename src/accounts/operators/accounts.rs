//! `/operator/v1/accounts` and the addresses below it.

use crate::accounts::credits;
use crate::accounts::mail::deliver::mail_ids;
use crate::accounts::mail::texts;
use crate::accounts::new_token::MintedToken;
use crate::accounts::reference::reference;
use crate::accounts::statements::accounts as sql;
use crate::accounts::statements::accounts::NewAccount;
use crate::accounts::test_call::current_test_token;
use crate::accounts::view::{Account, Balance, Token};
use crate::http::body::{Fields, MAX_NAME, read_choice, required_email};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::listing::Window;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::store::{Database, Row, Rows, Statement, StorageError, integer};
use crate::time::Timestamp;
use serde::Serialize;

/// The maximum length of a reference, in characters.
const MAX_REFERENCE: usize = 255;
/// The maximum length of a reason, in characters.
const MAX_REASON: usize = 1_000;
/// The list that cursors are bound to.
const LIST: [u8; 8] = *b"accounts";

/// Creates an account with its token.
pub(crate) async fn create<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["name", "email", "company", "credits"]).await?;
    let email = required_email(&mut fields);
    let name = fields.text("name", MAX_NAME).unwrap_or_default();
    let company = fields.text("company", MAX_NAME).unwrap_or_default();
    let credits = fields.integer("credits").unwrap_or_default();
    if let Err(error) = credits::opening(credits) {
        fields.add_error("credits", error);
    }
    let email = fields.finish_with(email)?;
    let made = MintedToken::new(service)?;
    let account = NewAccount {
        email_key: &email.key(),
        email: &email.to_string(),
        name: &name,
        company: &company,
        credits,
        at: service.now,
    };
    let results = service.runtime.batch(Database::Accounts, account.statements(&made.stored())).await?;
    if results.first().is_none_or(|created| created.rows.is_empty()) {
        return Err(ApiError::AccountExists);
    }
    let number = integer(account_row(&results)?, "account_id")?;
    let created = Created {
        whole: AccountAndBalance::from_results(&results)?,
        token: made.token.text(),
        test_token: current_test_token(service.settings.token_key, number, 0),
    };
    Ok(Reply::success(201, &created).about(Some(number)).changing("create account"))
}

/// An account and its balance.
#[derive(Serialize)]
struct AccountAndBalance {
    account: Account,
    balance: Balance,
}

impl AccountAndBalance {
    /// Reads the account that the last statement of a batch returned.
    fn from_results<R: Row>(results: &[Rows<R>]) -> Result<Self, ApiError> {
        let row = account_row(results)?;
        Ok(Self { account: Account::from_row(row)?, balance: Balance::from_row(row)? })
    }
}

/// A new account with its tokens. The API token is shown once.
#[derive(Serialize)]
struct Created<'a> {
    #[serde(flatten)]
    whole: AccountAndBalance,
    token: &'a str,
    test_token: Option<String>,
}

/// An account with its new token, which is shown once.
#[derive(Serialize)]
struct WithToken<'a> {
    #[serde(flatten)]
    whole: AccountAndBalance,
    token: Option<&'a str>,
}

/// The balance of the account that the last statement of a batch returned.
#[derive(Serialize)]
pub(crate) struct BalanceOnly {
    balance: Balance,
}

impl BalanceOnly {
    pub(crate) fn from_results<R: Row>(results: &[Rows<R>]) -> Result<Self, ApiError> {
        Ok(Self { balance: Balance::from_row(account_row(results)?)? })
    }
}

/// The account's row, which the last statement of a batch returned.
fn account_row<R: Row>(results: &[Rows<R>]) -> Result<&R, ApiError> {
    results.last().and_then(Rows::first).ok_or(ApiError::AccountNotFound)
}

/// The number of that account, for the log.
pub(crate) fn account_number<R: Row>(results: &[Rows<R>]) -> Result<Option<i64>, StorageError> {
    let account = results.last().and_then(Rows::first).map(|row| row.integer("account_id"));
    Ok(account.transpose()?.flatten())
}

/// Runs statements of which the last returns the account's row. Returns the account and its number.
async fn change<S: Runtime>(
    service: &Service<'_, S>,
    statements: Vec<Statement>,
) -> Result<(AccountAndBalance, Option<i64>), ApiError> {
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    service.runtime.deliver(mail_ids(&results));
    Ok((AccountAndBalance::from_results(&results)?, account_number(&results)?))
}

/// Grants credits, or takes them back, once for each reference.
pub(crate) async fn grant<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    email_key: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["credits", "reference", "reason"]).await?;
    let credits = fields.required_integer("credits").unwrap_or_default();
    if let (Err(error), false) = (credits::grant(credits), fields.has_error("credits")) {
        fields.add_error("credits", error);
    }
    let reference = fields.required_text("reference", MAX_REFERENCE);
    let reason = fields.text("reason", MAX_REASON);
    fields.finish()?;
    let statements = sql::grant(email_key, credits, &reference, reason.as_deref(), service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    let balance = BalanceOnly::from_results(&results)?;
    let meant = results.iter().rev().nth(1).and_then(Rows::first);
    match meant.map(|row| row.integer("credits")).transpose()?.flatten() {
        Some(meant) if meant == credits => {
            Ok(Reply::success(200, &balance).about(account_number(&results)?).changing("grant credits"))
        }
        Some(_) => Err(ApiError::ReferenceReused),
        None => {
            let now = results.last().and_then(Rows::first).map(|row| row.integer("balance")).transpose()?;
            Err(balance_out_of_range(now.flatten().unwrap_or_default()).into())
        }
    }
}

fn balance_out_of_range(balance: i64) -> ValidationError {
    let most = credits::MAX_CREDITS;
    let message = format!("expected a balance of -{most} to {most} in the end, and it is {balance} now");
    ValidationError::new(ValidationErrorCode::OutOfRange, message)
        .within(-most, most)
        .for_parameter("credits")
}

/// Activates or suspends an account.
pub(crate) async fn set_status<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    email_key: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let status = read_choice(call, service, &["status"], &["active", "suspended"]).await?;
    let (whole, account) = change(service, sql::set_status(email_key, &status, service.now)).await?;
    Ok(Reply::success(200, &whole).about(account).changing("set status"))
}

/// Replaces or revokes an account's token. The next call already sees the change.
pub(crate) async fn change_token<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    email_key: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let action = read_choice(call, service, &["action"], &["regenerate", "revoke"]).await?;
    if action == "revoke" {
        let notice = texts::token_revoked(service.origin()?);
        let statements = sql::revoke_token(email_key, "revoke token", &notice, service.now);
        let (whole, account) = change(service, statements).await?;
        let whole = WithToken { whole, token: None };
        return Ok(Reply::success(200, &whole).about(account).changing("revoke token"));
    }
    let made = MintedToken::new(service)?;
    let notice = texts::new_token(service.origin()?, made.token.last_four());
    let statements = sql::replace_token(email_key, &made.stored(), "regenerate token", &notice, service.now);
    let (whole, account) = change(service, statements).await?;
    let whole = WithToken { whole, token: Some(made.token.text()) };
    Ok(Reply::success(200, &whole).about(account).changing("regenerate token"))
}

/// An account in the list.
#[derive(Serialize)]
struct ListedAccount {
    reference: String,
    #[serde(flatten)]
    account: Account,
    created_at: Timestamp,
    balance: Balance,
    token: Option<Token>,
    /// It opens nothing of value. None only while the service has no key to make it with.
    test_token: Option<String>,
}

impl ListedAccount {
    fn from_row(row: &impl Row, token_key: Option<[u8; 32]>) -> Result<Self, StorageError> {
        let number = integer(row, "account_id")?;
        Ok(Self {
            reference: reference(number),
            account: Account::from_row(row)?,
            created_at: Timestamp(integer(row, "created_at")?),
            balance: Balance::from_row(row)?,
            token: Token::from_row(row)?,
            test_token: current_test_token(token_key, number, integer(row, "test_tokens_replaced")?),
        })
    }
}

/// Lists accounts in the order of their creation.
pub(crate) async fn list<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let window = Window::parse_query(call.query, LIST)?;
    let rows = sql::list(window.after(), window.rows());
    let rows = service.runtime.rows(Database::Accounts, rows).await?;
    window
        .page("accounts", "account_id", &rows, |row| ListedAccount::from_row(row, service.settings.token_key))
}
