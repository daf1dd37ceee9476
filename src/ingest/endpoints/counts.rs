//! `GET /operator/v1/counts`
//!
//! The numbers of posts, as callers get them, but not charged, and with all groups.

use super::acknowledged::read_acknowledged;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::posts::counts::{Answered, CountQuery, MoreParameters, read_span};
use crate::posts::slots::query_slots;
use crate::shards::Shard;
use crate::shards::memory::Memory;

/// Answers with numbers of posts.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    memory: &Memory,
) -> Result<ReplyOf<S>, ApiError> {
    let query = CountQuery::parse(call.query, MoreParameters::of_operators())?;
    let read = async |shards: Vec<Shard>| read_span(service.runtime, &query, &shards).await;
    let span = read_acknowledged(service.runtime, memory, query_slots(&query.posts), read).await?;
    Ok(Reply::success(200, &Answered::new(&query, span)))
}
