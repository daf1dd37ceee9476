//! `GET /api/v1/account`

use super::authorize::Turn;
use super::tagged;
use crate::account::USAGE_DAYS;
use crate::answer::reply::Reply;
use crate::answer::{ReplyOf, Surroundings};
use crate::error::ApiError;
use crate::route::no_parameters;
use crate::sql;
use crate::store::{Database, Row, required};
use serde::Serialize;

/// An account as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Account {
    /// The owner's name, may be empty.
    pub name: String,
    /// The owner's address.
    pub email: String,
    /// The owner's company, may be empty.
    pub company: String,
    /// `pending`, `active` or `suspended`.
    pub status: String,
}

/// A balance as it is shown, in credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// What there is.
    pub current: i64,
    /// What calls have used so far.
    pub total_used: i64,
}

#[derive(Serialize)]
struct Usage {
    api_calls_30_days: i64,
}

#[derive(Serialize)]
struct Data {
    account: Account,
    balance: Balance,
    usage: Usage,
}

impl Account {
    /// Reads the columns of an account.
    ///
    /// # Errors
    /// When one is not there.
    pub fn read(row: &impl Row) -> Result<Self, ApiError> {
        let text = |column| row.text(column).and_then(|text| required(text, column));
        Ok(Self {
            name: text("name")?,
            email: text("email")?,
            company: text("company")?,
            status: text("status")?,
        })
    }
}

impl Balance {
    /// Reads the columns of a balance.
    ///
    /// # Errors
    /// When one is not there.
    pub fn read(row: &impl Row) -> Result<Self, ApiError> {
        let integer = |column| row.integer(column).and_then(|number| required(number, column));
        Ok(Self { current: integer("balance")?, total_used: integer("total_used")? })
    }
}

/// Answers with the account of the token. It costs nothing.
///
/// # Errors
/// As the contract says, in the order of its checks.
pub async fn answer<S: Surroundings>(turn: &mut Turn<'_, S>) -> Result<ReplyOf<S>, ApiError> {
    let admitted = turn.admit(false).await?;
    if turn.browser.is_some() {
        let message = "expected a call for posts: a browser token reads nothing else";
        return Err(ApiError::InsufficientScope(message.into()));
    }
    no_parameters(turn.call.query)?;
    let today = turn.service.now.day();
    let statement = sql::accounts::of_token(&admitted.token_key, today - USAGE_DAYS);
    let rows = turn.service.surroundings.rows(Database::Accounts, statement).await?;
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let data = Data {
        account: Account::read(row)?,
        balance: Balance::read(row)?,
        usage: Usage { api_calls_30_days: required(row.integer("calls")?, "calls")? },
    };
    Ok(tagged(turn.call, Reply::success(200, &data)).with("Cache-Control", "private, no-cache"))
}
