//! Merging the full-text indexes, and `POST /operator/v1/index`.
//!
//! Each transaction of an import leaves a segment in its shard's index, and SQLite only merges some of them as they come. A
//! search looks a word up in every segment, so after a large import all are merged into one. That happens in steps that take
//! well under a second each, each in a transaction of its own, so that other calls get their turn in between.

use crate::http::body::Fields;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::posts::statements::totals::{merge_words, segments};
use crate::shards::load_shard_map;
use crate::store::at_once::at_once;
use crate::store::budget::Budget;
use crate::store::{Database, Row, Rows, Storage, StorageError, required};
use serde::Serialize;

/// How many statements a step takes.
pub(super) const STEP: usize = 2;

/// How many steps a call takes: some seconds, and few enough statements for either plan.
const STEPS: usize = 8;

/// How many databases have an index that is not merged yet.
#[derive(Serialize)]
struct IndexReply {
    shards_left: usize,
}

/// Takes the next steps of merging the full-text indexes of all shards.
pub(crate) async fn merge<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    Fields::from_body(call, service, &[]).await?.finish()?;
    let storage = service.runtime;
    let shard_map = load_shard_map(storage).await?;
    let is_split = shard_map.in_use().map(async |shard| {
        let rows = storage.rows(Database::Posts(shard.number), segments()).await?;
        Ok((shard.number, !is_merged(&rows)?))
    });
    let is_split = at_once(is_split).await.into_iter().collect::<Result<Vec<_>, StorageError>>()?;
    let left: Vec<_> =
        is_split.into_iter().filter_map(|(shard, is_split)| is_split.then_some(shard)).collect();
    let mut budget = Budget::new(STEPS * STEP);
    let mut merged = 0;
    for shard in &left {
        if !merge_shard(storage, &mut budget, *shard, STEPS).await? {
            break;
        }
        merged += 1;
    }
    Ok(Reply::success(200, &IndexReply { shards_left: left.len() - merged }))
}

/// Merges the index of a shard, in so many steps at most. Returns whether it is merged.
pub(super) async fn merge_shard(
    storage: &impl Storage,
    budget: &mut Budget,
    shard: u8,
    steps: usize,
) -> Result<bool, StorageError> {
    for _ in 0..steps {
        let step = vec![merge_words(), segments()];
        let Some(results) = budget.batch(storage, Database::Posts(shard), step).await? else { break };
        if is_merged(required(results.last(), "segments")?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_merged<R: Row>(rows: &Rows<R>) -> Result<bool, StorageError> {
    Ok(required(required(rows.first(), "segments")?.integer("segments")?, "segments")? <= 1)
}
