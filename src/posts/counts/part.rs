//! The part of a database in a stretch of time.

use super::Budget;
use super::run::Counter;
use crate::store::Storage;

/// The part of a database.
pub(super) struct Part<'a, S> {
    /// Counts it.
    pub(super) counter: Counter<'a, S>,
    /// What its share is in proportion to: the rows that the stretch before has cost here.
    pub(super) weight: u64,
}

impl<S: Storage> Part<'_, S> {
    /// The part in the stretch after this one, which ended at a post.
    pub(super) fn after(&self, end: i64) -> Self {
        Self { weight: self.counter.rows().max(1), counter: self.counter.after(end) }
    }

    /// Where it has stopped, if it has not ended.
    pub(super) fn stop(&self) -> Option<i64> {
        self.counter.last.filter(|_| !self.counter.is_ended)
    }

    /// Whether it has counted its posts up to this one, and no others.
    pub(super) fn is_at(&self, post: i64) -> bool {
        if self.counter.is_ended { !self.is_beyond(post) } else { self.counter.last == Some(post) }
    }

    /// Whether it may have counted posts after this one.
    pub(super) fn is_beyond(&self, post: i64) -> bool {
        let has_none = self.counter.is_ended && self.counter.counted.total.posts == 0;
        self.counter.last.is_some_and(|last| last < post) && !has_none
    }

    /// About what it takes to come to a post, on or from the start again, if posts are spread evenly. What is counted again needs no
    /// other posts.
    pub(super) fn need(&self, post: i64, start: Option<i64>) -> Budget {
        let (Some(start), Some(last)) = (start, self.counter.last.filter(|_| !self.is_at(post))) else {
            return Budget::NONE;
        };
        let own = Budget { rows: self.counter.rows(), posts: self.counter.counted.total.posts };
        let there = own.share(start.abs_diff(post), start.abs_diff(last));
        if self.is_beyond(post) { Budget { posts: 0, ..there } } else { there.without(own.rows, own.posts) }
    }
}
