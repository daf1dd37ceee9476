//! `/operator/v1/accounts` and what is below it.

use crate::account::{credits, email_key};
use crate::answer::body::{Fields, MAX_NAME, email_of, one_of};
use crate::answer::listing::Window;
use crate::answer::public::account::{Account, Balance};
use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::{ApiError, Fault, FaultCode};
use crate::mail::texts;
use crate::page::About;
use crate::sql::accounts::{self as sql, NewAccount, NewToken};
use crate::store::{Database, Row, Rows, Statement, StorageError, required};
use crate::time::Timestamp;
use serde::Serialize;

/// The most characters of a reference.
const MAX_REFERENCE: usize = 255;
/// The most characters of a reason.
const MAX_REASON: usize = 1_000;
/// What the cursors of the list of accounts are bound to.
const LIST: [u8; 8] = *b"accounts";

/// An account with its balance, as it is answered.
#[derive(Serialize)]
struct Whole {
    account: Account,
    balance: Balance,
}

/// The same with the token, shown once.
#[derive(Serialize)]
struct WithToken<'a> {
    #[serde(flatten)]
    whole: Whole,
    token: Option<&'a str>,
}

impl Whole {
    fn read<R: Row>(rows: &Rows<R>) -> Result<Self, ApiError> {
        let row = rows.first().ok_or(ApiError::AccountNotFound)?;
        Ok(Self { account: Account::read(row)?, balance: Balance::read(row)? })
    }
}

/// Creates an account with its token.
pub(super) async fn create<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::read(call, service, &["name", "email", "company", "credits"]).await?;
    let email = email_of(&mut fields);
    let name = fields.text("name", MAX_NAME).unwrap_or_default();
    let company = fields.text("company", MAX_NAME).unwrap_or_default();
    let credits = fields.integer("credits").unwrap_or_default();
    if let Err(fault) = credits::opening(credits) {
        fields.fault("credits", fault);
    }
    fields.finish()?;
    let (token, sealed) = service.new_token()?;
    let key = token.hash().key();
    let account = NewAccount {
        email_key: &email_key(&email),
        email: &email,
        name: &name,
        company: &company,
        credits,
        at: service.now,
    };
    let stored = NewToken { key: &key, sealed: &sealed, last_four: token.last_four() };
    let results = service.surroundings.batch(Database::Accounts, account.statements(&stored)).await?;
    if results.first().is_none_or(|created| created.rows.is_empty()) {
        return Err(ApiError::AccountExists);
    }
    let whole = Whole::read(last(&results)?)?;
    Ok(Reply::success(201, &WithToken { whole, token: Some(token.text()) }))
}

fn last<R>(results: &[Rows<R>]) -> Result<&Rows<R>, StorageError> {
    results.last().ok_or_else(|| StorageError::new("a batch gave no result"))
}

/// Runs a change that ends in the account's row.
async fn change<S: Surroundings>(
    service: &Service<'_, S>,
    statements: Vec<Statement>,
) -> Result<Whole, ApiError> {
    let results = service.surroundings.batch(Database::Accounts, statements).await?;
    Whole::read(last(&results)?)
}

/// Grants credits, or takes them back, once for each reference.
pub(super) async fn grant<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    email_key: &str,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        balance: Balance,
    }
    let mut fields = Fields::read(call, service, &["credits", "reference", "reason"]).await?;
    let credits = fields.integer("credits");
    match credits.map(credits::grant) {
        None => fields
            .fault("credits", Fault::new(FaultCode::EmptyValue, "expected a whole number, and none came")),
        Some(Err(fault)) if !fields.is_at_fault("credits") => fields.fault("credits", fault),
        Some(_) => {}
    }
    let reference = fields.required_text("reference", MAX_REFERENCE);
    let reason = fields.text("reason", MAX_REASON);
    fields.finish()?;
    let credits = credits.unwrap_or_default();
    let statements = sql::grant(email_key, credits, &reference, reason.as_deref(), service.now);
    let results = service.surroundings.batch(Database::Accounts, statements).await?;
    let whole = Whole::read(last(&results)?)?;
    let meant = results.iter().rev().nth(1).and_then(Rows::first);
    match meant.map(|row| row.integer("credits")).transpose()?.flatten() {
        Some(meant) if meant == credits => Ok(Reply::success(200, &Data { balance: whole.balance })),
        Some(_) => Err(ApiError::ReferenceReused),
        None => Err(too_much(whole.balance.current).into()),
    }
}

fn too_much(balance: i64) -> Fault {
    let most = credits::MAX_CREDITS;
    let message = format!("expected a balance of at most {most} in the end, and it is {balance} now");
    Fault::new(FaultCode::OutOfRange, message).within(-most, most).of("credits")
}

/// Makes an account active, or suspends it.
pub(super) async fn set_status<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    email_key: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let status = one_of(call, service, &["status"], &["active", "suspended"]).await?;
    let whole = change(service, sql::set_status(email_key, &status, service.now)).await?;
    Ok(Reply::success(200, &whole))
}

/// Gives an account a new token, or takes its token away. Either is seen by the very next call.
pub(super) async fn change_token<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    email_key: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let action = one_of(call, service, &["action"], &["regenerate", "revoke"]).await?;
    if action == "revoke" {
        let told = texts::token_revoked(service.origin()?);
        let whole = change(service, sql::revoke_token(email_key, "revoke token", &told, service.now)).await?;
        return Ok(Reply::success(200, &WithToken { whole, token: None }));
    }
    let (token, sealed) = service.new_token()?;
    let key = token.hash().key();
    let stored = NewToken { key: &key, sealed: &sealed, last_four: token.last_four() };
    let told = texts::new_token(service.origin()?, token.last_four());
    let statements = sql::replace_token(email_key, &stored, "regenerate token", &told, service.now);
    let whole = change(service, statements).await?;
    Ok(Reply::success(200, &WithToken { whole, token: Some(token.text()) }))
}

/// An account in the list.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    account: Account,
    created_at: Timestamp,
    balance: Balance,
    token: Option<Token>,
}

/// What is shown of a token: never itself.
#[derive(Serialize)]
struct Token {
    last_four: String,
    created_at: Timestamp,
}

impl Listed {
    fn read(row: &impl Row) -> Result<Self, ApiError> {
        let token = match (row.text("last_four")?, row.integer("token_created_at")?) {
            (Some(last_four), Some(at)) => Some(Token { last_four, created_at: Timestamp(at) }),
            _ => None,
        };
        let created_at = Timestamp(required(row.integer("created_at")?, "created_at")?);
        Ok(Self { account: Account::read(row)?, created_at, balance: Balance::read(row)?, token })
    }
}

/// Lists accounts in the order that they came in.
pub(super) async fn list<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        accounts: Vec<Listed>,
        page: About,
    }
    let window = Window::read(call.query, LIST)?;
    let rows = sql::list(window.after(), window.rows());
    let rows = service.surroundings.rows(Database::Accounts, rows).await?;
    let (shown, page) = window.cut("account_id", &rows)?;
    let accounts = shown.iter().map(Listed::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Reply::success(200, &Data { accounts, page }))
}
