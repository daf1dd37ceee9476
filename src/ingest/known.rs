//! What the databases have of the posts in a body.

use super::statements::import::author_tombstone;
use super::{Stored, author_key};
use crate::key::slot;
use crate::posts::post::Post;
use crate::posts::post::line::PostLine;
use crate::posts::statements::changes::post_tombstone;
use crate::shards::{Shard, ShardMap};
use crate::store::{Row, Rows, StorageError, required};
use std::collections::{BTreeMap, BTreeSet};

/// The shards' results of [`super::lookups`].
#[derive(Debug, Clone, Default)]
pub struct Known {
    pub(crate) versions: BTreeMap<u8, i64>,
    pub(crate) posts: BTreeMap<String, Box<Stored>>,
    /// Copies of posts on other shards: an import was interrupted while it moved them.
    copies: Vec<(u8, String)>,
    pub(crate) taken: BTreeSet<i64>,
    tombstones: BTreeSet<String>,
}

impl Known {
    /// Adds a shard's results, in the order of the lookups.
    ///
    /// # Errors
    /// If the results are not those of the lookups.
    pub fn add<R: Row>(
        &mut self,
        shard: u8,
        shard_map: &ShardMap,
        results: &[Rows<R>],
    ) -> Result<(), StorageError> {
        let [version, posts, tombstones, taken] = results else {
            return Err(StorageError::new(format!("expected 4 results, and {} came", results.len())));
        };
        self.versions.insert(shard, read_version(version)?);
        for row in &posts.rows {
            self.add_post(Box::new(Stored::from_row(shard, row)?), shard_map)?;
        }
        for row in &tombstones.rows {
            self.tombstones.insert(required(row.text("key")?, "key")?);
        }
        for row in &taken.rows {
            self.taken.insert(post_id(row)?);
        }
        Ok(())
    }

    /// If a post is on two shards, the one where its author's posts belong counts. If both are such, because an import that gave it
    /// another author was interrupted, the newer one does.
    fn add_post(&mut self, stored: Box<Stored>, shard_map: &ShardMap) -> Result<(), StorageError> {
        let id = stored.post.id.clone();
        let Some(known) = self.posts.get_mut(&id) else {
            self.posts.insert(id, stored);
            return Ok(());
        };
        let is_newer = stored.rank(shard_map)? > known.rank(shard_map)?;
        let copy = if is_newer { core::mem::replace(known, stored) } else { stored };
        self.copies.push((copy.shard, id));
        Ok(())
    }

    /// The copies of posts, except those of a slot that is being moved: the move removes them itself.
    pub(crate) fn stray_copies(&self, active_move: Option<u32>) -> Vec<(u8, String)> {
        let slot_of = |id: &String| self.posts.get(id).map(|stored| slot(stored.post_id));
        let is_stray = |(_, id): &&(u8, String)| active_move.is_none() || slot_of(id) != active_move;
        self.copies.iter().filter(is_stray).cloned().collect()
    }

    pub(crate) fn is_erased(&self, line: &PostLine, id: &str) -> bool {
        // Few batches have a post that was erased, so most make no keys of tombstones here.
        !self.tombstones.is_empty()
            && (self.tombstones.contains(&post_tombstone(id))
                || self.tombstones.contains(&author_tombstone(&author_key(line))))
    }

    /// The shards whose version is newer than the acknowledged one.
    pub(crate) fn ahead_of<'a>(&'a self, shards: &'a [Shard]) -> impl Iterator<Item = (u8, i64)> + 'a {
        let version = |shard: &Shard| Some((shard.number, *self.versions.get(&shard.number)?));
        shards.iter().filter_map(move |shard| version(shard).filter(|(_, version)| *version > shard.version))
    }
}

/// Reads the version of a shard's posts.
pub(crate) fn read_version<R: Row>(rows: &Rows<R>) -> Result<i64, StorageError> {
    required(required(rows.first(), "version")?.integer("version")?, "version")
}

fn post_id(row: &impl Row) -> Result<i64, StorageError> {
    let text = required(row.text("post_id")?, "post_id")?;
    text.parse().map_err(|_| StorageError::new("column post_id is no integer"))
}

impl Stored {
    /// Reads a row of [`super::statements::import::known`].
    ///
    /// # Errors
    /// If the row is not one of those.
    pub fn from_row(shard: u8, row: &impl Row) -> Result<Self, StorageError> {
        let post = Post::parse_document(&required(row.text("json")?, "json")?)
            .map_err(|error| StorageError::new(format!("a document can't be read: {error}")))?;
        let revision = required(row.integer("revision")?, "revision")?;
        Ok(Self { shard, post_id: post_id(row)?, revision, post })
    }

    /// Which of two copies counts: the greater one.
    fn rank(&self, shard_map: &ShardMap) -> Result<(bool, i64), StorageError> {
        let network = required(self.post.network(), "network")?;
        let own = shard_map.shard_of_author(&self.post.author_key(network))?.number;
        Ok((self.shard == own, self.revision))
    }
}
