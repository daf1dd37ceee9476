//! Payments: what is made of Stripe's events. Each event is one transaction that changes something once, however often,
//! in whatever order and beside whichever others it comes:
//!
//! - a session is booked by the statement that makes it `paid`, which it can be made once; all that comes with it hangs on
//!   that statement having changed a row;
//! - of refunds and disputes what is final stays: a refund that failed, a dispute that is won or lost. What they take back is
//!   worked out anew from all of it, and the ledger gets the difference to what it took back already.

mod adjustments;
mod book;
mod forget;
mod gone;
mod lists;

pub use adjustments::{disputed, refund, refunded};
pub use book::{Booking, assign, paid};
pub use forget::forget_unpaid;
pub use lists::{count_unmatched, of_account, of_operator, receipt};

use crate::accounts::mail::Mail;
use crate::accounts::statements::mails;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// What a transaction is about, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause<'a> {
    /// The event's name, or another one that nothing else has.
    pub name: &'a str,
    /// When it came.
    pub at: Timestamp,
}

/// A checkout session that was made for an account, and what was agreed.
#[derive(Debug, Clone, Copy)]
pub struct Checkout<'a> {
    /// The session.
    pub session: &'a str,
    /// The account's number.
    pub account: i64,
    /// The price, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case.
    pub currency: &'a str,
    /// What it brings.
    pub credits: i64,
}

impl Checkout<'_> {
    /// Keeps the session, open.
    pub fn open(&self, at: Timestamp) -> Statement {
        statement!(
            "INSERT INTO payments (session, account_id, at, state, amount, currency, credits) VALUES (?1, \
             CAST(?2 AS INTEGER), CAST(?3 AS INTEGER), 'open', CAST(?4 AS INTEGER), ?5, CAST(?6 AS INTEGER)) \
             ON CONFLICT DO NOTHING",
            self.session,
            self.account,
            at.0,
            self.amount,
            self.currency,
            self.credits
        )
    }
}

/// Takes note that a session's money is to come.
pub fn waiting(session: &str) -> Statement {
    statement!("UPDATE payments SET state = 'waiting' WHERE session = ?1 AND state = 'open'", session)
}

/// Takes note that a session's money did not come. One that expired never waited for any.
pub fn failed(session: &str, expired: bool) -> Statement {
    statement!(
        "UPDATE payments SET state = 'failed' WHERE session = ?1 AND state IN ('open', ?2)",
        session,
        if expired { "open" } else { "waiting" }
    )
}

/// A mail to the account of a payment, which is found by one of its columns, if the statement before changed a row.
/// `{balance}` and `{credits}` become the account's balance and what was bought.
fn mail(column: &str, value: &str, mail: &Mail, at: Timestamp) -> Statement {
    statement!(
        mails::insert(&format!(
            "SELECT CAST(?2 AS INTEGER), a.account_id, a.email, ?3, \
             replace(replace(?4, '{{balance}}', a.balance), '{{credits}}', p.credits), 0, 0 \
             FROM payments p JOIN accounts a ON a.account_id = p.account_id WHERE p.{column} = ?1 AND changes() = 1"
        )),
        value,
        at.0,
        mail.subject.as_str(),
        mail.text.as_str()
    )
}
