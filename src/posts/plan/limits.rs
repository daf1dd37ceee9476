//! The numbers that bound a race.

use super::chunk::AccessPath;
use crate::posts::query::PostQuery;
use crate::posts::statements::vocabulary::WORDS_A_ROW;

/// The rows of the first round, beside two for each post of the page.
pub(super) const FIRST: u64 = 120;
/// An allowance is at least so many times the one before.
pub(super) const LEAST_GROWTH: u64 = 2;
/// The second allowance is at most so many times the first, because little is known then.
pub(super) const SECOND_GROWTH: u64 = 4;
/// An allowance is at most so many times the one before.
pub(super) const MOST_GROWTH: u64 = 6;
/// An allowance is at most so many rows, more than any database has.
pub(super) const MOST_ROWS: u64 = 1 << 40;
/// A lane that runs alone may cost so many times the allowance by the end of its round.
pub(super) const ALONE_GROWTH: u64 = 10;
/// A lane of which nothing is known gets one in so many rows of the allowance.
pub(super) const UNKNOWN: u64 = 4;
/// Each lane gets at least one in so many rows of the allowance.
pub(super) const FOLLOWED: u64 = 6;
/// Where several sets are swept, each but the fastest gets one in so many rows.
pub(super) const SWEPT: u64 = 6;
/// A chunk is only worth its statement if it may read more rows than this.
pub(super) const WORTHWHILE: u64 = 16;

/// The most rows that hold the words of a prefix.
pub(super) const MAX_WORD_ROWS: usize = MAX_WORDS / WORDS_A_ROW + 1;
/// The most words of a prefix. If it has more, it is not written out: looking them up would take as long as combining their posts.
pub(super) const MAX_WORDS: usize = 512;
/// The rows that the size of a prefix takes, in an index of 17 segments.
const SIZE_ROWS: u64 = 4 * 17 + 4;

/// The posts of a page, and the one after it.
pub(super) fn need(query: &PostQuery) -> u64 {
    u64::from(query.limit.0) + 1
}

/// The allowance of the first round.
pub(super) fn first_allowance(query: &PostQuery) -> u64 {
    FIRST + 2 * need(query)
}

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
        let granted = ALONE_GROWTH * failed + MOST_GROWTH * failed * others / SWEPT;
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
