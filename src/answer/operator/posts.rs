//! `POST /operator/v1/posts`

use super::body::{NDJSON, read};
use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::ApiError;
use crate::load::{Changes, Counts, Known, Lines, MAX_BYTES, MAX_LINES, Refused, apply, questions};
use crate::post::line::PostLine;
use crate::route::no_parameters;
use crate::sql::import::VERSION_MOVED;
use crate::store::Database;
use serde::Serialize;

/// How often an import is tried that another one got in the way of.
const TRIES: usize = 5;

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

/// Reads what is known, merges and writes; anew if the posts changed between the two.
async fn store<S: Surroundings>(service: &Service<'_, S>, lines: Vec<PostLine>) -> Result<Counts, ApiError> {
    if lines.is_empty() {
        return Ok(Counts::default());
    }
    for _ in 0..TRIES {
        let results = service.surroundings.batch(Database::Posts, questions(&lines)).await?;
        let Changes { counts, statements } = apply(lines.clone(), Known::read(&results)?, service.now)?;
        if statements.is_empty() {
            return Ok(counts);
        }
        match service.surroundings.batch(Database::Posts, statements).await {
            Ok(_) => return Ok(counts),
            Err(error) if error.message.contains(VERSION_MOVED) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(crate::store::StorageError::new("other imports were always faster").into())
}
