//! Statements that read the sizes of sets: the number of all posts, and the first posts of a set from one end.

use super::Page;
use crate::platform::Network;
use crate::posts::param::{Count, Order};
use crate::posts::plan::Set;
use crate::posts::query::PostQuery;
use crate::store::Statement;
use crate::store::builder::statement;

/// Reads the number of all posts: `posts`.
pub fn posts() -> Statement {
    let totals = Network::ALL.map(Network::name).join(" + ");
    statement!(format!("SELECT {totals} AS posts FROM versions ORDER BY version DESC LIMIT 1"))
}

/// Reads the first `most` posts of a set in an order of time. Returns their number `posts`, and their smallest and largest key `low`
/// and `high` (as text). For [`Set::Time`], it also returns how many reach the minimum of each count.
pub fn side(query: &PostQuery, set: Set, order: Order, most: u64) -> Statement {
    let mut page = Page::new(query);
    let ranges: Vec<_> = page.ranges(set).into_iter().map(|range| page.bounded(range)).collect();
    let reaching = Count::ALL.map(|count| {
        let is_needed = set == Set::Time && query.filters.minimum(count).is_some();
        let reaches = if is_needed { page.minimum(count) } else { "0".to_owned() };
        format!("{reaches} AS {}", count.column())
    });
    let parts: Vec<_> = ranges
        .iter()
        .map(|range| range.select(&format!("{} AS key, {}", range.key, reaching.join(", "))))
        .collect();
    let sums = Count::ALL.map(Count::column).map(|column| format!("coalesce(sum({column}), 0) AS {column}"));
    let sql = format!(
        "SELECT count(*) AS posts, CAST(min(key) AS TEXT) AS low, CAST(max(key) AS TEXT) AS high, \
         {} FROM ({} ORDER BY 1 {} LIMIT {most})",
        sums.join(", "),
        parts.join(" UNION ALL "),
        order.name(),
    );
    page.bind.finish(sql)
}

/// Counts the posts of a range of counts, up to `most`: `posts`.
pub fn range(query: &PostQuery, set: Set, most: u64) -> Statement {
    let mut page = Page::new(query);
    let range = page.whole_set(set).select("1");
    page.bind.finish(format!("SELECT count(*) AS posts FROM ({range} LIMIT {most})"))
}
