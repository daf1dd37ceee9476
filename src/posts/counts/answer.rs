//! The answer to a query for numbers of posts.

use super::{CountQuery, Counted, GroupBy, Span, Tally};
use crate::key::time_of;
use crate::posts::page::Place;
use crate::time::Timestamp;
use serde::{Serialize, Serializer};

/// The data of an answer.
#[derive(Debug, Serialize)]
pub struct Answered<'a> {
    total: Tally,
    groups: Vec<Group>,
    others: Option<Tally>,
    page: Covered,
    query: &'a CountQuery,
}

#[derive(Debug)]
struct Group {
    key: Option<String>,
    tally: Tally,
}

impl Serialize for Group {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("key", &self.key)?;
        self.tally.serialize_into(&mut map)?;
        map.end()
    }
}

/// The span of time that an answer covers.
#[derive(Debug, Serialize)]
struct Covered {
    from: Option<Timestamp>,
    to_exclusive: Option<Timestamp>,
    has_more: bool,
    next_cursor: Option<String>,
}

impl<'a> Answered<'a> {
    /// The answer that a span gives.
    pub fn new(query: &'a CountQuery, span: Span) -> Self {
        let Span { counted: Counted { total, groups }, furthest } = span;
        let groups = groups.into_iter().map(|(key, tally)| Group { key, tally }).collect();
        let (groups, others) = top(query, groups);
        let page = Covered {
            from: furthest.map(time_of).or(query.posts.from),
            to_exclusive: end_of(query),
            has_more: furthest.is_some(),
            next_cursor: furthest.map(|post_id| query.cursor(post_id).encode()),
        };
        Self { total, groups, others, page, query }
    }

    /// The data, with as many groups as fit by their size, which `size` measures as JSON. Of spans of time the oldest are added to
    /// `others`, of all else those with the fewest posts.
    pub(crate) fn within(mut self, most: usize, size: impl Fn(&str) -> usize) -> String {
        loop {
            let data = crate::store::json(&self);
            let excess = size(&data).saturating_sub(most);
            if excess == 0 || self.groups.is_empty() {
                return data;
            }
            self.leave_groups(excess, &size);
        }
    }

    /// Adds groups of at least this size to the others.
    fn leave_groups(&mut self, excess: usize, size: impl Fn(&str) -> usize) {
        let is_time = self.query.group_by.is_some_and(GroupBy::is_time);
        let mut saved = 0;
        let is_needed = |group: &&Group| {
            let is_needed = saved < excess;
            saved += size(&crate::store::json(group)) + 1;
            is_needed
        };
        let left: Vec<_> = if is_time {
            let count = self.groups.iter().take_while(is_needed).count();
            self.groups.drain(..count).collect()
        } else {
            let count = self.groups.iter().rev().take_while(is_needed).count();
            self.groups.split_off(self.groups.len() - count)
        };
        for group in left {
            *self.others.get_or_insert_default() += group.tally;
        }
    }

    /// Whether no post was counted.
    pub const fn is_empty(&self) -> bool {
        self.total.posts == 0
    }

    /// The body of the answer.
    pub fn body(&self) -> String {
        format!(r#"{{"success":true,"data":{}}}"#, crate::store::json(self))
    }
}

/// The end of the span: where the answer before ended, whose last instant may have more posts.
fn end_of(query: &CountQuery) -> Option<Timestamp> {
    let after = query.posts.position.map(|position| Timestamp(time_of(Place::from(position).post_id).0 + 1));
    after.into_iter().chain(query.posts.to_exclusive).min()
}

/// The groups in their order, as many as the answer has, and the sum of the others.
fn top(query: &CountQuery, mut groups: Vec<Group>) -> (Vec<Group>, Option<Tally>) {
    if query.group_by.is_none_or(|group| !group.is_time()) {
        groups.sort_unstable_by(|one, other| {
            let by_posts = other.tally.posts.cmp(&one.tally.posts);
            by_posts.then(one.key.is_none().cmp(&other.key.is_none())).then(one.key.cmp(&other.key))
        });
    }
    let most = query.most_groups().map_or(usize::MAX, usize::from).min(groups.len());
    let left_out = groups.split_off(most);
    let others = left_out.into_iter().map(|group| group.tally).reduce(|mut sum, tally| {
        sum += tally;
        sum
    });
    (groups, others)
}
