//! Working out what the lines of an import change.

use super::known::Known;
use super::rows::Writes;
use super::statements::import::LogEntry;
use super::{Stored, id};
use crate::key::{Range, author_slot, slot};
use crate::posts::post::Post;
use crate::posts::post::line::PostLine;
use crate::posts::post::merge::{Change, merge};
use crate::shards::{ShardMap, ShardState};
use crate::store::{Statement, StorageError, required};
use crate::time::Timestamp;
use core::ops::AddAssign;
use serde::Serialize;
use std::collections::BTreeMap;

/// The numbers of lines by their effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counts {
    /// Lines that inserted a post.
    pub inserted: usize,
    /// Lines that changed a post.
    pub updated: usize,
    /// Lines with nothing new.
    pub unchanged: usize,
    /// Lines whose post, or its author, was erased.
    pub erased: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.inserted += other.inserted;
        self.updated += other.updated;
        self.unchanged += other.unchanged;
        self.erased += other.erased;
    }
}

/// The changes to make.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// The counts of lines that change nothing.
    pub counts: Counts,
    /// A transaction for each shard that changes.
    pub shards: Vec<ShardChanges>,
    /// Whether there are lines for posts that are being moved to another shard. Such lines are left out.
    pub has_locked: bool,
}

/// The changes on one shard.
#[derive(Debug, Clone)]
pub struct ShardChanges {
    /// The number of the shard.
    pub shard: u8,
    /// The current version of its posts.
    pub version: i64,
    /// The counts of the lines that cause the changes.
    pub counts: Counts,
    /// The ids of the posts of those lines.
    pub ids: Vec<String>,
    /// The transaction.
    pub statements: Vec<Statement>,
    /// Posts that are on another shard until then, by shard. They have to be removed there afterwards.
    pub stale_copies: Vec<(u8, String)>,
}

/// The changes of a shard while they are collected.
struct Part {
    shard: u8,
    writes: Writes,
    counts: Counts,
    ids: Vec<String>,
    stale_copies: Vec<(u8, String)>,
}

impl Part {
    fn new(shard: u8) -> Self {
        let (counts, ids, stale_copies) = (Counts::default(), Vec::new(), Vec::new());
        Self { shard, writes: Writes::default(), counts, ids, stale_copies }
    }
}

/// The effect of all lines of one post, and the post if they changed it.
#[derive(Default)]
struct Outcome {
    counts: Counts,
    /// Boxed, because inserting into a sorted map moves its entries.
    changed: Option<Box<Post>>,
}

/// Merges lines, in their order, into what is known. A post with several lines is written once. Posts of a slot that is
/// being moved are not written, so that their copies stay identical.
///
/// # Errors
/// If there is no free key or no shard for a post.
pub fn apply(
    lines: &[PostLine],
    mut known: Known,
    state: &ShardState,
    now: Timestamp,
) -> Result<Changes, StorageError> {
    let mut outcomes: BTreeMap<String, Outcome> = BTreeMap::new();
    let mut order = Vec::new();
    for line in lines {
        let id = id(line);
        let Outcome { counts, changed } = outcomes.entry(id.clone()).or_default();
        if known.is_erased(line, &id) {
            counts.erased += 1;
            continue;
        }
        let before = changed.as_deref().or_else(|| known.posts.get(&id).map(|stored| &stored.post));
        let (count, post) = match merge(before, line.clone(), now) {
            Change::Unchanged => (&mut counts.unchanged, None),
            Change::Inserted(post) => (&mut counts.inserted, Some(post)),
            Change::Updated(post) => (&mut counts.updated, Some(post)),
        };
        *count += 1;
        if let Some(post) = post
            && changed.replace(Box::new(post)).is_none()
        {
            order.push(id);
        }
    }
    let shard_map = &state.shard_map;
    let mut parts = shard_map.shards().iter().map(|shard| Part::new(shard.number)).collect::<Vec<_>>();
    let mut has_locked = false;
    for id in order {
        if let Some(Outcome { counts, changed: Some(post) }) = outcomes.get_mut(&id).map(core::mem::take) {
            if is_moving(&post, &known, state)? {
                has_locked = true;
                continue;
            }
            let part = write(&mut parts, &mut known, shard_map, *post)?;
            part.counts += counts;
            part.ids.push(id);
        }
    }
    Ok(Changes { has_locked, ..finish(parts, &outcomes, &known, now)? })
}

/// Whether a post leaves, enters or stays in the slot that is being moved.
fn is_moving(post: &Post, known: &Known, state: &ShardState) -> Result<bool, StorageError> {
    let Some(moving) = &state.active_move else { return Ok(false) };
    let author = post.author_key(required(post.network(), "network")?);
    let before = known.posts.get(&post.id).map(|stored| slot(stored.post_id));
    Ok(before == Some(moving.slot) || author_slot(&author) == moving.slot)
}

fn finish(
    parts: Vec<Part>,
    rest: &BTreeMap<String, Outcome>,
    known: &Known,
    now: Timestamp,
) -> Result<Changes, StorageError> {
    let mut changes = Changes::default();
    for outcome in rest.values() {
        changes.counts += outcome.counts;
    }
    for Part { shard, writes, counts, ids, stale_copies } in
        parts.into_iter().filter(|part| !part.ids.is_empty())
    {
        let version = *required(known.versions.get(&shard), "version")?;
        let subject = format!("{} inserted, {} updated", counts.inserted, counts.updated);
        let log_entry = LogEntry { at: now, action: "import posts", subject: &subject };
        let statements = writes.statements(version, log_entry);
        changes.shards.push(ShardChanges { shard, version, counts, ids, statements, stale_copies });
    }
    Ok(changes)
}

/// Writes a post to its shard: under its known key if its time and author are the same, otherwise under a free one of its
/// range.
fn write<'a>(
    parts: &'a mut [Part],
    known: &mut Known,
    shard_map: &ShardMap,
    post: Post,
) -> Result<&'a mut Part, StorageError> {
    let network = required(post.network(), "network")?;
    let author = post.author_key(network);
    let range = Range::new(post.published_at, &author);
    let shard = shard_map.shard_of_slot(slot(range.first))?.number;
    let part = required(parts.iter_mut().find(|part| part.shard == shard), "shard")?;
    let before = known.posts.get(&post.id);
    let is_new = before.is_none_or(|stored| stored.shard != shard);
    let revision = before.map_or(0, |stored| stored.revision + 1);
    match before {
        // Authors may share a range, so an equal range does not mean the same author.
        Some(stored) if !is_new && has_same_place(stored, range, &author) => {
            part.writes.update(network, stored, &post);
            return Ok(part);
        }
        Some(stored) if is_new => part.stale_copies.push((stored.shard, post.id.clone())),
        Some(stored) => {
            known.taken.remove(&stored.post_id);
            part.writes.remove(network, stored, false);
        }
        None => {}
    }
    // The 32,768 keys of one author's millisecond are never all taken: no network gives an author so many posts.
    let no_key = || StorageError::new(format!("no key is free for {}", post.id));
    let post_id = range.free(&post.id, |key| known.taken.contains(&key)).ok_or_else(no_key)?;
    known.taken.insert(post_id);
    part.writes.insert(network, &Stored { shard, post_id, revision, post }, is_new);
    Ok(part)
}

/// Whether a post is of this author, and its key is in this range.
fn has_same_place(stored: &Stored, range: Range, author: &str) -> bool {
    let is_same = stored.post.network().is_some_and(|network| stored.post.author_key(network) == author);
    is_same && Range::containing(stored.post_id) == range
}
