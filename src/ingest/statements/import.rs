//! Statements of an import: what is known about the posts, and then all changes in one transaction. Each statement gets its
//! rows as one JSON parameter.

use crate::platform::Network;
use crate::posts::changes::ChangeNumber;
use crate::posts::statements::postings::Postings;
use crate::store::builder::statement;
use crate::store::{Statement, Value, json};
use crate::time::Timestamp;
use serde::ser::SerializeTuple as _;
use serde::{Serialize, Serializer};

/// The maximum size of a JSON parameter, in bytes. D1 takes values of 2 MB.
const MAX_PARAMETER: usize = 1_000_000;

/// The known posts among these ids: `post_id` (as text), `revision` and `json`.
pub fn known(ids: &[&str]) -> Statement {
    statement!(
        "SELECT CAST(d.post_id AS TEXT) AS post_id, p.revision, d.json FROM json_each(?1) r \
         CROSS JOIN documents d ON d.id = r.value CROSS JOIN posts p ON p.post_id = d.post_id",
        json(&ids)
    )
}

/// The tombstones among these keys: `key`.
pub fn tombstones(keys: &[String]) -> Statement {
    statement!("SELECT t.key FROM json_each(?1) r JOIN tombstones t ON t.key = r.value", json(&keys))
}

/// The key of an author's tombstone.
pub fn author_tombstone(author_key: &str) -> String {
    format!("author {author_key}")
}

/// The taken keys in these ranges, each given by its first and last key: `post_id` (as text).
pub fn taken(ranges: &[(i64, i64)]) -> Statement {
    statement!(
        "SELECT CAST(p.post_id AS TEXT) AS post_id FROM json_each(?1) r \
         JOIN posts p ON p.post_id BETWEEN r.value ->> 0 AND r.value ->> 1",
        json(&ranges)
    )
}

/// An entry of the shard's log of changes.
#[derive(Debug, Clone, Copy)]
pub struct LogEntry<'a> {
    /// When the change is made.
    pub at: Timestamp,
    /// What is done.
    pub action: &'a str,
    /// What it is done to.
    pub subject: &'a str,
}

/// A change to a shard's posts: the version after the one that was read.
#[derive(Debug, Clone)]
pub struct Version<'a> {
    /// The version that was read.
    pub read: i64,
    /// The entry of the log.
    pub log_entry: LogEntry<'a>,
    /// How many posts each network gains, in the order of [`Network::ALL`].
    pub added: [i64; Network::ALL.len()],
}

impl Version<'_> {
    /// Inserts the version, or fails the whole transaction if a newer version exists than the one that was read.
    pub fn statement(&self) -> Statement {
        let totals = Network::ALL.map(Network::name).join(", ");
        let mut values: Vec<Value> = vec![
            self.read.into(),
            self.log_entry.at.0.into(),
            self.log_entry.action.into(),
            self.log_entry.subject.into(),
        ];
        let sums = Network::ALL.iter().zip(self.added).map(|(network, added)| {
            values.push(added.into());
            format!("{} + CAST(?{} AS INTEGER)", network.name(), values.len())
        });
        let sums = sums.collect::<Vec<_>>().join(", ");
        let sql = format!(
            "INSERT INTO versions (version, at, action, subject, {totals}) \
             SELECT version + 1, CAST(?2 AS INTEGER), ?3, ?4, {sums} FROM versions WHERE version = CAST(?1 AS INTEGER)"
        );
        Statement::new(sql, values)
    }
}

/// The error of storage when [`Version::statement`] finds a newer version.
pub const VERSION_MOVED: &str = "UNIQUE constraint failed: versions.version";

/// A row of the narrow table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the columns of the table")]
pub struct PostRow {
    pub post_id: i64,
    pub network: u8,
    pub author_key: String,
    pub media_type: u8,
    pub likes: Option<u64>,
    pub comments: Option<u64>,
    pub views: Option<u64>,
    pub kind: u8,
    pub language: Option<String>,
    pub shares: Option<u64>,
    pub refers_to: Option<String>,
    pub changed: ChangeNumber,
    pub revision: i64,
}

/// Serializes as an array in the order of the fields, because SQLite finds an element faster than a name.
impl Serialize for PostRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_tuple(13)?;
        row.serialize_element(&self.post_id)?;
        row.serialize_element(&self.network)?;
        row.serialize_element(&self.author_key)?;
        row.serialize_element(&self.media_type)?;
        row.serialize_element(&self.likes)?;
        row.serialize_element(&self.comments)?;
        row.serialize_element(&self.views)?;
        row.serialize_element(&self.kind)?;
        row.serialize_element(&self.language)?;
        row.serialize_element(&self.shares)?;
        row.serialize_element(&self.refers_to)?;
        row.serialize_element(&self.changed)?;
        row.serialize_element(&self.revision)?;
        row.end()
    }
}

/// Inserts or updates narrow rows. One that is not filled stays so, because its mentions are still missing.
pub fn posts(rows: &[PostRow]) -> Vec<Statement> {
    in_parts(
        "INSERT INTO posts \
         (post_id, network, author_key, media_type, likes, comments, views, kind, language, shares, refers_to, \
         changed, revision) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, \
         value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12 FROM json_each(?1) WHERE true \
         ON CONFLICT (post_id) DO UPDATE SET media_type = excluded.media_type, \
         likes = excluded.likes, comments = excluded.comments, views = excluded.views, \
         kind = excluded.kind, language = excluded.language, shares = excluded.shares, \
         refers_to = excluded.refers_to, changed = iif(changed IS NULL, NULL, excluded.changed), \
         revision = excluded.revision",
        rows.iter().map(json),
    )
}

/// A row of the documents: key, id, network, stamp and text.
#[derive(Debug, Clone)]
pub struct DocumentRow(pub i64, pub String, pub u8, pub String, pub String);

/// Inserts or updates documents. All texts are sent as one parameter, and each row gives the position of its bytes in it.
/// Texts inside the rows' JSON would be parsed and escaped again, and one with many quotes would not fit into a parameter.
/// The cast of the whole parameter does not depend on the row, so SQLite evaluates it once.
pub fn documents(rows: &[DocumentRow]) -> Vec<Statement> {
    let sql = "INSERT INTO documents (post_id, id, network, stamp, json) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, \
         CAST(substr(CAST(?2 AS BLOB), value ->> 4, value ->> 5) AS TEXT) FROM json_each(?1) WHERE true \
         ON CONFLICT (post_id) DO UPDATE SET stamp = excluded.stamp, json = excluded.json";
    let mut statements = Vec::new();
    let (mut part, mut texts) = (Vec::new(), String::new());
    for DocumentRow(post_id, id, network, stamp, text) in rows {
        if !texts.is_empty() && texts.len() + text.len() > MAX_PARAMETER {
            statements.push(statement!(sql, json(&part), core::mem::take(&mut texts)));
            part.clear();
        }
        part.push((post_id, id, network, stamp, texts.len() + 1, text.len()));
        texts.push_str(text);
    }
    if !texts.is_empty() {
        statements.push(statement!(sql, json(&part), texts));
    }
    statements
}

/// Inserts the words of posts that have none yet.
pub fn words(rows: &[(i64, String)]) -> Vec<Statement> {
    in_parts(
        "INSERT INTO words (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?1)",
        rows.iter().map(json),
    )
}

/// Inserts postings, except those that are there already: a post that is not filled yet lacks its mentions.
pub fn insert_postings(postings: Postings, rows: &[(String, i64)]) -> Vec<Statement> {
    let (table, key) = (postings.table(), postings.key());
    let sql = format!(
        "INSERT OR IGNORE INTO {table} ({key}, post_id) SELECT value ->> 0, value ->> 1 FROM json_each(?1)"
    );
    in_parts(&sql, rows.iter().map(json))
}

/// Removes postings.
pub fn remove_postings(postings: Postings, rows: &[(String, i64)]) -> Vec<Statement> {
    let (table, key) = (postings.table(), postings.key());
    let sql = format!(
        "DELETE FROM {table} WHERE ({key}, post_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))"
    );
    in_parts(&sql, rows.iter().map(json))
}

/// Removes the words of posts.
pub fn remove_words(post_ids: &[i64]) -> Vec<Statement> {
    in_parts("DELETE FROM words WHERE rowid IN (SELECT value FROM json_each(?1))", post_ids.iter().map(json))
}

/// Removes the narrow rows and the documents of posts.
pub fn remove_posts(post_ids: &[i64]) -> Vec<Statement> {
    ["posts", "documents"]
        .into_iter()
        .flat_map(|table| {
            let sql = format!("DELETE FROM {table} WHERE post_id IN (SELECT value FROM json_each(?1))");
            in_parts(&sql, post_ids.iter().map(json))
        })
        .collect()
}

/// Builds statements, each for as many rows as fit into a parameter.
pub(super) fn in_parts(sql: &str, rows: impl IntoIterator<Item = String>) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut part = String::new();
    for row in rows {
        if !part.is_empty() && part.len() + row.len() > MAX_PARAMETER {
            statements.push(statement!(sql, format!("[{part}]")));
            part.clear();
        }
        if !part.is_empty() {
            part.push(',');
        }
        part.push_str(&row);
    }
    if !part.is_empty() {
        statements.push(statement!(sql, format!("[{part}]")));
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_split_into_parameters_that_d1_accepts() {
        assert!(words(&[]).is_empty());
        let rows: Vec<_> = (0..5).map(|id| (id, "x".repeat(MAX_PARAMETER / 3))).collect();
        assert_eq!(words(&rows).len(), 3);
    }

    #[test]
    fn each_document_row_gives_the_position_of_its_own_text() {
        let texts = ["é".repeat(MAX_PARAMETER / 4), "a".repeat(MAX_PARAMETER / 2), "b".repeat(7), "c".into()];
        let row = |(key, text): (i64, &String)| DocumentRow(key, "x:1".into(), 3, "s".into(), text.clone());
        let rows: Vec<_> = (0..).zip(&texts).map(row).collect();
        let statements = documents(&rows);
        assert_eq!(statements.len(), 2, "the first two fill a parameter");
        let found = statements.iter().flat_map(|statement| {
            let [Value::Text(rows), Value::Text(texts)] = statement.values.as_slice() else { panic!() };
            let rows: Vec<(i64, String, u8, String, usize, usize)> = serde_json::from_str(rows).unwrap();
            rows.into_iter().map(|(.., start, length)| texts[start - 1..start - 1 + length].to_owned())
        });
        assert!(found.eq(texts));
        assert!(documents(&[]).is_empty());
    }
}
