//! `GET /api/v1/health`

use crate::answer::reply::Reply;
use crate::answer::{ReplyOf, Service, Surroundings};
use crate::placement::layout;
use crate::sql::import::version;
use crate::store::{StorageError, json};
use crate::time::Timestamp;
use crate::together::together;
use core::cell::Cell;
use serde::Serialize;

/// How long what storage said is held, in milliseconds, so that health checks can't be used to load it.
const HELD: i64 = 5_000;

/// What this isolate remembers of storage's health: when it last asked, and whether both databases answered.
#[derive(Debug, Default)]
pub struct HealthMemory(Cell<Option<(Timestamp, bool)>>);

impl HealthMemory {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(Cell::new(None))
    }
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    timestamp: Timestamp,
}

/// Says whether the service works. Not in an envelope.
pub async fn answer<S: Surroundings>(service: &Service<'_, S>) -> ReplyOf<S> {
    let healthy = is_healthy(service).await;
    let (status, word) = if healthy { (200, "healthy") } else { (503, "unhealthy") };
    let health = Health { status: word, version: "v1", timestamp: service.now };
    Reply::text(status, json(&health)).with("Cache-Control", "no-store")
}

/// Asks every database that is in use for a row: one that was never migrated can't serve either.
async fn answers<S: Surroundings>(service: &Service<'_, S>) -> Result<(), StorageError> {
    let storage = service.surroundings;
    let layout = layout(storage).await?;
    let shards = layout.in_use().map(|shard| storage.read(shard.number, "", vec![version()]));
    together(shards).await.into_iter().try_for_each(|answer| answer.map(|_| ()))
}

async fn is_healthy<S: Surroundings>(service: &Service<'_, S>) -> bool {
    let held = service.memory.health.0.get().filter(|(at, _)| (0..HELD).contains(&(service.now.0 - at.0)));
    if let Some((_, healthy)) = held {
        return healthy;
    }
    let healthy = answers(service).await.is_ok();
    service.memory.health.0.set(Some((service.now, healthy)));
    healthy
}
