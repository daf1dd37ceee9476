//! Scheduled jobs. The daily one checks balances against their ledgers, removes what has expired, and merges the full-text
//! indexes. The one of every ten minutes does what is too much for once a day on a busy service. Each statement looks at a
//! bounded number of rows, each run makes a bounded number of statements, and a part that fails does not stop the others.

use super::index::{STEP, merge_shard};
use crate::accounts::check::Check;
use crate::accounts::roll_up::roll_up;
use crate::accounts::statements::check::forget_keys;
use crate::accounts::statements::deletion::{closed_accounts, removal_step};
use crate::accounts::statements::hourly::forget_hours;
use crate::accounts::statements::links::forget_links;
use crate::accounts::statements::owners::forget_waiting;
use crate::accounts::statements::progress::{CHECKED, progress, set_progress};
use crate::accounts::statements::sessions::forget_sessions;
use crate::accounts::{
    IDEMPOTENCY_LIFETIME, SESSION_IDLE_LIFETIME, SESSION_LIFETIME, UNPAID_CHECKOUT_LIFETIME,
    UNSHOWN_TOKEN_LIFETIME,
};
use crate::ingest::fill::fill;
use crate::payments::statements::forget_unpaid;
use crate::shards::load_shard_map;
use crate::store::budget::Budget;
use crate::store::builder::MAX_EXPIRED;
use crate::store::{Database, Row, Statement, Storage, StorageError, required};
use crate::time::Timestamp;
use serde::Serialize;

/// How many steps merge a shard's full-text index in a run. The rest is left for the next day.
const MERGES: usize = 100;

/// How many statements the check of ledgers leaves for the rest of the daily job: what removes expired rows, the shard map,
/// the check's own progress, and a merge.
const OTHERS: usize = 20;

/// How many transactions forget idempotency keys in a run: twice as many keys as a hundred pages a second make in ten
/// minutes.
const KEYS: usize = 3;

/// How many steps of a run remove closed accounts.
const STEPS: usize = 50;

/// The result of the check of ledgers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Names the job in the log.
    pub job: &'static str,
    /// Accounts whose ledgers were added up.
    pub accounts: i64,
    /// Accounts whose balance differs from the sum.
    pub mismatched: i64,
    /// Whether some accounts are left for the next day.
    pub partial: bool,
    /// How many days of pages are not rolled up; null before the first roll-up.
    pub detail_days: Option<i64>,
}

/// A part of a job that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part}: {error}")]
pub struct JobError {
    /// The name of the part.
    pub part: &'static str,
    /// The error of storage.
    pub error: StorageError,
}

/// Adds the error of a part that failed.
fn note(errors: &mut Vec<JobError>, part: &'static str, outcome: Result<(), StorageError>) {
    errors.extend(outcome.err().map(|error| JobError { part, error }));
}

/// Checks balances against their ledgers: the first part of the daily job. What was found is reported even if a later
/// statement fails.
pub async fn check(
    storage: &impl Storage,
    budget: &mut Budget,
    now: Timestamp,
) -> (Report, Option<JobError>) {
    let mut report = Report { job: "daily", accounts: 0, mismatched: 0, partial: true, detail_days: None };
    let mut check = Check::default();
    let outcome = check_ledgers(storage, budget, now, (&mut check, &mut report)).await;
    (report.accounts, report.mismatched) = (check.accounts, check.mismatched);
    (report, outcome.err().map(|error| JobError { part: "check", error }))
}

/// Starts where the budget of the day before ran out, and records where this one does.
async fn check_ledgers(
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
        budget.rows(storage, set_progress(CHECKED, next)).await?;
    }
    Ok(())
}

/// Does the rest of the daily job. Returns the errors of its parts.
pub async fn daily(storage: &impl Storage, budget: &mut Budget, now: Timestamp) -> Vec<JobError> {
    let mut errors = Vec::new();
    for (part, statement) in expiry_statements(now) {
        note(&mut errors, part, budget.rows(storage, statement).await.map(drop));
    }
    merge(storage, budget, now, &mut errors).await;
    errors
}

/// Does what can't wait for the daily job. Returns the errors of its parts.
pub async fn often(storage: &impl Storage, budget: &mut Budget, now: Timestamp) -> Vec<JobError> {
    let mut errors = Vec::new();
    note(&mut errors, "forget keys", forget_old_keys(storage, budget, now).await);
    note(&mut errors, "delete accounts", remove_closed_accounts(storage, budget).await);
    note(&mut errors, "roll up", roll_up(storage, budget, now).await);
    note(&mut errors, "fill", fill_all(storage, budget, now).await);
    errors
}

/// Forgets expired idempotency keys: a busy service makes millions a day.
async fn forget_old_keys(
    storage: &impl Storage,
    budget: &mut Budget,
    now: Timestamp,
) -> Result<(), StorageError> {
    for _ in 0..KEYS {
        let statements = forget_keys(Timestamp(now.0 - IDEMPOTENCY_LIFETIME));
        let Some(results) = budget.batch(storage, Database::Accounts, statements).await? else { break };
        let row = results.last().and_then(|rows| rows.first());
        let forgotten = row.map(|row| row.integer("forgotten")).transpose()?.flatten();
        if forgotten.is_none_or(|forgotten| forgotten < i64::from(MAX_EXPIRED)) {
            break;
        }
    }
    Ok(())
}

/// Fills what a migration added to the rows of posts, shard after shard.
async fn fill_all(storage: &impl Storage, budget: &mut Budget, now: Timestamp) -> Result<(), StorageError> {
    if !budget.take(1) {
        return Ok(());
    }
    for shard in load_shard_map(storage).await?.in_use() {
        fill(storage, budget, shard.number, now).await?;
    }
    Ok(())
}

/// Removes what is left of closed accounts, one after another.
async fn remove_closed_accounts(storage: &impl Storage, budget: &mut Budget) -> Result<(), StorageError> {
    let Some(closed) = budget.rows(storage, closed_accounts()).await? else { return Ok(()) };
    let mut accounts = closed.rows.iter();
    let mut account = accounts.next();
    for _ in 0..STEPS {
        let Some(row) = account else { break };
        let statements = removal_step(required(row.integer("account_id")?, "account_id")?);
        let Some(results) = budget.batch(storage, Database::Accounts, statements).await? else { break };
        if results.last().is_some_and(|removed| !removed.rows.is_empty()) {
            account = accounts.next();
        }
    }
    Ok(())
}

/// The statements that remove what has expired, by name.
fn expiry_statements(now: Timestamp) -> [(&'static str, Statement); 5] {
    let before = |age| Timestamp(now.0 - age);
    [
        ("forget links", forget_links(now)),
        ("forget sessions", forget_sessions(before(SESSION_LIFETIME), before(SESSION_IDLE_LIFETIME))),
        ("forget waiting tokens", forget_waiting(before(UNSHOWN_TOKEN_LIFETIME))),
        ("forget unpaid checkouts", forget_unpaid(before(UNPAID_CHECKOUT_LIFETIME))),
        ("forget hours", forget_hours(now)),
    ]
}

/// Merges the full-text index of each shard: after an import, a word has to be looked up in every segment that it left.
/// Shards share what is left of the budget, and one that is merged leaves its share to the others. If that is not enough for all,
/// each day starts with another shard.
async fn merge(storage: &impl Storage, budget: &mut Budget, now: Timestamp, errors: &mut Vec<JobError>) {
    let shard_map = if budget.take(1) { load_shard_map(storage).await } else { return };
    let mut shards: Vec<_> = match &shard_map {
        Ok(shard_map) => shard_map.in_use().map(|shard| shard.number).collect(),
        Err(error) => return note(errors, "merge", Err(error.clone())),
    };
    let count = shards.len();
    let first = usize::try_from(now.day()).unwrap_or_default() % count.max(1);
    if first > 0 {
        shards.rotate_left(first);
    }
    for (place, shard) in shards.into_iter().enumerate() {
        let steps = (budget.left() / STEP / (count - place)).clamp(1, MERGES);
        note(errors, "merge", merge_shard(storage, budget, shard, steps).await.map(drop));
    }
}
