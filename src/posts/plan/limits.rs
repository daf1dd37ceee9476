//! The numbers that bound a race.

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
pub(super) const SIZE_ROWS: u64 = 4 * 17 + 4;

/// The posts of a page, and the one after it.
pub(super) fn need(query: &PostQuery) -> u64 {
    u64::from(query.limit.0) + 1
}

/// The allowance of the first round.
pub(super) fn first_allowance(query: &PostQuery) -> u64 {
    FIRST + 2 * need(query)
}
