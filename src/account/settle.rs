//! Settling a call: the token's state is read, and the page is charged, on the primary and in one transaction.

use super::{ACTIVE, credits};
use crate::error::ApiError;
use crate::sql::ledger::{Debit, free_call, state};
use crate::store::{Database, Row, Rows, Storage, StorageError, required};
use crate::time::Timestamp;

/// The account of a call whose token is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The account's number.
    pub account: i64,
    /// Its balance, as last read.
    pub balance: i64,
}

/// How often a debit is tried. Its reference makes a second one after a lost answer harmless.
const TRIES: usize = 3;

/// Reads the state of a token.
///
/// # Errors
/// When the token is unknown or its account not active, or storage does not answer.
pub async fn check(storage: &impl Storage, token_key: &str) -> Result<Caller, ApiError> {
    let rows = storage.rows(Database::Accounts, state(token_key)).await?;
    caller(&rows)
}

/// Checks that a balance reaches the price.
///
/// # Errors
/// When it does not.
pub fn can_pay(caller: Caller, price: i64) -> Result<(), ApiError> {
    match credits::after_page(caller.balance, price) {
        Some(_) => Ok(()),
        None => Err(ApiError::InsufficientCredits { price, balance: caller.balance }),
    }
}

/// Charges a page. Gives what was charged: nothing if the caller's key paid for it before.
///
/// # Errors
/// When the token is no longer good, the account is not active, or the balance does not reach the price; then nothing is
/// charged. When storage does not answer, also not the third time.
pub async fn charge(storage: &impl Storage, debit: Debit<'_>) -> Result<(Caller, i64), ApiError> {
    let rows = transact(storage, debit).await?;
    let caller = caller(&rows)?;
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let flag = |column| required(row.integer(column)?, column).map(|flag| flag == 1);
    match (flag("charged")?, flag("repeated")?) {
        (true, _) => Ok((caller, debit.price)),
        (false, true) => Ok((free(storage, debit.token_key, debit.price, debit.at).await?, 0)),
        (false, false) => Err(ApiError::InsufficientCredits { price: debit.price, balance: caller.balance }),
    }
}

/// Counts a call that costs nothing.
///
/// # Errors
/// As [`charge`]: a call that could not have been paid for is not answered either.
pub async fn free(
    storage: &impl Storage,
    token_key: &str,
    price: i64,
    at: Timestamp,
) -> Result<Caller, ApiError> {
    let mut results = storage.batch(Database::Accounts, free_call(token_key, price, at)).await?;
    let caller = caller(&results.pop().ok_or_else(no_result)?)?;
    can_pay(caller, price)?;
    Ok(caller)
}

async fn transact<S: Storage>(storage: &S, debit: Debit<'_>) -> Result<Rows<S::Row>, StorageError> {
    let mut last = no_result();
    for _ in 0..TRIES {
        match storage.batch(Database::Accounts, debit.statements()).await {
            Ok(mut results) => return results.pop().ok_or_else(no_result),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn no_result() -> StorageError {
    StorageError::new("a batch gave no result")
}

fn caller<R: Row>(rows: &Rows<R>) -> Result<Caller, ApiError> {
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let account = required(row.integer("account_id")?, "account_id")?;
    let balance = required(row.integer("balance")?, "balance")?;
    if row.text("status")?.as_deref() == Some(ACTIVE) {
        Ok(Caller { account, balance })
    } else {
        Err(ApiError::AccountInactive { balance })
    }
}
