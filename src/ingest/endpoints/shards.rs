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
use crate::shards::{Move, SLOTS, Shard, ShardState, rebalance, standing};
use crate::store::{Database, Row, Storage, StorageError, required};
use futures_util::future::join_all;
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    shards: Vec<Described>,
    #[serde(rename = "move")]
    on_its_way: Option<Move>,
}

#[derive(Serialize)]
struct Described {
    shard: u8,
    slots: Vec<u32>,
    posts: i64,
    bytes: Option<i64>,
}

impl Described {
    /// A database that is bound and was never used; it may have no tables yet.
    const fn unused(shard: u8) -> Self {
        Self { shard, slots: Vec::new(), posts: 0, bytes: None }
    }
}

/// A step of a move, and how many slots are not where they are to be yet.
#[derive(Serialize)]
struct Stepped {
    #[serde(rename = "move")]
    on_its_way: Option<Move>,
    posts: usize,
    slots_left: usize,
}

/// Says which databases there are.
pub(crate) async fn list<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    no_parameters(call.query)?;
    let ShardState { layout, on_its_way } = standing(service.runtime).await?;
    let bound = service.runtime.shards();
    let is_known = |number: &u8| layout.shards().iter().any(|shard| shard.number == *number);
    let unused: Vec<_> = (0..bound).filter(|number| !is_known(number)).map(Described::unused).collect();
    let shards = layout.shards().iter().filter(|shard| shard.slots != 0 || shard.number < bound);
    let shards = shards.map(|shard| describe(service.runtime, shard));
    let shards = join_all(shards).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    let shards = shards.into_iter().chain(unused).collect();
    Ok(Reply::success(200, &Data { shards, on_its_way }))
}

async fn describe<S: Storage>(storage: &S, shard: &Shard) -> Result<Described, StorageError> {
    let rows = storage.rows(Database::Posts(shard.number), totals()).await?;
    let row = required(rows.first(), "version")?;
    let posts = Network::ALL.map(|network| required(row.integer(network.name())?, network.name()));
    Ok(Described {
        shard: shard.number,
        slots: (0..SLOTS).filter(|slot| shard.slots >> slot & 1 == 1).collect(),
        posts: posts.into_iter().sum::<Result<_, _>>()?,
        bytes: rows.size,
    })
}

/// Does the next step towards so many databases with equally many slots.
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
    let ShardState { layout, on_its_way } = standing(storage).await?;
    let moves = rebalance(&layout, shards);
    let next = moves.first().copied().or(on_its_way.map(|moving| (moving.slot, moving.target)));
    let Some((slot, target)) = next else {
        return Ok(Reply::success(200, &Stepped { on_its_way: None, posts: 0, slots_left: 0 }));
    };
    let Step { on_its_way, posts } = step(storage, slot, target, service.now).await?;
    let slots_left = rebalance(&standing(storage).await?.layout, shards).len();
    Ok(Reply::success(200, &Stepped { on_its_way, posts, slots_left }))
}
