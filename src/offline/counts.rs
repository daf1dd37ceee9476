//! Counts posts in memory, as the service does.

use super::PostSet;
use super::member::Member;
use crate::posts::counts::{Answered, CountQuery, GroupBy, MOST_POSTS, SUMMED, Span, Tally};
use crate::posts::filters::Filters;
use crate::posts::param::Language;
use crate::posts::post::MediaType;

impl PostSet {
    /// The body of the service's answer to a query for numbers of posts.
    pub fn counts(&self, query: &CountQuery) -> String {
        Answered::new(query, self.span_of(query)).body()
    }

    pub(super) fn span_of(&self, query: &CountQuery) -> Span {
        let mut span = Span::default();
        for place in self.places(&query.posts).rev() {
            let Some(member) = self.members.get(&place.post_id) else { continue };
            if span.counted.total.posts == MOST_POSTS {
                return span;
            }
            let tally = Tally::of_post(SUMMED.map(|(count, _)| member.count(count)));
            span.counted.add(tally, member.keys(query.group_by, &query.posts.filters));
            if span.counted.total.posts == MOST_POSTS {
                span.furthest = Some(place.post_id);
            }
        }
        span.furthest = None;
        span
    }
}

impl Member {
    /// The keys of the groups that a post is in, each once. `None` is that of an unknown value.
    fn keys(&self, group_by: Option<GroupBy>, filters: &Filters) -> Vec<Option<String>> {
        let values = self.values();
        let key = match group_by {
            None => return Vec::new(),
            Some(GroupBy::Hashtag) => return distinct(&values.hashtags),
            Some(GroupBy::Mentions) => return distinct(&values.mentions),
            Some(group @ (GroupBy::Day | GroupBy::Week | GroupBy::Month)) => {
                Some(group.time_key(self.published_at))
            }
            Some(GroupBy::Platform) => Some(filters.platform_name(self.network).to_owned()),
            Some(GroupBy::Username) => Some(self.username.clone()),
            Some(GroupBy::MediaType) => values.media_type.map(MediaType::name).map(str::to_owned),
            Some(GroupBy::Kind) => Some(values.kind.name().to_owned()),
            Some(GroupBy::Language) => match &values.language {
                Language::Known(subtag) => Some(subtag.clone()),
                Language::Unknown => None,
            },
        };
        vec![key]
    }
}

fn distinct(names: &[String]) -> Vec<Option<String>> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(Some).collect()
}
