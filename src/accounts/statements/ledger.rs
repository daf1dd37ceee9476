//! Charging a page: one transaction that decides everything about the call.

use crate::accounts::credits::MAX_CREDITS;
use crate::shards::statements::{SHARD_MAP, confirms};
use crate::shards::{Shard, read_shards_json};
use crate::store::builder::statement;
use crate::store::{Statement, Value, repeatable};
use crate::time::Timestamp;

/// A page to charge.
#[derive(Debug, Clone, Copy)]
pub struct Debit<'a> {
    /// The key by which storage finds the token.
    pub token_key: &'a str,
    /// The price, in credits.
    pub price: i64,
    /// When the call was made.
    pub at: Timestamp,
    /// The entry's reference. The server makes it before the first try, so that a repeated transaction is not a second
    /// debit.
    pub reference: &'a str,
    /// If the caller sent a key: the key that the page is charged under, as [`super::idempotency::page_key`] writes it, and
    /// since when such a charge is valid.
    pub idempotency: Option<(&'a str, Timestamp)>,
    /// The shards that the page was read from, with their versions.
    pub read_from: &'a [Shard],
    /// Whether the call has a browser token.
    pub browser: bool,
}

/// An SQL expression: what browser tokens may still spend on a day. That is the rest of the owner's cap, or more than any
/// price if there is no cap. For other tokens the day is null; then the result is null, and nothing is read.
fn allowance(day: &str) -> String {
    format!(
        "iif({day} IS NULL, NULL, coalesce(accounts.browser_cap - coalesce((SELECT u.browser_credits FROM usage u \
         WHERE u.account_id = accounts.account_id AND u.day = CAST({day} AS INTEGER)), 0), {MAX_CREDITS}))"
    )
}

/// The columns that are read whenever a call is charged. The day is that of [`allowance`].
fn columns(day: &str) -> String {
    format!(
        "accounts.account_id, accounts.status, accounts.balance, {} AS allowance, {SHARD_MAP} AS layout",
        allowance(day)
    )
}

const OF_TOKEN: &str = "FROM tokens t JOIN accounts ON accounts.account_id = t.account_id WHERE t.token_key";

/// The state of a token's account: `account_id`, `status`, `balance`, the `layout` of the posts, and for a browser token,
/// which needs the day, the `allowance`. No row for an unknown token.
pub fn state(token_key: &str, day: Option<i64>) -> Statement {
    statement!(format!("SELECT {} {OF_TOKEN} = ?1", columns("?2")), token_key, day)
}

/// The state of the token whose key starts like this, with its `token_key` and its `sealed` hash.
pub fn parent_state(start: &str, day: i64) -> Statement {
    let columns = columns("?2");
    let sql = format!("SELECT t.token_key, t.sealed, {columns} {OF_TOKEN} >= ?1 AND t.token_key < ?1 || 'g'");
    statement!(sql, start, day)
}

impl Debit<'_> {
    /// The transaction. If the page was charged, its first statement returns the state afterwards, with the columns of
    /// [`state`]. Otherwise it returns no row.
    ///
    /// Each statement takes effect only if the one before it changed a row. The first has these conditions: the token is
    /// known, its account is active, its balance is sufficient, neither the reference nor the caller's key was charged
    /// before, and the page is not older than what was acknowledged.
    pub fn statements(&self) -> Vec<Statement> {
        let mut statements = vec![self.take(), self.entry(-self.price)];
        if let Some((key, _)) = self.idempotency {
            statements.push(statement!(
                "INSERT INTO idempotency (account_id, key, at) \
                 SELECT account_id, ?2, CAST(?3 AS INTEGER) FROM tokens WHERE token_key = ?1 AND changes() = 1 \
                 ON CONFLICT (account_id, key) DO UPDATE SET at = excluded.at, held = 1",
                self.token_key,
                key,
                self.at.0
            ));
        }
        statements.push(statement!(
            "INSERT INTO usage (account_id, day, calls, credits, browser_credits) \
             SELECT account_id, CAST(?2 AS INTEGER), 1, CAST(?3 AS INTEGER), CAST(?4 AS INTEGER) FROM tokens \
             WHERE token_key = ?1 AND changes() = 1 \
             ON CONFLICT (account_id, day) DO UPDATE SET calls = calls + 1, credits = credits + excluded.credits, \
             browser_credits = browser_credits + excluded.browser_credits",
            self.token_key,
            self.at.day(),
            self.price,
            self.browser_credits()
        ));
        repeatable(statements)
    }

    /// The transaction for a page that costs nothing. It counts the call if the account could have paid for it and the page
    /// is not older than what was acknowledged. Its last statement returns the state.
    ///
    /// Under a key, the page must have been charged already. The balance and the cap don't matter then, because that debit
    /// may have used them up. The call is one more that the debit stands for. It gets an entry of no credits, and the last
    /// statement is [`Debit::outcome`], whose `charged` says whether the call was counted.
    pub fn free_call_statements(&self) -> Vec<Statement> {
        let (confirmed, allowance) = (confirms("?4"), allowance("?5"));
        let (key, since) = self.idempotency_values();
        let count = statement!(
            format!(
                "INSERT INTO usage (account_id, day, calls, credits) \
                 SELECT accounts.account_id, CAST(?2 AS INTEGER), 1, 0 \
                 {OF_TOKEN} = ?1 AND accounts.status = 'active' AND {confirmed} AND CASE WHEN ?6 IS NULL \
                 THEN accounts.balance >= CAST(?3 AS INTEGER) AND coalesce({allowance} >= CAST(?3 AS INTEGER), 1) \
                 ELSE EXISTS (SELECT 1 FROM idempotency i WHERE i.account_id = accounts.account_id \
                 AND i.key = ?6 AND i.at > CAST(?7 AS INTEGER)) \
                 AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = accounts.account_id \
                 AND l.at = CAST(?8 AS INTEGER) AND l.reference = ?9) END \
                 ON CONFLICT (account_id, day) DO UPDATE SET calls = calls + 1"
            ),
            self.token_key,
            self.at.day(),
            self.price,
            read_shards_json(self.read_from),
            self.day(),
            key.clone(),
            since,
            self.at.0,
            self.reference
        );
        if self.idempotency.is_none() {
            return vec![count, state(self.token_key, self.day())];
        }
        let hold = statement!(
            "UPDATE idempotency SET held = held + 1 WHERE key = ?2 AND changes() = 1 \
             AND account_id = (SELECT account_id FROM tokens WHERE token_key = ?1)",
            self.token_key,
            key
        );
        repeatable(vec![count, self.entry(0), hold, self.outcome()])
    }

    /// The part of the price that counts towards the cap of browser tokens.
    pub(crate) const fn browser_credits(&self) -> i64 {
        if self.browser { self.price } else { 0 }
    }

    /// The day of a browser token's call; none for other calls.
    fn day(&self) -> Option<i64> {
        self.browser.then(|| self.at.day())
    }

    fn take(&self) -> Statement {
        let (key, since) = self.idempotency_values();
        let (confirmed, allowance, columns) = (confirms("?7"), allowance("?8"), columns("?8"));
        let take = format!(
            "UPDATE accounts SET balance = balance - CAST(?2 AS INTEGER), total_used = total_used + CAST(?2 AS INTEGER) \
             WHERE account_id = (SELECT account_id FROM tokens WHERE token_key = ?1) \
             AND status = 'active' AND balance >= CAST(?2 AS INTEGER) \
             AND coalesce({allowance} >= CAST(?2 AS INTEGER), 1) \
             AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = accounts.account_id \
             AND l.at = CAST(?3 AS INTEGER) AND l.reference = ?4) \
             AND NOT EXISTS (SELECT 1 FROM idempotency i WHERE i.account_id = accounts.account_id \
             AND i.key = ?5 AND i.at > CAST(?6 AS INTEGER)) AND {confirmed} \
             RETURNING {columns}"
        );
        statement!(
            take,
            self.token_key,
            self.price,
            self.at.0,
            self.reference,
            key,
            since,
            read_shards_json(self.read_from),
            self.day()
        )
    }

    fn entry(&self, credits: i64) -> Statement {
        statement!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT account_id, CAST(?2 AS INTEGER), ?3, 'page', CAST(?4 AS INTEGER) \
             FROM tokens WHERE token_key = ?1 AND changes() = 1",
            self.token_key,
            self.at.0,
            self.reference,
            credits
        )
    }

    /// Why a transaction charged nothing: the state, `charged` (the ledger has this reference already) and `repeated` (the
    /// caller's key was charged before).
    pub fn outcome(&self) -> Statement {
        let ((key, since), columns) = (self.idempotency_values(), columns("?6"));
        let outcome = format!(
            "SELECT {columns}, \
             EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = accounts.account_id \
             AND l.at = CAST(?2 AS INTEGER) AND l.reference = ?3) AS charged, \
             EXISTS (SELECT 1 FROM idempotency i WHERE i.account_id = accounts.account_id \
             AND i.key = ?4 AND i.at > CAST(?5 AS INTEGER)) AS repeated \
             {OF_TOKEN} = ?1"
        );
        statement!(outcome, self.token_key, self.at.0, self.reference, key, since, self.day())
    }

    fn idempotency_values(&self) -> (Value, Value) {
        match self.idempotency {
            Some((key, since)) => (key.into(), since.0.into()),
            None => (Value::Null, Value::Null),
        }
    }
}
