//! A page of posts: the keys by the plan's index, then the documents of those keys only.

use super::{Builder, fulltext};
use crate::cursor::Position;
use crate::key::{author_key, first_at, tag_key};
use crate::param::{Count, Order, Sort};
use crate::plan::Plan;
use crate::platform::Network;
use crate::post::MediaType;
use crate::query::PostQuery;
use crate::store::Statement;

/// The statement of a page: up to one row more than the query's limit, each with `post_id` (as text), `value` (the count
/// that is sorted by), `network`, `stamp` and `json`. The order of the rows is the caller's to make.
pub fn page(query: &PostQuery, plan: Plan) -> Statement {
    let mut page = Page { query, bind: Builder::default(), rows: query.limit.0 + 1 };
    let keys = match plan {
        Plan::Count => page.by_count(),
        _ => page.by_set(plan),
    };
    let sql = format!(
        "SELECT CAST(k.post_id AS TEXT) AS post_id, k.value, d.network, d.stamp, d.json \
         FROM ({keys}) k CROSS JOIN documents d ON d.post_id = k.post_id"
    );
    page.bind.finish(sql)
}

struct Page<'a> {
    query: &'a PostQuery,
    bind: Builder,
    rows: u16,
}

/// Where keys come from: a table, the key's column, and conditions.
struct Source {
    from: &'static str,
    key: &'static str,
    conditions: Vec<String>,
    /// Whether a condition is about the narrow row of the post, which then has to be there.
    on_posts: bool,
}

impl Source {
    fn new(from: &'static str, key: &'static str, condition: Option<String>) -> Self {
        Self { from, key, conditions: condition.into_iter().collect(), on_posts: false }
    }

    fn add(&mut self, condition: String) {
        self.conditions.push(condition);
    }

    fn add_on_posts(&mut self, condition: String) {
        self.on_posts = true;
        self.add(condition);
    }

    /// The tables: the narrow row is joined where the source is not that row itself.
    fn tables(&self) -> String {
        if self.on_posts && !self.from.starts_with("posts") {
            format!("{} CROSS JOIN posts p ON p.post_id = {}", self.from, self.key)
        } else {
            self.from.to_owned()
        }
    }

    fn all(&self) -> String {
        if self.conditions.is_empty() { "1".to_owned() } else { self.conditions.join(" AND ") }
    }
}

impl Page<'_> {
    /// The keys of a driving set. By time, several ranges of its index are merged as they are walked.
    fn by_set(&mut self, plan: Plan) -> String {
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

    fn expression(&mut self) -> String {
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

    fn author_keys(&mut self) -> String {
        let name = self.query.username.as_ref().map_or("", |name| &name.0.key);
        self.keys(|network| author_key(network, name))
    }

    fn tag_keys(&mut self) -> String {
        let name = self.query.hashtag.as_ref().map_or("", |name| &name.0.key);
        self.keys(|network| tag_key(network, name))
    }

    fn keys(&mut self, key: impl Fn(Network) -> String) -> String {
        let keys: Vec<_> = self.networks().into_iter().map(|network| self.bind.text(key(network))).collect();
        keys.join(", ")
    }

    /// All posts in the order of a count's index: the rest of the tie that the last page ended in, what comes after, and
    /// the unknown. Each part is a range of its own: a keyset by row value would walk the whole tie.
    fn by_count(&mut self) -> String {
        let Some(column) = self.count_column() else { return self.by_set(Plan::Time) };
        let order = self.query.order.name();
        let further = self.further();
        let ranges = match self.query.position {
            Some(Position::Count { count: Some(count), post_id }) => {
                let count = self.bind.integer(count.cast_signed());
                let post_id = self.bind.integer(post_id);
                vec![
                    format!("p.{column} = {count} AND p.post_id {further} {post_id}"),
                    format!("p.{column} {further} {count}"),
                    format!("p.{column} IS NULL"),
                ]
            }
            Some(Position::Count { count: None, post_id }) => {
                let post_id = self.bind.integer(post_id);
                vec![format!("p.{column} IS NULL AND p.post_id {further} {post_id}")]
            }
            _ => vec![format!("p.{column} IS NOT NULL"), format!("p.{column} IS NULL")],
        };
        let index = count_index(column);
        let parts: Vec<_> = ranges
            .into_iter()
            .map(|range| {
                let source = self.narrowed(Source::new(index, "p.post_id", Some(range)), Plan::Count);
                format!(
                    "SELECT * FROM (SELECT p.post_id, p.{column} AS value FROM {index} WHERE {conditions} \
                     ORDER BY p.{column} {order}, p.post_id {order} LIMIT {rows})",
                    conditions = source.all(),
                    rows = self.rows,
                )
            })
            .collect();
        format!(
            "SELECT post_id, value FROM ({}) ORDER BY value IS NULL, value {order}, post_id {order} LIMIT {}",
            parts.join(" UNION ALL "),
            self.rows
        )
    }

    fn count_column(&self) -> Option<&'static str> {
        match self.query.sort {
            Sort::PublishedAt => None,
            Sort::Count(Count::Likes) => Some("likes"),
            Sort::Count(Count::Comments) => Some("comments"),
            Sort::Count(Count::Views) => Some("views"),
        }
    }

    /// What comes after the last page, for a set that is sorted as a whole.
    fn after_count(&mut self, column: &str) -> Option<String> {
        let further = self.further();
        match self.query.position {
            Some(Position::Count { count: Some(count), post_id }) => {
                let count = self.bind.integer(count.cast_signed());
                let post_id = self.bind.integer(post_id);
                Some(format!(
                    "(p.{column} {further} {count} OR p.{column} = {count} AND p.post_id {further} {post_id} \
                     OR p.{column} IS NULL)"
                ))
            }
            Some(Position::Count { count: None, post_id }) => {
                let post_id = self.bind.integer(post_id);
                Some(format!("p.{column} IS NULL AND p.post_id {further} {post_id}"))
            }
            _ => None,
        }
    }

    /// The same source after the last page of a walk by time, with all other conditions.
    fn narrowed_by_time(&mut self, mut source: Source, plan: Plan) -> Source {
        if let Some(Position::Time { post_id }) = self.query.position {
            let post_id = self.bind.integer(post_id);
            source.add(format!("{} {} {post_id}", source.key, self.further()));
        }
        self.narrowed(source, plan)
    }

    /// What compares with the last page's end.
    fn further(&self) -> &'static str {
        if self.query.order == Order::Desc { "<" } else { ">" }
    }

    /// The same source with every condition of the query that its plan does not meet by itself.
    fn narrowed(&mut self, mut source: Source, plan: Plan) -> Source {
        let (query, key) = (self.query, source.key);
        if let Some(from) = query.from {
            source.add(format!("{key} >= {}", self.bind.integer(first_at(from))));
        }
        if let Some(to) = query.to_exclusive {
            source.add(format!("{key} < {}", self.bind.integer(first_at(to))));
        }
        if let Some(platform) = query.platform
            && matches!(plan, Plan::Keyword | Plan::Count | Plan::Time)
        {
            source.add_on_posts(format!("p.network = {}", platform.network.number()));
        }
        if let Some(media_type) = query.media_type
            && plan != Plan::Kind
        {
            source.add_on_posts(format!("p.media_type = {}", media_type.number()));
        }
        for (column, minimum) in [("likes", query.min_likes), ("comments", query.min_comments)] {
            if let Some(minimum) = minimum.filter(|minimum| minimum.0 > 0) {
                source.add_on_posts(format!("p.{column} >= {}", self.bind.integer(minimum.0.cast_signed())));
            }
        }
        self.probed(source, plan)
    }

    /// The sets that the plan does not walk: probed by key.
    fn probed(&mut self, mut source: Source, plan: Plan) -> Source {
        let (query, key) = (self.query, source.key);
        if query.username.is_some() && plan != Plan::Author {
            let keys = self.author_keys();
            source.add_on_posts(format!("p.author_key IN ({keys})"));
        }
        if query.hashtag.is_some() && plan != Plan::Hashtag {
            let keys = self.tag_keys();
            source.add(format!(
                "EXISTS (SELECT 1 FROM hashtags t WHERE t.tag_key IN ({keys}) AND t.post_id = {key})"
            ));
        }
        if query.keyword.is_some() && plan != Plan::Keyword {
            let expression = self.expression();
            source.add(format!(
                "EXISTS (SELECT 1 FROM words f WHERE f.words MATCH {expression} AND f.rowid = {key})"
            ));
        }
        source
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

fn count_index(column: &str) -> &'static str {
    match column {
        "likes" => "posts p INDEXED BY posts_by_likes",
        "comments" => "posts p INDEXED BY posts_by_comments",
        _ => "posts p INDEXED BY posts_by_views",
    }
}
