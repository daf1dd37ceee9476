//! Keywords with prefixes, looked for in the posts themselves.
//!
//! The full-text index puts all words that start so together before it gives the first post, milliseconds for each prefix,
//! and does so anew for each post that is probed. Where many posts have the keyword it is cheaper to take posts in the
//! order of the page without it, and to look into their texts: two rows a post. Only where few have it is the index asked.

use super::run::run_plans;
use super::statistics::Questions;
use super::{Choice, Plan, Set, Size, Statistics, Way};
use crate::page::Page;
use crate::param::{Keyword, Limit};
use crate::post::Post;
use crate::query::PostQuery;
use crate::store::{AsText, Database, Row, Rows, Storage, StorageError, required};
use crate::text::{index_text, matches};

/// The most posts that are looked into, in all and at once: about a kilobyte each.
const MOST: u64 = 4_000;
const AT_ONCE: u64 = 1_000;

/// The posts after which the index is asked if none of them has the keyword.
const SEARCHED: u64 = 100;
/// The posts that are looked into at once where all of a set has to be collected for any.
const COLLECTED: u64 = 600;

/// The rows of a page, and the names of the plans that were needed.
///
/// # Errors
/// When storage does not answer.
pub(super) async fn read<S: Storage>(
    storage: &S,
    query: &PostQuery,
    keyword: &Keyword,
) -> Result<(Rows<S::Row>, String), StorageError> {
    let unworded = PostQuery { keyword: None, ..query.clone() };
    let mut statistics = None;
    let need = u64::from(query.limit.0) + 1;
    let mut base = PostQuery { limit: limit(20 + 2 * need), ..unworded.clone() };
    let choice = match Plan::certain(&base) {
        Some(plan) => plan.into(),
        None => Choice::of(&base, statistics.insert(ask(storage, &unworded).await?)),
    };
    if let Way::Collect(_) = choice.first.way {
        base.limit = limit(COLLECTED);
    }
    let (mut found, mut looked_into) = (Vec::new(), 0);
    loop {
        let (rows, name) = run_plans(storage, &base, choice).await?;
        let next = Page::read(&rows, &base)?.next(&base);
        looked_into += u64::from(base.limit.0);
        for row in rows.rows {
            // The post after the last is met again if the walk goes on.
            if has(&row, keyword)? && !is_known(&found, &row)? {
                found.push(row);
            }
        }
        let met = found.len() as u64;
        if next.is_none() || met >= need {
            return Ok((Rows { rows: found, size: rows.size }, format!("read:{name}")));
        }
        let likely = (need - met).saturating_mul(2 * looked_into) / (2 * met + 1);
        let likely = if met == 0 { likely.min(SEARCHED) } else { likely };
        if looked_into + likely > MOST || (met == 0 && looked_into >= SEARCHED) {
            break indexed(storage, query, (met, looked_into), statistics, &unworded, &name).await;
        }
        base = PostQuery { position: next, limit: limit((likely * 5 / 4 + 10).min(AT_ONCE)), ..base };
    }
}

/// The page by the index, where few posts have the keyword: so many among those that were looked into.
async fn indexed<S: Storage>(
    storage: &S,
    query: &PostQuery,
    (met, looked_into): (u64, u64),
    statistics: Option<Statistics>,
    unworded: &PostQuery,
    name: &str,
) -> Result<(Rows<S::Row>, String), StorageError> {
    let mut statistics = match statistics {
        Some(statistics) => statistics,
        None => ask(storage, unworded).await?,
    };
    let posts = statistics.range.posts.saturating_mul(2 * met + 1) / (2 * looked_into + 1);
    statistics.sets.push((Set::Keyword, Size { posts, is_exact: false }));
    let (rows, taken) = run_plans(storage, query, Choice::of(query, &statistics)).await?;
    Ok((rows, format!("read:{name}>{taken}")))
}

async fn ask<S: Storage>(storage: &S, query: &PostQuery) -> Result<Statistics, StorageError> {
    let questions = Questions::new(query);
    questions.read(&storage.batch(Database::Posts, questions.statements()).await?)
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

fn is_known<R: Row>(found: &[R], row: &R) -> Result<bool, StorageError> {
    let key = required(row.text("post_id")?, "post_id")?;
    for other in found {
        if required(other.text("post_id")?, "post_id")? == key {
            return Ok(true);
        }
    }
    Ok(false)
}
