//! Counts the posts of one database, or of several, from the newest on, within limits.
//!
//! The sets of a query in the order of time are swept as in [`crate::posts::plan`]: each begins with a small chunk, and the one that
//! comes furthest gets the rest of the rows. Beside them, the posts that reach a minimum are tried: if they are few, they are counted
//! to their end. With several databases, those that came further than the others count again up to where all have come.

use super::{CountQuery, Counted, GroupBy, Sum, Tally};
use crate::posts::page::Place;
use crate::posts::param::Order;
use crate::posts::plan::{AccessPath, Chunk, Set, expand, has_expensive_keyword};
use crate::posts::statements::page::{CountedColumns, count_chunk};
use crate::store::{Posts, Row, Rows, StorageError, required};
use crate::text::fold_name;
use core::cmp::Reverse;
use std::borrow::Cow;

/// One in so many rows of the limit is for the first chunks together.
const FIRST: u64 = 8;
/// A chunk of fewer steps is not worth its statement.
const LEAST_STEPS: u64 = 64;

/// What a count may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most rows that are read.
    pub rows: u64,
    /// The most posts that are counted.
    pub posts: u64,
    /// The slots whose posts count, a bit each.
    pub slots: u64,
    /// The key of the last post that counts, if not all do.
    pub until: Option<i64>,
}

/// What was counted, and how far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Span {
    /// What was counted.
    pub counted: Counted,
    /// The key of the last post that was looked at. `None` if there are no more.
    pub furthest: Option<i64>,
    /// The access path along which it was counted.
    pub(super) path: Option<AccessPath>,
}

/// Counts the posts of a database.
///
/// # Errors
/// When storage does not answer.
pub async fn count<P: Posts>(posts: &P, query: &CountQuery, limits: Limits) -> Result<Span, StorageError> {
    let (query, read) = written_out(posts, query).await?;
    let mut counter = Counter { rows: read, ..Counter::new(posts, &query, limits) };
    match paths(&query).as_slice() {
        [path] => counter.along(*path).await?,
        paths => {
            if let Some(path) = counter.first(paths).await? {
                counter.along(path).await?;
            }
        }
    }
    Ok(counter.span)
}

/// Counts the posts of a database again, up to a post that an earlier count came past. It takes no more rows than that one did.
///
/// # Errors
/// When storage does not answer.
pub(super) async fn recount<P: Posts>(
    posts: &P,
    query: &CountQuery,
    limits: Limits,
    path: AccessPath,
) -> Result<Span, StorageError> {
    let (query, read) = written_out(posts, query).await?;
    let mut counter = Counter { rows: read, ..Counter::new(posts, &query, limits) };
    counter.along(path).await?;
    Ok(counter.span)
}

/// The query with its prefixes written out as their words, and the rows that were read for that.
async fn written_out<'a, P: Posts>(
    posts: &P,
    query: &'a CountQuery,
) -> Result<(Cow<'a, CountQuery>, u64), StorageError> {
    Ok(match expand(posts, &query.posts).await? {
        Some(expanded) => {
            let read = expanded.read;
            (Cow::Owned(CountQuery { posts: expanded.query, ..query.clone() }), read)
        }
        None => (Cow::Borrowed(query), 0),
    })
}

/// The access paths of a query. A keyword that takes milliseconds to probe leads itself.
fn paths(query: &CountQuery) -> Vec<AccessPath> {
    if has_expensive_keyword(&query.posts) {
        return vec![AccessPath::Set(Set::Keyword)];
    }
    AccessPath::all(&query.posts)
}

/// What came of a chunk.
#[derive(Debug, Default)]
struct Outcome {
    counted: Counted,
    furthest: Option<i64>,
    is_end: bool,
}

struct Counter<'a, P> {
    posts: &'a P,
    query: &'a CountQuery,
    limits: Limits,
    /// The rows that were read.
    rows: u64,
    span: Span,
    has_started: bool,
}

impl<'a, P: Posts> Counter<'a, P> {
    fn new(posts: &'a P, query: &'a CountQuery, limits: Limits) -> Self {
        Self { posts, query, limits, rows: 0, span: Span::default(), has_started: false }
    }

    /// Counts along a path until the limits are reached, or there are no more posts.
    async fn along(&mut self, path: AccessPath) -> Result<(), StorageError> {
        while let Some(chunk) = self.next_chunk(path, 1) {
            let outcome = self.run(vec![chunk]).await?.pop().unwrap_or_default();
            if self.take(path, outcome) {
                break;
            }
        }
        Ok(())
    }

    /// Runs a small chunk of each path, and takes what the best has found. Returns that path, or `None` if all is counted.
    async fn first(&mut self, paths: &[AccessPath]) -> Result<Option<AccessPath>, StorageError> {
        let share = FIRST * paths.len() as u64;
        let chunks: Vec<_> = paths.iter().filter_map(|path| self.next_chunk(*path, share)).collect();
        let outcomes = self.run(chunks).await?;
        let outcomes = paths.iter().copied().zip(outcomes);
        // Counts are walked in another order than time, so that only their end says anything.
        let is_useful =
            |(path, outcome): &(AccessPath, Outcome)| outcome.is_end || matches!(path, AccessPath::Set(_));
        let rank = |(_, outcome): &(AccessPath, Outcome)| {
            (Reverse(outcome.is_end), outcome.furthest.unwrap_or(i64::MAX))
        };
        let Some((path, outcome)) = outcomes.filter(is_useful).min_by_key(rank) else { return Ok(None) };
        Ok(if self.take(path, outcome) { None } else { Some(path) })
    }

    /// The next chunk of a path, for one in so many rows that are left. `None` if they are not worth it.
    fn next_chunk(&self, path: AccessPath, share: u64) -> Option<Chunk> {
        let query = &self.query.posts;
        let rows = self.limits.rows.saturating_sub(self.rows) / share;
        let left = self.limits.posts.saturating_sub(self.span.counted.total.posts);
        let steps = rows.saturating_sub(path.start_cost(query)) / self.most_rows_of_a_step(path);
        // The first chunk always runs, so that an answer comes further than the one before.
        if left == 0 || steps < LEAST_STEPS && self.has_started {
            return None;
        }
        let after = self.span.furthest.map(|post_id| Place { value: None, post_id });
        Some(Chunk {
            path,
            order: Order::Desc,
            after: after.filter(|_| matches!(path, AccessPath::Set(_))),
            until: self.limits.until,
            // Each step counts a post at most.
            steps: steps.max(LEAST_STEPS).min(left),
            rows: 0,
            is_sorted: false,
            reads_texts: false,
        })
    }

    /// The rows that a step reads at most: those of the walk, of the narrow row, of hashtags and mentions that are probed, of the
    /// document whose groups are listed there, and of the groups.
    fn most_rows_of_a_step(&self, path: AccessPath) -> u64 {
        let query = &self.query.posts;
        let document = u64::from(self.query.group_by.is_some_and(GroupBy::is_list));
        path.step_cost(query) + u64::from(!path.joins(query)) + query.filters.posting_filters() + document + 1
    }

    async fn run(&mut self, chunks: Vec<Chunk>) -> Result<Vec<Outcome>, StorageError> {
        self.has_started = true;
        let columns = CountedColumns { group_by: self.query.group_by, slots: self.limits.slots };
        let statements = chunks.iter().map(|chunk| count_chunk(&self.query.posts, chunk, columns)).collect();
        let answers = self.posts.query(statements).await?;
        self.rows += answers.iter().map(|rows| rows.read).sum::<u64>();
        answers.iter().map(|rows| self.outcome(rows)).collect()
    }

    fn outcome(&self, rows: &Rows<P::Row>) -> Result<Outcome, StorageError> {
        let mut outcome = Outcome::default();
        for row in &rows.rows {
            let mark = required(row.integer("mark")?, "mark")?;
            if mark == 2 {
                outcome.is_end = true;
                continue;
            }
            let last = required(row.text("last")?, "last")?;
            let last = last.parse().map_err(|_| StorageError::new("column last is no integer"))?;
            outcome.furthest = Some(outcome.furthest.map_or(last, |furthest: i64| furthest.min(last)));
            if mark == 0 {
                outcome.counted.add(tally(row)?, self.keys(row)?);
            }
        }
        Ok(outcome)
    }

    /// The keys of a row's groups, each once.
    fn keys(&self, row: &P::Row) -> Result<Vec<Option<String>>, StorageError> {
        let Some(group_by) = self.query.group_by else { return Ok(Vec::new()) };
        let value = row.text("key")?;
        if !group_by.is_list() {
            let platform = |network| self.query.posts.filters.platform_name(network);
            return Ok(vec![group_by.stored_key(value.as_deref(), platform)]);
        }
        let names: Vec<String> = serde_json::from_str(&value.unwrap_or_default())
            .map_err(|_| StorageError::new("column key is no list"))?;
        let mut keys = Vec::new();
        for name in names {
            let key = Some(fold_name(&name));
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        Ok(keys)
    }

    /// Takes what came of a chunk. Returns whether all is counted.
    fn take(&mut self, path: AccessPath, outcome: Outcome) -> bool {
        self.span.path = Some(path);
        self.span.counted.add_all(outcome.counted);
        self.span.furthest = if outcome.is_end { None } else { outcome.furthest.or(self.span.furthest) };
        outcome.is_end
    }
}

/// The number of posts of a row, and their sums, which are in two parts because SQLite's integers have 64 bits.
fn tally(row: &impl Row) -> Result<Tally, StorageError> {
    let number = |column: String| {
        let number = required(row.integer(&column)?, &column)?;
        Ok::<_, StorageError>(number.unsigned_abs())
    };
    let mut tally = Tally { posts: number("posts".to_owned())?, ..Tally::default() };
    for ((count, _), sum) in super::SUMMED.iter().zip(&mut tally.sums) {
        let column = count.column();
        let high = u128::from(number(format!("{column}_high"))?);
        let low = u128::from(number(format!("{column}_low"))?);
        *sum = Sum { sum: (high << 32) + low, known: number(format!("{column}_known"))? };
    }
    Ok(tally)
}
