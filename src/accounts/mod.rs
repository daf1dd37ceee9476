//! Accounts: who pays, with what, and for which call.
//!
//! # Signing in
//!
//! An owner signs up by a mailed link. The answer, its time and the number of statements are the same whoever the address
//! belongs to; only the mail differs. The link's secret stands in the fragment, so no server or log sees it before a page sends
//! it by POST; storage knows its hash. The link works once, within 15 minutes, and only in the browser that asked for it, which
//! has a cookie. So a link that leaked is of no use, nor is one that somebody else asked for to sign a victim in to their
//! account. Owners who read mail elsewhere type the mail's code into the browser that asked.
//!
//! A session is a row, found by the hash of its cookie, so signing out, here or everywhere, is a deletion. A call that changes
//! anything has to come from a page of the service (`http/origin.rs`) and be JSON, which no form of another site can send.
//!
//! Pages of the service call the API as their owner, with a browser token (`POST /dashboard/api/browser-token`) that is valid
//! for a quarter of an hour and for this origin. A browser sends no `Origin` if a page calls its own host, so
//! `Sec-Fetch-Site: same-origin` stands for it.
//!
//! # Money
//!
//! Money moves in four ways: a page, a grant, a payment, and what undoes a payment. Each is one transaction that changes the
//! balance and adds a row under a reference that can't be there twice. Each of its statements goes ahead only if the one before
//! changed a row. So what is sent again, late, or at the same time as something else does nothing. An entry is never changed
//! later; `roll_up.rs` sums old pages to one row a day. [`settle`] charges pages, `src/payments` books payments.
//!
//! - **Tokens.** The first payment creates the account's token in the same transaction, sealed under `TOKEN_KEY` until its owner
//!   has it shown.
//! - **Deletion.** One transaction closes the account: all that its owner sees is gone, and the address is free. The row that
//!   stays has no name and is in no list or count. A ledger of millions of rows is removed in steps
//!   (`statements/deletion.rs`). The balance equals its sum all the while, so nobody's debit waits for it.
//! - **Bounds.** What grows is read by an index or in pages: `tests/native/scans.rs` looks at the plan of every statement that a
//!   test runs on `ACCOUNTS`. Jobs count their statements (`store/budget.rs`) and keep their place in the table `progress`.

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
pub mod restore;
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
