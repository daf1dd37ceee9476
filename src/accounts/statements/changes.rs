//! What was done, and when: rows come as JSON, ready to be sent.

use crate::store::Statement;
use crate::store::builder::{instant, statement};

fn shown() -> String {
    format!("json_object('at', {}, 'action', action, 'subject', subject) AS json", instant("at"))
}

/// What operators and owners did before a change, newest first: `change_id`, `json`.
pub fn changes(before: i64, rows: u16) -> Statement {
    statement!(
        format!(
            "SELECT change_id, {} FROM changes WHERE change_id < CAST(?1 AS INTEGER) \
             ORDER BY change_id DESC LIMIT CAST(?2 AS INTEGER)",
            shown()
        ),
        before,
        i64::from(rows)
    )
}

/// What became of a shard's posts lately, newest first: `at`, `json`.
pub fn imports(rows: u16) -> Statement {
    statement!(
        format!(
            "SELECT at, {} FROM versions WHERE version > 0 ORDER BY version DESC LIMIT CAST(?1 AS INTEGER)",
            shown()
        ),
        i64::from(rows)
    )
}
