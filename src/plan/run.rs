//! From a query to the rows of its page.

use super::statistics::Questions;
use super::{Choice, Plan};
use crate::query::PostQuery;
use crate::sql::page::page;
use crate::store::{Posts, Rows, Statement, StorageError};

/// Chooses, and asks storage for the sizes of sets where there is a choice.
///
/// # Errors
/// When storage does not answer.
pub async fn choose<P: Posts>(posts: &P, query: &PostQuery) -> Result<Choice, StorageError> {
    if let Some(plan) = Plan::certain(query) {
        return Ok(plan.into());
    }
    let questions = Questions::new(query);
    let answers = posts.ask(questions.statements()).await?;
    Ok(Choice::of(query, &questions.read(&answers)?))
}

/// The rows of a page, up to one more than its limit, and the names of the plans that were needed.
///
/// # Errors
/// When storage does not answer.
pub async fn run<P: Posts>(
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
