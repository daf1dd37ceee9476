//! `GET /api/v1/health`

use crate::answer::reply::Reply;
use crate::answer::{ReplyOf, Service, Surroundings};
use crate::sql::upkeep::ping;
use crate::store::{Database, json};
use crate::time::Timestamp;
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

async fn is_healthy<S: Surroundings>(service: &Service<'_, S>) -> bool {
    let held = service.health.0.get().filter(|(at, _)| (0..HELD).contains(&(service.now.0 - at.0)));
    if let Some((_, healthy)) = held {
        return healthy;
    }
    let mut healthy = true;
    for database in [Database::Accounts, Database::Posts] {
        healthy &= service.surroundings.rows(database, ping(database)).await.is_ok();
    }
    service.health.0.set(Some((service.now, healthy)));
    healthy
}
