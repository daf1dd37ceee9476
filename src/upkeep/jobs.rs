//! The jobs. One of each day holds balances against their ledgers, forgets what has expired, and merges the full-text indexes; one of
//! every ten minutes does what a busy service has much of. Each statement looks at a bounded number of rows, a run makes a bounded
//! number of statements, and a part that fails does not keep the others from being done.

use crate::accounts::check::Check;
use crate::accounts::roll_up::roll_up;
use crate::accounts::statements::check::forget_keys;
use crate::accounts::statements::deletion::{closed, step};
use crate::accounts::statements::hourly::forget_hours;
use crate::accounts::statements::links::forget_links;
use crate::accounts::statements::owners::forget_waiting;
use crate::accounts::statements::progress::{CHECKED, progress, set};
use crate::accounts::statements::sessions::forget_sessions;
use crate::accounts::{ABSOLUTE, CHECKOUT, IDEMPOTENCY, IDLE, WAITING};
use crate::payments::statements::forget_unpaid;
use crate::posts::statements::totals::merge_words;
use crate::shards::layout;
use crate::store::budget::Budget;
use crate::store::builder::MAX_EXPIRED;
use crate::store::{Database, Row, Statement, Storage, StorageError, required};
use crate::time::Timestamp;
use serde::Serialize;

/// The most transactions that merge a shard's full-text index, and statements of each. What is left is for the next day.
const MERGES: usize = 10;
const AT_ONCE: usize = 10;

/// Statements that the check of ledgers leaves to the other parts of the daily job: what forgets, the layout, its own progress,
/// and a merge.
const OTHERS: usize = 20;

/// Transactions that forget idempotency keys: twice as many keys as a hundred pages a second make in ten minutes.
const KEYS: usize = 3;

/// The most steps that remove what is left of closed accounts.
const STEPS: usize = 50;

/// What the check of ledgers came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Names the job in the log.
    pub job: &'static str,
    /// Accounts whose ledgers were added up.
    pub accounts: i64,
    /// Those whose balance is another.
    pub mismatched: i64,
    /// Whether some accounts are left for the next day.
    pub partial: bool,
    /// How many days of pages are not rolled up; null before any was.
    pub detail_days: Option<i64>,
}

/// A part of a job that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part}: {error}")]
pub struct JobError {
    /// Which.
    pub part: &'static str,
    /// What storage said.
    pub error: StorageError,
}

/// Takes note of a part that failed.
fn note(errors: &mut Vec<JobError>, part: &'static str, outcome: Result<(), StorageError>) {
    errors.extend(outcome.err().map(|error| JobError { part, error }));
}

/// Holds balances against their ledgers, the first part of the daily job. What was found is told also if it fails then.
pub async fn check(
    storage: &impl Storage,
    budget: &mut Budget,
    now: Timestamp,
) -> (Report, Option<JobError>) {
    let mut report = Report { job: "daily", accounts: 0, mismatched: 0, partial: true, detail_days: None };
    let mut check = Check::default();
    let outcome = checked(storage, budget, now, (&mut check, &mut report)).await;
    (report.accounts, report.mismatched) = (check.accounts, check.mismatched);
    (report, outcome.err().map(|error| JobError { part: "check", error }))
}

/// Begins where the budget of the day before ended, and takes note of where that of this day does.
async fn checked(
    storage: &impl Storage,
    budget: &mut Budget,
    now: Timestamp,
    (check, report): (&mut Check, &mut Report),
) -> Result<(), StorageError> {
    let Some(rows) = budget.rows(storage, progress()).await? else { return Ok(()) };
    let row = required(rows.first(), "progress")?;
    let number = |column| row.integer(column).and_then(|number| required(number, column));
    let (rolled_up, from) = (Timestamp(number("rolled_up")?), number("checked")?);
    report.detail_days = (rolled_up.0 > 0).then(|| now.day() - rolled_up.day());
    let mut part = budget.part(budget.left().saturating_sub(OTHERS));
    let outcome = check.add_all(storage, &mut part, from, rolled_up.day()).await;
    budget.give_back(part);
    let stopped = outcome?;
    report.partial = stopped.is_some();
    let next = stopped.unwrap_or_default();
    if next != from {
        budget.rows(storage, set(CHECKED, next)).await?;
    }
    Ok(())
}

/// Does the rest of the daily job: what failed of it.
pub async fn daily(storage: &impl Storage, budget: &mut Budget, now: Timestamp) -> Vec<JobError> {
    let mut errors = Vec::new();
    for (part, statement) in forget(now) {
        note(&mut errors, part, budget.rows(storage, statement).await.map(drop));
    }
    merge(storage, budget, now, &mut errors).await;
    errors
}

/// Does what can't wait for the daily job: what failed of it.
pub async fn often(storage: &impl Storage, budget: &mut Budget, now: Timestamp) -> Vec<JobError> {
    let mut errors = Vec::new();
    note(&mut errors, "forget keys", keys(storage, budget, now).await);
    note(&mut errors, "delete accounts", deletions(storage, budget).await);
    note(&mut errors, "roll up", roll_up(storage, budget, now).await);
    errors
}

/// Forgets idempotency keys that no longer count: a busy service has millions a day.
async fn keys(storage: &impl Storage, budget: &mut Budget, now: Timestamp) -> Result<(), StorageError> {
    for _ in 0..KEYS {
        let statements = forget_keys(Timestamp(now.0 - IDEMPOTENCY));
        let Some(results) = budget.batch(storage, Database::Accounts, statements).await? else { break };
        let row = results.last().and_then(|rows| rows.first());
        let forgotten = row.map(|row| row.integer("forgotten")).transpose()?.flatten();
        if forgotten.is_none_or(|forgotten| forgotten < i64::from(MAX_EXPIRED)) {
            break;
        }
    }
    Ok(())
}

/// Removes what is left of closed accounts, one after the other.
async fn deletions(storage: &impl Storage, budget: &mut Budget) -> Result<(), StorageError> {
    let Some(closed) = budget.rows(storage, closed()).await? else { return Ok(()) };
    let mut accounts = closed.rows.iter();
    let mut account = accounts.next();
    for _ in 0..STEPS {
        let Some(row) = account else { break };
        let statements = step(required(row.integer("account_id")?, "account_id")?);
        let Some(results) = budget.batch(storage, Database::Accounts, statements).await? else { break };
        if results.last().is_some_and(|gone| !gone.rows.is_empty()) {
            account = accounts.next();
        }
    }
    Ok(())
}

/// What forgets what has expired, by its name.
fn forget(now: Timestamp) -> [(&'static str, Statement); 5] {
    let before = |age| Timestamp(now.0 - age);
    [
        ("forget links", forget_links(now)),
        ("forget sessions", forget_sessions(before(ABSOLUTE), before(IDLE))),
        ("forget waiting tokens", forget_waiting(before(WAITING))),
        ("forget unpaid checkouts", forget_unpaid(before(CHECKOUT))),
        ("forget hours", forget_hours(now)),
    ]
}

/// Merges the full-text index of each shard: after an import, a word is looked for in as many places as it left segments. Shards
/// share what is left of the budget; where it is not enough for all, each day begins with another one.
async fn merge(storage: &impl Storage, budget: &mut Budget, now: Timestamp, errors: &mut Vec<JobError>) {
    let layout = if budget.take(1) { layout(storage).await } else { return };
    let mut shards: Vec<_> = match &layout {
        Ok(layout) => layout.in_use().map(|shard| shard.number).collect(),
        Err(error) => return note(errors, "merge", Err(error.clone())),
    };
    let count = shards.len().max(1);
    let first = usize::try_from(now.day()).unwrap_or_default() % count;
    if first > 0 {
        shards.rotate_left(first);
    }
    let times = (budget.left() / AT_ONCE / count).clamp(1, MERGES);
    for shard in shards {
        note(errors, "merge", merge_shard(storage, budget, shard, times).await);
    }
}

async fn merge_shard(
    storage: &impl Storage,
    budget: &mut Budget,
    shard: u8,
    times: usize,
) -> Result<(), StorageError> {
    for time in 0..times {
        let count = AT_ONCE.min(budget.left());
        if count == 0 {
            break;
        }
        let statements = (0..count).map(|place| merge_words(time == 0 && place == 0)).collect();
        budget.batch(storage, Database::Posts(shard), statements).await?;
    }
    Ok(())
}
