//! Runs the statements that read statistics, and those of plans.

use super::choice::likely_rows;
use super::statistics::SizeProbe;
use super::{AccessPath, Choice, Statistics};
use crate::posts::query::PostQuery;
use crate::posts::statements::page::page;
use crate::store::{Posts, Rows, Statement, StorageError};

/// Posts of a range of counts are counted up to this fraction of the rows that a page will cost.
const COUNTED_FRACTION: u64 = 4;
/// The most posts of a range of counts that are counted.
const MAX_COUNTED: u64 = 5_000;

/// Reads the sizes of a query's sets. First samples a few posts of each. If the page will cost much more than that, then counts
/// ranges of counts further, because a sample says least about these.
pub(crate) async fn read_statistics<P: Posts>(
    posts: &P,
    query: &PostQuery,
) -> Result<Statistics, StorageError> {
    let probe = SizeProbe::new(query);
    let mut statistics = probe.statistics(&posts.query(probe.statements()).await?)?;
    let most = (likely_rows(query, &statistics) / COUNTED_FRACTION).min(MAX_COUNTED);
    // If the chosen plan collects a range anyway, counting it first would be wasted.
    let chosen = Choice::new(query, &statistics).first.way;
    let mut doubtful = probe.doubtful(&statistics, most);
    doubtful.retain(|set| chosen != AccessPath::SortedScan(*set));
    if !doubtful.is_empty() {
        let answers = posts.query(probe.count_statements(&doubtful, most)).await?;
        statistics.add_counts(&doubtful, most, &answers)?;
    }
    Ok(statistics)
}

/// Runs plans that are each one statement. Returns the rows of a page, and the names of the plans.
pub(crate) async fn run_plans<P: Posts>(
    posts: &P,
    query: &PostQuery,
    choice: Choice,
) -> Result<(Rows<P::Row>, String), StorageError> {
    let name = choice.first.name(query);
    let rows = run_statement(posts, page(query, choice.first)).await?;
    match choice.then {
        Some(then) if rows.rows.len() <= usize::from(query.limit.0) => {
            let rows = run_statement(posts, page(query, then)).await?;
            Ok((rows, format!("{name}>{}", then.name(query))))
        }
        _ => Ok((rows, name)),
    }
}

async fn run_statement<P: Posts>(posts: &P, statement: Statement) -> Result<Rows<P::Row>, StorageError> {
    posts
        .query(vec![statement])
        .await?
        .pop()
        .ok_or_else(|| StorageError::new("a batch of one gave no result"))
}
