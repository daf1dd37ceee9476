//! The statement of a chunk: a bounded part of a walk through an index, with the posts of the page that it meets.
//!
//! A chunk makes at most so many steps and never more, whatever the data: the walk has a `LIMIT` of its own, inside of all
//! filters. Its rows say what was met, by `mark`:
//!
//! | `mark` | the row |
//! | --- | --- |
//! | 0 | a post that passes the filters, with `network`, `stamp` and `json` |
//! | 1 | a place that the walk came past: some posts that do not pass, so that the next chunk begins there |
//! | 2 | the end of the index: it comes out only if the walk came there within its steps |
//!
//! Every row has `post_id` (as text), `value` (the count that posts are sorted by) and `walked` (the count of the index that was
//! walked). As the local D1 counts, a chunk reads a row for each step, one more for each step whose narrow row is joined, one for
//! each hashtag that is found by key, and one or two for each row that comes out.

mod conditions;
mod counted;
mod extent;
mod ranges;
mod walk;

pub use counted::{CountedColumns, count_chunk};
pub use extent::{SAMPLED, extent};

use super::document::document;
use crate::posts::param::{Order, Sort};
use crate::posts::plan::{AccessPath, Chunk};
use crate::posts::query::PostQuery;
use crate::store::Statement;
use crate::store::builder::Builder;

/// One in so many posts that do not pass comes out as a place, judged by the hash in its key. This is a power of two, so that about
/// eight to sixteen places come out of a chunk. With more, a chunk would walk on for long after the page is full: it stops at as many
/// rows as posts and places together.
pub const fn places(steps: u64) -> u64 {
    let spacing = steps / 8;
    if spacing < 2 { 2 } else { 1 << spacing.ilog2() }
}

/// The statement of a chunk.
pub fn chunk(query: &PostQuery, chunk: &Chunk) -> Statement {
    let mut page = Page { query, chunk, projection: Projection::default(), bind: Builder::default() };
    let sql = page.select();
    page.bind.finish(sql)
}

/// What comes of the posts beside what filters and sorts need.
struct Projection {
    /// Columns of the narrow row.
    columns: Vec<&'static str>,
    /// The slots whose posts pass, a bit each.
    slots: u64,
}

impl Default for Projection {
    fn default() -> Self {
        Self { columns: Vec::new(), slots: u64::MAX }
    }
}

struct Page<'a> {
    query: &'a PostQuery,
    chunk: &'a Chunk,
    projection: Projection,
    bind: Builder,
}

impl Page<'_> {
    /// The rows of a chunk.
    fn select(&mut self) -> String {
        let marked = self.marked();
        let rows = if self.chunk.is_sorted { self.sorted(&marked) } else { self.streamed(&marked) };
        // Looking into a text takes the whole document.
        let json = document(self.query.fields.filter(|_| !self.chunk.reads_texts));
        format!(
            "SELECT CAST(k.post_id AS TEXT) AS post_id, k.value, k.walked, k.mark, d.network, d.stamp, {json} \
             FROM ({rows}) k LEFT JOIN documents d ON k.mark = 0 AND d.post_id = k.post_id"
        )
    }

    /// The posts of the walk, each with its mark. The limit keeps SQLite from merging this with what is around it, which would
    /// evaluate the conditions twice.
    fn marked(&mut self) -> String {
        let walk = self.walk();
        let (from, key) = self.joined(&walk);
        let value = self.value().map_or("NULL".to_owned(), |column| format!("p.{column}"));
        let walked = match self.chunk.path {
            AccessPath::Count(count) => format!("p.{}", count.column()),
            AccessPath::Set(_) => "NULL".to_owned(),
        };
        let mark = self.mark(key);
        let steps = self.chunk.steps;
        format!(
            "SELECT {key} AS post_id, {value} AS value, {walked} AS walked, {mark} AS mark FROM {from} LIMIT {steps}"
        )
    }

    /// The posts in the order of the walk, until there are enough.
    fn streamed(&self, marked: &str) -> String {
        let rows = self.chunk.rows;
        format!("SELECT * FROM ({marked}) WHERE {} LIMIT {rows}", self.comes_out())
    }

    /// The first posts of the walk in the order of the page. They are sorted as groups, because SQLite sorts groups in its sorter,
    /// where D1 only counts the rows that are taken out. All places are one group, the first, of which the furthest remains.
    fn sorted(&self, marked: &str) -> String {
        let rows = self.chunk.rows + 2;
        let order = self.query.order.name();
        let furthest = if self.chunk.order == Order::Desc { "min" } else { "max" };
        // Places of an unknown count are never walked to be sorted.
        let far = format!(
            "{furthest}(CASE WHEN mark = 1 THEN printf('%016d%019d', coalesce(walked, 0), post_id) END)"
        );
        let of_match = |column: &str| format!("CASE WHEN mark = 0 THEN {column} END");
        let (value, key) = (of_match("value"), of_match("post_id"));
        format!(
            "SELECT post_id, value, walked, mark, {far} AS far FROM ({marked}) WHERE {} \
             GROUP BY mark = 0, mark, value IS NULL AND mark = 0, {value}, {key} \
             ORDER BY mark = 0, mark, value IS NULL AND mark = 0, {value} {order}, {key} {order} LIMIT {rows}",
            self.comes_out()
        )
    }

    fn comes_out(&self) -> String {
        format!("mark <> 1 OR post_id & {} = 0", places(self.chunk.steps) - 1)
    }

    /// The column of the count that posts are sorted by.
    fn value(&self) -> Option<&'static str> {
        match self.query.sort {
            Sort::PublishedAt => None,
            Sort::Count(count) => Some(count.column()),
        }
    }
}

/// The operator that compares with a place that was passed in this order.
const fn further(order: Order) -> &'static str {
    match order {
        Order::Desc => "<",
        Order::Asc => ">",
    }
}
