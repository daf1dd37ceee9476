//! From a query to the rows of its page.

use super::choice::likely_rows;
use super::statistics::Questions;
use super::{Choice, Plan, Statistics, Way, read};
use crate::param::Keyword;
use crate::query::PostQuery;
use crate::sql::page::page;
use crate::store::{Posts, Rows, Statement, StorageError};

/// Posts of a range of counts are counted up to this part of the rows that a page will cost, and up to so many.
const COUNTED: u64 = 4;
const MOST_COUNTED: u64 = 5_000;

/// Chooses, and asks storage for the sizes of sets where there is a choice.
///
/// # Errors
/// When storage does not answer.
pub async fn choose<P: Posts>(posts: &P, query: &PostQuery) -> Result<Choice, StorageError> {
    if let Some(plan) = Plan::certain(query) {
        return Ok(plan.into());
    }
    if query.keyword.as_ref().is_some_and(is_dear) {
        return Ok(Plan::from(Way::Read).into());
    }
    let statistics = ask(posts, query).await?;
    Ok(Choice::of(query, &statistics))
}

/// Asks storage for the sizes of a query's sets: first by a few posts of each, then, where a page will cost much more than
/// that, by counting the ranges of counts further, of which a few posts say least.
pub(super) async fn ask<P: Posts>(posts: &P, query: &PostQuery) -> Result<Statistics, StorageError> {
    let questions = Questions::new(query);
    let mut statistics = questions.read(&posts.ask(questions.statements()).await?)?;
    let most = (likely_rows(query, &statistics) / COUNTED).min(MOST_COUNTED);
    // A range that is to be collected anyway only turns out larger.
    let chosen = Choice::of(query, &statistics).first.way;
    let mut doubtful = questions.doubtful(&statistics, most);
    doubtful.retain(|set| chosen != Way::Collect(*set));
    if !doubtful.is_empty() {
        let answers = posts.ask(questions.further(&doubtful, most)).await?;
        statistics.count_further(&doubtful, most, &answers)?;
    }
    Ok(statistics)
}

/// Whether a keyword takes milliseconds to probe.
fn is_dear(keyword: &Keyword) -> bool {
    keyword.parsed.prefixes() > 0 || keyword.parsed.words() > 3
}

/// The rows of a page and of the post after it, in any order, and the names of the plans that were needed. There may be
/// more rows, of posts that come later.
///
/// # Errors
/// When storage does not answer.
pub async fn run<P: Posts>(
    posts: &P,
    query: &PostQuery,
    choice: Choice,
) -> Result<(Rows<P::Row>, String), StorageError> {
    match &query.keyword {
        Some(keyword) if choice.first.way == Way::Read => read::read(posts, query, keyword).await,
        _ => run_plans(posts, query, choice).await,
    }
}

/// The same by plans that are each one statement.
pub(super) async fn run_plans<P: Posts>(
    posts: &P,
    query: &PostQuery,
    choice: Choice,
) -> Result<(Rows<P::Row>, String), StorageError> {
    let name = choice.first.name(query);
    let rows = one(posts, page(query, choice.first)).await?;
    match choice.then {
        Some(then) if rows.rows.len() <= usize::from(query.limit.0) => {
            let rows = one(posts, page(query, then)).await?;
            Ok((rows, format!("{name}>{}", then.name(query))))
        }
        _ => Ok((rows, name)),
    }
}

async fn one<P: Posts>(posts: &P, statement: Statement) -> Result<Rows<P::Row>, StorageError> {
    posts.ask(vec![statement]).await?.pop().ok_or_else(|| StorageError::new("a batch of one gave no result"))
}
