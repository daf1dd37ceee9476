//! The progress of jobs: a number for each name. A missing one is 0.

use crate::store::Statement;
use crate::store::builder::statement;

/// Pages of ledgers from before this time are rolled up.
pub const ROLLED_UP: &str = "rolled up";
/// Pages from before this time are being rolled up; nothing is, if it is no later than `ROLLED_UP`.
pub const ROLLING_UP: &str = "rolling up";
/// The last account whose pages of that time are rolled up.
pub const ROLLED_UP_ACCOUNT: &str = "rolled up account";
/// The account after which the next check of ledgers begins.
pub const CHECKED: &str = "checked";

/// The progress of all jobs: `rolled_up`, `rolling_up`, `rolled_up_account`, `checked`.
pub fn progress() -> Statement {
    let value = |name: &str| {
        let column = name.replace(' ', "_");
        format!("coalesce((SELECT value FROM progress WHERE name = '{name}'), 0) AS {column}")
    };
    let columns = [ROLLED_UP, ROLLING_UP, ROLLED_UP_ACCOUNT, CHECKED].map(value);
    statement!(format!("SELECT {}", columns.join(", ")))
}

/// Records the progress of a job.
pub fn set_progress(name: &str, value: i64) -> Statement {
    statement!(
        "INSERT INTO progress (name, value) VALUES (?1, CAST(?2 AS INTEGER)) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value
    )
}
