//! Estimates the sizes of a query's sets from a few posts at both ends of each.
//!
//! Counting a set costs as much as collecting it. A few posts at each end show how dense the set is there, and its ends show how
//! long it is. The product is its size: exact for small sets, and otherwise within a few tens of percent if the set is as dense in
//! between. If it is not, the plan may be wrong, and its cap limits the cost.

use super::Set;
use crate::key::time_of;
use crate::posts::param::{Count, Order, Sort};
use crate::posts::query::PostQuery;
use crate::posts::statements::page::sizes;
use crate::store::{Row, Rows, Statement, StorageError, required};

/// The most posts that are sampled, over all sets of a query.
const SAMPLE: u64 = 150;
/// How many more are sampled for each post of the page, because a wrong plan costs more for a long page.
const SAMPLE_A_POST: u64 = 2;
/// A sample can tell the size of a range of counts if the range has at least one in this many posts.
const SEEN: u64 = 32;

/// The first posts of a set from one end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Side {
    /// How many posts were read.
    pub posts: u64,
    /// The smallest key.
    pub low: i64,
    /// The largest key.
    pub high: i64,
    /// How many of them have enough of each count, in the order of [`Count::ALL`].
    pub reaching: [u64; Count::ALL.len()],
}

/// How many posts a set has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The number of posts.
    pub posts: u64,
    /// Whether they were counted. If not, the number is an estimate.
    pub is_exact: bool,
}

/// What is known when a plan is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    /// The number of all posts.
    pub posts: u64,
    /// The posts in the query's range of time. If posts are sorted by time, the range begins after the last page.
    pub range: Size,
    /// The sizes of the query's sets. Sets in the order of time only count posts in that range.
    pub sets: Vec<(Set, Size)>,
}

impl Statistics {
    /// Adds the results of [`SizeProbe::count_statements`], which counted up to `most`.
    pub(crate) fn add_counts<R: Row>(
        &mut self,
        sets: &[Set],
        most: u64,
        answers: &[Rows<R>],
    ) -> Result<(), StorageError> {
        for (set, rows) in sets.iter().zip(answers) {
            let counted = count(required(rows.first(), "posts")?, "posts")?;
            let is_exact = counted < most;
            if let Some((_, size)) = self.sets.iter_mut().find(|(known, _)| known == set) {
                *size = Size { posts: if is_exact { counted } else { size.posts.max(counted) }, is_exact };
            }
        }
        Ok(())
    }
}

/// The statements that probe the sizes of a query's sets, in the order of their results.
#[derive(Debug)]
pub(crate) struct SizeProbe<'a> {
    query: &'a PostQuery,
    sets: Vec<Set>,
    /// How many posts are sampled in each set.
    sample: u64,
}

impl<'a> SizeProbe<'a> {
    pub(crate) fn new(query: &'a PostQuery) -> Self {
        let mut sets = Set::all_of(query);
        if has_range(query) || sets.iter().any(|set| is_sampled(*set, query.sort)) {
            sets.insert(0, Set::Time);
        }
        let sample = SAMPLE + SAMPLE_A_POST * (u64::from(query.limit.0) + 1);
        let sample = sample / u64::try_from(sets.len()).unwrap_or(1).max(1);
        Self { query, sets, sample }
    }

    /// The statements: the number of all posts, then one or two for each set.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        let mut statements = vec![sizes::posts()];
        for set in &self.sets {
            if set.is_by_count() {
                statements.push(sizes::range(self.query, *set, self.sample));
            } else {
                statements.extend(
                    [self.query.order, opposite(self.query.order)]
                        .map(|order| sizes::side(self.query, *set, order, self.sample / 2)),
                );
            }
        }
        statements
    }

    /// The ranges of counts that should be counted up to `most`, because their size is an estimate and so small that the sample had
    /// hardly any of their posts. Empty if `most` is not much more than the sample.
    pub(crate) fn doubtful(&self, statistics: &Statistics, most: u64) -> Vec<Set> {
        let is_doubtful = |(set, size): &&(Set, Size)| {
            let is_small = size.posts.saturating_mul(SEEN) < statistics.posts;
            most >= 2 * self.sample && is_sampled(*set, self.query.sort) && !size.is_exact && is_small
        };
        statistics.sets.iter().filter(is_doubtful).map(|(set, _)| *set).collect()
    }

    /// The statements that count these ranges up to `most`.
    pub(crate) fn count_statements(&self, sets: &[Set], most: u64) -> Vec<Statement> {
        sets.iter().map(|set| sizes::range(self.query, *set, most)).collect()
    }

    /// Computes the statistics from the results of [`Self::statements`].
    pub(crate) fn statistics<R: Row>(&self, answers: &[Rows<R>]) -> Result<Statistics, StorageError> {
        let mut answers =
            answers.iter().map(|rows| rows.first().ok_or_else(|| StorageError::new("a count gave no row")));
        let mut next = || answers.next().unwrap_or_else(|| Err(StorageError::new("a count is missing")));
        let posts = count(next()?, "posts")?;
        let mut statistics = Statistics { posts, range: Size { posts, is_exact: true }, sets: Vec::new() };
        let mut whole = [Side::default(); 2];
        for set in &self.sets {
            if set.is_by_count() {
                let counted = count(next()?, "posts")?;
                statistics.sets.push((*set, self.range(*set, counted, posts, whole)));
                continue;
            }
            let sides = [side(next()?)?, side(next()?)?];
            let size = self.size(sides, statistics.range.posts);
            if *set != Set::Time {
                statistics.sets.push((*set, size));
                continue;
            }
            whole = sides;
            if has_range(self.query) {
                statistics.range = size;
            }
        }
        Ok(statistics)
    }

    /// The size of a set in the order of time, estimated from its density at both ends.
    fn size(&self, [near, far]: [Side; 2], most: u64) -> Size {
        let sample = self.sample / 2;
        if near.posts < sample {
            return Size { posts: near.posts, is_exact: true };
        }
        let span = millis(near.low.min(far.low), near.high.max(far.high));
        let dense = |side: Side| side.posts.saturating_mul(span) / millis(side.low, side.high);
        let posts = u64::midpoint(dense(near), dense(far));
        Size { posts: posts.clamp(sample, most.max(sample)), is_exact: false }
    }

    /// The size of a range of counts: exact if it is small, otherwise estimated from its share of the sample of all posts.
    fn range(&self, set: Set, counted: u64, posts: u64, whole: [Side; 2]) -> Size {
        if counted < self.sample {
            return Size { posts: counted, is_exact: true };
        }
        let passing = |side: &Side| {
            let reaching = Count::ALL.iter().zip(side.reaching);
            reaching.filter(|(count, _)| Set::Reaching(**count) == set).map(|(_, posts)| posts).sum::<u64>()
        };
        let seen: u64 = whole.iter().map(|side| side.posts).sum();
        let passing: u64 = whole.iter().map(passing).sum();
        let posts = (posts.saturating_mul(2 * passing + 1) / (2 * seen + 2)).max(counted);
        Size { posts, is_exact: false }
    }
}

/// Whether a query is limited to a range of time.
fn has_range(query: &PostQuery) -> bool {
    let has_position = query.position.is_some() && query.sort == Sort::PublishedAt;
    has_position || query.from.is_some() || query.to_exclusive.is_some()
}

/// Whether a set's size is estimated from the sample of all posts.
fn is_sampled(set: Set, sort: Sort) -> bool {
    let Sort::Count(count) = sort else { return set.is_by_count() };
    set.is_by_count() && set != Set::Reaching(count)
}

const fn opposite(order: Order) -> Order {
    match order {
        Order::Desc => Order::Asc,
        Order::Asc => Order::Desc,
    }
}

/// The milliseconds between two keys, at least one.
fn millis(low: i64, high: i64) -> u64 {
    time_of(high).0.abs_diff(time_of(low).0).max(1)
}

fn side<R: Row>(row: &R) -> Result<Side, StorageError> {
    let key = |column| match row.text(column)?.map(|text| text.parse()) {
        Some(Ok(key)) => Ok(key),
        Some(Err(_)) => Err(StorageError::new(format!("column {column} is no integer"))),
        None => Ok(0),
    };
    let mut reaching = [0; Count::ALL.len()];
    for (counted, posts) in Count::ALL.iter().zip(&mut reaching) {
        *posts = count(row, counted.column())?;
    }
    Ok(Side { posts: count(row, "posts")?, low: key("low")?, high: key("high")?, reaching })
}

fn count<R: Row>(row: &R, column: &str) -> Result<u64, StorageError> {
    Ok(required(row.integer(column)?, column)?.unsigned_abs())
}
