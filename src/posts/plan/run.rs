//! Chooses and runs the plan of a query.

use super::execute::{read_statistics, run_plans};
use super::{AccessPath, Choice, Plan, read};
use crate::posts::param::Keyword;
use crate::posts::query::PostQuery;
use crate::store::{Posts, Rows, StorageError};

/// Chooses the plan of a query. Reads statistics if there is a choice.
///
/// # Errors
/// When storage does not answer.
pub async fn choose<P: Posts>(posts: &P, query: &PostQuery) -> Result<Choice, StorageError> {
    if let Some(plan) = Plan::certain(query) {
        return Ok(plan.into());
    }
    if query.filters.keyword().is_some_and(is_expensive) {
        return Ok(Plan::from(AccessPath::Read).into());
    }
    let statistics = read_statistics(posts, query).await?;
    Ok(Choice::new(query, &statistics))
}

/// Whether a keyword takes milliseconds to probe.
fn is_expensive(keyword: &Keyword) -> bool {
    keyword.parsed.prefixes() > 0 || keyword.parsed.words() > 3
}

/// The rows of a page and of the post after it, in any order, and the names of the plans that were run. There may be more rows, of
/// posts after these.
///
/// # Errors
/// When storage does not answer.
pub async fn run<P: Posts>(
    posts: &P,
    query: &PostQuery,
    choice: Choice,
) -> Result<(Rows<P::Row>, String), StorageError> {
    match query.filters.keyword() {
        Some(keyword) if choice.first.way == AccessPath::Read => {
            read::search_texts(posts, query, keyword).await
        }
        _ => run_plans(posts, query, choice).await,
    }
}
