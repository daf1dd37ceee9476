//! Decides whether a batch that failed is retried. Pure: randomness is an argument, and the caller does the waiting.
//!
//! # When storage fails
//!
//! Every batch of the Worker goes through `D1::run_with_retries` of `src/worker/d1.rs`. A batch that fails is one of four cases:
//!
//! - **It may succeed at once.** `TRANSIENT` lists what D1 says if a connection or a database was lost and is back. An
//!   incomplete answer counts as well: fewer results than statements, a result without rows, or a result that says that it
//!   failed. (D1's own library only looks at the first result. Where rows did not arrive it returns none, which would mean
//!   "there are none".) Such a batch is tried three times, with random waits of 100 to 200 ms and of 200 to 400 ms, but only
//!   if running it twice does no harm: if it only reads, or is [`repeatable`](super::repeatable). Repeatable writes have a
//!   key and do nothing if they were done before: debits and grants by reference, Stripe's events and assignments by session,
//!   acknowledged versions, the use of a session. Their last statements return the state as it is now, whichever try made it.
//! - **The database is overloaded.** There is no retry. The call is a 503 with `Retry-After`, and the log has an alarm.
//! - **There is no answer** within 15 seconds, or any other error. The call is a 503 as well. If the batch was the debit of a
//!   page, or one of its three tries was lost, the debit may have been made or may still be running. So if a call ends with an
//!   error, its debit is reversed after the answer (`src/accounts/statements/reversal.rs`). `src/worker/background.rs` tries
//!   the reversal three times in half a minute, each time with the retries of any batch.
//! - **A write is not repeatable.** The call is a 503 at once, and nobody knows whether the write was done. The caller may
//!   repeat the call. A repeated import or erasure changes nothing. An account that was created is a 409. A new token replaces
//!   the one that nobody saw. A link that was used is refused, and the owner asks for another.
//!
//! KV holds only pages that can be read from the databases again. If it fails, or returns part of a page, no caller notices.
//!
//! Two sets of tests compare what is stored with what was answered. `tests/support/faults` intercepts the calls between the built
//! Worker and its storage, and makes each batch of each address fail in each of these ways. `tests/support/kills` ends the runtime at any
//! moment.

use super::{Rows, Statement, StorageError};

/// How many times a batch is tried.
const TRIES: u32 = 3;
/// The longest wait in milliseconds before the second try. Before the third it is twice that.
const FIRST: f64 = 200.0;

/// What D1 says about an overloaded database. A retry would add to the load.
const OVERLOAD: &str = "is overloaded";
/// What D1 says where a retry may succeed at once: a connection or a database was lost and is back, or an answer is incomplete.
/// The last one is that of [`StorageError::incomplete`].
const TRANSIENT: [&str; 6] = [
    "Network connection lost",
    "storage caused object to be reset",
    "reset because its code was updated",
    "due to transient issue",
    "Failed to parse body as JSON",
    INCOMPLETE,
];
const INCOMPLETE: &str = "half an answer";

impl StorageError {
    /// An incomplete answer. The statements may have run nevertheless.
    pub fn incomplete() -> Self {
        Self::new(INCOMPLETE)
    }

    /// Whether the database is overloaded.
    pub fn is_overload(&self) -> bool {
        self.message.contains(OVERLOAD)
    }

    /// Whether a retry may succeed at once.
    pub fn is_transient(&self) -> bool {
        TRANSIENT.iter().any(|text| self.message.contains(text))
    }
}

/// The tries of a batch so far.
#[derive(Debug, Default)]
pub struct Tries {
    failed: u32,
    last: Option<StorageError>,
}

impl Tries {
    /// Records a try that failed, and returns how many milliseconds to wait before the next one. `chance`, from 0 to 1, is
    /// passed to [`jitter`].
    ///
    /// # Errors
    /// The error of the batch, if a retry would be of no use or not safe. If the database is overloaded, this try did nothing,
    /// but an earlier one may have: then the earlier error is returned.
    pub fn fail(
        &mut self,
        statements: &[Statement],
        error: StorageError,
        chance: f64,
    ) -> Result<f64, StorageError> {
        self.failed += 1;
        if let Some(wait) = wait(statements, &error, self.failed, chance) {
            self.last = Some(error);
            return Ok(wait);
        }
        let before = self.last.take().filter(|_| error.is_overload());
        Err(before.unwrap_or(error))
    }

    /// The results of the try that succeeded.
    pub fn pass<R>(&self, mut results: Vec<Rows<R>>) -> Vec<Rows<R>> {
        for rows in &mut results {
            rows.is_retry = self.failed > 0;
        }
        results
    }

    /// Why the last try failed, for the log.
    pub fn cause(&self) -> &str {
        self.last.as_ref().map_or("", |error| &error.message)
    }
}

/// A random wait, in the unit of `most`: between half of it and all of it. `chance`, from 0 to 1, picks where, so that callers
/// that failed at the same moment do not retry at the same moment.
pub fn jitter(most: f64, chance: f64) -> f64 {
    most * (0.5 + chance / 2.0)
}

fn wait(statements: &[Statement], error: &StorageError, tried: u32, chance: f64) -> Option<f64> {
    (tried < TRIES && error.is_transient() && statements.iter().all(Statement::may_repeat))
        .then(|| jitter(FIRST * f64::from(tried), chance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::repeatable;

    const LOST: &str = "D1_ERROR: Network connection lost.";
    const FULL: &str = "D1_ERROR: D1 DB is overloaded. Too many requests queued.";

    fn select() -> Statement {
        Statement::new("SELECT 1", [])
    }

    fn write() -> Statement {
        Statement::new("UPDATE t SET n = n + 1", [])
    }

    /// The waits of a batch that always fails, at a chance of one half.
    fn waits(statements: &[Statement], message: &str) -> Vec<f64> {
        let error = StorageError::new(message);
        (1..).map_while(|tried| wait(statements, &error, tried, 0.5)).collect()
    }

    #[test]
    fn messages_of_d1_are_transient_overload_or_neither() {
        for (message, expected) in [
            (LOST, (true, false)),
            ("D1_ERROR: Internal error in D1 DB storage caused object to be reset.", (true, false)),
            (
                "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
                (true, false),
            ),
            ("D1_ERROR: D1 DB reset because its code was updated.", (true, false)),
            ("D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.", (true, false)),
            ("D1_ERROR: Failed to parse body as JSON, got: [{\"succ", (true, false)),
            ("D1_ERROR: D1 DB is overloaded. Requests queued for too long.", (false, true)),
            (FULL, (false, true)),
            (
                "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
                (false, false),
            ),
            ("D1_ERROR: D1 DB exceeded its CPU time limit and was reset.", (false, false)),
            ("D1_ERROR: D1 DB exceeded its memory limit and was reset.", (false, false)),
            ("D1_ERROR: no such table: posts: SQLITE_ERROR", (false, false)),
            ("no answer within 15 s", (false, false)),
        ] {
            let error = StorageError::new(message);
            assert_eq!((error.is_transient(), error.is_overload()), expected, "{message}");
        }
        assert!(StorageError::incomplete().is_transient());
    }

    #[test]
    fn reads_are_tried_three_times_with_growing_waits() {
        assert_eq!(waits(&[select(), select()], LOST), [150.0, 300.0]);
        assert_eq!(
            waits(&[Statement::new("WITH a AS (SELECT 1) SELECT * FROM a", [])], LOST),
            [150.0, 300.0]
        );
    }

    #[test]
    fn overload_and_permanent_errors_are_not_retried() {
        for message in [FULL, "disk on fire", "no answer within 15 s"] {
            assert!(waits(&[select()], message).is_empty(), "{message}");
            assert!(waits(&repeatable(vec![write()]), message).is_empty(), "{message}");
        }
    }

    #[test]
    fn writes_are_retried_only_if_all_of_them_are_repeatable() {
        assert!(waits(&[write()], LOST).is_empty());
        assert!(waits(&[select(), write()], LOST).is_empty());
        assert_eq!(waits(&repeatable(vec![write(), select(), write()]), LOST), [150.0, 300.0]);
        let mut mixed = repeatable(vec![write()]);
        mixed.push(write());
        assert!(waits(&mixed, LOST).is_empty());
    }

    #[test]
    fn an_earlier_try_that_may_have_run_is_reported_rather_than_the_overload() {
        let told = |messages: &[&str]| {
            let mut tries = Tries::default();
            let fail = |message: &&str| tries.fail(&[select()], StorageError::new(*message), 0.5).err();
            messages.iter().filter_map(fail).map(|error| error.message).collect::<Vec<_>>()
        };
        assert_eq!(told(&[FULL]), [FULL]);
        assert_eq!(told(&[LOST, FULL]), [LOST]);
        assert_eq!(told(&[LOST, LOST, FULL]), [LOST]);
        assert_eq!(told(&[LOST, "disk on fire"]), ["disk on fire"]);
        assert_eq!(told(&[LOST, LOST, LOST]), [LOST]);
    }

    #[test]
    fn chance_spreads_a_wait_over_its_second_half() {
        let wait = |tried, chance| wait(&[select()], &StorageError::new(LOST), tried, chance);
        assert_eq!(
            [wait(1, 0.0), wait(1, 1.0), wait(2, 0.0), wait(2, 1.0), wait(3, 0.0)],
            [Some(100.0), Some(200.0), Some(200.0), Some(400.0), None]
        );
    }
}
