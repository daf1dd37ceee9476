//! Statements that read the logs of changes.

use crate::store::Statement;
use crate::store::builder::statement;

/// Changes by operators and owners before an entry, newest first: `change_id`, `at`, `action` and `subject`.
pub fn changes(before: i64, rows: u16) -> Statement {
    statement!(
        "SELECT change_id, at, action, subject FROM changes WHERE change_id < CAST(?1 AS INTEGER) \
         ORDER BY change_id DESC LIMIT CAST(?2 AS INTEGER)",
        before,
        i64::from(rows)
    )
}

/// The latest changes to a shard's posts, newest first: `at`, `action` and `subject`.
pub fn imports(rows: u16) -> Statement {
    statement!(
        "SELECT at, action, subject FROM versions WHERE version > 0 ORDER BY version DESC LIMIT CAST(?1 AS INTEGER)",
        i64::from(rows)
    )
}
