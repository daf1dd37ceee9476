//! Counts the posts of several databases, each up to the same post.
//!
//! Posts are counted in the databases, and what is counted can't be taken apart. So an answer over several is made of *stretches* of
//! time. At the end of each ([`super::stretch`]), every database has come to the same post, and the next one begins there, as the next
//! answer would. So answers add up exactly, whatever shares a stretch has guessed.
//!
//! - **The first stretch** begins with an eighth of the budget in equal shares, since nothing is known of where the posts are. A query
//!   with few posts is answered by it, in one round trip. Otherwise it shows what each database costs for the same time.
//! - **The others** begin with three quarters of what is left, in shares as the stretch before has cost.
//! - A database that has ended takes no more part, and the last one that is left gets everything. A single database is just that, in
//!   one stretch.
//!
//! A database counts up to eight times for an answer, mostly four. That takes little longer, since it is the rows that take time, and
//! callers pay for answers, not for round trips.
//!
//! Posts that move between databases meanwhile change nothing: all stretches count the slots of one map of shards, and an answer by an
//! outdated map is read again ([`crate::shards`]).

use super::run::{Counter, written_out};
use super::stretch::Stretch;
use super::{Budget, CountQuery, Span};
use crate::posts::read::ShardReader;
use crate::store::at_once::at_once;
use crate::store::{Storage, StorageError};

/// The most stretches of an answer.
const STRETCHES: usize = 3;
/// Another stretch is worth its round trips if one in so many rows and posts of the budget is left.
const WORTH: u64 = 4;

/// Counts the posts of these databases.
///
/// # Errors
/// When one of them does not answer.
pub async fn count_shards<S: Storage>(
    readers: &[ShardReader<'_, S>],
    query: &CountQuery,
    budget: Budget,
) -> Result<Span, StorageError> {
    let counters = counters(readers, query).await?;
    let mut all = Span::default();
    let mut stretch = Stretch::new(counters, left(budget, readers, &all));
    for _ in 0..STRETCHES {
        let Some(span) = stretch.count().await? else { break };
        all.counted.add_all(span.counted);
        all.furthest = span.furthest;
        let left = left(budget, readers, &all);
        let Some(end) = span.furthest.filter(|_| budget.share(1, WORTH).is_within(left)) else { break };
        stretch = stretch.next(end, left);
    }
    Ok(all)
}

/// A counter of each database. A single database needs no look at the slots.
async fn counters<'a, S: Storage>(
    readers: &'a [ShardReader<'a, S>],
    query: &CountQuery,
) -> Result<Vec<Counter<'a, S>>, StorageError> {
    let is_single = readers.len() == 1;
    let counters = readers.iter().map(async |reader| {
        let slots = if is_single { u64::MAX } else { reader.shard().slots };
        Ok(Counter::new(reader, written_out(reader, query).await?, slots))
    });
    at_once(counters).await.into_iter().collect()
}

/// What is left of a budget. Rows are those that storage has reported.
fn left<S: Storage>(budget: Budget, readers: &[ShardReader<'_, S>], all: &Span) -> Budget {
    let rows = readers.iter().map(|reader| reader.cost().rows).sum();
    budget.without(rows, all.counted.total.posts)
}
