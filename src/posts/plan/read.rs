//! Answers keywords with prefixes by looking into the posts' texts.
//!
//! Before its first result, the full-text index combines all words with the prefix. This takes milliseconds, and happens again for
//! each post that is probed. If many posts have the keyword, it is cheaper to read posts in the order of the page without the
//! keyword, and to look into their texts, which costs two rows a post. The index is only used if few posts have the keyword.

use super::execute::{read_statistics, run_plans};
use super::{AccessPath, Choice, Plan, Set, Size};
use crate::http::cursor::Position;
use crate::http::limit::Limit;
use crate::posts::keyword::matches;
use crate::posts::param::{Keyword, Order, Sort};
use crate::posts::post::Post;
use crate::posts::query::PostQuery;
use crate::store::{AsText, Posts, Row, Rows, StorageError, required};
use crate::text::index_text;

/// The most posts that are looked into. Each has about a kilobyte.
const MAX_POSTS: u64 = 4_000;
/// The most posts that one statement reads.
const MAX_BATCH: u64 = 1_000;

/// After how many posts the index is used, if none of them has the keyword.
const WITHOUT_MATCH: u64 = 100;
/// How many posts the first statement reads if it has to collect the whole set anyway.
const SORTED_BATCH: u64 = 600;

/// The rows of a page, and the names of the plans that were run.
///
/// # Errors
/// When storage does not answer.
pub(crate) async fn search_texts<P: Posts>(
    posts: &P,
    query: &PostQuery,
    keyword: &Keyword,
) -> Result<(Rows<P::Row>, String), StorageError> {
    let without_keyword = PostQuery { filters: query.filters.without_keyword(), ..query.clone() };
    let mut statistics = None;
    let need = u64::from(query.limit.0) + 1;
    let mut base = PostQuery { limit: limit(20 + 2 * need), ..without_keyword.clone() };
    let mut choice = match Plan::certain(&base) {
        Some(plan) => plan.into(),
        None => Choice::new(&base, statistics.insert(read_statistics(posts, &without_keyword).await?)),
    };
    if let AccessPath::SortedScan(_) = choice.first.way {
        base.limit = limit(SORTED_BATCH);
    }
    let (mut found, mut looked_into, mut read, mut micros) = (Vec::new(), 0, 0, 0);
    loop {
        let (rows, name) = run_plans(posts, &base, choice).await?;
        // A first plan that did not fill the page would not do so the next time either.
        choice = choice.then.filter(|_| name.contains('>')).map_or(choice, Choice::from);
        let is_end = rows.rows.len() <= usize::from(base.limit.0);
        base.position = last_position(&rows.rows, &base)?;
        looked_into += rows.rows.len() as u64;
        read += rows.read;
        micros += rows.micros;
        for row in rows.rows {
            if has(&row, keyword)? {
                found.push(row);
            }
        }
        let met = found.len() as u64;
        if is_end || met >= need {
            return Ok((
                Rows { rows: found, size: rows.size, read, micros, is_retry: false },
                format!("read:{name}"),
            ));
        }
        let known = match &statistics {
            Some(known) => known,
            None => statistics.insert(read_statistics(posts, &without_keyword).await?),
        };
        let in_all = known.range.posts.saturating_mul(2 * met + 1) / (2 * looked_into + 1);
        let Some(more) = next_batch(need, met, looked_into, in_all) else {
            let mut known = known.clone();
            known.sets.push((Set::Keyword, Size { posts: in_all, is_exact: false }));
            let (rows, taken) = run_plans(posts, query, Choice::new(query, &known)).await?;
            return Ok((rows, format!("read:{name}>{taken}")));
        };
        base.limit = limit(more);
    }
}

/// How many posts to look into next, given that `met` of the `looked_into` posts have the keyword, and an estimated `in_all` of all
/// posts. `None` if the index costs less.
fn next_batch(need: u64, met: u64, looked_into: u64, in_all: u64) -> Option<u64> {
    let likely = (need - met).saturating_mul(2 * looked_into) / (2 * met + 1);
    let likely = if met == 0 { likely.min(WITHOUT_MATCH) } else { likely };
    let is_expensive =
        looked_into + likely > MAX_POSTS || likely > in_all || (met == 0 && looked_into >= WITHOUT_MATCH);
    (!is_expensive).then(|| (likely * 5 / 4 + 10).min(MAX_BATCH))
}

fn limit(posts: u64) -> Limit {
    Limit(u16::try_from(posts).unwrap_or(u16::MAX))
}

/// Whether a post has a keyword.
fn has(row: &impl Row, keyword: &Keyword) -> Result<bool, StorageError> {
    let post = Post::parse_document(&row.stored("json")?.to_text())
        .map_err(|error| StorageError::new(format!("a document can't be read: {error}")))?;
    Ok(matches(&keyword.parsed, &index_text(post.content.as_deref(), &post.hashtags)))
}

/// The position of the last of these posts, in the order of the query.
fn last_position<R: Row>(rows: &[R], query: &PostQuery) -> Result<Option<Position>, StorageError> {
    let mut last = None;
    for row in rows {
        let count = row.integer("value")?.and_then(|count| u64::try_from(count).ok());
        let key = required(row.text("post_id")?, "post_id")?;
        let post_id: i64 = key.parse().map_err(|_| StorageError::new("column post_id is no integer"))?;
        let place = (count, post_id);
        let is_later = |(other, key): (Option<u64>, i64)| match (count.is_none(), other.is_none()) {
            (true, false) => true,
            (false, true) => false,
            _ => (place > (other, key)) == (query.order == Order::Asc),
        };
        if last.is_none_or(is_later) {
            last = Some(place);
        }
    }
    Ok(last.map(|(count, post_id)| match query.sort {
        Sort::PublishedAt => Position::Time { post_id },
        Sort::Count(_) => Position::Count { count, post_id },
    }))
}

#[cfg(test)]
mod tests {
    use super::next_batch;

    #[test]
    fn posts_are_looked_into_while_many_have_the_keyword_and_the_index_is_asked_where_few_do() {
        assert_eq!(next_batch(51, 30, 122, 240_000), Some(115));
        assert_eq!(next_batch(101, 9, 222, 43_000), Some(1_000));
        assert_eq!(next_batch(101, 2, 222, 11_000), None);
        assert_eq!(next_batch(2, 0, 24, 20_000), Some(130));
        assert_eq!(next_batch(2, 0, 124, 4_000), None);
        assert_eq!(next_batch(101, 40, 222, 100), None, "few posts in all");
    }
}
