//! `GET /api/v1/health`

use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::posts::statements::totals::version;
use crate::shards::layout;
use crate::store::{Database, Row as _, StorageError, json, required};
use crate::time::Timestamp;
use core::cell::RefCell;
use futures_util::future::join_all;
use serde::Serialize;

/// How long what storage said is held, in milliseconds, so that health checks can't be used to load it.
const HELD: i64 = 5_000;

/// What this isolate remembers of storage's health: when it last asked, and what came of it.
#[derive(Debug, Default)]
pub struct HealthMemory(RefCell<Option<(Timestamp, Result<(), StorageError>)>>);

impl HealthMemory {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(None))
    }
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    timestamp: Timestamp,
}

/// Says whether the service works. Not in an envelope.
pub async fn answer<S: Runtime>(service: &Service<'_, S>, memory: &HealthMemory) -> ReplyOf<S> {
    let (status, word, cause) = match held(service, memory).await {
        Ok(()) => (200, "healthy", None),
        Err(error) => (503, "unhealthy", Some(error.message)),
    };
    let health = Health { status: word, version: "v1", timestamp: service.now };
    let mut reply = Reply::text(status, json(&health)).with("Cache-Control", "no-store");
    reply.note.cause = cause;
    reply
}

/// What storage says of itself, or said lately.
async fn held<S: Runtime>(
    service: &Service<'_, S>,
    HealthMemory(memory): &HealthMemory,
) -> Result<(), StorageError> {
    let is_held = |at: Timestamp| (0..HELD).contains(&(service.now.0 - at.0));
    if let Some((at, said)) = memory.borrow_mut().as_mut() {
        if is_held(*at) {
            return said.clone();
        }
        // Whoever comes while storage is asked, which may take long, hears what it said before.
        *at = service.now;
    }
    let said = ask(service.runtime).await;
    memory.replace(Some((service.now, said.clone())));
    said
}

/// Asks the primary of every database that is in use whether it has what was acknowledged: pages need that, too. One that was
/// never migrated has nothing.
async fn ask<S: Runtime>(storage: &S) -> Result<(), StorageError> {
    let layout = layout(storage).await?;
    let shards = layout.in_use().map(async |shard| {
        let rows = storage.rows(Database::Posts(shard.number), version()).await?;
        let version = required(rows.first(), "version")?.integer("version")?;
        if version >= Some(shard.version) { Ok(()) } else { Err(StorageError::behind()) }
    });
    join_all(shards).await.into_iter().collect()
}
