//! The transaction that charges a page: it reads the token's state and charges, in one batch on the primary.
//!
//! The batch checks the token, the account's status, the balance and, by the table of shards, the page's versions and slots.
//! All of these are conditions of the update that charges. It writes three rows: the account, a ledger entry and the day's
//! usage. The entry's reference is made beforehand, so a batch whose answer was lost is sent again without charging twice
//! ([`crate::store::retry`]). If the update changes nothing, nothing is served. If that was because the page is older than
//! what was acknowledged, the page is read again.

use crate::accounts::memory::recent::Owner;
use crate::accounts::statements::idempotency;
use crate::accounts::statements::ledger::{Debit, parent_state, state};
use crate::accounts::token::{BrowserToken, TokenHash};
use crate::accounts::{ACTIVE, credits};
use crate::http::error::ApiError;
use crate::shards::ShardMap;
use crate::store::{Database, Row, Rows, Storage, StorageError, required};
use crate::time::Timestamp;

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

impl Caller {
    /// Whose call it is, as an isolate remembers it.
    pub const fn owner(self) -> Owner {
        Owner { account: self.account, balance: self.balance }
    }
}

/// What storage says of a token that is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Its account.
    pub caller: Caller,
    /// Where posts are, and how new they have to be.
    pub layout: ShardMap,
}

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The call was charged so many credits; 0 if it was free.
    Charged(i64),
    /// Its page is older than what was acknowledged, or not from where its posts are. Nothing is charged or counted; but where
    /// that is `unsure`, it may be yet.
    Outdated {
        /// As [`ChargeError::unsure`].
        unsure: bool,
    },
}

/// Why a call was neither charged nor counted, and whose it was, if the token is anybody's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeError {
    /// The account, where the token is good.
    pub caller: Option<Caller>,
    /// Why.
    pub error: ApiError,
    /// Whether a page that was to be charged may be charged all the same, or yet: then that has to be taken back
    /// ([`Debit::reversal`]).
    pub unsure: bool,
}

impl ChargeError {
    fn of(caller: Caller, error: ApiError) -> Self {
        Self { caller: Some(caller), ..error.into() }
    }

    /// After a transaction of which nobody knows what became. An overloaded database has done nothing.
    fn outcome_unknown(error: StorageError) -> Self {
        Self { unsure: !error.is_overload(), ..error.into() }
    }

    /// The same, where the transaction may be done or under way.
    fn after(self, unsure: bool) -> Self {
        Self { unsure: unsure || self.unsure, ..self }
    }
}

impl<E: Into<ApiError>> From<E> for ChargeError {
    fn from(error: E) -> Self {
        Self { caller: None, error: error.into(), unsure: false }
    }
}

/// Reads the state of a token; of a browser token's, with the day.
///
/// # Errors
/// When the token is unknown or its account not active, or storage does not answer.
pub async fn check(storage: &impl Storage, token_key: &str, day: Option<i64>) -> Result<State, ChargeError> {
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
) -> Result<Option<(String, TokenHash, Result<State, ChargeError>)>, ApiError> {
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

/// Whether an account has paid for a page under this key and query since then.
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

/// Charges a page. Nothing is charged if the caller's key paid for it before.
///
/// # Errors
/// When the token is no longer good, the account is not active, the balance does not reach the price, or storage does not
/// answer, also not when it is asked again. Nothing is charged then, unless it is [`ChargeError::unsure`].
pub async fn charge(storage: &impl Storage, debit: Debit<'_>) -> Result<(State, Outcome), ChargeError> {
    let results =
        storage.batch(Database::Accounts, debit.statements()).await.map_err(ChargeError::outcome_unknown)?;
    let rows = results.into_iter().next().ok_or_else(StorageError::incomplete)?;
    if !rows.rows.is_empty() {
        let state = read(&rows).map_err(|error| error.after(true))?;
        return Ok((state, Outcome::Charged(debit.price)));
    }
    let unsure = rows.is_retry;
    let after = |error: ChargeError| error.after(unsure);
    let rows =
        storage.rows(Database::Accounts, debit.outcome()).await.map_err(|error| after(error.into()))?;
    let state = read(&rows).map_err(after)?;
    if flag(&rows, "charged")? {
        return Ok((state, Outcome::Charged(debit.price)));
    }
    if !state.layout.confirms(debit.reading) {
        return Ok((state, Outcome::Outdated { unsure }));
    }
    if flag(&rows, "repeated")? {
        return free(storage, debit).await.map_err(after);
    }
    can_pay(state.caller, debit.price).map_err(|error| after(ChargeError::of(state.caller, error)))?;
    Err(after(StorageError::new("a debit was refused for no reason").into()))
}

/// Counts a call that costs nothing, though its page might have. Under a key that is because the page is paid for: if that
/// was taken back meanwhile, there is nothing to serve.
///
/// # Errors
/// As [`charge`]: without a key, a call that could not have been paid for is not answered either.
pub async fn free(storage: &impl Storage, debit: Debit<'_>) -> Result<(State, Outcome), ChargeError> {
    let has_key = debit.idempotency.is_some();
    let results = storage.batch(Database::Accounts, debit.free()).await;
    let results =
        results.map_err(|error| if has_key { ChargeError::outcome_unknown(error) } else { error.into() })?;
    let rows = results.into_iter().last().ok_or_else(StorageError::incomplete)?;
    let unsure = has_key && rows.is_retry;
    let state = read(&rows).map_err(|error| error.after(has_key))?;
    if has_key && flag(&rows, "charged")? {
        return Ok((state, Outcome::Charged(0)));
    }
    if !state.layout.confirms(debit.reading) {
        return Ok((state, Outcome::Outdated { unsure }));
    }
    can_pay(state.caller, debit.price).map_err(|error| ChargeError::of(state.caller, error).after(unsure))?;
    Ok((state, if has_key { Outcome::Outdated { unsure } } else { Outcome::Charged(0) }))
}

fn flag<R: Row>(rows: &Rows<R>, column: &str) -> Result<bool, StorageError> {
    let row = required(rows.first(), column)?;
    Ok(required(row.integer(column)?, column)? == 1)
}

fn read<R: Row>(rows: &Rows<R>) -> Result<State, ChargeError> {
    let row = rows.first().ok_or(ApiError::InvalidApiToken)?;
    let caller = Caller {
        account: required(row.integer("account_id")?, "account_id")?,
        balance: required(row.integer("balance")?, "balance")?,
        allowance: row.integer("allowance")?,
    };
    match row.text("status")?.as_deref() {
        Some(ACTIVE) => Ok(State { caller, layout: ShardMap::of(row)? }),
        _ => Err(ChargeError::of(caller, ApiError::AccountInactive)),
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
