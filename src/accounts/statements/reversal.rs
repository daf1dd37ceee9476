//! Taking back the charge of a call that was answered with an error, when it is unknown whether the charge was made.
//!
//! Under an `Idempotency-Key`, one debit stands for several calls for one page. Its row counts them (`held`). Each call
//! that fails gives up its hold, and the last one takes the debit back. The row is found by the key, the query and the
//! digest of the page, so a page that changed is another debit. `tests/native/reversal_orders.rs` runs debits, reversals
//! and further calls, with and without a lost answer, in every order.

use super::ledger::Debit;
use crate::store::{Statement, Value, repeatable};

/// The condition of the call's entry.
macro_rules! own {
    () => {
        "account_id = CAST(?1 AS INTEGER) AND at = CAST(?2 AS INTEGER) AND reference = ?3"
    };
}

/// The condition of the key's row.
macro_rules! of_key {
    () => {
        "account_id = CAST(?1 AS INTEGER) AND key = ?4"
    };
}

/// The statements, each with how many of the values it takes. Each but the last two takes effect only if the one before it
/// changed a row. The values: `?1` the account, `?2` the call's time, `?3` its reference, `?4` the caller's key, `?5` the
/// day, `?6` the price, `?7` the part of it that counts for browser tokens.
const STATEMENTS: [(&str, usize); 8] = [
    // Once for each call.
    (
        "INSERT INTO ledger (account_id, at, reference, kind, credits) \
         SELECT account_id, CAST(?2 AS INTEGER), ?3 || '-', 'page', 0 FROM accounts WHERE account_id = CAST(?1 AS INTEGER) \
         ON CONFLICT DO NOTHING",
        3,
    ),
    (
        concat!(
            "UPDATE usage SET calls = calls - 1 WHERE account_id = CAST(?1 AS INTEGER) AND day = CAST(?5 AS INTEGER) \
             AND changes() = 1 AND EXISTS (SELECT 1 FROM ledger WHERE ",
            own!(),
            ")"
        ),
        5,
    ),
    (concat!("UPDATE idempotency SET held = held - 1 WHERE ", of_key!(), " AND changes() = 1"), 4),
    (
        concat!(
            "UPDATE ledger SET credits = CAST(?6 AS INTEGER) \
             WHERE account_id = CAST(?1 AS INTEGER) AND at = CAST(?2 AS INTEGER) AND reference = ?3 || '-' AND changes() = 1 \
             AND (?4 IS NULL OR EXISTS (SELECT 1 FROM idempotency WHERE ",
            of_key!(),
            " AND held = 0))"
        ),
        6,
    ),
    (
        "UPDATE accounts SET balance = balance + CAST(?6 AS INTEGER), total_used = total_used - CAST(?6 AS INTEGER) \
         WHERE account_id = CAST(?1 AS INTEGER) AND changes() = 1",
        6,
    ),
    (
        "UPDATE usage SET credits = credits - CAST(?6 AS INTEGER), browser_credits = browser_credits - CAST(?7 AS INTEGER) \
         WHERE account_id = CAST(?1 AS INTEGER) AND day = CAST(?5 AS INTEGER) AND changes() = 1",
        7,
    ),
    (concat!("DELETE FROM idempotency WHERE ", of_key!(), " AND held = 0"), 4),
    // A charge that is still running finds this entry, and does nothing.
    (
        "INSERT INTO ledger (account_id, at, reference, kind, credits) \
         SELECT account_id, CAST(?2 AS INTEGER), ?3, 'page', 0 FROM accounts WHERE account_id = CAST(?1 AS INTEGER) \
         ON CONFLICT DO NOTHING",
        3,
    ),
];
/// The index of the statement that only calls under a key need.
const RELEASE: usize = 2;

impl Debit<'_> {
    /// The transaction. A call that was charged gets a second entry with its credits, under its reference and `-`. One that
    /// was not charged gets entries of no credits, which keep a charge that is still running from taking effect.
    ///
    /// Under a key, a debit stands for every call that was or would have been served for it. The last of them that fails
    /// takes back the debit and the key, so the next call under that key pays again.
    pub fn reversal(&self, account_id: i64) -> Vec<Statement> {
        let values: [Value; 7] = [
            account_id.into(),
            self.at.0.into(),
            self.reference.into(),
            self.idempotency.map(|(key, _)| key).into(),
            self.at.day().into(),
            self.price.into(),
            self.browser_credits().into(),
        ];
        let has_key = self.idempotency.is_some();
        let mine = STATEMENTS.iter().enumerate().filter(|(place, _)| has_key || *place != RELEASE);
        let statement = |(_, (sql, count)): (usize, &(&str, usize))| {
            Statement::new(*sql, values.iter().take(*count).cloned().collect::<Vec<_>>())
        };
        repeatable(mine.map(statement).collect())
    }
}
