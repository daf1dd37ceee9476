//! Posts whose source has counts for each day. Their sums are the post's counts.

use super::window::Window;
use crate::formats::{Found, fill};
use crate::numbers::MAX_COUNT;
use crate::posts::post::line::PostLine;
use crate::posts::post::post_id;
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// The maximum number of days summed for a post.
const MOST_DAYS: usize = 400;

/// Accesses a count of a post.
type CountField = fn(&mut PostLine) -> &mut Option<u64>;

/// The names of the counts, and how to access them.
const COUNTS: [(&str, CountField); 5] = [
    ("comments_count", |post| &mut post.comments_count),
    ("likes_count", |post| &mut post.likes_count),
    ("saves_count", |post| &mut post.saves_count),
    ("shares_count", |post| &mut post.shares_count),
    ("views_count", |post| &mut post.views_count),
];

/// Posts for which some days have arrived.
#[derive(Debug)]
pub(crate) struct Days<T> {
    window: Window<Waiting<T>>,
    pub(crate) merged: u64,
}

#[derive(Debug)]
struct Waiting<T> {
    found: Found,
    origin: T,
    days: BTreeMap<Timestamp, [Option<u64>; 5]>,
}

impl<T> Default for Days<T> {
    fn default() -> Self {
        Self { window: Window::default(), merged: 0 }
    }
}

impl<T> Days<T> {
    /// Adds a post's counts for one day. A repeated day counts once: the last counts replace the earlier ones. Returns
    /// the post that has waited longest if too many are waiting.
    pub(crate) fn add(&mut self, mut found: Found, origin: T) -> Option<(Found, T)> {
        let day = found.day.take()?;
        let counts = COUNTS.map(|(_, count)| *count(&mut found.post));
        let id = post_id(found.post.platform.network, &found.post.platform_post_id);
        if let Some(waiting) = self.window.get(&id) {
            self.merged += 1;
            if waiting.days.len() < MOST_DAYS || waiting.days.contains_key(&day) {
                waiting.days.insert(day, counts);
            }
            let collected = &mut waiting.found.post.collected_at;
            *collected = found.post.collected_at.max(*collected);
            return None;
        }
        let waiting = Waiting { found, origin, days: BTreeMap::from([(day, counts)]) };
        self.window.push(id, waiting).map(summed)
    }

    pub(crate) fn finish(&mut self) -> Vec<(Found, T)> {
        self.window.drain().map(summed).collect()
    }
}

/// A post with the sums of its days. They are lower bounds, because days may be missing.
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
