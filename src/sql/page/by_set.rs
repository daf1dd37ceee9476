//! Keys of a driving set: an author's, a hashtag's, a keyword's, those of a network or a media type.

use super::Page;
use super::source::Source;
use crate::key::{author_key, tag_key};
use crate::plan::Plan;
use crate::platform::Network;
use crate::post::MediaType;
use crate::sql::fulltext;

impl Page<'_> {
    /// The keys of a driving set. By time, several ranges of its index are merged as they are walked.
    pub(super) fn by_set(&mut self, plan: Plan) -> String {
        let order = self.query.order.name();
        let Some(column) = self.count_column() else {
            let ranges = self.ranges(plan);
            let parts: Vec<_> = ranges.iter().map(walk).collect();
            return format!("{} ORDER BY 1 {order} LIMIT {}", parts.join(" UNION ALL "), self.rows);
        };
        let source = self.collected(plan);
        let mut source = self.narrowed(source, plan);
        source.on_posts = true;
        if let Some(after) = self.after_count(column) {
            source.add(after);
        }
        format!(
            "SELECT {key} AS post_id, p.{column} AS value FROM {tables} WHERE {conditions} \
             ORDER BY p.{column} IS NULL, p.{column} {order}, {key} {order} LIMIT {rows}",
            key = source.key,
            tables = source.tables(),
            conditions = source.all(),
            rows = self.rows,
        )
    }

    /// The ranges of a set that are each in the order of time, at most five of them.
    fn ranges(&mut self, plan: Plan) -> Vec<Source> {
        match plan {
            Plan::Author => self.each_network(|page, network| {
                let key = page.query.username.as_ref().map_or("", |name| &name.0.key);
                let key = page.bind.text(author_key(network, key));
                Source::new(
                    "posts p INDEXED BY posts_by_author",
                    "p.post_id",
                    Some(format!("p.author_key = {key}")),
                )
            }),
            Plan::Hashtag => self.each_network(|page, network| {
                let key = page.query.hashtag.as_ref().map_or("", |name| &name.0.key);
                let key = page.bind.text(tag_key(network, key));
                Source::new("hashtags h", "h.post_id", Some(format!("h.tag_key = {key}")))
            }),
            Plan::Kind => self.kinds(),
            Plan::Keyword => vec![self.matches()],
            Plan::Time | Plan::Count => {
                vec![Source::new("posts p", "p.post_id", None)]
            }
        }
        .into_iter()
        .map(|source| self.narrowed_by_time(source, plan))
        .collect()
    }

    fn each_network(&mut self, range: impl Fn(&mut Self, Network) -> Source) -> Vec<Source> {
        self.networks().iter().map(|network| range(self, *network)).collect()
    }

    fn networks(&self) -> Vec<Network> {
        self.query.platform.map_or(Network::ALL.to_vec(), |platform| vec![platform.network])
    }

    /// One network's media types, or one media type's networks.
    fn kinds(&mut self) -> Vec<Source> {
        let types: Vec<u8> = match self.query.media_type {
            Some(media_type) => vec![media_type.number()],
            None => (0..=MediaType::Reel.number()).collect(),
        };
        let kinds =
            self.networks().into_iter().flat_map(|network| types.iter().map(move |kind| (network, *kind)));
        kinds
            .map(|(network, kind)| {
                let condition = format!("p.network = {} AND p.media_type = {kind}", network.number());
                Source::new("posts p INDEXED BY posts_by_kind", "p.post_id", Some(condition))
            })
            .collect()
    }

    fn matches(&mut self) -> Source {
        let expression = self.expression();
        Source::new("words w", "w.rowid", Some(format!("w.words MATCH {expression}")))
    }

    pub(super) fn expression(&mut self) -> String {
        let expression = self.query.keyword.as_ref().map(|keyword| fulltext::expression(&keyword.parsed));
        self.bind.text(expression.unwrap_or_default())
    }

    /// A set as a whole, for sorting: all its ranges at once.
    fn collected(&mut self, plan: Plan) -> Source {
        match plan {
            Plan::Author => {
                let keys = self.author_keys();
                let condition = format!("p.author_key IN ({keys})");
                Source::new("posts p INDEXED BY posts_by_author", "p.post_id", Some(condition))
            }
            Plan::Hashtag => {
                let keys = self.tag_keys();
                Source::new("hashtags h", "h.post_id", Some(format!("h.tag_key IN ({keys})")))
            }
            Plan::Keyword => self.matches(),
            Plan::Kind | Plan::Count | Plan::Time => Source::new("posts p", "p.post_id", None),
        }
    }

    pub(super) fn author_keys(&mut self) -> String {
        let name = self.query.username.as_ref().map_or("", |name| &name.0.key);
        self.keys(|network| author_key(network, name))
    }

    pub(super) fn tag_keys(&mut self) -> String {
        let name = self.query.hashtag.as_ref().map_or("", |name| &name.0.key);
        self.keys(|network| tag_key(network, name))
    }

    fn keys(&mut self, key: impl Fn(Network) -> String) -> String {
        let keys: Vec<_> = self.networks().into_iter().map(|network| self.bind.text(key(network))).collect();
        keys.join(", ")
    }
}

/// One range of a set, in the order of its index.
fn walk(source: &Source) -> String {
    format!(
        "SELECT {key} AS post_id, NULL AS value FROM {tables} WHERE {conditions}",
        key = source.key,
        tables = source.tables(),
        conditions = source.all(),
    )
}
