//! Settling a call: the token's state is read, and the page is charged, on the primary and in one transaction.

use super::{ACTIVE, credits};
use crate::error::ApiError;
use crate::placement::Layout;
use crate::sql::ledger::{Debit, parent_state, state};
use crate::store::{Database, Row, Rows, Storage, StorageError, required};
use crate::time::Timestamp;
use crate::token::{BrowserToken, TokenHash};

/// The account of a call whose token is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The account's number.
    pub account: i64,
    /// Its balance, as last read.
    pub balance: i64,
    /// What the owner lets browser tokens spend today, of a call with one. Who makes that must not see the balance.
    pub allowance: Option<i64>,
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
    /// Whether a page that was to be charged may be charged all the same: then that has to be taken back
    /// ([`Debit::reversal`]).
    pub unsure: bool,
}

impl Refused {
    /// What a balance does not reach was not charged: that is asked last.
    fn unpaid(caller: Caller, error: ApiError) -> Self {
        Self { caller: Some(caller), error, unsure: false }
    }
}

impl<E: Into<ApiError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self { caller: None, error: error.into(), unsure: true }
    }
}

/// Reads the state of a token; of a browser token's, with the day.
///
/// # Errors
/// When the token is unknown or its account not active, or storage does not answer.
pub async fn check(storage: &impl Storage, token_key: &str, day: Option<i64>) -> Result<State, Refused> {
    let rows = storage.rows(Database::Accounts, state(token_key, day)).await?;
    read(&rows)
}

/// Finds the token that a browser token was made of, by the beginning of its key, and whether it signed that: its key,
/// its hash and its state.
///
/// # Errors
/// When storage does not answer, or what it keeps was not encrypted under this key.
pub async fn parent(
    storage: &impl Storage,
    token: &BrowserToken,
    secret: &[u8; 32],
    now: Timestamp,
) -> Result<Option<(String, TokenHash, Result<State, Refused>)>, ApiError> {
    let rows = storage.rows(Database::Accounts, parent_state(&token.parent(), now.day())).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let text = |column| row.text(column).and_then(|text| required(text, column));
    let token_key = text("token_key")?;
    let hash = TokenHash::unseal(&text("sealed")?, secret, &token_key);
    let hash =
        hash.ok_or_else(|| ApiError::Internal("a hash can't be unsealed: is TOKEN_KEY another one?".into()))?;
    Ok(token.verify(&hash, now).then(|| (token_key, hash, read(&rows))))
}

/// Checks that a balance reaches the price, and so does what is left of a day's cap.
///
/// # Errors
/// When it does not.
pub fn can_pay(caller: Caller, price: i64) -> Result<(), ApiError> {
    let Caller { balance, allowance, .. } = caller;
    if credits::after_page(balance, price).is_none() {
        return Err(ApiError::InsufficientCredits { price, balance: allowance.is_none().then_some(balance) });
    }
    if allowance.is_some_and(|left| left < price) { Err(ApiError::BrowserCapReached) } else { Ok(()) }
}

/// Charges a page. Nothing is charged if the caller's key paid for it before.
///
/// # Errors
/// When the token is no longer good, the account is not active, or the balance does not reach the price; then nothing is
/// charged. When storage does not answer, also not when it is asked again: then it may be charged.
pub async fn charge(storage: &impl Storage, debit: Debit<'_>) -> Result<(State, Outcome), Refused> {
    let results = storage.batch(Database::Accounts, debit.statements()).await;
    let results = results.map_err(|error| {
        let unsure = !error.is_overload();
        Refused { unsure, ..error.into() }
    })?;
    let rows = results.into_iter().next().ok_or_else(StorageError::half)?;
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
    can_pay(state.caller, debit.price).map_err(|error| Refused::unpaid(state.caller, error))?;
    Err(StorageError::new("a debit was refused for no reason").into())
}

/// Counts a call that costs nothing, though its page might have. Under a key that is because the page is paid for: if that
/// was taken back meanwhile, there is nothing to serve.
///
/// # Errors
/// As [`charge`]: a call that could not have been paid for is not answered either.
pub async fn free(storage: &impl Storage, debit: Debit<'_>) -> Result<(State, Outcome), Refused> {
    let mut results = storage.batch(Database::Accounts, debit.free()).await?;
    let state = read(&results.pop().ok_or_else(StorageError::half)?)?;
    can_pay(state.caller, debit.price).map_err(|error| Refused::unpaid(state.caller, error))?;
    let is_served =
        debit.idempotency.is_none() || results.last().is_some_and(|served| !served.rows.is_empty());
    let is_right = state.layout.confirms(debit.reading) && is_served;
    Ok((state, if is_right { Outcome::Settled(0) } else { Outcome::Outdated }))
}

fn read<R: Row>(rows: &Rows<R>) -> Result<State, Refused> {
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let caller = Caller {
        account: required(row.integer("account_id")?, "account_id")?,
        balance: required(row.integer("balance")?, "balance")?,
        allowance: row.integer("allowance")?,
    };
    match row.text("status")?.as_deref() {
        Some(ACTIVE) => Ok(State { caller, layout: Layout::of(row)? }),
        _ => Err(Refused { caller: Some(caller), ..ApiError::AccountInactive.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balance_or_a_days_rest_that_just_reaches_the_price_pays_it() {
        let pays = |balance, allowance, price| can_pay(Caller { account: 1, balance, allowance }, price);
        for (balance, allowance) in [(3, None), (4, None), (3, Some(3)), (4, Some(4))] {
            assert_eq!(pays(balance, allowance, 3), Ok(()), "{balance} {allowance:?}");
        }
        assert_eq!(pays(3, Some(2), 3), Err(ApiError::BrowserCapReached));
        assert_eq!(pays(2, None, 3), Err(ApiError::InsufficientCredits { price: 3, balance: Some(2) }));
    }

    #[test]
    fn who_makes_a_call_with_a_browser_token_is_not_told_the_balance() {
        let caller = Caller { account: 1, balance: 2, allowance: Some(9) };
        assert_eq!(can_pay(caller, 3), Err(ApiError::InsufficientCredits { price: 3, balance: None }));
    }
}
