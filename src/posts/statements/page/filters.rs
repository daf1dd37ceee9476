//! The conditions of a query that its access path does not meet by itself.

use super::Page;
use super::source::Source;
use crate::http::cursor::Position;
use crate::key::first_at;
use crate::posts::param::{Count, Order};
use crate::posts::plan::Set;

impl Page<'_> {
    /// Limits a source to the query's range of time and, if posts are sorted by time, to posts after the last page. Adds only one
    /// bound at each end, because of two bounds SQLite might use the wider one.
    pub(crate) fn bounded(&mut self, mut source: Source) -> Source {
        let (query, key) = (self.query, source.key);
        let mut first = query.from.map(first_at);
        let mut end = query.to_exclusive.map(first_at);
        if let Some(Position::Time { post_id }) = query.position {
            match query.order {
                Order::Desc => end = Some(end.map_or(post_id, |end| end.min(post_id))),
                Order::Asc => {
                    let next = post_id.saturating_add(1);
                    first = Some(first.map_or(next, |first| first.max(next)));
                }
            }
        }
        if let Some(first) = first {
            source.add(format!("{key} >= {}", self.bind.integer(first)));
        }
        if let Some(end) = end {
            source.add(format!("{key} < {}", self.bind.integer(end)));
        }
        source
    }

    /// Adds the conditions of the query, except for those of the sets that are `met` already. Conditions on the narrow row come first,
    /// and those that are expensive to probe last.
    pub(crate) fn filtered(&mut self, mut source: Source, met: &[Set]) -> Source {
        for set in Set::all_of(self.query).into_iter().filter(|set| !met.contains(set) && set.is_on_posts()) {
            let condition = self.posts_condition(set);
            source.add_on_posts(condition);
        }
        if self.query.filters.hashtag().is_some() && !met.contains(&Set::Hashtag) {
            // Probing the key for the narrow row's network costs less than probing the keys for all networks.
            source.on_posts |= self.query.filters.platform().is_none();
            let (tag, key) = (self.tag_condition(), source.late_key());
            source.add(format!(
                "EXISTS (SELECT 1 FROM hashtags t WHERE t.tag_key {tag} AND t.post_id = {key})"
            ));
        }
        if self.query.filters.keyword().is_some() && !met.contains(&Set::Keyword) {
            let (expression, key) = (self.expression(), source.late_key());
            source.add(format!(
                "EXISTS (SELECT 1 FROM words f WHERE f.words MATCH {expression} AND f.rowid = {key})"
            ));
        }
        source
    }

    /// The condition on the key of a post's hashtag: it has the query's network, or that of the narrow row.
    fn tag_condition(&mut self) -> String {
        if self.query.filters.platform().is_some() {
            return format!("= {}", self.tag_keys());
        }
        let keys = self.keyed_tags().into_iter().map(|(network, key)| format!("WHEN {network} THEN {key}"));
        format!("= CASE p.network {} END", keys.collect::<Vec<_>>().join(" "))
    }

    /// The condition that a narrow row is in a set.
    fn posts_condition(&mut self, set: Set) -> String {
        match set {
            Set::Author => format!("p.author_key IN ({})", self.author_keys()),
            Set::Reaching(count) => self.minimum(count),
            _ => self.kind_condition(),
        }
    }

    fn kind_condition(&self) -> String {
        let network = self
            .query
            .filters
            .platform()
            .map(|platform| format!("p.network = {}", platform.network.number()));
        let kind = self
            .query
            .filters
            .media_type()
            .map(|media_type| format!("p.media_type = {}", media_type.number()));
        network.into_iter().chain(kind).collect::<Vec<_>>().join(" AND ")
    }

    /// The key of the narrow row, and its columns that the conditions of the query need.
    pub(crate) fn columns(&self) -> String {
        let mut columns = "p.post_id".to_owned();
        for set in Set::all_of(self.query) {
            columns += match set {
                Set::Author => ", p.author_key",
                Set::Kind => ", p.network, p.media_type",
                Set::Reaching(Count::Likes) => ", p.likes",
                Set::Reaching(Count::Comments) => ", p.comments",
                Set::Reaching(Count::Views) => ", p.views",
                Set::Hashtag if self.query.filters.platform().is_none() => ", p.network",
                Set::Hashtag | Set::Keyword | Set::Time => "",
            };
        }
        columns
    }
}
