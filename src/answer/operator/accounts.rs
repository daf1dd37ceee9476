//! `/operator/v1/accounts` and what is below it.

use super::body::Fields;
use super::list;
use crate::account::credits;
use crate::answer::public::account::{Account, Balance};
use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::{ApiError, Fault, FaultCode};
use crate::page::About;
use crate::sql::accounts::{self as sql, NewAccount, NewToken};
use crate::store::{Database, Row, Rows, Statement, StorageError, required};
use crate::time::Timestamp;
use crate::token::ApiToken;
use serde::Serialize;

/// The most characters of a name or a company.
const MAX_NAME: usize = 200;
/// The most characters of an e-mail address ([RFC 5321](https://www.rfc-editor.org/rfc/rfc5321), section 4.5.3.1).
const MAX_EMAIL: usize = 254;
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
    let email = fields.required_text("email", MAX_EMAIL);
    if !fields.is_at_fault("email") && !is_email(&email) {
        fields.fault(
            "email",
            Fault::new(
                FaultCode::InvalidValue,
                "expected an e-mail address such as reef@example.com, without blanks and /",
            ),
        );
    }
    let name = fields.text("name", MAX_NAME).unwrap_or_default();
    let company = fields.text("company", MAX_NAME).unwrap_or_default();
    let credits = fields.integer("credits").unwrap_or_default();
    if let Err(fault) = credits::opening(credits) {
        fields.fault("credits", fault);
    }
    fields.finish()?;
    let (token, sealed) = new_token(service)?;
    let key = token.hash().key();
    let account = NewAccount {
        email_key: &email.to_lowercase(),
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

/// One `@` with something on both sides, no blanks or control characters.
fn is_email(text: &str) -> bool {
    let good = |part: &str| !part.is_empty() && !part.contains('@');
    text.rsplit_once('@').is_some_and(|(local, host)| good(local) && good(host))
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '/')
}

fn new_token<S>(service: &Service<'_, S>) -> Result<(ApiToken, String), ApiError> {
    let key = service
        .settings
        .token_key
        .ok_or_else(|| ApiError::Internal("the secret TOKEN_KEY is not set".into()))?;
    let token = ApiToken::from_secret(service.entropy.secret);
    let sealed = token.hash().seal(&key, service.entropy.nonce);
    let sealed = sealed.ok_or_else(|| ApiError::Internal("a hash could not be sealed".into()))?;
    Ok((token, sealed))
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
    let status = one_of(call, service, "status", &["active", "suspended"]).await?;
    let whole = change(service, sql::set_status(email_key, &status, service.now)).await?;
    Ok(Reply::success(200, &whole))
}

/// Gives an account a new token, or takes its token away. Either is seen by the very next call.
pub(super) async fn change_token<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    email_key: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let action = one_of(call, service, "action", &["regenerate", "revoke"]).await?;
    if action == "revoke" {
        let whole = change(service, sql::revoke_token(email_key, service.now)).await?;
        return Ok(Reply::success(200, &WithToken { whole, token: None }));
    }
    let (token, sealed) = new_token(service)?;
    let key = token.hash().key();
    let stored = NewToken { key: &key, sealed: &sealed, last_four: token.last_four() };
    let whole = change(service, sql::replace_token(email_key, &stored, service.now)).await?;
    Ok(Reply::success(200, &WithToken { whole, token: Some(token.text()) }))
}

/// Reads a body of one field with one of these values.
async fn one_of<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    name: &'static str,
    allowed: &'static [&'static str],
) -> Result<String, ApiError> {
    let names: &'static [&'static str] = if name == "status" { &["status"] } else { &["action"] };
    let mut fields = Fields::read(call, service, names).await?;
    let value = fields.required_text(name, MAX_NAME);
    if !fields.is_at_fault(name) && !allowed.contains(&value.as_str()) {
        let message =
            format!("expected one of {}, and {} came", allowed.join(", "), crate::error::quoted(&value));
        fields.fault(name, Fault::new(FaultCode::InvalidValue, message).among(allowed));
    }
    fields.finish()?;
    Ok(value)
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
    let (limit, after) = list::parameters(call.query, LIST)?;
    let statement = sql::list(after.unwrap_or_default(), limit.0 + 1);
    let rows = service.surroundings.rows(Database::Accounts, statement).await?.rows;
    let (shown, page) = list::page(&rows, limit, LIST, "account_id")?;
    let accounts = shown.iter().map(Listed::read).collect::<Result<_, _>>()?;
    Ok(Reply::success(200, &Data { accounts, page }))
}
