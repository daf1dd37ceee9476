//! Moving a slot from one shard to another, step by step, while pages are read.
//!
//! `postern shards spread N` calls `POST /operator/v1/shards` until all slots are where they belong. Each call does one step,
//! which any later call can repeat:
//!
//! 1. Lock the slot. From then on imports leave its posts alone, and an import that was under way fails, because the
//!    version of the origin rises.
//! 2. Copy the posts, 250 at a time, under their own keys.
//! 3. Hand the slot over, together with the version that has all copies.
//! 4. Remove the origin's posts.
//!
//! A row counts only if its slot belongs to the shard that returned it, so copies are never seen twice. And because copies are
//! identical, they take no other post's place among the `limit + 1` rows.
//!
//! Copies stay identical because an import writes nothing to a slot that is on its way. The import stores and acknowledges all
//! other posts of its batch, and answers 503 if any are left. When the batch is sent again, what is stored is unchanged. So
//! even a batch that has posts in every slot is accepted at the next try after the moving slot has arrived.

use super::Stored;
use super::change::change;
use super::known::read_version;
use super::remove::remove;
use super::rows::Writes;
use super::statements::import::Done;
use crate::posts::statements::totals::version;
use crate::shards::statements::{acknowledge, add, begin_move, end_move, go_on, of_slot, set_slots};
use crate::shards::{Move, Phase, Shard, ShardMap, ShardState, standing};
use crate::store::{Database, Statement, Storage, StorageError, required};
use crate::time::Timestamp;

/// Posts of a step. Their documents fit into D1's answers and parameters many times over.
const STEP: u16 = 250;

/// What a step did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The move as it is now; none if the slot has arrived.
    pub on_its_way: Option<Move>,
    /// Posts that were copied or removed.
    pub posts: usize,
}

/// Does the next step of moving a slot to a shard, or of the move that is under way.
///
/// # Errors
/// When storage does not answer, or there is no such shard.
pub async fn step<S: Storage>(
    storage: &S,
    slot: u32,
    target: u8,
    at: Timestamp,
) -> Result<Step, StorageError> {
    let ShardState { layout, on_its_way } = standing(storage).await?;
    match on_its_way {
        Some(moving) => Mover { storage, layout, moving, at }.step().await,
        None => begin(storage, &layout, slot, target, at).await,
    }
}

async fn begin<S: Storage>(
    storage: &S,
    layout: &ShardMap,
    slot: u32,
    target: u8,
    at: Timestamp,
) -> Result<Step, StorageError> {
    let origin = layout.of_slot(slot)?.number;
    if origin == target {
        return Ok(Step { on_its_way: None, posts: 0 });
    }
    let mut statements = Vec::new();
    if layout.shards().iter().all(|shard| shard.number != target) {
        let version = current(storage, target).await?;
        statements.push(add(target, version, &storage.bookmark(target)));
    }
    statements.extend(begin_move(slot, origin, target, at));
    storage.batch(Database::Accounts, statements).await?;
    Ok(Step { on_its_way: standing(storage).await?.on_its_way, posts: 0 })
}

/// The version of a shard's primary.
async fn current<S: Storage>(storage: &S, shard: u8) -> Result<i64, StorageError> {
    read_version(&storage.rows(Database::Posts(shard), version()).await?)
}

struct Mover<'a, S> {
    storage: &'a S,
    layout: ShardMap,
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

    /// Raises the origin's version, so that an import fails which has not seen the lock.
    async fn lock(self) -> Result<Step, StorageError> {
        change(self.storage, self.moving.origin, &[], self.done(), |_| Ok(Some(Writes::default()))).await?;
        self.go_on(Phase::Copying, -1, 0, Vec::new()).await
    }

    async fn copy(self) -> Result<Step, StorageError> {
        let posts = self.next().await?;
        let Some(last) = posts.last().map(|stored| stored.post_id) else { return self.hand_over().await };
        self.write(&posts).await?;
        self.go_on(Phase::Copying, last, posts.len(), Vec::new()).await
    }

    /// The next posts of the slot on the origin.
    async fn next(&self) -> Result<Vec<Stored>, StorageError> {
        let Move { slot, origin, cursor, .. } = self.moving;
        let rows = self.storage.rows(Database::Posts(origin), of_slot(slot, cursor, STEP)).await?;
        rows.rows.iter().map(|row| Stored::read(origin, row)).collect()
    }

    /// Writes posts to the target under their own keys, but for those that are there.
    async fn write(&self, posts: &[Stored]) -> Result<(), StorageError> {
        let ids: Vec<_> = posts.iter().map(|stored| stored.post.id.as_str()).collect();
        let plan = |there: &[Stored]| {
            let mut writes = Writes::default();
            let is_there = |stored: &Stored| there.iter().any(|other| other.post.id == stored.post.id);
            for stored in posts.iter().filter(|stored| !is_there(stored)) {
                let network = required(stored.post.network(), "network")?;
                writes.insert(network, stored.post_id, &stored.post, true);
            }
            Ok((there.len() < posts.len()).then_some(writes))
        };
        change(self.storage, self.moving.target, &ids, self.done(), plan).await.map(|_| ())
    }

    /// Gives the slot to the target, and makes the version that has all of it what has to be seen.
    async fn hand_over(self) -> Result<Step, StorageError> {
        let Move { slot, origin, target, .. } = self.moving;
        let version = current(self.storage, target).await?;
        let mut statements = vec![acknowledge(target, version, &self.storage.bookmark(target))];
        for Shard { number, slots, .. } in self.layout.shards() {
            let bit = 1 << slot;
            if *number == origin {
                statements.push(set_slots(*number, slots & !bit));
            } else if *number == target {
                statements.push(set_slots(*number, slots | bit));
            }
        }
        self.go_on(Phase::Removing, -1, 0, statements).await
    }

    async fn remove(self) -> Result<Step, StorageError> {
        let posts = self.next().await?;
        let Some(last) = posts.last().map(|stored| stored.post_id) else {
            self.storage.rows(Database::Accounts, end_move(self.moving.slot)).await?;
            return Ok(Step { on_its_way: None, posts: 0 });
        };
        let ids: Vec<_> = posts.iter().map(|stored| stored.post.id.clone()).collect();
        remove(self.storage, self.moving.origin, &ids, self.done()).await?;
        self.go_on(Phase::Removing, last, posts.len(), Vec::new()).await
    }

    async fn go_on(
        self,
        phase: Phase,
        cursor: i64,
        posts: usize,
        mut statements: Vec<Statement>,
    ) -> Result<Step, StorageError> {
        statements.push(go_on(self.moving.slot, phase.name(), cursor));
        self.storage.batch(Database::Accounts, statements).await?;
        Ok(Step { on_its_way: Some(Move { phase, cursor, ..self.moving }), posts })
    }

    const fn done(&self) -> Done<'static> {
        Done { at: self.at, action: "move posts", subject: "of a slot" }
    }
}
