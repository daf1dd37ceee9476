//! Taking back a debit of which nobody knows whether it was made: its call was answered by an error.

use super::ledger::Debit;
use crate::store::{Statement, Value, repeatable};

/// The entry of the debit.
macro_rules! of_debit {
    () => {
        "account_id = CAST(?1 AS INTEGER) AND at = CAST(?2 AS INTEGER) AND reference = ?3"
    };
}

/// Each goes ahead only as far as those before it did, and how many of the values it takes: `?1` the account, `?2` the time of
/// the debit, `?3` its reference, `?4` the caller's key, `?5` the price, `?6` the day, `?7` what counts for browser tokens.
const STATEMENTS: [(&str, usize); 5] = [
    (
        "INSERT INTO ledger (account_id, at, reference, kind, credits) \
         SELECT account_id, CAST(?2 AS INTEGER), ?3, 'page', 0 FROM accounts WHERE account_id = CAST(?1 AS INTEGER) \
         ON CONFLICT DO NOTHING",
        3,
    ),
    (
        concat!(
            "DELETE FROM idempotency WHERE account_id = CAST(?1 AS INTEGER) AND at = CAST(?2 AS INTEGER) \
             AND key = ?4 AND served = 0 AND EXISTS (SELECT 1 FROM ledger WHERE ",
            of_debit!(),
            " AND credits < 0)"
        ),
        4,
    ),
    (
        concat!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT account_id, at, reference || '-', 'page', -credits FROM ledger WHERE ",
            of_debit!(),
            " AND credits < 0 AND (?4 IS NULL OR changes() = 1) ON CONFLICT DO NOTHING"
        ),
        4,
    ),
    (
        "UPDATE accounts SET balance = balance + CAST(?5 AS INTEGER), total_used = total_used - CAST(?5 AS INTEGER) \
         WHERE account_id = CAST(?1 AS INTEGER) AND changes() = 1",
        5,
    ),
    (
        "UPDATE usage SET calls = calls - 1, credits = credits - CAST(?5 AS INTEGER), \
         browser_credits = browser_credits - CAST(?7 AS INTEGER) \
         WHERE account_id = CAST(?1 AS INTEGER) AND day = CAST(?6 AS INTEGER) AND changes() = 1",
        7,
    ),
];

impl Debit<'_> {
    /// The transaction. A debit that was made gets a second entry with its credits, under its reference and `-`; one that was
    /// not made gets one of no credits in its place, so that it can't be made later either: it may still be under way.
    ///
    /// A debit under a key stands if a repeated call was served for it meanwhile, as [`Debit::free`] notes. Otherwise the key
    /// goes with it, and whoever comes next under that key pays.
    pub fn reversal(&self, account_id: i64) -> Vec<Statement> {
        let values: [Value; 7] = [
            account_id.into(),
            self.at.0.into(),
            self.reference.into(),
            self.idempotency.map(|(key, _)| key).into(),
            self.price.into(),
            self.at.day().into(),
            self.browser_credits().into(),
        ];
        let statement =
            |(sql, count)| Statement::new(sql, values.iter().take(count).cloned().collect::<Vec<_>>());
        repeatable(STATEMENTS.map(statement).into())
    }
}
