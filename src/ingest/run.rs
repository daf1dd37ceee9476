//! Loading lines into the databases: ask what is known, merge, write, acknowledge.

use super::change::TRIES;
use super::changes::{Counts, ShardChanges, apply};
use super::known::Known;
use super::remove::remove;
use super::statements::import::{Done, VERSION_MOVED};
use super::{id, questions};
use crate::http::error::ApiError;
use crate::posts::post::line::PostLine;
use crate::shards::statements::acknowledge;
use crate::shards::{Shard, ShardMap, layout, standing};
use crate::store::{Database, Statement, Storage, StorageError, repeatable};
use crate::time::Timestamp;
use futures_util::future::join_all;
use std::collections::BTreeMap;

/// Lines on their way into the databases.
#[derive(Debug)]
pub struct Load<'a, S> {
    storage: &'a S,
    now: Timestamp,
    counts: Counts,
    /// The versions that came of it, by shard.
    versions: BTreeMap<u8, i64>,
}

impl<'a, S: Storage> Load<'a, S> {
    /// Nothing loaded yet.
    pub fn new(storage: &'a S, now: Timestamp) -> Self {
        Self { storage, now, counts: Counts::default(), versions: BTreeMap::new() }
    }

    /// Loads lines and acknowledges what is stored of them: from then on no page is answered that is older. `guess` is
    /// where posts were when somebody last looked. Gives what became of the lines, and where posts are.
    ///
    /// # Errors
    /// When storage does not answer, or lines are for posts that are on their way to another shard: all others are stored
    /// and acknowledged then. What was stored counts as unchanged when the lines are sent again.
    pub async fn run(
        mut self,
        mut lines: Vec<PostLine>,
        guess: Option<ShardMap>,
    ) -> Result<(Counts, ShardMap), ApiError> {
        let mut known_layout = match guess {
            Some(layout) => layout,
            None => layout(self.storage).await?,
        };
        let mut is_held = false;
        for _ in 0..TRIES {
            let known = self.ask(&known_layout, &lines).await?;
            // After the questions, whose versions then show whether anything was moved in the meantime.
            let standing = standing(self.storage).await?;
            let said = &standing.layout;
            if !said.has_slots_of(&known_layout) {
                known_layout = standing.layout;
                continue;
            }
            for (shard, version) in known.ahead_of(said.shards()) {
                self.versions.insert(shard, version);
            }
            let copies = known.stray_copies(standing.on_its_way.as_ref().map(|moving| moving.slot));
            let mut changes = apply(&lines, known, &standing, self.now)?;
            self.counts += changes.counts;
            is_held |= changes.is_held;
            let written = self.write(&mut changes.shards).await;
            let left = self.left_over(&changes.shards, &written, copies).await;
            self.acknowledge().await?;
            left?;
            let again = failed(changes.shards, written)?;
            lines.retain(|line| again.iter().any(|part| part.ids.contains(&id(line))));
            if lines.is_empty() {
                return if is_held {
                    Err(ApiError::PostsAreMoving)
                } else {
                    Ok((self.counts, standing.layout))
                };
            }
        }
        Err(StorageError::new("other imports were always faster").into())
    }

    /// Asks all shards: a post whose author had another name may be on any.
    async fn ask(&self, layout: &ShardMap, lines: &[PostLine]) -> Result<Known, StorageError> {
        let ask = |shard: &Shard| self.storage.batch(Database::Posts(shard.number), questions(lines));
        let answers = join_all(layout.in_use().map(ask)).await;
        let mut known = Known::default();
        for (shard, results) in layout.in_use().zip(answers) {
            known.add(shard.number, layout, &results?)?;
        }
        Ok(known)
    }

    async fn write(&mut self, parts: &mut [ShardChanges]) -> Vec<Result<(), StorageError>> {
        let write = |part: &mut ShardChanges| {
            let statements = core::mem::take(&mut part.statements);
            self.storage.batch(Database::Posts(part.shard), statements)
        };
        let written = join_all(parts.iter_mut().map(write)).await;
        for (part, written) in parts.iter().zip(&written) {
            if written.is_ok() {
                self.counts += part.counts;
                self.versions.insert(part.shard, part.version + 1);
            }
        }
        written.into_iter().map(|written| written.map(|_| ())).collect()
    }

    /// Removes posts from the shards that they have left, once they are where they belong.
    async fn left_over(
        &mut self,
        parts: &[ShardChanges],
        written: &[Result<(), StorageError>],
        copies: Vec<(u8, String)>,
    ) -> Result<(), StorageError> {
        let moved = parts.iter().zip(written).filter(|(_, written)| written.is_ok());
        let mut left: Vec<_> = moved.flat_map(|(part, _)| part.left.clone()).chain(copies).collect();
        while let Some((shard, _)) = left.last().cloned() {
            let of_shard = left.extract_if(.., |(of, _)| *of == shard);
            let ids: Vec<_> = of_shard.map(|(_, id)| id).collect();
            let subject = format!("{} to another shard", ids.len());
            let done = Done { at: self.now, action: "move posts", subject: &subject };
            let version = remove(self.storage, shard, &ids, done).await?;
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

/// The parts that another import overtook.
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
