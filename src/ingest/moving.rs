//! Moving a slot from one shard to another, step by step, while pages are read.
//!
//! `postern shards spread N` calls `POST /operator/v1/shards` until all slots are where they belong. Each call does one step,
//! which any later call can repeat:
//!
//! 1. Lock the slot. From then on imports leave its posts alone. An import that is already running fails, because the
//!    version of the origin is raised.
//! 2. Copy the posts, 250 at a time, under their own keys.
//! 3. Hand the slot over, together with the version that has all copies.
//! 4. Remove the posts from the origin.
//!
//! A row counts only if its slot belongs to the shard that returned it, so copies are never returned twice. And because
//! copies are identical, they take no other post's place among the `limit + 1` rows.
//!
//! Copies stay identical because an import writes nothing to a slot that is being moved. The import stores and acknowledges
//! all other posts of its batch, and answers 503 if any were left out. When the batch is sent again, the stored posts count
//! as unchanged. So even a batch with posts in every slot is accepted at the next try after the slot has arrived.

use super::Stored;
use super::change::change;
use super::known::read_version;
use super::remove::remove;
use super::rows::Writes;
use super::statements::import::LogEntry;
use crate::posts::statements::totals::version;
use crate::shards::statements::{
    acknowledge, add_shard, begin_move, end_move, posts_of_slot, set_slots, update_move,
};
use crate::shards::{Move, Phase, Shard, ShardMap, ShardState, load_shard_state};
use crate::store::{Database, Statement, Storage, StorageError, required};
use crate::time::Timestamp;

/// How many posts one step copies or removes. D1's answers and parameters could take many times as many.
const STEP: u16 = 250;

/// The result of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The current state of the move; none if the slot has arrived.
    pub active_move: Option<Move>,
    /// How many posts were copied or removed.
    pub posts: usize,
}

/// Does the next step of the move in progress, or starts to move a slot to a shard.
///
/// # Errors
/// If storage does not answer, or there is no such shard.
pub async fn step<S: Storage>(
    storage: &S,
    slot: u32,
    target: u8,
    at: Timestamp,
) -> Result<Step, StorageError> {
    let ShardState { shard_map, active_move } = load_shard_state(storage).await?;
    match active_move {
        Some(moving) => Mover { storage, shard_map, moving, at }.step().await,
        None => begin(storage, &shard_map, slot, target, at).await,
    }
}

async fn begin<S: Storage>(
    storage: &S,
    shard_map: &ShardMap,
    slot: u32,
    target: u8,
    at: Timestamp,
) -> Result<Step, StorageError> {
    let origin = shard_map.shard_of_slot(slot)?.number;
    if origin == target {
        return Ok(Step { active_move: None, posts: 0 });
    }
    let mut statements = Vec::new();
    if shard_map.shards().iter().all(|shard| shard.number != target) {
        let version = current(storage, target).await?;
        statements.push(add_shard(target, version, &storage.bookmark(target)));
    }
    statements.extend(begin_move(slot, origin, target, at));
    storage.batch(Database::Accounts, statements).await?;
    Ok(Step { active_move: load_shard_state(storage).await?.active_move, posts: 0 })
}

/// The version of the posts on a shard's primary.
async fn current<S: Storage>(storage: &S, shard: u8) -> Result<i64, StorageError> {
    read_version(&storage.rows(Database::Posts(shard), version()).await?)
}

struct Mover<'a, S> {
    storage: &'a S,
    shard_map: ShardMap,
    moving: Move,
    at: Timestamp,
}

impl<S: Storage> Mover<'_, S> {
    async fn step(self) -> Result<Step, StorageError> {
        match self.moving.phase {
            Phase::Locking => self.lock().await,
            Phase::Copying => self.copy().await,
            Phase::Removing => self.remove().await,
        }
    }

    /// Raises the origin's version, so that imports which have not seen the lock fail.
    async fn lock(self) -> Result<Step, StorageError> {
        change(self.storage, self.moving.origin, &[], self.log_entry(), |_| Ok(Some(Writes::default())))
            .await?;
        self.advance(Phase::Copying, -1, 0, Vec::new()).await
    }

    async fn copy(self) -> Result<Step, StorageError> {
        let posts = self.next().await?;
        let Some(last) = posts.last().map(|stored| stored.post_id) else { return self.hand_over().await };
        self.write(&posts).await?;
        self.advance(Phase::Copying, last, posts.len(), Vec::new()).await
    }

    /// The next posts of the slot on the origin.
    async fn next(&self) -> Result<Vec<Stored>, StorageError> {
        let Move { slot, origin, cursor, .. } = self.moving;
        let rows = self.storage.rows(Database::Posts(origin), posts_of_slot(slot, cursor, STEP)).await?;
        rows.rows.iter().map(|row| Stored::from_row(origin, row)).collect()
    }

    /// Writes posts to the target under their own keys, except those that are there already.
    async fn write(&self, posts: &[Stored]) -> Result<(), StorageError> {
        let ids: Vec<_> = posts.iter().map(|stored| stored.post.id.as_str()).collect();
        let plan = |there: &[Stored]| {
            let mut writes = Writes::default();
            let is_there = |stored: &Stored| there.iter().any(|other| other.post.id == stored.post.id);
            for stored in posts.iter().filter(|stored| !is_there(stored)) {
                let network = required(stored.post.network(), "network")?;
                writes.insert(network, stored, true);
            }
            Ok((there.len() < posts.len()).then_some(writes))
        };
        change(self.storage, self.moving.target, &ids, self.log_entry(), plan).await.map(|_| ())
    }

    /// Gives the slot to the target, and acknowledges the target's version that has all of its posts.
    async fn hand_over(self) -> Result<Step, StorageError> {
        let Move { slot, origin, target, .. } = self.moving;
        let version = current(self.storage, target).await?;
        let mut statements = vec![acknowledge(target, version, &self.storage.bookmark(target))];
        for Shard { number, slots, .. } in self.shard_map.shards() {
            let bit = 1 << slot;
            if *number == origin {
                statements.push(set_slots(*number, slots & !bit));
            } else if *number == target {
                statements.push(set_slots(*number, slots | bit));
            }
        }
        self.advance(Phase::Removing, -1, 0, statements).await
    }

    async fn remove(self) -> Result<Step, StorageError> {
        let posts = self.next().await?;
        let Some(last) = posts.last().map(|stored| stored.post_id) else {
            self.storage.rows(Database::Accounts, end_move(self.moving.slot)).await?;
            return Ok(Step { active_move: None, posts: 0 });
        };
        let ids: Vec<_> = posts.iter().map(|stored| stored.post.id.clone()).collect();
        remove(self.storage, self.moving.origin, &ids, self.log_entry()).await?;
        self.advance(Phase::Removing, last, posts.len(), Vec::new()).await
    }

    async fn advance(
        self,
        phase: Phase,
        cursor: i64,
        posts: usize,
        mut statements: Vec<Statement>,
    ) -> Result<Step, StorageError> {
        statements.push(update_move(self.moving.slot, phase.name(), cursor));
        self.storage.batch(Database::Accounts, statements).await?;
        Ok(Step { active_move: Some(Move { phase, cursor, ..self.moving }), posts })
    }

    const fn log_entry(&self) -> LogEntry<'static> {
        LogEntry { at: self.at, action: "move posts", subject: "of a slot" }
    }
}
