//! `DELETE /operator/v1/posts/{id}`, `DELETE /operator/v1/authors/{platform}/{username}`

use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::{ApiError, Fault, FaultCode, quoted};
use crate::load::{Erasure, Target};
use crate::param::{Username, platform};
use crate::percent::decode;
use crate::post::line::MAX_ID;
use crate::post::read_post_id;
use crate::route::no_parameters;
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    erased: usize,
}

/// Erases a post.
pub(super) async fn post<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    id: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let target = segment("id", id, |id| {
        let expected = format!("a platform, a colon and 1 to {MAX_ID} bytes, as in x:123");
        let malformed =
            || Fault::new(FaultCode::InvalidValue, format!("expected {expected}, and {} came", quoted(id)));
        read_post_id(id).filter(|id| !id.contains('\0')).map(Target::Post).ok_or_else(malformed)
    });
    erase(call, service, target.map_err(|fault| vec![fault])).await
}

/// Erases an author with all posts.
pub(super) async fn author<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    network: &str,
    username: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let network = segment("platform", network, platform);
    let username = segment("username", username, str::parse::<Username>);
    let target = match (network, username) {
        (Ok(platform), Ok(username)) => Ok(Target::Author(platform.network, username.0.key)),
        (network, username) => Err(network.err().into_iter().chain(username.err()).collect()),
    };
    erase(call, service, target).await
}

/// Reads a segment of the path.
fn segment<T>(name: &str, text: &str, read: impl Fn(&str) -> Result<T, Fault>) -> Result<T, Fault> {
    let text = decode(text, false).map_err(|error| Fault::new(FaultCode::InvalidValue, error.to_string()));
    text.and_then(|text| read(&text)).map_err(|fault| fault.of(name))
}

async fn erase<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    target: Result<Target, Vec<Fault>>,
) -> Result<ReplyOf<S>, ApiError> {
    let target = match (target, no_parameters(call.query)) {
        (Ok(target), Ok(())) => target,
        (target, query) => {
            let faults = target.err().into_iter().chain(query.err()).flatten();
            return Err(faults.collect::<Vec<_>>().into());
        }
    };
    let guess = service.memory.layout();
    let erasure = Erasure::new(service.surroundings, &target, service.now, guess).await?;
    let (erased, layout) = erasure.run().await?;
    service.memory.remember(&layout);
    Ok(Reply::success(200, &Data { erased }))
}
