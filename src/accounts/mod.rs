//! Accounts: who pays, with what, and for which call.
//!
//! # Signing in
//!
//! An owner signs up with a mailed link. The answer, its timing and the number of statements do not depend on whether the
//! address has an account; only the mail does. The link's secret is in the fragment, so no server or log sees it until a
//! page sends it by POST; storage knows only its hash. The link works once, within 15 minutes, and only in the browser that
//! asked for it, which has a cookie. So a leaked link is useless, and nobody can use a link of their own to sign a victim
//! in to the wrong account. Owners who read mail elsewhere type the mail's code into the browser that asked.
//!
//! A session is a row, found by the hash of its cookie. So signing out, here or everywhere, is a deletion. A call that
//! changes anything has to come from a page of the service (`http/origin.rs`) and be JSON, which no form of another site
//! can send.
//!
//! Pages of the service call the API as their owner, with a browser token (`POST /dashboard/api/browser-token`) that is
//! valid for a quarter of an hour and for this origin. A browser sends no `Origin` when a page calls its own host, so
//! `Sec-Fetch-Site: same-origin` stands in for it.
//!
//! # Money
//!
//! Money moves in four ways: a page, a grant, a payment, and the reversal of a payment. Each is one transaction that
//! changes the balance and adds a row under a unique reference. Each of its statements takes effect only if the one before
//! changed a row. So a transaction that is sent again, late, or together with another one does nothing twice. An entry is
//! never changed later; `roll_up.rs` sums old pages to one row a day. [`charge`] charges pages, `src/payments` books
//! payments.
//!
//! - **Tokens.** The first payment creates the account's token in the same transaction, sealed under `TOKEN_KEY` until it
//!   is shown to its owner.
//! - **Deletion.** One transaction closes the account: everything that its owner sees is gone, and the address is free
//!   again. The row that stays has no name and is in no list or count. A ledger of millions of rows is removed in steps
//!   (`statements/deletion.rs`). The balance equals the ledger's sum throughout, so no debit of others has to wait.
//! - **Bounds.** Tables that grow are read by an index or in pages: `tests/native/scans.rs` looks at the plan of every
//!   statement that a test runs on `ACCOUNTS`. Jobs count their statements (`store/budget.rs`) and record their progress in
//!   the table `progress`.

pub mod authorize;
pub mod charge;
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
pub mod restore;
pub mod roll_up;
pub mod service;
pub mod settings;
pub mod statements;
mod test_call;
pub mod token;
pub mod view;

use crate::time::DAY;

/// How long a caller's `Idempotency-Key` is valid, in milliseconds.
pub const IDEMPOTENCY_LIFETIME: i64 = DAY / 144;

/// How long a session lasts at most, in milliseconds.
pub const SESSION_LIFETIME: i64 = 90 * DAY;
/// How long a session lasts without being used, in milliseconds.
pub const SESSION_IDLE_LIFETIME: i64 = 14 * DAY;
/// How long a new token can be shown, in milliseconds.
pub const UNSHOWN_TOKEN_LIFETIME: i64 = 30 * DAY;

/// How long an unpaid checkout session is kept, in milliseconds. At Stripe it is valid for a day.
pub const UNPAID_CHECKOUT_LIFETIME: i64 = 30 * DAY;

/// How many UTC days `usage.api_calls_30_days` covers before today.
pub const USAGE_DAYS: i64 = 29;

/// The status of an account that may make calls.
pub const ACTIVE: &str = "active";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_count_for_ten_minutes_and_sessions_and_tokens_last_for_days() {
        assert_eq!(IDEMPOTENCY_LIFETIME, 600_000);
        assert_eq!(
            [SESSION_LIFETIME, SESSION_IDLE_LIFETIME, UNSHOWN_TOKEN_LIFETIME].map(|time| time / 86_400_000),
            [90, 14, 30]
        );
        assert_eq!(
            [SESSION_LIFETIME, SESSION_IDLE_LIFETIME, UNSHOWN_TOKEN_LIFETIME].map(|time| time % 86_400_000),
            [0; 3]
        );
    }
}
