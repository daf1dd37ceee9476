//! What the guarantee of a race comes to for a query. The docs of [`super`] prove it.

use super::chunk::AccessPath;
use super::limits::{
    ALONE_GROWTH, FIRST, FOLLOWED, MAX_WORD_ROWS, MOST_GROWTH, SIZE_ROWS, SWEPT, WORTHWHILE, need,
};
use crate::posts::query::PostQuery;

/// The rows that the first chunks of all access paths read before their first steps.
pub(super) fn starts(query: &PostQuery) -> u64 {
    AccessPath::by_time(query).into_iter().map(|path| path.start_cost(query)).sum()
}

/// What the guarantee depends on: how many access paths a query has, in how many lanes, and what they cost beside their steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    lanes: u64,
    swept: u64,
    need: u64,
    starts: u64,
    probes: u64,
    prefixes: u64,
}

impl Limits {
    /// The limits of a query.
    pub fn of(query: &PostQuery) -> Self {
        let swept = AccessPath::by_time(query).len() as u64;
        let lanes = AccessPath::by_count(query).len() as u64 + u64::from(swept > 0);
        let prefixes = query.filters.keyword().map_or(0, |keyword| keyword.parsed.prefixes());
        Self {
            lanes,
            swept,
            need: need(query),
            starts: starts(query),
            probes: query.filters.posting_filters(),
            prefixes,
        }
    }

    /// The most rows of a page for which the cheapest access path alone would read so many.
    pub const fn rows(self, cheapest: u64) -> u64 {
        let share = if self.swept > 1 { SWEPT } else { 1 };
        let first = FIRST + 2 * self.need + 2 * (self.swept + 1) * self.starts;
        // A chunk that merges ranges takes at most as much for its start as for its steps, and none is made for less than twice that.
        let own = if self.starts > 0 { 16 * cheapest / 7 + 2 * cheapest } else { 8 * cheapest / 7 };
        let failed = FOLLOWED * share * (own + WORTHWHILE);
        let failed = if failed > first { failed } else { first };
        // After a set was larger than its size, the others of its lane catch up.
        let others = self.swept.saturating_sub(1);
        let granted = ALONE_GROWTH * failed + MOST_GROWTH * failed * others / SWEPT + 2 * self.starts;
        let rounds = 2 * ((granted / first).ilog2() as u64 + 1) + self.swept;
        let chunks = rounds * (self.lanes + self.swept);
        let starts = if self.starts > 0 { FIRST } else { 0 };
        let words = self.prefixes * (MAX_WORD_ROWS as u64 + SIZE_ROWS);
        let probes = if self.probes > 1 { self.probes } else { 1 };
        (5 + 4 * probes) * self.lanes * granted / 4
            + chunks * (4 * self.need + 32 + starts)
            + 100 * self.lanes
            + words
    }
}
