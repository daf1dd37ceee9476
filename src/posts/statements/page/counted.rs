//! The statement of a chunk whose posts are counted: as that of a page, but the posts that pass are added up.
//!
//! Each row has `mark` (see [`super`]), `last` (the furthest key, as text), `posts`, `key` (what the posts are grouped by, as text),
//! and, for each count, its sum in two parts of 32 bits, `likes_high` and `likes_low`, and of how many posts it is known,
//! `likes_known`.

use super::{Page, Projection};
use crate::posts::counts::{GroupBy, SUMMED};
use crate::posts::plan::{Chunk, Set};
use crate::posts::query::PostQuery;
use crate::store::Statement;
use crate::store::builder::Builder;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedColumns {
    /// What the posts are grouped by.
    pub group_by: Option<GroupBy>,
    /// The slots whose posts count, a bit each.
    pub slots: u64,
}

/// The statement of a chunk whose posts are counted.
pub fn count_chunk(query: &PostQuery, chunk: &Chunk, columns: CountedColumns) -> Statement {
    let projection = Projection { columns: needed(columns.group_by), slots: columns.slots };
    let mut page = Page { query, chunk, projection, bind: Builder::default() };
    let sql = page.counted(columns.group_by);
    page.bind.finish(sql)
}

/// The columns of the narrow row that are added up, and the one that posts are grouped by.
fn needed(group_by: Option<GroupBy>) -> Vec<&'static str> {
    let counts = SUMMED.iter().map(|(count, _)| count.column());
    counts.chain(group_by.and_then(column)).collect()
}

const fn column(group_by: GroupBy) -> Option<&'static str> {
    match group_by {
        GroupBy::Platform => Some("network"),
        GroupBy::Username => Some("author_key"),
        GroupBy::MediaType => Some("media_type"),
        GroupBy::Language => Some("language"),
        GroupBy::Kind => Some("kind"),
        GroupBy::Day | GroupBy::Week | GroupBy::Month | GroupBy::Hashtag | GroupBy::Mentions => None,
    }
}

impl Page<'_> {
    fn counted(&mut self, group_by: Option<GroupBy>) -> String {
        let walk = self.walk();
        let (from, key) = self.joined(&walk);
        let mark = self.mark(key);
        let steps = self.chunk.steps;
        let columns: Vec<_> = self.projection.columns.iter().map(|column| format!("p.{column}")).collect();
        let columns = columns.join(", ");
        let marked = format!("SELECT {key} AS post_id, {mark} AS mark, {columns} FROM {from} LIMIT {steps}");
        // A post that is in two ranges of a set comes twice.
        let once =
            if self.repeats_posts() { format!("SELECT * FROM ({marked}) GROUP BY post_id") } else { marked };
        let (documents, group) = grouped(group_by);
        let sums: Vec<_> = SUMMED.iter().map(|(count, _)| sums(count.column())).collect();
        format!(
            "SELECT k.mark, CAST(min(k.post_id) AS TEXT) AS last, count(*) AS posts, CAST({group} AS TEXT) AS key, {} \
             FROM ({once}) k {documents} GROUP BY k.mark, {group}",
            sums.join(", ")
        )
    }

    fn repeats_posts(&self) -> bool {
        let filters = &self.query.filters;
        match self.chunk.path.set() {
            Set::Hashtag => filters.hashtags().is_some_and(|list| list.count() > 1),
            Set::Mentions => filters.mentions().is_some_and(|list| list.count() > 1),
            _ => false,
        }
    }
}

/// The join that a group needs, and its expression.
fn grouped(group_by: Option<GroupBy>) -> (&'static str, String) {
    const DOCUMENTS: &str = "LEFT JOIN documents d ON k.mark = 0 AND d.post_id = k.post_id";
    match group_by {
        None => ("", "NULL".to_owned()),
        Some(GroupBy::Day | GroupBy::Week | GroupBy::Month) => {
            ("", "(k.post_id >> 21) / 86400000".to_owned())
        }
        Some(GroupBy::Hashtag) => (DOCUMENTS, "d.json -> '$.hashtags'".to_owned()),
        Some(GroupBy::Mentions) => (DOCUMENTS, "d.json -> '$.mentions'".to_owned()),
        Some(group_by) => ("", column(group_by).map_or("NULL".to_owned(), |column| format!("k.{column}"))),
    }
}

fn sums(column: &str) -> String {
    format!(
        "coalesce(sum(k.{column} >> 32), 0) AS {column}_high, coalesce(sum(k.{column} & 4294967295), 0) AS {column}_low, \
         count(k.{column}) AS {column}_known"
    )
}
