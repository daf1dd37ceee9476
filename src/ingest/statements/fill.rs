//! Statements that fill rows from before a migration.

use super::import::in_parts;
use crate::posts::changes::ChangeNumber;
use crate::store::builder::statement;
use crate::store::{Statement, json};
use serde::Serialize;

/// The oldest posts that are not filled: `id`.
pub fn unfilled_ids(most: u16) -> Statement {
    statement!(
        "SELECT d.id FROM (SELECT post_id FROM posts INDEXED BY posts_by_change WHERE changed IS NULL \
         ORDER BY post_id LIMIT CAST(?1 AS INTEGER)) p CROSS JOIN documents d ON d.post_id = p.post_id",
        i64::from(most)
    )
}

/// The columns that are filled: the key, and then those of the migrations: `kind`, `language`, `shares`, `refers_to` and `changed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilledRow(
    pub i64,
    pub u8,
    pub Option<String>,
    pub Option<u64>,
    pub Option<String>,
    pub ChangeNumber,
);

/// Fills the columns. Others are not named, so their indexes are not written.
pub fn fill_posts(rows: &[FilledRow]) -> Vec<Statement> {
    in_parts(
        "UPDATE posts SET kind = r.value ->> 1, language = r.value ->> 2, shares = r.value ->> 3, \
         refers_to = r.value ->> 4, changed = r.value ->> 5 FROM json_each(?1) r WHERE post_id = r.value ->> 0",
        rows.iter().map(json),
    )
}
