//! Payments as they are shown.

use super::gone::REFUNDED;
use crate::store::Statement;
use crate::store::builder::statement;

/// What every list shows of a payment.
const SHOWN: &str = "session, at, amount, currency, credits, min(amount, refunded) AS refunded, \
     CASE WHEN state <> 'paid' THEN state WHEN disputed THEN 'disputed' WHEN refunded = 0 THEN state \
     WHEN refunded < amount THEN 'partly_refunded' ELSE 'refunded' END AS state";

/// A payment with what refunds and disputes made of it.
fn payment() -> String {
    format!(
        "SELECT p.*, {REFUNDED} AS refunded, \
         EXISTS (SELECT 1 FROM disputes d WHERE d.intent = p.intent AND d.state <> 'won') AS disputed"
    )
}

/// The newest payments of an account: what `SHOWN` has, and whether there is a `receipt`. Sessions that are open are none yet.
pub fn of_account(account: i64) -> Statement {
    statement!(
        format!(
            "SELECT {SHOWN}, invoice IS NOT NULL AS receipt FROM ({} FROM payments p \
             WHERE p.account_id = CAST(?1 AS INTEGER) AND p.state <> 'open' ORDER BY p.at DESC, p.session DESC LIMIT 100) q \
             ORDER BY q.at DESC, q.session DESC",
            payment()
        ),
        account
    )
}

/// The invoice of a payment of an account: `invoice`.
pub fn receipt(account: i64, session: &str) -> Statement {
    statement!(
        "SELECT invoice FROM payments WHERE session = ?1 AND account_id = CAST(?2 AS INTEGER)",
        session,
        account
    )
}

/// How many payments of one millisecond have numbers of their own.
const AT_ONCE: i64 = 1024;

/// Payments from newest to oldest, those before a number: what `SHOWN` has, `email`, `reference` and `reason` of one that
/// fits no account, the address of its `account` if it has one, and the `number`, which is the time and a place among those
/// of that time. So a page reads its own rows and no others.
pub fn of_operator(unmatched_only: bool, before: i64, rows: u16) -> Statement {
    let states = if unmatched_only { "state = 'unmatched'" } else { "state <> 'open'" };
    statement!(
        format!(
            "SELECT {SHOWN}, email, reference, reason, \
             (SELECT a.email FROM accounts a WHERE a.account_id = q.account_id) AS account, number FROM ({}, \
             p.at * {AT_ONCE} + (SELECT count(*) FROM payments o WHERE o.{states} AND o.at = p.at \
             AND o.session < p.session) AS number FROM payments p \
             WHERE p.{states} AND p.at <= CAST(?1 AS INTEGER) / {AT_ONCE} AND number < CAST(?1 AS INTEGER) \
             ORDER BY p.at DESC, p.session DESC LIMIT CAST(?2 AS INTEGER)) q",
            payment()
        ),
        before,
        i64::from(rows)
    )
}

/// How many payments fit no account: `unmatched`.
pub fn count_unmatched() -> Statement {
    statement!("SELECT count(*) AS unmatched FROM payments WHERE state = 'unmatched'")
}
