//! `POST /operator/v1/posts`

use crate::answer::body::{NDJSON, read};
use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::ApiError;
use crate::load::{Counts, Lines, Load, MAX_BYTES, MAX_LINES, Refused};
use crate::post::line::PostLine;
use crate::route::no_parameters;
use serde::Serialize;

#[derive(Serialize)]
struct Loaded {
    received: usize,
    #[serde(flatten)]
    counts: Counts,
    rejected: Vec<Refused>,
}

/// Loads the good lines of a body and names the others.
pub(super) async fn load<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    no_parameters(call.query)?;
    let body = read(call, service, NDJSON, MAX_BYTES).await?;
    let lines = Lines::read(&body).map_err(|_| {
        ApiError::PayloadTooLarge(format!(
            "expected at most {MAX_LINES} lines: send the posts in several calls"
        ))
    })?;
    let received = lines.received();
    let counts = store(service, lines.good).await?;
    Ok(Reply::success(200, &Loaded { received, counts, rejected: lines.refused }))
}

async fn store<S: Surroundings>(service: &Service<'_, S>, lines: Vec<PostLine>) -> Result<Counts, ApiError> {
    if lines.is_empty() {
        return Ok(Counts::default());
    }
    let load = Load::new(service.surroundings, service.now);
    let (counts, layout) = load.run(lines, service.memory.layout()).await?;
    service.memory.remember(&layout);
    Ok(counts)
}
