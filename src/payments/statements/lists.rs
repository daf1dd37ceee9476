//! Lists of payments.

use super::deductions::REFUNDED;
use crate::store::Statement;
use crate::store::builder::statement;

/// The columns that every list shows of a payment.
const SHOWN: &str = "session, at, amount, currency, credits, min(amount, refunded) AS refunded, \
     CASE WHEN state <> 'paid' THEN state WHEN disputed THEN 'disputed' WHEN refunded = 0 THEN state \
     WHEN refunded < amount THEN 'partly_refunded' ELSE 'refunded' END AS state";

/// Selects payments with the effect of their refunds and disputes.
fn payment() -> String {
    format!(
        "SELECT p.*, {REFUNDED} AS refunded, \
         EXISTS (SELECT 1 FROM disputes d WHERE d.intent = p.intent AND d.state <> 'won') AS disputed"
    )
}

/// The newest payments of an account: the columns of `SHOWN`, and whether there is a `receipt`. Open sessions are not
/// payments yet.
pub fn for_account(account: i64) -> Statement {
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

/// How many payments of one millisecond get different numbers.
const AT_ONCE: i64 = 1024;

/// Payments before a number, newest first: the columns of `SHOWN`, `email`, `reference` and `reason` of one that matches no
/// account, the address of its `account` if it has one, and its `number`. That is made of its time and its place among
/// those of the same time, so a page reads only its own rows.
pub fn for_operator(unmatched_only: bool, before: i64, rows: u16) -> Statement {
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

/// How many payments match no account: `unmatched`.
pub fn count_unmatched() -> Statement {
    statement!("SELECT count(*) AS unmatched FROM payments WHERE state = 'unmatched'")
}
