//! What lines change about what is known.

use super::known::Known;
use super::rows::Writes;
use super::statements::import::Done;
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

/// How many lines did what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counts {
    /// Posts that were not known.
    pub inserted: usize,
    /// Posts that changed.
    pub updated: usize,
    /// Posts that said nothing new.
    pub unchanged: usize,
    /// Posts that were erased before, or whose author was.
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

/// What is to be done, and what it amounts to.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// The lines that change nothing.
    pub counts: Counts,
    /// A transaction for each shard that changes.
    pub shards: Vec<ShardChanges>,
    /// Whether there are lines for posts that are on their way to another shard: nothing is done about them.
    pub is_held: bool,
}

/// What is to be done on a shard.
#[derive(Debug, Clone)]
pub struct ShardChanges {
    /// The shard.
    pub shard: u8,
    /// The version that its posts have now.
    pub version: i64,
    /// The lines that it comes from.
    pub counts: Counts,
    /// The posts that those are about.
    pub ids: Vec<String>,
    /// The transaction.
    pub statements: Vec<Statement>,
    /// Posts that are elsewhere until then, by shard: they are to be removed there afterwards.
    pub left: Vec<(u8, String)>,
}

/// The changes of a shard under way.
struct Part {
    shard: u8,
    writes: Writes,
    counts: Counts,
    ids: Vec<String>,
    left: Vec<(u8, String)>,
}

impl Part {
    fn new(shard: u8) -> Self {
        let (counts, ids, left) = (Counts::default(), Vec::new(), Vec::new());
        Self { shard, writes: Writes::default(), counts, ids, left }
    }
}

/// What became of a post: what its lines did, and the post, if they changed it.
#[derive(Default)]
struct Outcome {
    counts: Counts,
    /// Boxed: what is in a sorted list is moved for each that comes before it.
    changed: Option<Box<Post>>,
}

/// Merges lines, in their order, into what is known. A post that several lines are about is written once. Posts of the slot
/// that is on its way are not written at all, so that its copies stay alike.
///
/// # Errors
/// When a post finds no free key, or no shard.
pub fn apply(
    lines: &[PostLine],
    mut known: Known,
    standing: &ShardState,
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
    let layout = &standing.layout;
    let mut parts = layout.shards().iter().map(|shard| Part::new(shard.number)).collect::<Vec<_>>();
    let mut is_held = false;
    for id in order {
        if let Some(Outcome { counts, changed: Some(post) }) = outcomes.remove(&id) {
            if is_on_its_way(&post, &known, standing)? {
                is_held = true;
                continue;
            }
            let part = write(&mut parts, &mut known, layout, &post)?;
            part.counts += counts;
            part.ids.push(id);
        }
    }
    Ok(Changes { is_held, ..finish(parts, &outcomes, &known, now)? })
}

/// Whether a post leaves, enters or stays in the slot that is on its way.
fn is_on_its_way(post: &Post, known: &Known, standing: &ShardState) -> Result<bool, StorageError> {
    let Some(moving) = &standing.on_its_way else { return Ok(false) };
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
    for Part { shard, writes, counts, ids, left } in parts.into_iter().filter(|part| !part.ids.is_empty()) {
        let version = *required(known.versions.get(&shard), "version")?;
        let subject = format!("{} inserted, {} updated", counts.inserted, counts.updated);
        let done = Done { at: now, action: "import posts", subject: &subject };
        let statements = writes.statements(version, done);
        changes.shards.push(ShardChanges { shard, version, counts, ids, statements, left });
    }
    Ok(changes)
}

/// Places a post on its shard: under its known key if its time and author are the same, otherwise under a free one of its
/// range.
fn write<'a>(
    parts: &'a mut [Part],
    known: &mut Known,
    layout: &ShardMap,
    post: &Post,
) -> Result<&'a mut Part, StorageError> {
    let network = required(post.network(), "network")?;
    let author = post.author_key(network);
    let range = Range::new(post.published_at, &author);
    let shard = layout.of_author(&author)?.number;
    let part = required(parts.iter_mut().find(|part| part.shard == shard), "shard")?;
    let before = known.posts.get(&post.id);
    let is_new = before.is_none_or(|stored| stored.shard != shard);
    match before {
        // Authors may share a range, so that it alone does not say that the author is the same.
        Some(stored) if !is_new && is_at_home(stored, range, &author) => {
            part.writes.update(network, stored.post_id, &stored.post, post);
            return Ok(part);
        }
        Some(stored) if is_new => part.left.push((stored.shard, post.id.clone())),
        Some(stored) => {
            known.taken.remove(&stored.post_id);
            part.writes.remove(network, stored, false);
        }
        None => {}
    }
    // All 32,768 keys of one author's millisecond are never taken: a network gives no author so many posts.
    let no_key = || StorageError::new(format!("no key is free for {}", post.id));
    let post_id = range.free(&post.id, |key| known.taken.contains(&key)).ok_or_else(no_key)?;
    known.taken.insert(post_id);
    part.writes.insert(network, post_id, post, is_new);
    Ok(part)
}

/// Whether a post's key is of its time and author.
fn is_at_home(stored: &Stored, range: Range, author: &str) -> bool {
    let is_same = stored.post.network().is_some_and(|network| stored.post.author_key(network) == author);
    is_same && Range::containing(stored.post_id) == range
}
