//! `GET /operator/v1/shards`, `POST /operator/v1/shards`

use crate::http::body::Fields;
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::ingest::{Step, step};
use crate::platform::Network;
use crate::posts::statements::totals::totals;
use crate::shards::{Move, SLOTS, Shard, ShardState, load_shard_state, rebalance};
use crate::store::at_once::at_once;
use crate::store::{Database, Row, Storage, StorageError, required};
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    shards: Vec<ShardInfo>,
    #[serde(rename = "move")]
    active_move: Option<Move>,
}

#[derive(Serialize)]
struct ShardInfo {
    shard: u8,
    slots: Vec<u32>,
    posts: i64,
    bytes: Option<i64>,
}

impl ShardInfo {
    /// A database that is bound but was never used. It may have no tables yet.
    const fn unused(shard: u8) -> Self {
        Self { shard, slots: Vec::new(), posts: 0, bytes: None }
    }
}

/// The result of a step: the move, and how many slots are not in their final place yet.
#[derive(Serialize)]
struct StepReply {
    #[serde(rename = "move")]
    active_move: Option<Move>,
    posts: usize,
    slots_left: usize,
}

/// Lists the databases of posts.
pub(crate) async fn list<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    no_parameters(call.query)?;
    let ShardState { shard_map, active_move } = load_shard_state(service.runtime).await?;
    let bound = service.runtime.shards();
    let is_known = |number: &u8| shard_map.shards().iter().any(|shard| shard.number == *number);
    let unused: Vec<_> = (0..bound).filter(|number| !is_known(number)).map(ShardInfo::unused).collect();
    let shards = shard_map.shards().iter().filter(|shard| shard.slots != 0 || shard.number < bound);
    let shards = shards.map(|shard| describe(service.runtime, shard));
    let shards = at_once(shards).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    let shards = shards.into_iter().chain(unused).collect();
    Ok(Reply::success(200, &Data { shards, active_move }))
}

async fn describe<S: Storage>(storage: &S, shard: &Shard) -> Result<ShardInfo, StorageError> {
    let rows = storage.rows(Database::Posts(shard.number), totals()).await?;
    let row = required(rows.first(), "version")?;
    let posts = Network::ALL.map(|network| required(row.integer(network.name())?, network.name()));
    Ok(ShardInfo {
        shard: shard.number,
        slots: (0..SLOTS).filter(|slot| shard.slots >> slot & 1 == 1).collect(),
        posts: posts.into_iter().sum::<Result<_, _>>()?,
        bytes: rows.size,
    })
}

/// Does the next step of spreading the slots evenly over a number of databases.
pub(crate) async fn rebalance_step<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["shards"]).await?;
    let (storage, bound) = (service.runtime, service.runtime.shards());
    let shards = fields.required_integer("shards").and_then(|shards| u8::try_from(shards).ok());
    let shards = shards.filter(|shards| (1..=bound).contains(shards));
    if shards.is_none() && !fields.has_error("shards") {
        let message =
            format!("expected a number of databases from 1 to {bound}, which are bound to this service");
        fields.add_error(
            "shards",
            ValidationError::new(ValidationErrorCode::OutOfRange, message).within(1, bound.into()),
        );
    }
    fields.finish()?;
    let shards = shards.unwrap_or(1);
    let ShardState { shard_map, active_move } = load_shard_state(storage).await?;
    let moves = rebalance(&shard_map, shards);
    let next = moves.first().copied().or(active_move.map(|moving| (moving.slot, moving.target)));
    let Some((slot, target)) = next else {
        return Ok(Reply::success(200, &StepReply { active_move: None, posts: 0, slots_left: 0 }));
    };
    let Step { active_move, posts } = step(storage, slot, target, service.now).await?;
    let slots_left = rebalance(&load_shard_state(storage).await?.shard_map, shards).len();
    Ok(Reply::success(200, &StepReply { active_move, posts, slots_left }))
}
