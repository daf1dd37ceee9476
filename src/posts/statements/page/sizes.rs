//! How large sets are: how many all posts are, and the first posts of a set from one end.

use super::Page;
use crate::platform::Network;
use crate::posts::param::Order;
use crate::posts::plan::Set;
use crate::posts::query::PostQuery;
use crate::store::Statement;
use crate::store::builder::statement;

/// The number of all posts: `posts`.
pub fn posts() -> Statement {
    let totals = Network::ALL.map(Network::name).join(" + ");
    statement!(format!("SELECT {totals} AS posts FROM versions ORDER BY version DESC LIMIT 1"))
}

/// The first `most` posts of a set in an order of time: their number `posts`, their smallest and largest key `low` and
/// `high` (as text), and, of the set of all times, how many have enough `likes` and `comments`.
pub fn side(query: &PostQuery, set: Set, order: Order, most: u64) -> Statement {
    let mut page = Page::new(query);
    let ranges: Vec<_> = page.ranges(set).into_iter().map(|range| page.bounded(range)).collect();
    let [likes, comments] = match set {
        Set::Time => {
            [("likes", query.min_likes), ("comments", query.min_comments)].map(|(column, minimum)| {
                let is_needed = minimum.is_some_and(|minimum| minimum.0 > 0);
                if is_needed { page.minimum(column, minimum) } else { "0".to_owned() }
            })
        }
        _ => ["0", "0"].map(ToOwned::to_owned),
    };
    let parts: Vec<_> = ranges
        .iter()
        .map(|range| range.select(&format!("{} AS key, {likes} AS likes, {comments} AS comments", range.key)))
        .collect();
    let sql = format!(
        "SELECT count(*) AS posts, CAST(min(key) AS TEXT) AS low, CAST(max(key) AS TEXT) AS high, \
         coalesce(sum(likes), 0) AS likes, coalesce(sum(comments), 0) AS comments \
         FROM ({} ORDER BY 1 {} LIMIT {most})",
        parts.join(" UNION ALL "),
        order.name(),
    );
    page.bind.finish(sql)
}

/// How many posts a range of counts has, up to `most`: `posts`.
pub fn range(query: &PostQuery, set: Set, most: u64) -> Statement {
    let mut page = Page::new(query);
    let range = page.whole(set).select("1");
    page.bind.finish(format!("SELECT count(*) AS posts FROM ({range} LIMIT {most})"))
}
