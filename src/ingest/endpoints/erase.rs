//! `DELETE /operator/v1/posts/{id}`, `DELETE /operator/v1/authors/{platform}/{username}`

use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::ingest::{Erasure, Target};
use crate::percent::decode;
use crate::posts::param::{Username, platform, post_id};
use crate::shards::memory::Memory;
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    erased: usize,
}

/// The target for a post's id in the path.
pub(crate) fn post(id: &str) -> Result<Target, Vec<ValidationError>> {
    Ok(segment("id", id, |id| post_id(id).map(|(_, id)| Target::Post(id)))?)
}

/// The target for an author's platform and username in the path.
pub(crate) fn author(network: &str, username: &str) -> Result<Target, Vec<ValidationError>> {
    let network = segment("platform", network, platform);
    let username = segment("username", username, str::parse::<Username>);
    match (network, username) {
        (Ok(platform), Ok(username)) => Ok(Target::Author(platform.network, username.0.key)),
        (network, username) => Err(network.err().into_iter().chain(username.err()).collect()),
    }
}

/// Decodes and parses a segment of the path.
fn segment<T>(
    name: &str,
    text: &str,
    read: impl Fn(&str) -> Result<T, ValidationError>,
) -> Result<T, ValidationError> {
    let text = decode(text, false)
        .map_err(|error| ValidationError::new(ValidationErrorCode::InvalidValue, error.to_string()));
    text.and_then(|text| read(&text)).map_err(|error| error.for_parameter(name))
}

/// Erases the target, if the path and the query are valid.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    known: &Memory,
    target: Result<Target, Vec<ValidationError>>,
) -> Result<ReplyOf<S>, ApiError> {
    let query = no_parameters(call.query);
    let target = target.map_err(|errors| [errors, query.clone().err().unwrap_or_default()].concat())?;
    query?;
    let erasure = Erasure::new(service.runtime, &target, service.now, known.shard_map());
    let (erased, shard_map) = erasure.run().await?;
    known.remember(&shard_map);
    Ok(Reply::success(200, &Data { erased }))
}
