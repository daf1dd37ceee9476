//! What a lane likely takes, by what it has shown and by the sizes of sets.

use super::chunk::AccessPath;
use super::lane::{Lane, millis, multiplied};
use super::limits::need;
use crate::posts::query::PostQuery;

/// What a lane likely takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Total {
    /// The rows from its start to its end.
    pub(super) rows: u64,
    /// Whether it will likely take more or less: the size of no set bounds it.
    pub(super) is_guess: bool,
}

impl<R> Lane<R> {
    /// The rows to the end of the smallest set whose size is known, and its path.
    pub(super) fn bound(&self, query: &PostQuery) -> Option<(u64, usize)> {
        let bounds = self.paths.iter().enumerate().filter_map(|(index, path)| {
            let walked = self.walked.get(index).filter(|_| matches!(path, AccessPath::Set(_)))?;
            let left = walked.left(*path, query)?;
            Some((left + path.start_cost(query), index))
        });
        bounds.min()
    }

    /// The posts that it has at most, or about.
    pub(super) fn size(&self) -> Option<u64> {
        let known = self.walked.iter().filter_map(|walked| walked.likely.or(walked.size)).min();
        known.into_iter().chain(self.spread_size()).min()
    }

    /// About how many posts its smallest set has, if they are spread over the lane's time as those that were passed.
    fn spread_size(&self) -> Option<u64> {
        let all = self.span.map(|(start, end)| millis(start, end))?;
        let moved = self.walked.iter().filter(|walked| walked.advance > 0);
        moved.map(|walked| multiplied(walked.steps, all, walked.advance)).min()
    }

    /// What it likely takes from its start to its end. `others` are about how many posts pass the other lanes' sets, among how many.
    pub(super) fn total(&self, query: &PostQuery, others: Option<(u64, u64)>) -> Option<Total> {
        let bound = self
            .bound(query)
            .map(|(rows, _)| Total { rows: self.spent.saturating_add(rows), is_guess: false });
        // A guess is as good as its half as much again.
        let is_less =
            |rows: &u64| bound.is_none_or(|bound| multiplied(*rows, 3, 2) < bound.rows - self.spent);
        let guess = self.estimate(query, others).filter(is_less);
        let guess = guess.map(|rows| Total { rows: self.spent.saturating_add(rows), is_guess: true });
        guess.or(bound)
    }

    /// The rows that it likely takes to its end, if the posts of the page are spread as they were so far.
    fn estimate(&self, query: &PostQuery, others: Option<(u64, u64)>) -> Option<u64> {
        let after = self.after?;
        let to_end = match self.paths.first()? {
            AccessPath::Set(_) => self.span.map(|(start, end)| {
                let all = millis(start, end);
                let left = millis(after.post_id, end).min(all);
                multiplied(self.progress, left, all.saturating_sub(left).max(1))
            }),
            AccessPath::Count(_) => {
                self.size().map(|size| size.saturating_sub(self.progress).max(self.progress / 2))
            }
        };
        let until_full = self.is_in_order(query).then(|| self.until_full(query, others));
        [to_end, until_full, self.likely(query)].into_iter().flatten().min()
    }

    /// The rows to the end of a set of which only some networks' posts count.
    fn likely(&self, query: &PostQuery) -> Option<u64> {
        let paths = self.paths.iter().zip(&self.walked);
        let likely = paths.filter_map(|(path, walked)| {
            Some(
                ((walked.likely? + 1) * path.step_cost(query))
                    .saturating_sub(walked.passed)
                    .max(walked.passed / 2),
            )
        });
        likely.min()
    }

    /// The rows until the page is full. What the sizes of the other sets say counts like one post that was found.
    fn until_full(&self, query: &PostQuery, others: Option<(u64, u64)>) -> u64 {
        let found = self.found.len() as u64;
        let missing = need(query).saturating_sub(found);
        match others {
            Some((size, all)) => multiplied(missing, self.progress + all / size.max(1), found + 1),
            None => multiplied(self.progress, 2 * missing, 2 * found + 1),
        }
    }
}
