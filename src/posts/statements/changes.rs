//! Statements about what changed, in the order of the numbers of changes.
//!
//! A log is walked in chunks of so many entries. Of these, a statement returns those that are wanted. Where it does not return as many
//! as it may, it also returns the last entry of the chunk, wanted or not, so that the next chunk begins after it. No rows mean that
//! there is no entry.
//!
//! The inner query has a limit, so SQLite neither merges it with the outer one nor sorts: entries come in the order of its index, and
//! no more are read than it takes to find the wanted ones.

use super::any::{any_author, any_number};
use super::document::document;
use super::names::compared;
use super::postings::Postings;
use crate::platform::Network;
use crate::posts::changes::ChangeNumber;
use crate::posts::filters::Filters;
use crate::posts::shape::Fields;
use crate::store::builder::{Builder, statement};
use crate::store::{Statement, json};

/// Part of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// It begins after this change.
    pub after: ChangeNumber,
    /// How many entries are read.
    pub entries: u64,
    /// The most entries that are returned.
    pub most: u64,
}

/// Where entries of a log are.
struct Log<'a> {
    /// The table, as `e`, and its index.
    table: &'a str,
    /// An expression: whether an entry is wanted.
    wanted: String,
    /// What is returned of one, from the row `c` of the chunk.
    columns: &'a str,
    /// Where these columns are, if not in the chunk.
    join: &'a str,
    /// The columns of the chunk.
    inner: &'a str,
}

/// The posts in a chunk of changes that pass the filters, or that may have passed them once: `changed`, `id`, `wanted` and `is_end`,
/// whether it is the last of all.
pub fn changed_posts(filters: &Filters, chunk: Chunk) -> Statement {
    let mut bind = Builder::default();
    let passes = passes(filters, &mut bind);
    let of_network = of_network(filters, "e.network");
    let wanted = if has_names(filters) {
        format!("{of_network} AND (e.revision > 0 OR {passes})")
    } else {
        of_network
    };
    let log = Log {
        table: "posts e INDEXED BY posts_by_change",
        wanted,
        columns: "d.id",
        join: "CROSS JOIN documents d ON d.post_id = c.post_id",
        inner: "e.post_id",
    };
    let sql = log.chunk(chunk, &mut bind);
    bind.finish(sql)
}

/// The erased posts in a chunk of changes that are of the networks of the filters: `changed`, `id`, `erased_at`, `wanted` and `is_end`.
pub fn erased_posts(filters: &Filters, chunk: Chunk) -> Statement {
    let keys = filters
        .networks()
        .into_iter()
        .map(|network| format!("e.key GLOB '{}*'", post_tombstone(&format!("{}:", network.name()))));
    let log = Log {
        table: "tombstones e INDEXED BY tombstones_by_change",
        wanted: format!("({})", keys.collect::<Vec<_>>().join(" OR ")),
        columns: "substr(c.key, 6) AS id, c.erased_at",
        join: "",
        inner: "e.key, e.erased_at",
    };
    let mut bind = Builder::default();
    let sql = log.chunk(chunk, &mut bind);
    bind.finish(sql)
}

impl Log<'_> {
    fn chunk(&self, chunk: Chunk, bind: &mut Builder) -> String {
        let Self { table, wanted, columns, join, inner } = self;
        let after = bind.integer(chunk.after.0);
        let walk = format!("FROM {table} WHERE e.changed > {after} ORDER BY e.changed LIMIT");
        let (entries, most) = (chunk.entries, chunk.most);
        let end = format!("(SELECT max(e.changed) FROM {table})");
        let last = format!("(SELECT e.changed {walk} 1 OFFSET {})", entries.saturating_sub(1));
        format!(
            "SELECT c.changed, {columns}, c.wanted, c.changed = {end} AS is_end \
             FROM (SELECT e.changed, {inner}, ({wanted}) AS wanted {walk} {entries}) c {join} \
             WHERE CASE WHEN c.wanted THEN 1 WHEN c.changed = {end} THEN 1 ELSE c.changed = {last} END LIMIT {most}"
        )
    }
}

/// Those of the posts with these ids that are stored, as they are now: `post_id` (as text), `id`, `network`, `revision`, whether it
/// `passes` the filters, `stamp` and `json`, with some keys or all.
pub fn posts_as_they_are(ids: &[&str], filters: &Filters, fields: Option<Fields>) -> Statement {
    let mut bind = Builder::default();
    let passes = passes(filters, &mut bind);
    let ids = bind.text(json(&ids));
    let json = document(fields);
    bind.finish(format!(
        "SELECT CAST(d.post_id AS TEXT) AS post_id, d.id, d.network, e.revision, ({passes}) AS passes, d.stamp, {json} \
         FROM json_each({ids}) r CROSS JOIN documents d ON d.id = r.value \
         CROSS JOIN posts e ON e.post_id = d.post_id"
    ))
}

/// Those of the posts with these ids that have tombstones: `id`.
pub fn erased_among(ids: &[&str]) -> Statement {
    let key = post_tombstone("");
    statement!(
        format!(
            "SELECT r.value AS id FROM json_each(?1) r CROSS JOIN tombstones t ON t.key = '{key}' || r.value"
        ),
        json(&ids)
    )
}

/// The era of a database of posts: `era`.
pub fn era() -> Statement {
    statement!("SELECT era FROM eras")
}

/// The key of a post's tombstone.
pub fn post_tombstone(id: &str) -> String {
    format!("post {id}")
}

/// Whether the filters name authors or hashtags, which a post can lose.
fn has_names(filters: &Filters) -> bool {
    filters.usernames().is_some() || filters.hashtags().is_some()
}

fn of_network(filters: &Filters, column: &str) -> String {
    let networks = filters.networks();
    if networks.len() == Network::ALL.len() {
        return "1".to_owned();
    }
    any_number(column, networks.into_iter().map(Network::number))
}

/// The condition that a narrow row `e` passes the filters. Names are sent as one value, because D1 takes at most 100.
fn passes(filters: &Filters, bind: &mut Builder) -> String {
    let mut conditions = vec![of_network(filters, "e.network")];
    if filters.usernames().is_some() {
        conditions.push(any_author("e.author_key", filters, filters.usernames(), bind));
    }
    if filters.hashtags().is_some() {
        let names = compared(filters.hashtags());
        conditions.push(Postings::Hashtags.any_name(&names, "e.network", "e.post_id", bind));
    }
    conditions.join(" AND ")
}
