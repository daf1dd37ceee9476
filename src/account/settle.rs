//! Settling a call: the token's state is read, and the page is charged, on the primary and in one transaction.

use super::{ACTIVE, credits};
use crate::error::ApiError;
use crate::placement::Layout;
use crate::sql::ledger::{Debit, state};
use crate::store::{Database, Row, Rows, Storage, StorageError, required};

/// The account of a call whose token is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The account's number.
    pub account: i64,
    /// Its balance, as last read.
    pub balance: i64,
}

/// What storage says of a token that is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Its account.
    pub caller: Caller,
    /// Where posts are, and how new they have to be.
    pub layout: Layout,
}

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is settled, for so many credits.
    Settled(i64),
    /// Its page is older than what was acknowledged, or not from where its posts are. Nothing is charged or counted.
    Outdated,
}

/// Why a call is not settled, and whose it was, if the token is anybody's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The account, where the token is good.
    pub caller: Option<Caller>,
    /// Why.
    pub error: ApiError,
}

impl Refused {
    fn of(caller: Caller, error: ApiError) -> Self {
        Self { caller: Some(caller), error }
    }
}

impl<E: Into<ApiError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self { caller: None, error: error.into() }
    }
}

/// How often a debit is tried. Its reference makes a second one after a lost answer harmless.
const TRIES: usize = 3;

/// Reads the state of a token.
///
/// # Errors
/// When the token is unknown or its account not active, or storage does not answer.
pub async fn check(storage: &impl Storage, token_key: &str) -> Result<State, Refused> {
    let rows = storage.rows(Database::Accounts, state(token_key)).await?;
    read(&rows)
}

/// Checks that a balance reaches the price.
///
/// # Errors
/// When it does not.
pub fn can_pay(caller: Caller, price: i64) -> Result<(), ApiError> {
    match credits::after_page(caller.balance, price) {
        Some(_) => Ok(()),
        None => Err(insufficient(caller, price)),
    }
}

const fn insufficient(caller: Caller, price: i64) -> ApiError {
    ApiError::InsufficientCredits { price, balance: caller.balance }
}

/// Charges a page. Nothing is charged if the caller's key paid for it before.
///
/// # Errors
/// When the token is no longer good, the account is not active, or the balance does not reach the price; then nothing is
/// charged. When storage does not answer, also not the third time.
pub async fn charge(storage: &impl Storage, debit: Debit<'_>) -> Result<(State, Outcome), Refused> {
    let rows = transact(storage, debit).await?;
    if !rows.rows.is_empty() {
        return Ok((read(&rows)?, Outcome::Settled(debit.price)));
    }
    let rows = storage.rows(Database::Accounts, debit.outcome()).await?;
    let state = read(&rows)?;
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let flag = |column| required(row.integer(column)?, column).map(|flag| flag == 1);
    if flag("charged")? {
        return Ok((state, Outcome::Settled(debit.price)));
    }
    if !state.layout.confirms(debit.reading) {
        return Ok((state, Outcome::Outdated));
    }
    if flag("repeated")? {
        return free(storage, debit).await;
    }
    Err(Refused::of(state.caller, insufficient(state.caller, debit.price)))
}

/// Counts a call that costs nothing, though its page might have.
///
/// # Errors
/// As [`charge`]: a call that could not have been paid for is not answered either.
pub async fn free(storage: &impl Storage, debit: Debit<'_>) -> Result<(State, Outcome), Refused> {
    let mut results = storage.batch(Database::Accounts, debit.free()).await?;
    let state = read(&results.pop().ok_or_else(no_result)?)?;
    can_pay(state.caller, debit.price).map_err(|error| Refused::of(state.caller, error))?;
    let is_right = state.layout.confirms(debit.reading);
    Ok((state, if is_right { Outcome::Settled(0) } else { Outcome::Outdated }))
}

async fn transact<S: Storage>(storage: &S, debit: Debit<'_>) -> Result<Rows<S::Row>, StorageError> {
    let mut last = no_result();
    for _ in 0..TRIES {
        match storage.batch(Database::Accounts, debit.statements()).await {
            Ok(results) => return results.into_iter().next().ok_or_else(no_result),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn no_result() -> StorageError {
    StorageError::new("a batch gave no result")
}

fn read<R: Row>(rows: &Rows<R>) -> Result<State, Refused> {
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let caller = Caller {
        account: required(row.integer("account_id")?, "account_id")?,
        balance: required(row.integer("balance")?, "balance")?,
    };
    match row.text("status")?.as_deref() {
        Some(ACTIVE) => Ok(State { caller, layout: Layout::of(row)? }),
        _ => Err(Refused::of(caller, ApiError::AccountInactive)),
    }
}
