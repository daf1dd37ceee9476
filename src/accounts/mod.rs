//! Accounts: who pays, with what, and for which call.

pub mod authorize;
pub mod charging;
pub mod check;
pub mod credential;
pub mod credits;
pub mod dashboard;
pub mod endpoint;
pub mod low_balance;
pub mod mail;
pub mod memory;
pub mod new_token;
pub mod operators;
pub mod reference;
pub mod refusals;
pub mod roll_up;
pub mod service;
pub mod settings;
pub mod settle;
pub mod shown;
pub mod statements;
pub mod token;

use crate::time::DAY;

/// How long a caller's `Idempotency-Key` counts, in milliseconds.
pub const IDEMPOTENCY: i64 = DAY / 144;

/// How long a session lasts, in milliseconds, however much it is used.
pub const ABSOLUTE: i64 = 90 * DAY;
/// How long a session lasts without being used.
pub const IDLE: i64 = 14 * DAY;
/// How long a token waits to be shown.
pub const WAITING: i64 = 30 * DAY;

/// How long a checkout session that nobody paid is kept. At Stripe it is good for a day.
pub const CHECKOUT: i64 = 30 * DAY;

/// How many UTC days `usage.api_calls_30_days` covers before today.
pub const USAGE_DAYS: i64 = 29;

/// The status of an account that may call.
pub const ACTIVE: &str = "active";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_count_for_ten_minutes_and_sessions_and_tokens_last_for_days() {
        assert_eq!(IDEMPOTENCY, 600_000);
        assert_eq!([ABSOLUTE, IDLE, WAITING].map(|time| time / 86_400_000), [90, 14, 30]);
        assert_eq!([ABSOLUTE, IDLE, WAITING].map(|time| time % 86_400_000), [0; 3]);
    }
}
