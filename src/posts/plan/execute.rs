//! Asking storage: for the sizes of sets, and for the rows of a plan.

use super::choice::likely_rows;
use super::statistics::Questions;
use super::{AccessPath, Choice, Statistics};
use crate::posts::query::PostQuery;
use crate::posts::statements::page::page;
use crate::store::{Posts, Rows, Statement, StorageError};

/// Posts of a range of counts are counted up to this part of the rows that a page will cost, and up to so many.
const COUNTED: u64 = 4;
const MOST_COUNTED: u64 = 5_000;

/// Asks storage for the sizes of a query's sets: first by a few posts of each, then, where a page will cost much more than
/// that, by counting the ranges of counts further, of which a few posts say least.
pub(crate) async fn ask<P: Posts>(posts: &P, query: &PostQuery) -> Result<Statistics, StorageError> {
    let questions = Questions::new(query);
    let mut statistics = questions.read(&posts.ask(questions.statements()).await?)?;
    let most = (likely_rows(query, &statistics) / COUNTED).min(MOST_COUNTED);
    // A range that is to be collected anyway only turns out larger.
    let chosen = Choice::of(query, &statistics).first.way;
    let mut doubtful = questions.doubtful(&statistics, most);
    doubtful.retain(|set| chosen != AccessPath::SortedScan(*set));
    if !doubtful.is_empty() {
        let answers = posts.ask(questions.further(&doubtful, most)).await?;
        statistics.count_further(&doubtful, most, &answers)?;
    }
    Ok(statistics)
}

/// The rows of a page by plans that are each one statement.
pub(crate) async fn run_plans<P: Posts>(
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
