//! The transaction that charges a page: it reads the token's state and charges in one batch on the primary.
//!
//! The batch checks the token, the account's status, the balance and, against the table of shards, the page's versions and
//! slots. All of these are conditions of the update that charges. It writes three rows: the account, a ledger entry and the
//! day's usage. The entry's reference is made before the first try, so a batch whose answer was lost can be sent again
//! without charging twice ([`crate::store::retry`]). If the update changes nothing, nothing is served. If the page was
//! older than what was acknowledged, it is read again.

use crate::accounts::memory::recent::Owner;
use crate::accounts::statements::idempotency;
use crate::accounts::statements::ledger::{Debit, parent_state, state};
use crate::accounts::token::{BrowserToken, TokenHash};
use crate::accounts::{ACTIVE, credits};
use crate::http::error::ApiError;
use crate::shards::ShardMap;
use crate::store::{Database, Row, Rows, Storage, StorageError, required};
use crate::time::Timestamp;

/// The account of a call with a valid token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The account's number.
    pub account: i64,
    /// Its balance, as last read.
    pub balance: i64,
    /// For a call with a browser token: the credits that browser tokens may still spend today. The caller of such a call
    /// must not see the balance.
    pub allowance: Option<i64>,
}

impl Caller {
    /// The part that an isolate remembers.
    pub const fn owner(self) -> Owner {
        Owner { account: self.account, balance: self.balance }
    }
}

/// The state of a valid token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Its account.
    pub caller: Caller,
    /// Where posts are, and how recent they have to be.
    pub shard_map: ShardMap,
}

/// How charging a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The call was charged this many credits; 0 if it was free.
    Charged(i64),
    /// The page is older than what was acknowledged, or was not read from where its posts are now. Nothing is charged or
    /// counted, unless it is `unsure`.
    Outdated {
        /// See [`ChargeError::unsure`].
        unsure: bool,
    },
}

/// Why a call was neither charged nor counted, and whose call it was if the token is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeError {
    /// The account, if the token is valid.
    pub caller: Option<Caller>,
    /// The reason.
    pub error: ApiError,
    /// Whether the page may have been charged after all, or may still be. Then the charge has to be taken back
    /// ([`Debit::reversal`]).
    pub unsure: bool,
}

impl ChargeError {
    fn for_caller(caller: Caller, error: ApiError) -> Self {
        Self { caller: Some(caller), ..error.into() }
    }

    /// For a transaction whose outcome is unknown. An overloaded database has done nothing.
    fn outcome_unknown(error: StorageError) -> Self {
        Self { unsure: !error.is_overload(), ..error.into() }
    }

    /// The same error, `unsure` if the transaction may be done or still running.
    fn after(self, unsure: bool) -> Self {
        Self { unsure: unsure || self.unsure, ..self }
    }
}

impl<E: Into<ApiError>> From<E> for ChargeError {
    fn from(error: E) -> Self {
        Self { caller: None, error: error.into(), unsure: false }
    }
}

/// Reads the state of a token. A browser token's needs the day as well.
///
/// # Errors
/// If the token is unknown, its account is not active, or storage does not answer.
pub async fn check(storage: &impl Storage, token_key: &str, day: Option<i64>) -> Result<State, ChargeError> {
    let rows = storage.rows(Database::Accounts, state(token_key, day)).await?;
    state_from_rows(&rows)
}

/// Finds the API token that a browser token names by the start of its key, and verifies the signature. Returns the API
/// token's key, hash and state; none if there is no such token, or it did not sign.
///
/// # Errors
/// If storage does not answer, or the stored hash was encrypted under another `TOKEN_KEY`.
pub async fn find_parent(
    storage: &impl Storage,
    token: &BrowserToken,
    secret: &[u8; 32],
    now: Timestamp,
) -> Result<Option<(String, TokenHash, Result<State, ChargeError>)>, ApiError> {
    let rows = storage.rows(Database::Accounts, parent_state(&token.parent(), now.day())).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let text = |column| row.text(column).and_then(|text| required(text, column));
    let token_key = text("token_key")?;
    let hash = TokenHash::unseal(&text("sealed")?, secret, &token_key);
    let hash =
        hash.ok_or_else(|| ApiError::Internal("a hash can't be unsealed: is TOKEN_KEY another one?".into()))?;
    Ok(token.verify(&hash, now).then(|| (token_key, hash, state_from_rows(&rows))))
}

/// Checks that the balance and the rest of the day's cap cover the price.
///
/// # Errors
/// If one of them does not.
pub fn can_pay(caller: Caller, price: i64) -> Result<(), ApiError> {
    let Caller { balance, allowance, .. } = caller;
    if credits::after_page(balance, price).is_none() {
        return Err(ApiError::InsufficientCredits { price, balance: allowance.is_none().then_some(balance) });
    }
    if allowance.is_some_and(|left| left < price) { Err(ApiError::BrowserCapReached) } else { Ok(()) }
}

/// Whether an account has paid for a page under this key and query since a time.
///
/// # Errors
/// When storage does not answer.
pub async fn has_paid(
    storage: &impl Storage,
    account: i64,
    call: &str,
    since: Timestamp,
) -> Result<bool, StorageError> {
    let rows = storage.rows(Database::Accounts, idempotency::is_paid(account, call, since)).await?;
    flag(&rows, "paid")
}

/// Charges a page. Nothing is charged if the caller's key has paid for it before.
///
/// # Errors
/// If the token is no longer valid, the account is not active, the balance does not cover the price, or storage does not
/// answer even when asked again. Nothing is charged then, unless the error is [`ChargeError::unsure`].
pub async fn charge(storage: &impl Storage, debit: Debit<'_>) -> Result<(State, Outcome), ChargeError> {
    let results =
        storage.batch(Database::Accounts, debit.statements()).await.map_err(ChargeError::outcome_unknown)?;
    let rows = results.into_iter().next().ok_or_else(StorageError::incomplete)?;
    if !rows.rows.is_empty() {
        let state = state_from_rows(&rows).map_err(|error| error.after(true))?;
        return Ok((state, Outcome::Charged(debit.price)));
    }
    let unsure = rows.is_retry;
    let after = |error: ChargeError| error.after(unsure);
    let rows =
        storage.rows(Database::Accounts, debit.outcome()).await.map_err(|error| after(error.into()))?;
    let state = state_from_rows(&rows).map_err(after)?;
    if flag(&rows, "charged")? {
        return Ok((state, Outcome::Charged(debit.price)));
    }
    if !state.shard_map.confirms(debit.read_from) {
        return Ok((state, Outcome::Outdated { unsure }));
    }
    if flag(&rows, "repeated")? {
        return count_free_call(storage, debit).await.map_err(after);
    }
    can_pay(state.caller, debit.price)
        .map_err(|error| after(ChargeError::for_caller(state.caller, error)))?;
    Err(after(StorageError::new("a debit was refused for no reason").into()))
}

/// Counts a call that costs nothing although its page might have: an empty page, or one that was paid for under the
/// caller's key. If that payment was taken back in the meantime, nothing is served.
///
/// # Errors
/// Those of [`charge`]. Without a key, a call that the account could not have paid for is refused as well.
pub async fn count_free_call(
    storage: &impl Storage,
    debit: Debit<'_>,
) -> Result<(State, Outcome), ChargeError> {
    let has_key = debit.idempotency.is_some();
    let results = storage.batch(Database::Accounts, debit.free_call_statements()).await;
    let results =
        results.map_err(|error| if has_key { ChargeError::outcome_unknown(error) } else { error.into() })?;
    let rows = results.into_iter().last().ok_or_else(StorageError::incomplete)?;
    let unsure = has_key && rows.is_retry;
    let state = state_from_rows(&rows).map_err(|error| error.after(has_key))?;
    if has_key && flag(&rows, "charged")? {
        return Ok((state, Outcome::Charged(0)));
    }
    if !state.shard_map.confirms(debit.read_from) {
        return Ok((state, Outcome::Outdated { unsure }));
    }
    can_pay(state.caller, debit.price)
        .map_err(|error| ChargeError::for_caller(state.caller, error).after(unsure))?;
    Ok((state, if has_key { Outcome::Outdated { unsure } } else { Outcome::Charged(0) }))
}

fn flag<R: Row>(rows: &Rows<R>, column: &str) -> Result<bool, StorageError> {
    let row = required(rows.first(), column)?;
    Ok(required(row.integer(column)?, column)? == 1)
}

fn state_from_rows<R: Row>(rows: &Rows<R>) -> Result<State, ChargeError> {
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let caller = Caller {
        account: required(row.integer("account_id")?, "account_id")?,
        balance: required(row.integer("balance")?, "balance")?,
        allowance: row.integer("allowance")?,
    };
    match row.text("status")?.as_deref() {
        Some(ACTIVE) => Ok(State { caller, shard_map: ShardMap::from_row(row)? }),
        _ => Err(ChargeError::for_caller(caller, ApiError::AccountInactive)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balance_or_rest_of_the_cap_equal_to_the_price_is_enough() {
        let pays = |balance, allowance, price| can_pay(Caller { account: 1, balance, allowance }, price);
        for (balance, allowance) in [(3, None), (4, None), (3, Some(3)), (4, Some(4))] {
            assert_eq!(pays(balance, allowance, 3), Ok(()), "{balance} {allowance:?}");
        }
        assert_eq!(pays(3, Some(2), 3), Err(ApiError::BrowserCapReached));
        assert_eq!(pays(2, None, 3), Err(ApiError::InsufficientCredits { price: 3, balance: Some(2) }));
    }

    #[test]
    fn a_browser_tokens_caller_does_not_learn_the_balance() {
        let caller = Caller { account: 1, balance: 2, allowance: Some(9) };
        assert_eq!(can_pay(caller, 3), Err(ApiError::InsufficientCredits { price: 3, balance: None }));
    }
}
