//! Statements of an erasure: the posts to erase, and tombstones.

use crate::posts::changes::ChangeNumber;
use crate::store::builder::statement;
use crate::store::{Statement, json};
use crate::time::Timestamp;

/// The columns that are needed to remove a post. Its text is not read, because it may be long.
const COLUMNS: &str = "CAST(d.post_id AS TEXT) AS post_id, d.id, d.network, \
     d.json -> '$.hashtags' AS hashtags, d.json -> '$.mentions' AS mentions";

/// The post with an id: `post_id` (as text), `id`, `network`, `hashtags` and `mentions` (JSON lists).
pub fn post_by_id(id: &str) -> Statement {
    statement!(format!("SELECT {COLUMNS} FROM documents d WHERE d.id = ?1"), id)
}

/// The oldest posts of an author, up to `most`, with the same columns.
pub fn posts_by_author(author_key: &str, most: u16) -> Statement {
    let keys = "SELECT post_id FROM posts INDEXED BY posts_by_author WHERE author_key = ?1 \
                ORDER BY post_id LIMIT CAST(?2 AS INTEGER)";
    statement!(
        format!("SELECT {COLUMNS} FROM ({keys}) k CROSS JOIN documents d ON d.post_id = k.post_id"),
        author_key,
        i64::from(most)
    )
}

/// Inserts the tombstones that are missing, in the transaction that makes a version.
pub fn insert_tombstones(keys: &[String], at: Timestamp, version: i64) -> Statement {
    let numbered: Vec<_> = ChangeNumber::of_transaction(version).zip(keys).collect();
    statement!(
        "INSERT INTO tombstones (key, erased_at, changed) \
         SELECT value ->> 1, CAST(?2 AS INTEGER), value ->> 0 FROM json_each(?1) WHERE true \
         ON CONFLICT (key) DO NOTHING",
        json(&numbered),
        at.0
    )
}

/// The tombstone of a key, if there is one: `key`.
pub fn tombstone(key: &str) -> Statement {
    super::import::tombstones(&[key.to_owned()])
}

/// Adds an entry to the operators' log.
pub fn log(at: Timestamp, action: &str, subject: &str) -> Statement {
    statement!(
        "INSERT INTO changes (at, action, subject) VALUES (CAST(?1 AS INTEGER), ?2, ?3)",
        at.0,
        action,
        subject
    )
}
