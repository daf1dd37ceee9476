//! Posts whose counts are told for each day: those of all days make up the post's.

use crate::import::{Found, fill};
use crate::post::line::PostLine;
use crate::post::{MAX_COUNT, post_id};
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// Where a count is in a post.
type Place = fn(&mut PostLine) -> &mut Option<u64>;

/// The names of counts, and where they are.
const COUNTS: [(&str, Place); 5] = [
    ("comments_count", |post| &mut post.comments_count),
    ("likes_count", |post| &mut post.likes_count),
    ("saves_count", |post| &mut post.saves_count),
    ("shares_count", |post| &mut post.shares_count),
    ("views_count", |post| &mut post.views_count),
];

/// Posts of which some days have come.
#[derive(Debug)]
pub(super) struct Days<T> {
    waiting: BTreeMap<String, Waiting<T>>,
    pub(super) merged: u64,
}

#[derive(Debug)]
struct Waiting<T> {
    found: Found,
    origin: T,
    days: BTreeMap<Timestamp, [Option<u64>; 5]>,
}

impl<T> Default for Days<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), merged: 0 }
    }
}

impl<T> Days<T> {
    /// Takes in what is told of a post for a day. A day that is told again counts once.
    pub(super) fn take(&mut self, mut found: Found, origin: T) {
        let Some(day) = found.day.take() else { return };
        let counts = COUNTS.map(|(_, count)| *count(&mut found.post));
        let id = post_id(found.post.platform.network, &found.post.platform_post_id);
        if let Some(waiting) = self.waiting.get_mut(&id) {
            self.merged += 1;
            waiting.days.insert(day, counts);
            waiting.found.post.collected_at = waiting.found.post.collected_at.max(found.post.collected_at);
        } else {
            self.waiting.insert(id, Waiting { found, origin, days: BTreeMap::from([(day, counts)]) });
        }
    }

    pub(super) fn finish(&mut self) -> Vec<(Found, T)> {
        core::mem::take(&mut self.waiting).into_values().map(summed).collect()
    }
}

/// A post with the sums of its days. They are at least what is true: days may be missing.
fn summed<T>(waiting: Waiting<T>) -> (Found, T) {
    let Waiting { mut found, origin, days } = waiting;
    for (index, (name, count)) in COUNTS.iter().enumerate() {
        let known = days.values().filter_map(|counts| counts.get(index).copied().flatten());
        let sum = known.reduce(u64::saturating_add).map(|sum| sum.min(MAX_COUNT));
        *count(&mut found.post) = sum;
        if sum.is_some() {
            fill::approximate(&mut found.post, name);
        }
    }
    (found, origin)
}
