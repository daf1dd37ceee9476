//! Counts the posts of several databases over a stretch of time that ends at the same post in all of them.
//!
//! 1. All count, each its share, and stop somewhere. If only one has not ended, it goes on while the others wait.
//! 2. They meet at one of the posts where they have stopped. Those that are behind it count on until there. Those that came further
//!    count again, from the beginning of the stretch, since what is counted can't be taken apart. They meet at the furthest post that
//!    all can come to with half of what is left, judged by what each has cost so far; or else with all of it; or else nearer to the
//!    beginning.
//!
//! Shares are made so that all come about equally far. So little is left to do for the second step, and mostly nothing is counted
//! twice. If posts are spread quite otherwise than before, they may not come to meet with what is left. Then the stretch is thrown
//! away, and the answer ends where the one before it did. Of the first stretch nothing is known, so it ends at the newest post at which
//! one has stopped. It is so small that all of it can be counted again, so an answer always comes further than the one before.

use super::part::Part;
use super::run::Counter;
use super::{Budget, Span};
use crate::store::at_once::at_once;
use crate::store::{Storage, StorageError};

/// How many eighths of its budget a stretch begins with, if its shares are a guess or are known.
const EIGHTHS: [u64; 2] = [1, 6];
/// How often those that are elsewhere count until where all meet.
const TRIES: usize = 3;
/// How often the way to where they meet is halved, if they can't meet where one has stopped.
const HALVINGS: u32 = 4;

/// A stretch of time.
pub(super) struct Stretch<'a, S> {
    parts: Vec<Part<'a, S>>,
    /// The key of the post after which it begins. `None` if it is the first.
    start: Option<i64>,
    budget: Budget,
    /// The rows that had been read in its databases when it began.
    read_before: u64,
}

impl<'a, S: Storage> Stretch<'a, S> {
    /// The first stretch.
    pub(super) fn new(counters: Vec<Counter<'a, S>>, budget: Budget) -> Self {
        let parts = counters.into_iter().map(|counter| Part { counter, weight: 1 });
        Self::of(parts.collect(), None, budget)
    }

    /// The stretch after this one, which ended at a post. Databases that have no more posts take no part.
    pub(super) fn next(self, end: i64, budget: Budget) -> Self {
        let parts = self.parts.into_iter().filter(|part| !part.counter.is_ended);
        Self::of(parts.map(|part| part.after(end)).collect(), Some(end), budget)
    }

    fn of(parts: Vec<Part<'a, S>>, start: Option<i64>, budget: Budget) -> Self {
        let mut stretch = Self { parts, start, budget, read_before: 0 };
        stretch.read_before = stretch.rows_read();
        stretch
    }

    /// Counts the stretch. `None` if it is thrown away.
    ///
    /// # Errors
    /// When a database does not answer.
    pub(super) async fn count(&mut self) -> Result<Option<Span>, StorageError> {
        self.begin().await?;
        self.go_on_alone().await?;
        if !self.meet().await? {
            return Ok(None);
        }
        let mut span = Span { furthest: self.newest_stop(), ..Span::default() };
        for part in &mut self.parts {
            span.counted.add_all(core::mem::take(&mut part.counter.counted));
        }
        Ok(Some(span))
    }

    /// All count their shares.
    async fn begin(&mut self) -> Result<(), StorageError> {
        let [guessed, known] = EIGHTHS.map(|eighths| self.budget.share(eighths, 8));
        let first = match (self.parts.as_slice(), self.start) {
            ([_], _) => self.budget,
            (_, None) => guessed,
            (_, Some(_)) => known,
        };
        let sum = self.parts.iter().map(|part| part.weight).sum();
        let shares = self.parts.iter_mut().map(|part| (first.share(part.weight, sum), part));
        count_on(shares.collect(), None).await
    }

    /// The only one that has not ended goes on. What counting the others again takes is set aside.
    async fn go_on_alone(&mut self) -> Result<(), StorageError> {
        for _ in 0..TRIES {
            let left = self.left();
            let (last, others): (Vec<_>, Vec<_>) =
                self.parts.iter_mut().partition(|part| part.stop().is_some());
            if last.len() != 1 {
                break;
            }
            let left = left.without(others.iter().map(|part| part.counter.rows()).sum(), 0);
            count_on(last.into_iter().map(|part| (left, part)).collect(), None).await?;
        }
        Ok(())
    }

    /// All come to the same post. Returns whether they did.
    async fn meet(&mut self) -> Result<bool, StorageError> {
        for _ in 0..TRIES {
            let post = self.meeting();
            if post.is_none_or(|post| self.are_at(post)) {
                break;
            }
            if let Some(post) = post {
                self.come_to(post).await?;
            }
        }
        Ok(self.newest_stop().is_none_or(|post| self.are_at(post)))
    }

    /// Where to meet. `None` if there is no such post.
    fn meeting(&self) -> Option<i64> {
        let newest = self.newest_stop()?;
        let Some(start) = self.start else { return Some(newest) };
        let mut stops: Vec<_> = self.parts.iter().filter_map(Part::stop).collect();
        stops.sort_unstable();
        let nearer: Vec<_> = (1..=HALVINGS).map(|times| start - ((start - newest) >> times)).collect();
        let (all, half) = (self.left(), self.left().share(1, 2));
        let within =
            |posts: &[i64], left| posts.iter().copied().find(|post| self.need(*post).is_within(left));
        within(&stops, half).or_else(|| within(&stops, all)).or_else(|| within(&nearer, half))
    }

    /// Those that are not at a post count until there. They get half of what is left in proportion to what they need, and half equally.
    async fn come_to(&mut self, post: i64) -> Result<(), StorageError> {
        let (start, half, need) = (self.start, self.left().share(1, 2), self.need(post));
        let elsewhere: Vec<_> = self.parts.iter_mut().filter(|part| !part.is_at(post)).collect();
        let equal = half.share(1, elsewhere.len() as u64);
        let budgets = elsewhere.into_iter().map(|part| {
            let own = part.need(post, start);
            let rows = half.share(own.rows, need.rows).rows;
            let mut budget = equal.plus(Budget { rows, posts: half.share(own.posts, need.posts).posts });
            if part.is_beyond(post) {
                part.counter = part.counter.anew();
                // It has counted these posts before, and more; and the first stretch can be counted again as a whole.
                budget =
                    Budget { rows: if start.is_some() { budget.rows } else { u64::MAX }, posts: u64::MAX };
            }
            (budget, part)
        });
        count_on(budgets.collect(), Some(post)).await
    }

    /// About what it takes until all are at a post.
    fn need(&self, post: i64) -> Budget {
        let needs = self.parts.iter().map(|part| part.need(post, self.start));
        needs.fold(Budget::NONE, Budget::plus)
    }

    fn are_at(&self, post: i64) -> bool {
        self.parts.iter().all(|part| part.is_at(post))
    }

    /// The newest post where one has stopped that has not ended.
    fn newest_stop(&self) -> Option<i64> {
        self.parts.iter().filter_map(Part::stop).max()
    }

    /// What is left of the budget.
    fn left(&self) -> Budget {
        let posts = self.parts.iter().map(|part| part.counter.counted.total.posts).sum();
        self.budget.without(self.rows_read() - self.read_before, posts)
    }

    /// The rows that were read in its databases so far.
    fn rows_read(&self) -> u64 {
        self.parts.iter().map(|part| part.counter.rows_read()).sum()
    }
}

/// Each counts on within its budget.
async fn count_on<S: Storage>(
    parts: Vec<(Budget, &mut Part<'_, S>)>,
    until: Option<i64>,
) -> Result<(), StorageError> {
    let counts = parts.into_iter().map(|(budget, part)| part.counter.count(budget, until));
    at_once(counts).await.into_iter().collect()
}
