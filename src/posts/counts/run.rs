//! Counts the posts of one database along its access paths, from the newest on, as far as it may.
//!
//! The sets of a query in the order of time are swept as in [`crate::posts::plan`]: each begins with a small chunk, and the one that
//! comes furthest gets the rest of the rows. Beside them, the posts that reach a minimum are tried: if they are few, they are counted
//! to their end.

use super::{Budget, CountQuery, Counted, GroupBy, Sum, Tally};
use crate::posts::page::Place;
use crate::posts::param::Order;
use crate::posts::plan::{AccessPath, Chunk, Set, expand, has_expensive_keyword};
use crate::posts::read::ShardReader;
use crate::posts::statements::page::{CountedColumns, count_chunk};
use crate::store::{Posts as _, Row, Rows, Storage, StorageError, required};
use crate::text::fold_name;
use core::cmp::Reverse;

/// One in so many rows of the limit is for the first chunks together.
const FIRST: u64 = 8;
/// The first chunks have at least so many steps.
const LEAST_STEPS: u64 = 64;

/// The query with its prefixes written out as the words of a database.
pub(super) async fn written_out<S: Storage>(
    reader: &ShardReader<'_, S>,
    query: &CountQuery,
) -> Result<CountQuery, StorageError> {
    let expanded = expand(reader, &query.posts).await?;
    let posts = expanded.map_or_else(|| query.posts.clone(), |expanded| expanded.query);
    Ok(CountQuery { posts, ..query.clone() })
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

/// Counts the posts of a database, and goes on where it stopped.
pub(super) struct Counter<'a, S> {
    reader: &'a ShardReader<'a, S>,
    /// Which posts are counted: those after its position.
    query: CountQuery,
    /// The slots whose posts count, a bit each.
    slots: u64,
    /// The access path along which they are counted, once it is known.
    path: Option<AccessPath>,
    /// The rows that the reader had read before.
    read_before: u64,
    /// The rows that may have been read, and the posts that may have been counted, when it stops.
    limits: Budget,
    /// The key of the last post that counts, if not all do.
    until: Option<i64>,
    has_started: bool,
    /// What it has counted.
    pub(super) counted: Counted,
    /// The key of the last post that it has looked at.
    pub(super) last: Option<i64>,
    /// Whether there are no more posts.
    pub(super) is_ended: bool,
}

impl<'a, S: Storage> Counter<'a, S> {
    /// A counter of a query whose prefixes are [`written_out`].
    pub(super) fn new(reader: &'a ShardReader<'a, S>, query: CountQuery, slots: u64) -> Self {
        Self {
            reader,
            query,
            slots,
            path: None,
            read_before: reader.cost().rows,
            limits: Budget { rows: 0, posts: 0 },
            until: None,
            has_started: false,
            counted: Counted::default(),
            last: None,
            is_ended: false,
        }
    }

    /// A counter of the same posts from the beginning.
    pub(super) fn anew(&self) -> Self {
        Self { path: self.path, has_started: true, ..Self::new(self.reader, self.query.clone(), self.slots) }
    }

    /// A counter of the posts after this one.
    pub(super) fn after(&self, post_id: i64) -> Self {
        Self { path: self.path, ..Self::new(self.reader, self.query.after(post_id), self.slots) }
    }

    /// The rows that were read for it.
    pub(super) fn rows(&self) -> u64 {
        self.reader.cost().rows - self.read_before
    }

    /// All rows that its reader has read.
    pub(super) fn rows_read(&self) -> u64 {
        self.reader.cost().rows
    }

    /// Counts on: at most so many posts more with so many rows, and not past a post.
    ///
    /// # Errors
    /// When storage does not answer.
    pub(super) async fn count(&mut self, budget: Budget, until: Option<i64>) -> Result<(), StorageError> {
        self.limits = Budget {
            rows: self.rows().saturating_add(budget.rows),
            posts: self.counted.total.posts.saturating_add(budget.posts),
        };
        self.until = until;
        match (&self.path, paths(&self.query).as_slice()) {
            (Some(path), _) | (None, [path]) => self.along(*path).await,
            (None, paths) => self.race(paths).await,
        }
    }

    /// Counts a chunk along a path.
    async fn along(&mut self, path: AccessPath) -> Result<(), StorageError> {
        if let Some(chunk) = self.next_chunk(path, 1) {
            let outcome = self.run(vec![chunk]).await?.pop().unwrap_or_default();
            self.take(path, outcome);
        }
        Ok(())
    }

    /// Runs a small chunk of each path, takes what the best has found, and goes on along that path.
    async fn race(&mut self, paths: &[AccessPath]) -> Result<(), StorageError> {
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
        let Some((path, outcome)) = outcomes.filter(is_useful).min_by_key(rank) else { return Ok(()) };
        let is_end = outcome.is_end;
        self.take(path, outcome);
        if is_end { Ok(()) } else { self.along(path).await }
    }

    /// The next chunk of a path, for one in so many rows that are left. `None` if they are not worth it.
    fn next_chunk(&self, path: AccessPath, share: u64) -> Option<Chunk> {
        let query = &self.query.posts;
        let rows = self.limits.rows.saturating_sub(self.rows()) / share;
        let left = self.limits.posts.saturating_sub(self.counted.total.posts);
        let steps = rows.saturating_sub(path.start_cost(query)) / self.most_rows_of_a_step(path);
        // The first chunk always runs, so that an answer comes further than the one before.
        let (steps, left) =
            if self.has_started { (steps, left) } else { (steps.max(LEAST_STEPS), left.max(1)) };
        if steps.min(left) == 0 {
            return None;
        }
        let after = self.last.map(|post_id| Place { value: None, post_id });
        Some(Chunk {
            path,
            order: Order::Desc,
            after: after.filter(|_| matches!(path, AccessPath::Set(_))),
            until: self.until,
            // Each step counts a post at most.
            steps: steps.min(left),
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
        let columns = CountedColumns { group_by: self.query.group_by, slots: self.slots };
        let statements = chunks.iter().map(|chunk| count_chunk(&self.query.posts, chunk, columns)).collect();
        let answers = self.reader.query(statements).await?;
        answers.iter().map(|rows| self.outcome(rows)).collect()
    }

    fn outcome(&self, rows: &Rows<S::Row>) -> Result<Outcome, StorageError> {
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
    fn keys(&self, row: &S::Row) -> Result<Vec<Option<String>>, StorageError> {
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

    /// Takes what came of a chunk. Where there are no more posts until the one that is given, it has come there.
    fn take(&mut self, path: AccessPath, outcome: Outcome) {
        self.path = Some(path);
        self.counted.add_all(outcome.counted);
        self.is_ended = outcome.is_end && self.until.is_none();
        let end = self.until.filter(|_| outcome.is_end);
        self.last = end.or(outcome.furthest).or(self.last);
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
