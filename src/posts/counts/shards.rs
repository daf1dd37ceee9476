//! Counts the posts of several databases, each up to the same post.

use super::run::recount;
use super::{CountQuery, Limits, MOST_POSTS, MOST_ROWS, Span, count};
use crate::posts::read::ShardReader;
use crate::store::at_once::at_once;
use crate::store::{Storage, StorageError};

/// Counts the posts of these databases. Where one came further than the others, it counts again up to where all have come, since what
/// is counted can't be taken apart.
///
/// # Errors
/// When one of them does not answer.
pub async fn count_shards<S: Storage>(
    readers: &[ShardReader<'_, S>],
    query: &CountQuery,
) -> Result<Span, StorageError> {
    let spans = readers.iter().map(|reader| count(reader, query, limits(readers, reader)));
    let spans = at_once(spans).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    let Some(boundary) = spans.iter().filter_map(|span| span.furthest).max() else {
        return Ok(sum(spans, None));
    };
    let within = readers.iter().zip(spans).map(async |(reader, span)| match span.path {
        Some(path) if span.furthest != Some(boundary) => {
            let limits = Limits { until: Some(boundary), ..limits(readers, reader) };
            recount(reader, query, limits, path).await
        }
        _ => Ok(span),
    });
    let within = at_once(within).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(sum(within, Some(boundary)))
}

/// The part of an answer's limits for one database: half of its rows are for counting again.
fn limits<S: Storage>(readers: &[ShardReader<'_, S>], reader: &ShardReader<'_, S>) -> Limits {
    let count = readers.len().max(1) as u64;
    let rows = if count > 1 { MOST_ROWS / count / 2 } else { MOST_ROWS };
    let slots = if count > 1 { reader.shard().slots } else { u64::MAX };
    Limits { rows, posts: MOST_POSTS / count, slots, until: None }
}

fn sum(spans: Vec<Span>, furthest: Option<i64>) -> Span {
    let mut all = Span { furthest, ..Span::default() };
    for span in spans {
        all.counted.add_all(span.counted);
    }
    all
}
