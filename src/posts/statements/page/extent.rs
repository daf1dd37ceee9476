//! The statement that reads how far a set reaches.

use super::{Page, Projection};
use crate::platform::Network;
use crate::posts::param::{Count, Order};
use crate::posts::plan::{AccessPath, Chunk, Set, words_of};
use crate::posts::query::PostQuery;
use crate::store::Statement;
use crate::store::builder::Builder;

/// The posts of each end of time that are looked at to estimate how many reach a minimum.
pub const SAMPLED: u64 = 10;

/// The statement that reads how far a chunk's set reaches, in one row:
///
/// | column | what it says |
/// | --- | --- |
/// | `first`, `second` | the first and the last key of the set in the order of the walk, or of all posts, as text; null if there are none |
/// | `size` | how many posts it has: at most, of a set; of a count, about; null if nothing tells |
/// | `likely` | how many it likely has, if it has only those of some networks; null otherwise |
/// | `total` | how many posts there are; null but for a count |
pub fn extent(query: &PostQuery, chunk: &Chunk) -> Statement {
    let measured = Chunk { path: AccessPath::Set(chunk.path.measured(query)), ..*chunk };
    let (projection, bind) = (Projection::default(), Builder::default());
    let mut page = Page { query, chunk: &measured, projection, bind };
    let sql = match chunk.path {
        AccessPath::Set(set) => page.extent_of_set(set),
        AccessPath::Count(count) => page.extent_of_count(count),
    };
    page.bind.finish(sql)
}

impl Page<'_> {
    fn extent_of_set(&mut self, set: Set) -> String {
        let (size, likely) = (self.size_of_set(set), self.likely(set));
        let back = if self.chunk.order == Order::Desc { Order::Asc } else { Order::Desc };
        let [first, last] = [self.chunk.order, back].map(|order| self.end(order));
        // For an empty set, the last would be looked for as long as the first.
        format!(
            "SELECT CAST(first AS TEXT) AS first, CAST(CASE WHEN first IS NOT NULL THEN ({last}) END AS TEXT) AS second, \
             size, {likely}, NULL AS total FROM (SELECT ({first}) AS first, {size} AS size LIMIT 1)"
        )
    }

    /// The posts of a set that are of the networks of the query, if they are as spread as all posts.
    fn likely(&self, set: Set) -> String {
        match self.query.filters.platforms() {
            Some(_) if set.is_postings() => {
                let (own, all) = (total_of(&self.query.filters.networks()), total_of(&Network::ALL));
                format!("size * ({own}) / max(({all}), 1) AS likely")
            }
            _ => "NULL AS likely".to_owned(),
        }
    }

    /// The posts that have the words of a set, as an expression.
    fn size_of_set(&mut self, set: Set) -> String {
        if set == Set::Type && self.query.filters.media_types().is_none() {
            return format!("({})", total_of(&self.query.filters.networks()));
        }
        let Some(words) = words_of(set, self.query) else { return "NULL".to_owned() };
        let clauses = words.into_iter().map(|phrases| {
            let phrases = phrases.into_iter().map(|words| {
                let words = words.into_iter().map(|word| {
                    format!("coalesce((SELECT doc FROM word_sizes WHERE term = {}), 0)", self.bind.text(word))
                });
                least(words.collect())
            });
            phrases.collect::<Vec<_>>().join(" + ")
        });
        least(clauses.collect())
    }

    /// The number of all posts, and an estimate of how many reach a minimum: by how many of the [`SAMPLED`] newest and as many of the
    /// oldest do.
    fn extent_of_count(&mut self, count: Count) -> String {
        let total = total_of(&Network::ALL);
        let size = match self.query.filters.minimum(count) {
            None => "total".to_owned(),
            Some(_) => format!("total * (2 * ({}) + 1) / {}", self.sample(count), 4 * SAMPLED + 2),
        };
        format!(
            "SELECT NULL AS first, NULL AS second, {size} AS size, NULL AS likely, total FROM (SELECT ({total}) AS total LIMIT 1)"
        )
    }

    /// How many of the sample reach the minimum of a count.
    fn sample(&mut self, count: Count) -> String {
        let column = count.column();
        let side = |order: &str| {
            format!(
                "SELECT * FROM (SELECT p.{column} FROM posts p NOT INDEXED ORDER BY p.post_id {order} LIMIT {SAMPLED})"
            )
        };
        let reaches = self.minimum(count);
        let both = format!("{} UNION ALL {}", side("DESC"), side("ASC"));
        format!("SELECT coalesce(sum({reaches}), 0) FROM ({both}) p")
    }
}

/// The number of all posts of some networks.
fn total_of(networks: &[Network]) -> String {
    let totals: Vec<_> = networks.iter().map(|network| network.name()).collect();
    format!("SELECT {} FROM versions ORDER BY version DESC LIMIT 1", totals.join(" + "))
}

/// The least of some expressions. Of one, `min` would be the aggregate function.
fn least(mut expressions: Vec<String>) -> String {
    match expressions.len() {
        1 => expressions.remove(0),
        _ => format!("min({})", expressions.join(", ")),
    }
}
