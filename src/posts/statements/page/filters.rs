//! The conditions of a query that its plan does not meet by itself.

use super::Page;
use super::source::Source;
use crate::http::cursor::Position;
use crate::key::first_at;
use crate::posts::param::{Count, Order};
use crate::posts::plan::Set;

impl Page<'_> {
    /// The same source within the query's range of time and, where a walk is by time, after the last page: one bound at
    /// each end, for of two SQLite might take the wider.
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

    /// The same source with every condition of the query that is not `met` by itself: those on the narrow row
    /// first, and what is dear to probe last.
    pub(crate) fn filtered(&mut self, mut source: Source, met: &[Set]) -> Source {
        for set in Set::of(self.query).into_iter().filter(|set| !met.contains(set) && set.is_of_posts()) {
            let condition = self.on_posts(set);
            source.add_on_posts(condition);
        }
        if self.query.filters.hashtag().is_some() && !met.contains(&Set::Hashtag) {
            // One key of the narrow row's network costs less to probe than those of all networks.
            source.on_posts |= self.query.filters.platform().is_none();
            let (tag, key) = (self.tag(), source.late_key());
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

    /// The key that a post's hashtag must have: that of the network that is asked for, or of the narrow row's.
    fn tag(&mut self) -> String {
        if self.query.filters.platform().is_some() {
            return format!("= {}", self.tag_keys());
        }
        let keys = self.keyed_tags().into_iter().map(|(network, key)| format!("WHEN {network} THEN {key}"));
        format!("= CASE p.network {} END", keys.collect::<Vec<_>>().join(" "))
    }

    /// That a narrow row is of a set.
    fn on_posts(&mut self, set: Set) -> String {
        match set {
            Set::Author => format!("p.author_key IN ({})", self.author_keys()),
            Set::Reaching(count) => self.minimum(count),
            _ => self.of_kind(),
        }
    }

    fn of_kind(&self) -> String {
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

    /// The columns of the narrow row that the conditions of a query are about, with its key.
    pub(crate) fn columns(&self) -> String {
        let mut columns = "p.post_id".to_owned();
        for set in Set::of(self.query) {
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
