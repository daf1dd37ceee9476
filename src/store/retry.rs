//! Whether a batch that failed is tried again. Pure: chance is an argument, and the caller does the waiting.
//!
//! # When storage fails
//!
//! Every batch of the Worker goes through `D1::answer` of `src/worker/d1.rs`. A batch that fails is one of four cases:
//!
//! - **It may succeed at once.** `TRANSIENT` names what D1 says if a connection or a database went away and is back, and
//!   also an answer that lacks a part: fewer results than statements, a result without rows, or a result that says that it
//!   failed. (D1's own library looks at the first result only, and returns no rows where rows did not arrive, which would
//!   read as "there is none".) Such a batch is tried three times, with random waits of 100 to 200 ms and of 200 to 400 ms,
//!   but only if running it twice does no harm: if it only reads, or is [`repeatable`](super::repeatable). Repeatable writes
//!   name what they do, and do nothing if it is done already: debits and grants by reference, Stripe's events and assignments
//!   by session, acknowledged versions, the use of a session. Their last statements say what is true now, whoever made it so.
//! - **The database is overloaded.** Nothing is tried again. The call is a 503 with `Retry-After`, and the log has an alarm.
//! - **There is no answer** within 15 seconds, or any other error. The call is a 503 as well. If the batch was the debit of a
//!   page, or one of its three tries was lost, the debit may have been made or may still be under way. So a call that ends
//!   with an error is taken back after its answer (`src/accounts/statements/reversal.rs`). `src/worker/background.rs` tries the
//!   reversal three times in half a minute, each time as any batch.
//! - **A write is not repeatable.** The call is a 503 at once, and nobody knows whether the write was done. Its caller may
//!   repeat it: an import or an erasure that was done changes nothing the second time, an account that was created is a 409,
//!   a new token ends the one that nobody saw, and a link that was used is refused and another one is asked for.
//!
//! KV keeps only what can be read again. Whatever it does, and whatever part of a page it returns, no caller sees it.
//!
//! Two sets of tests compare storage with what was answered. `tests/support/faults` stands between the built Worker and its
//! storage, and makes each batch of each address fail in each of these ways. `tests/support/kills` ends the runtime in the
//! middle of everything.

use super::{Rows, Statement, StorageError};

/// How often a batch is tried.
const TRIES: u32 = 3;
/// Milliseconds before the second try; twice that before the third.
const FIRST: f64 = 200.0;

/// What storage says of a database that has too much to do. Another try would be more of it.
const OVERLOAD: &str = "is overloaded";
/// What storage says where the same may go well at once: a connection or a database that went away and is back, and an
/// answer of which a part is missing, as the platform finds and as [`StorageError::half`] says.
const TRANSIENT: [&str; 6] = [
    "Network connection lost",
    "storage caused object to be reset",
    "reset because its code was updated",
    "due to transient issue",
    "Failed to parse body as JSON",
    HALF,
];
const HALF: &str = "half an answer";

impl StorageError {
    /// An answer of which a part is missing: what was asked may be done all the same.
    pub fn half() -> Self {
        Self::new(HALF)
    }

    /// Whether the database has too much to do.
    pub fn is_overload(&self) -> bool {
        self.message.contains(OVERLOAD)
    }

    /// Whether the same may go well at once.
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
    /// Takes note of a try that failed: how many milliseconds to wait before the next one, by chance as [`jitter`] has it.
    ///
    /// # Errors
    /// What the batch ends with, where another try is of no use, or not safe. An overloaded database has done nothing this
    /// time, but perhaps the last: then that is what is told.
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

    /// The results of a try that was heard of.
    pub fn pass<R>(&self, mut results: Vec<Rows<R>>) -> Vec<Rows<R>> {
        for rows in &mut results {
            rows.again = self.failed > 0;
        }
        results
    }

    /// Why the last try failed that is worth another one.
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

    /// The waits of a batch that goes on failing, at a chance of one half.
    fn waits(statements: &[Statement], message: &str) -> Vec<f64> {
        let error = StorageError::new(message);
        (1..).map_while(|tried| wait(statements, &error, tried, 0.5)).collect()
    }

    #[test]
    fn what_d1_says_is_transient_overload_or_neither() {
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
        assert!(StorageError::half().is_transient());
    }

    #[test]
    fn reading_is_tried_three_times_with_growing_waits() {
        assert_eq!(waits(&[select(), select()], LOST), [150.0, 300.0]);
        assert_eq!(
            waits(&[Statement::new("WITH a AS (SELECT 1) SELECT * FROM a", [])], LOST),
            [150.0, 300.0]
        );
    }

    #[test]
    fn overload_and_what_will_fail_again_are_tried_once() {
        for message in [FULL, "disk on fire", "no answer within 15 s"] {
            assert!(waits(&[select()], message).is_empty(), "{message}");
            assert!(waits(&repeatable(vec![write()]), message).is_empty(), "{message}");
        }
    }

    #[test]
    fn writing_is_tried_again_only_where_all_of_it_may_be_done_twice() {
        assert!(waits(&[write()], LOST).is_empty());
        assert!(waits(&[select(), write()], LOST).is_empty());
        assert_eq!(waits(&repeatable(vec![write(), select(), write()]), LOST), [150.0, 300.0]);
        let mut mixed = repeatable(vec![write()]);
        mixed.push(write());
        assert!(waits(&mixed, LOST).is_empty());
    }

    #[test]
    fn what_may_be_done_is_told_though_the_database_is_overloaded_since() {
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
