//! `GET /api/v1/health`

use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::posts::statements::totals::version;
use crate::shards::load_shard_map;
use crate::store::at_once::at_once;
use crate::store::{Database, Row as _, StorageError, json, required};
use crate::time::Timestamp;
use core::cell::RefCell;
use serde::Serialize;

/// How long the result of a check is reused, in milliseconds, so that health checks can't overload storage.
const CACHED: i64 = 5_000;

/// What this isolate remembers about storage's health: when it last checked, and the result.
#[derive(Debug, Default)]
pub struct HealthMemory(RefCell<Option<(Timestamp, Result<(), StorageError>)>>);

impl HealthMemory {
    /// Creates an empty memory.
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

/// Answers whether the service works, without an envelope.
pub async fn answer<S: Runtime>(service: &Service<'_, S>, memory: &HealthMemory) -> ReplyOf<S> {
    let (status, word, cause) = match cached_check(service, memory).await {
        Ok(()) => (200, "healthy", None),
        Err(error) => (503, "unhealthy", Some(error.message)),
    };
    let health = Health { status: word, version: "v1", timestamp: service.now };
    let mut reply = Reply::text(status, json(&health)).with("Cache-Control", "no-store");
    reply.note.cause = cause;
    reply
}

/// The health of storage, now or a moment ago.
async fn cached_check<S: Runtime>(
    service: &Service<'_, S>,
    HealthMemory(memory): &HealthMemory,
) -> Result<(), StorageError> {
    let is_fresh = |at: Timestamp| (0..CACHED).contains(&(service.now.0 - at.0));
    if let Some((at, result)) = memory.borrow_mut().as_mut() {
        if is_fresh(*at) {
            return result.clone();
        }
        // Calls during the check, which may take long, get the previous result.
        *at = service.now;
    }
    let result = check_databases(service.runtime).await;
    memory.replace(Some((service.now, result.clone())));
    result
}

/// Checks that the primary of every database in use has what was acknowledged, because pages need that, too. One that was
/// never migrated has nothing.
async fn check_databases<S: Runtime>(storage: &S) -> Result<(), StorageError> {
    let shard_map = load_shard_map(storage).await?;
    let shards = shard_map.in_use().map(async |shard| {
        let rows = storage.rows(Database::Posts(shard.number), version()).await?;
        let version = required(rows.first(), "version")?.integer("version")?;
        if version >= Some(shard.version) { Ok(()) } else { Err(StorageError::behind()) }
    });
    at_once(shards).await.into_iter().collect()
}
