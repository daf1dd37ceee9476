//! `POST /operator/v1/fill`

use crate::http::body::Fields;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::ingest::fill::fill;
use crate::ingest::statements::fill::unfilled_ids;
use crate::shards::load_shard_map;
use crate::store::Database;
use crate::store::budget::Budget;
use serde::Serialize;

/// How many statements a call may take: few enough for either plan.
const STATEMENTS: usize = 40;

/// How many posts were filled, and how many databases have more to fill.
#[derive(Serialize)]
struct FillReply {
    posts: usize,
    shards_left: usize,
}

/// Fills the next posts.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    Fields::from_body(call, service, &[]).await?.finish()?;
    let storage = service.runtime;
    let shard_map = load_shard_map(storage).await?;
    let mut budget = Budget::new(STATEMENTS);
    let (mut posts, mut shards_left) = (0, 0);
    for shard in shard_map.in_use() {
        posts += fill(storage, &mut budget, shard.number, service.now).await?;
        let unfilled = storage.rows(Database::Posts(shard.number), unfilled_ids(1)).await?;
        shards_left += unfilled.rows.len();
    }
    Ok(Reply::success(200, &FillReply { posts, shards_left }))
}
