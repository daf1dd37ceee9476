//! The sets of a query, as ranges of their indexes.
//!
//! Up to five ranges are joined by `UNION ALL`, which SQLite merges in order; D1 takes no more in one statement. More are merged by a
//! recursive query whose `ORDER BY` makes its queue a priority queue: it begins with the first post of each range, and each post that
//! is taken out puts in the next one of its range. Nothing is sorted, and no more is read than is taken out. As the local D1 counts, a
//! step costs two rows, and the start three for each range.

use super::{Page, further};
use crate::key::{author_key, tag_key};
use crate::platform::Network;
use crate::posts::param::{Count, Order};
use crate::posts::plan::Set;
use crate::posts::statements::any::any_number;
use crate::posts::statements::fulltext;
use crate::posts::statements::names::{compared, on_each_network};
use crate::store::json;

/// An index with a range for each key of a set.
struct Index {
    from: &'static str,
    key: &'static str,
    /// Compares what the range is for: a column and, if the key is an array, its element.
    equal: &'static [(&'static str, Option<u8>)],
}

const BY_AUTHOR: Index =
    Index { from: "posts p INDEXED BY posts_by_author", key: "p.post_id", equal: &[("p.author_key", None)] };
const BY_HASHTAG: Index = Index { from: "hashtags h", key: "h.post_id", equal: &[("h.tag_key", None)] };
const BY_MENTION: Index = Index { from: "mentions h", key: "h.post_id", equal: &[("h.name_key", None)] };
const BY_TYPE: Index = Index {
    from: "posts p INDEXED BY posts_by_kind",
    key: "p.post_id",
    equal: &[("p.network", Some(0)), ("p.media_type", Some(1))],
};

impl Index {
    /// The range of a key, which is an expression.
    fn range(&self, key: &str) -> Range {
        let mut range = Range::new(self.from, self.key, None);
        for (column, element) in self.equal {
            let element = element.map_or(String::new(), |element| format!(" ->> {element}"));
            range.add(format!("{column} = {key}{element}"));
        }
        range
    }
}

impl Page<'_> {
    /// The ranges of a set, each in the order of time.
    pub(super) fn ranges(&mut self, set: Set) -> Vec<Range> {
        match self.keys(set) {
            Some((index, keys)) => {
                keys.iter().map(|key| index.range(&self.bind.text(key.as_str()))).collect()
            }
            None => vec![self.range(set)],
        }
    }

    /// The range of a set that has one.
    fn range(&mut self, set: Set) -> Range {
        match set {
            Set::Keyword => {
                let expression = self.expression();
                Range::new("words w", "w.rowid", Some(format!("w.words MATCH {expression}")))
            }
            Set::References => {
                let condition = self.reference();
                Range::new("posts p INDEXED BY posts_by_reference", "p.post_id", Some(condition))
            }
            _ => Range::new("posts p NOT INDEXED", "p.post_id", None),
        }
    }

    /// The keys of a set that has an index with a range for each.
    fn keys(&self, set: Set) -> Option<(Index, Vec<String>)> {
        let filters = &self.query.filters;
        Some(match set {
            Set::Author => (BY_AUTHOR, on_each_network(filters, &compared(filters.usernames()), author_key)),
            Set::Hashtag => (BY_HASHTAG, on_each_network(filters, &compared(filters.hashtags()), tag_key)),
            Set::Mentions => {
                (BY_MENTION, on_each_network(filters, &compared(filters.mentions()), author_key))
            }
            Set::Type => (BY_TYPE, self.pairs()),
            Set::References | Set::Keyword | Set::Reaching(_) | Set::Time => return None,
        })
    }

    /// The networks and media types of the query, as JSON arrays.
    fn pairs(&self) -> Vec<String> {
        let types = self.query.filters.type_numbers();
        let networks = self.query.filters.networks();
        let pair = |network: &Network, media_type: &u8| json(&(network.number(), media_type));
        networks.iter().flat_map(|network| types.iter().map(|media_type| pair(network, media_type))).collect()
    }

    /// The posts of many ranges in the order of the chunk: `post_id`.
    pub(super) fn merged(&mut self, set: Set) -> Option<String> {
        let (index, keys) = self.keys(set)?;
        let keys = self.bind.text(json(&keys));
        let (order, steps) = (self.chunk.order, self.chunk.steps);
        let first = self.bounded(index.range("j.value")).first(order);
        let mut next = self.bounded_at_the_end(index.range("m.name"));
        next.add(format!("{} {} m.post_id", next.key, further(order)));
        let (next, order) = (next.first(order), order.name());
        Some(format!(
            "WITH RECURSIVE m (post_id, name) AS (\
             SELECT * FROM (SELECT ({first}) AS post_id, j.value AS name FROM json_each({keys}) j) \
             WHERE post_id IS NOT NULL \
             UNION ALL SELECT ({next}), m.name FROM m WHERE m.post_id IS NOT NULL ORDER BY 1 {order}) \
             SELECT post_id FROM m WHERE post_id IS NOT NULL LIMIT {steps}"
        ))
    }

    /// The condition that a count reaches its minimum.
    pub(super) fn minimum(&mut self, count: Count) -> String {
        let minimum = self.query.filters.minimum(count).map_or(0, |minimum| minimum.0.cast_signed());
        format!("p.{} >= {}", count.column(), self.bind.integer(minimum))
    }

    /// The condition that a post refers to the one that is asked for.
    pub(super) fn reference(&mut self) -> String {
        let id = self.query.filters.refers_to().map_or("", |id| &id.0);
        format!("p.refers_to = {}", self.bind.text(id))
    }

    /// The condition on the network and media type.
    pub(super) fn type_condition(&self) -> String {
        let filters = &self.query.filters;
        let networks = filters.networks().into_iter().map(Network::number);
        let network = filters.platforms().map(|_| any_number("p.network", networks));
        let media_type = filters.media_types().map(|_| any_number("p.media_type", filters.type_numbers()));
        network.into_iter().chain(media_type).collect::<Vec<_>>().join(" AND ")
    }

    pub(super) fn expression(&mut self) -> String {
        let expression = self.query.filters.keyword().map(|keyword| fulltext::expression(&keyword.parsed));
        self.bind.text(expression.unwrap_or_default())
    }
}

/// The narrow table by the index of a count.
pub(super) const fn count_index(count: Count) -> &'static str {
    match count {
        Count::Likes => "posts p INDEXED BY posts_by_likes",
        Count::Comments => "posts p INDEXED BY posts_by_comments",
        Count::Views => "posts p INDEXED BY posts_by_views",
        // No access path is in this order.
        Count::Shares => "posts p NOT INDEXED",
    }
}

/// A range of an index: a table, the column of its key, and conditions.
pub(super) struct Range {
    from: &'static str,
    pub(super) key: &'static str,
    conditions: Vec<String>,
}

impl Range {
    pub(super) fn new(from: &'static str, key: &'static str, condition: Option<String>) -> Self {
        Self { from, key, conditions: condition.into_iter().collect() }
    }

    pub(super) fn add(&mut self, condition: String) {
        self.conditions.push(condition);
    }

    /// The `SELECT` of these columns, without an order.
    pub(super) fn select(&self, columns: &str) -> String {
        let conditions =
            if self.conditions.is_empty() { "1".to_owned() } else { self.conditions.join(" AND ") };
        format!("SELECT {columns} FROM {} WHERE {conditions}", self.from)
    }

    /// The key of its first post in an order.
    pub(super) fn first(&self, order: Order) -> String {
        format!("{} ORDER BY 1 {} LIMIT 1", self.select(self.key), order.name())
    }
}
