//! Charging a page: one transaction, which decides everything about the call.

use super::shards::{LAYOUT, confirms};
use super::statement;
use crate::placement::{Shard, reading};
use crate::store::{Statement, Value};
use crate::time::Timestamp;

/// A page to charge.
#[derive(Debug, Clone, Copy)]
pub struct Debit<'a> {
    /// How the token is known to storage.
    pub token_key: &'a str,
    /// Credits.
    pub price: i64,
    /// When.
    pub at: Timestamp,
    /// Made by the server before the first try, so that a repeated transaction is not a second debit.
    pub reference: &'a str,
    /// A hash of the caller's key and query, and since when such a key counts.
    pub idempotency: Option<(&'a str, Timestamp)>,
    /// What the page was read from.
    pub reading: &'a [Shard],
}

/// The state of a token's account: `account_id`, `status`, `balance`, and the `layout` of the posts; no row for an unknown
/// token.
pub fn state(token_key: &str) -> Statement {
    statement!(
        format!(
            "SELECT a.account_id, a.status, a.balance, {LAYOUT} AS layout \
             FROM tokens t JOIN accounts a ON a.account_id = t.account_id WHERE t.token_key = ?1"
        ),
        token_key
    )
}

impl Debit<'_> {
    /// The transaction. Its first statement gives the state after it if the page was charged, as [`state`] does, and no row
    /// otherwise.
    ///
    /// Each statement goes ahead only if the one before it changed a row; the first only if the token is known, its
    /// account active, its balance enough, neither the reference nor the caller's key was charged, and the page is not
    /// older than what was acknowledged.
    pub fn statements(&self) -> Vec<Statement> {
        let mut statements = vec![self.take(), self.entry()];
        if let Some((key, _)) = self.idempotency {
            statements.push(statement!(
                "INSERT INTO idempotency (account_id, key, at) \
                 SELECT account_id, ?2, CAST(?3 AS INTEGER) FROM tokens WHERE token_key = ?1 AND changes() = 1 \
                 ON CONFLICT (account_id, key) DO UPDATE SET at = excluded.at",
                self.token_key,
                key,
                self.at.0
            ));
        }
        statements.push(statement!(
            "INSERT INTO usage (account_id, day, calls, credits) \
             SELECT account_id, CAST(?2 AS INTEGER), 1, CAST(?3 AS INTEGER) FROM tokens \
             WHERE token_key = ?1 AND changes() = 1 \
             ON CONFLICT (account_id, day) DO UPDATE SET calls = calls + 1, credits = credits + excluded.credits",
            self.token_key,
            self.at.day(),
            self.price
        ));
        statements
    }

    /// The transaction for a page that costs nothing: counts the call, if the account could have paid for it and the page is
    /// not older than what was acknowledged, and gives the state.
    pub fn free(&self) -> Vec<Statement> {
        let confirmed = confirms("?4");
        let count = statement!(
            format!(
                "INSERT INTO usage (account_id, day, calls, credits) \
                 SELECT a.account_id, CAST(?2 AS INTEGER), 1, 0 \
                 FROM tokens t JOIN accounts a ON a.account_id = t.account_id \
                 WHERE t.token_key = ?1 AND a.status = 'active' AND a.balance >= CAST(?3 AS INTEGER) \
                 AND {confirmed} ON CONFLICT (account_id, day) DO UPDATE SET calls = calls + 1"
            ),
            self.token_key,
            self.at.day(),
            self.price,
            reading(self.reading)
        );
        vec![count, state(self.token_key)]
    }

    fn take(&self) -> Statement {
        let (key, since) = self.idempotency_values();
        let confirmed = confirms("?7");
        let take = format!(
            "UPDATE accounts SET balance = balance - CAST(?2 AS INTEGER), total_used = total_used + CAST(?2 AS INTEGER) \
             WHERE account_id = (SELECT account_id FROM tokens WHERE token_key = ?1) \
             AND status = 'active' AND balance >= CAST(?2 AS INTEGER) \
             AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = accounts.account_id \
             AND l.at = CAST(?3 AS INTEGER) AND l.reference = ?4) \
             AND NOT EXISTS (SELECT 1 FROM idempotency i WHERE i.account_id = accounts.account_id \
             AND i.key = ?5 AND i.at > CAST(?6 AS INTEGER)) AND {confirmed} \
             RETURNING account_id, status, balance, {LAYOUT} AS layout"
        );
        statement!(
            take,
            self.token_key,
            self.price,
            self.at.0,
            self.reference,
            key,
            since,
            reading(self.reading)
        )
    }

    fn entry(&self) -> Statement {
        statement!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT account_id, CAST(?2 AS INTEGER), ?3, 'page', -CAST(?4 AS INTEGER) \
             FROM tokens WHERE token_key = ?1 AND changes() = 1",
            self.token_key,
            self.at.0,
            self.reference,
            self.price
        )
    }

    /// What a transaction that charged nothing met: the state, with `charged` (this reference is in the ledger already) and
    /// `repeated` (the caller's key was charged before).
    pub fn outcome(&self) -> Statement {
        let (key, since) = self.idempotency_values();
        let outcome = format!(
            "SELECT a.account_id, a.status, a.balance, {LAYOUT} AS layout, \
             EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = a.account_id \
             AND l.at = CAST(?2 AS INTEGER) AND l.reference = ?3) AS charged, \
             EXISTS (SELECT 1 FROM idempotency i WHERE i.account_id = a.account_id \
             AND i.key = ?4 AND i.at > CAST(?5 AS INTEGER)) AS repeated \
             FROM tokens t JOIN accounts a ON a.account_id = t.account_id WHERE t.token_key = ?1"
        );
        statement!(outcome, self.token_key, self.at.0, self.reference, key, since)
    }

    fn idempotency_values(&self) -> (Value, Value) {
        match self.idempotency {
            Some((key, since)) => (key.into(), since.0.into()),
            None => (Value::Null, Value::Null),
        }
    }
}
