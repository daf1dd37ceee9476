//! The sets of a query, as ranges of their indexes.
//!
//! D1 merges at most five ranges in one `UNION ALL`. A list of names has more: their keys are read from a JSON parameter, and a
//! recursive query whose `ORDER BY` is a priority queue merges them in order without a sort. Only this file has to know.

use super::Page;
use crate::key::{author_key, tag_key};
use crate::platform::Network;
use crate::posts::param::Count;
use crate::posts::plan::Set;
use crate::posts::post::MediaType;
use crate::posts::statements::fulltext;

impl Page<'_> {
    /// The ranges of a set, each in the order of time. There are at most five.
    pub(super) fn ranges(&mut self, set: Set) -> Vec<Range> {
        match set {
            Set::Author => self.each_network(|page, network| {
                let key = page.query.filters.username().map_or("", |name| &name.0.key);
                let key = page.bind.text(author_key(network, key));
                Range::new(BY_AUTHOR, "p.post_id", Some(format!("p.author_key = {key}")))
            }),
            Set::Hashtag => self.each_network(|page, network| {
                let key = page.query.filters.hashtag().map_or("", |name| &name.0.key);
                let key = page.bind.text(tag_key(network, key));
                Range::new("hashtags h", "h.post_id", Some(format!("h.tag_key = {key}")))
            }),
            Set::Kind => self.kinds(),
            Set::Keyword => {
                let expression = self.expression();
                vec![Range::new("words w", "w.rowid", Some(format!("w.words MATCH {expression}")))]
            }
            Set::Reaching(_) | Set::Time => vec![Range::new("posts p NOT INDEXED", "p.post_id", None)],
        }
    }

    /// The condition that a count reaches its minimum.
    pub(super) fn minimum(&mut self, count: Count) -> String {
        let minimum = self.query.filters.minimum(count).map_or(0, |minimum| minimum.0.cast_signed());
        format!("p.{} >= {}", count.column(), self.bind.integer(minimum))
    }

    fn each_network(&mut self, range: impl Fn(&mut Self, Network) -> Range) -> Vec<Range> {
        self.networks().iter().map(|network| range(self, *network)).collect()
    }

    fn networks(&self) -> Vec<Network> {
        self.query.filters.platform().map_or(Network::ALL.to_vec(), |platform| vec![platform.network])
    }

    fn types(&self) -> Vec<u8> {
        match self.query.filters.media_type() {
            Some(media_type) => vec![media_type.number()],
            None => (0..=MediaType::Reel.number()).collect(),
        }
    }

    /// The ranges of all networks and media types of the query.
    fn kinds(&self) -> Vec<Range> {
        let types = self.types();
        let kinds =
            self.networks().into_iter().flat_map(|network| types.iter().map(move |kind| (network, *kind)));
        kinds
            .map(|(network, kind)| {
                let condition = format!("p.network = {} AND p.media_type = {kind}", network.number());
                Range::new(BY_KIND, "p.post_id", Some(condition))
            })
            .collect()
    }

    pub(super) fn expression(&mut self) -> String {
        let expression = self.query.filters.keyword().map(|keyword| fulltext::expression(&keyword.parsed));
        self.bind.text(expression.unwrap_or_default())
    }

    pub(super) fn author_keys(&mut self) -> String {
        let name = self.query.filters.username().map_or("", |name| &name.0.key);
        self.keys(|network| author_key(network, name))
    }

    /// The number of each network, with the key of the hashtag there.
    pub(super) fn keyed_tags(&mut self) -> Vec<(u8, String)> {
        let name = self.query.filters.hashtag().map_or("", |name| &name.0.key);
        let networks = self.networks().into_iter();
        networks.map(|network| (network.number(), self.bind.text(tag_key(network, name)))).collect()
    }

    fn keys(&mut self, key: impl Fn(Network) -> String) -> String {
        list(self.networks().into_iter().map(|network| self.bind.text(key(network))).collect::<Vec<_>>())
    }
}

const BY_AUTHOR: &str = "posts p INDEXED BY posts_by_author";
const BY_KIND: &str = "posts p INDEXED BY posts_by_kind";

/// The narrow table by the index of a count.
pub(super) const fn count_index(count: Count) -> &'static str {
    match count {
        Count::Likes => "posts p INDEXED BY posts_by_likes",
        Count::Comments => "posts p INDEXED BY posts_by_comments",
        Count::Views => "posts p INDEXED BY posts_by_views",
    }
}

fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
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
}
