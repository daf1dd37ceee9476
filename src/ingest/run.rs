//! Loading lines into the databases: read what is known, merge, write, acknowledge.

use super::change::TRIES;
use super::changes::{Counts, ShardChanges, apply};
use super::known::Known;
use super::remove::remove;
use super::statements::import::{LogEntry, VERSION_MOVED};
use super::{id, lookups};
use crate::http::error::ApiError;
use crate::posts::post::line::PostLine;
use crate::shards::statements::acknowledge;
use crate::shards::{Shard, ShardMap, load_shard_map, load_shard_state};
use crate::store::at_once::at_once;
use crate::store::{Database, Statement, Storage, StorageError, repeatable};
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// A load in progress.
#[derive(Debug)]
pub struct Load<'a, S> {
    storage: &'a S,
    now: Timestamp,
    counts: Counts,
    /// The new versions, by shard.
    versions: BTreeMap<u8, i64>,
}

impl<'a, S: Storage> Load<'a, S> {
    /// Creates a load.
    pub fn new(storage: &'a S, now: Timestamp) -> Self {
        Self { storage, now, counts: Counts::default(), versions: BTreeMap::new() }
    }

    /// Loads lines and acknowledges what is stored: from then on no older page is answered. `guess` is where posts were
    /// according to memory. Returns the counts of the lines, and where posts are.
    ///
    /// # Errors
    /// If storage does not answer, or some lines are for posts that are being moved to another shard. All other lines are
    /// stored and acknowledged then. What was stored counts as unchanged when the lines are sent again.
    pub async fn run(
        mut self,
        mut lines: Vec<PostLine>,
        guess: Option<ShardMap>,
    ) -> Result<(Counts, ShardMap), ApiError> {
        let mut known_map = match guess {
            Some(shard_map) => shard_map,
            None => load_shard_map(self.storage).await?,
        };
        let mut has_locked = false;
        for _ in 0..TRIES {
            let known = self.query_shards(&known_map, &lines).await?;
            // Read after the lookups: their versions then show whether anything moved in the meantime.
            let state = load_shard_state(self.storage).await?;
            let current = &state.shard_map;
            if !current.has_slots_of(&known_map) {
                known_map = state.shard_map;
                continue;
            }
            for (shard, version) in known.ahead_of(current.shards()) {
                self.versions.insert(shard, version);
            }
            let copies = known.stray_copies(state.active_move.as_ref().map(|moving| moving.slot));
            let mut changes = apply(&lines, known, &state, self.now)?;
            self.counts += changes.counts;
            has_locked |= changes.has_locked;
            let written = self.write(&mut changes.shards).await;
            let removed = self.remove_moved(&changes.shards, &written, copies).await;
            self.acknowledge().await?;
            removed?;
            let again = failed(changes.shards, written)?;
            lines.retain(|line| again.iter().any(|part| part.ids.contains(&id(line))));
            if lines.is_empty() {
                return if has_locked {
                    Err(ApiError::PostsAreMoving)
                } else {
                    Ok((self.counts, state.shard_map))
                };
            }
        }
        Err(StorageError::new("other imports were always faster").into())
    }

    /// Reads from all shards: a post whose author had another name may be on any of them.
    async fn query_shards(&self, shard_map: &ShardMap, lines: &[PostLine]) -> Result<Known, StorageError> {
        let query = |shard: &Shard| self.storage.batch(Database::Posts(shard.number), lookups(lines));
        let answers = at_once(shard_map.in_use().map(query)).await;
        let mut known = Known::default();
        for (shard, results) in shard_map.in_use().zip(answers) {
            known.add(shard.number, shard_map, &results?)?;
        }
        Ok(known)
    }

    async fn write(&mut self, parts: &mut [ShardChanges]) -> Vec<Result<(), StorageError>> {
        let write = |part: &mut ShardChanges| {
            let statements = core::mem::take(&mut part.statements);
            self.storage.batch(Database::Posts(part.shard), statements)
        };
        let written = at_once(parts.iter_mut().map(write)).await;
        for (part, written) in parts.iter().zip(&written) {
            if written.is_ok() {
                self.counts += part.counts;
                self.versions.insert(part.shard, part.version + 1);
            }
        }
        written.into_iter().map(|written| written.map(|_| ())).collect()
    }

    /// Removes posts from the shards that they have left, once they are written where they belong.
    async fn remove_moved(
        &mut self,
        parts: &[ShardChanges],
        written: &[Result<(), StorageError>],
        copies: Vec<(u8, String)>,
    ) -> Result<(), StorageError> {
        let moved = parts.iter().zip(written).filter(|(_, written)| written.is_ok());
        let mut stale_copies: Vec<_> =
            moved.flat_map(|(part, _)| part.stale_copies.clone()).chain(copies).collect();
        while let Some((shard, _)) = stale_copies.last().cloned() {
            let of_shard = stale_copies.extract_if(.., |(of, _)| *of == shard);
            let ids: Vec<_> = of_shard.map(|(_, id)| id).collect();
            let subject = format!("{} to another shard", ids.len());
            let log_entry = LogEntry { at: self.now, action: "move posts", subject: &subject };
            let version = remove(self.storage, shard, &ids, log_entry).await?;
            self.versions.insert(shard, version);
        }
        Ok(())
    }

    async fn acknowledge(&mut self) -> Result<(), StorageError> {
        let versions = core::mem::take(&mut self.versions);
        let acknowledge =
            |(shard, version): (&u8, &i64)| acknowledge(*shard, *version, &self.storage.bookmark(*shard));
        let statements: Vec<Statement> = versions.iter().map(acknowledge).collect();
        if !statements.is_empty() {
            self.storage.batch(Database::Accounts, repeatable(statements)).await?;
        }
        Ok(())
    }
}

/// The changes that have to be made again because another import was faster.
fn failed(
    parts: Vec<ShardChanges>,
    written: Vec<Result<(), StorageError>>,
) -> Result<Vec<ShardChanges>, StorageError> {
    let mut again = Vec::new();
    for (part, written) in parts.into_iter().zip(written) {
        match written {
            Ok(()) => {}
            Err(error) if error.message.contains(VERSION_MOVED) => again.push(part),
            Err(error) => return Err(error),
        }
    }
    Ok(again)
}
