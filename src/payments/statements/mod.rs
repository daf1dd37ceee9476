//! Statements about payments. Each of Stripe's events is one transaction that takes effect once, however often, in whatever
//! order and together with whatever other events it arrives:
//!
//! - a session is booked by the statement that makes it `paid`, which can happen only once. Everything else depends on that
//!   statement having changed a row;
//! - final states of refunds and disputes stay: a failed refund, a dispute that is won or lost. What they take back is
//!   computed anew from all of them, and the ledger gets the difference from what they took back already.

mod adjustments;
mod book;
mod deductions;
mod forget;
mod lists;

pub use adjustments::{disputed, refund, refunded};
pub use book::{Booking, assign, paid};
pub use forget::forget_unpaid;
pub use lists::{count_unmatched, for_account, for_operator, receipt};

use crate::accounts::mail::Mail;
use crate::accounts::statements::mails;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// The cause of a transaction, and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause<'a> {
    /// The event's id, or another unique name.
    pub name: &'a str,
    /// When it arrived.
    pub at: Timestamp,
}

/// A checkout session that was created for an account, and what was agreed.
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
    /// The credits that it adds.
    pub credits: i64,
}

impl Checkout<'_> {
    /// Stores the session as open.
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

/// Records that a session's money is still to come.
pub fn waiting(session: &str) -> Statement {
    statement!("UPDATE payments SET state = 'waiting' WHERE session = ?1 AND state = 'open'", session)
}

/// Records that a session's payment failed. A session that expired was never waiting for money.
pub fn failed(session: &str, expired: bool) -> Statement {
    statement!(
        "UPDATE payments SET state = 'failed' WHERE session = ?1 AND state IN ('open', ?2)",
        session,
        if expired { "open" } else { "waiting" }
    )
}

/// Writes a mail to the account of a payment, which is found by one of its columns, if the statement before changed a row.
/// `{balance}` and `{credits}` become the account's balance and the credits that were bought.
fn mail(column: &str, value: &str, mail: &Mail, at: Timestamp) -> Statement {
    statement!(
        mails::insert_sql(&format!(
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
