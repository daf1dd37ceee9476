//! `POST /operator/v1/posts`

use crate::http::body::{NDJSON, read_body};
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::ingest::{Counts, Load};
use crate::posts::lines::{Lines, MAX_BYTES, MAX_LINES, RejectedLine};
use crate::posts::post::line::PostLine;
use crate::shards::memory::Memory;
use serde::Serialize;

#[derive(Serialize)]
struct LoadReply {
    received: usize,
    #[serde(flatten)]
    counts: Counts,
    rejected: Vec<RejectedLine>,
}

/// Loads the valid lines of a body, and lists the rejected ones.
pub(crate) async fn load<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    known: &Memory,
) -> Result<ReplyOf<S>, ApiError> {
    no_parameters(call.query)?;
    let body = read_body(call, service, NDJSON, MAX_BYTES).await?;
    let lines = Lines::parse(&body).map_err(|_| {
        ApiError::PayloadTooLarge(format!(
            "expected at most {MAX_LINES} lines: send the posts in several calls"
        ))
    })?;
    let received = lines.received();
    let counts = store(service, known, lines.good).await?;
    Ok(Reply::success(200, &LoadReply { received, counts, rejected: lines.rejected }))
}

async fn store<S: Runtime>(
    service: &Service<'_, S>,
    known: &Memory,
    lines: Vec<PostLine>,
) -> Result<Counts, ApiError> {
    if lines.is_empty() {
        return Ok(Counts::default());
    }
    let load = Load::new(service.runtime, service.now);
    let (counts, shard_map) = load.run(lines, known.shard_map()).await?;
    known.remember(&shard_map);
    Ok(counts)
}
