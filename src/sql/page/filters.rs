//! The conditions of a query that its plan does not meet by itself.

use super::Page;
use super::source::Source;
use crate::cursor::Position;
use crate::key::first_at;
use crate::plan::Plan;

impl Page<'_> {
    /// The same source after the last page of a walk by time, with all other conditions.
    pub(super) fn narrowed_by_time(&mut self, mut source: Source, plan: Plan) -> Source {
        if let Some(Position::Time { post_id }) = self.query.position {
            let post_id = self.bind.integer(post_id);
            source.add(format!("{} {} {post_id}", source.key, self.further()));
        }
        self.narrowed(source, plan)
    }

    /// The same source with every condition of the query that its plan does not meet by itself.
    pub(super) fn narrowed(&mut self, mut source: Source, plan: Plan) -> Source {
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
