//! What lines change about what is known.

use super::rows::Writes;
use super::{Stored, author_key, id};
use crate::key::Range;
use crate::post::Post;
use crate::post::line::PostLine;
use crate::post::merge::{Change, merge};
use crate::sql::import::{author_tombstone, post_tombstone};
use crate::store::{Row, Rows, Statement, StorageError, required};
use crate::time::Timestamp;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What storage answered to [`super::questions`].
#[derive(Debug, Clone, Default)]
pub struct Known {
    version: i64,
    posts: BTreeMap<String, Stored>,
    tombstones: BTreeSet<String>,
    taken: BTreeSet<i64>,
}

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

/// What is to be done, and what it amounts to.
#[derive(Debug, Clone)]
pub struct Changes {
    /// By lines.
    pub counts: Counts,
    /// One transaction; nothing where nothing changes.
    pub statements: Vec<Statement>,
}

impl Known {
    /// Reads the results, in the order of the questions.
    ///
    /// # Errors
    /// When they are not as they were asked for.
    pub fn read<R: Row>(results: &[Rows<R>]) -> Result<Self, StorageError> {
        let [version, posts, tombstones, taken] = results else {
            return Err(StorageError::new(format!("expected 4 results, and {} came", results.len())));
        };
        let version = required(version.first(), "version")?.integer("version")?;
        let posts = posts.rows.iter().map(stored).collect::<Result<_, _>>()?;
        let key = |row: &R| required(row.text("key")?, "key");
        Ok(Self {
            version: required(version, "version")?,
            posts,
            tombstones: tombstones.rows.iter().map(key).collect::<Result<_, _>>()?,
            taken: taken.rows.iter().map(post_id).collect::<Result<_, _>>()?,
        })
    }

    fn is_erased(&self, line: &PostLine, id: &str) -> bool {
        self.tombstones.contains(&post_tombstone(id))
            || self.tombstones.contains(&author_tombstone(&author_key(line)))
    }
}

fn post_id(row: &impl Row) -> Result<i64, StorageError> {
    let text = required(row.text("post_id")?, "post_id")?;
    text.parse().map_err(|_| StorageError::new("column post_id is no integer"))
}

fn stored(row: &impl Row) -> Result<(String, Stored), StorageError> {
    let post = Post::parse_document(&required(row.text("json")?, "json")?)
        .map_err(|error| StorageError::new(format!("a document can't be read: {error}")))?;
    Ok((post.id.clone(), Stored { post_id: post_id(row)?, post }))
}

/// Merges lines, in their order, into what is known. A post that several lines are about is written once.
///
/// # Errors
/// When a post finds no free key.
pub fn apply(lines: Vec<PostLine>, mut known: Known, now: Timestamp) -> Result<Changes, StorageError> {
    let mut counts = Counts::default();
    let mut changed: BTreeMap<String, Post> = BTreeMap::new();
    let mut order = Vec::new();
    for line in lines {
        let id = id(&line);
        if known.is_erased(&line, &id) {
            counts.erased += 1;
            continue;
        }
        let before = changed.get(&id).or_else(|| known.posts.get(&id).map(|stored| &stored.post));
        let (count, post) = match merge(before, line, now) {
            Change::Unchanged => (&mut counts.unchanged, None),
            Change::Inserted(post) => (&mut counts.inserted, Some(post)),
            Change::Updated(post) => (&mut counts.updated, Some(post)),
        };
        *count += 1;
        if let Some(post) = post
            && changed.insert(id.clone(), post).is_none()
        {
            order.push(id);
        }
    }
    let mut writes = Writes::default();
    for id in order {
        if let Some(post) = changed.remove(&id) {
            write(&mut writes, &mut known, &post)?;
        }
    }
    let statements = writes.statements(known.version, counts, now);
    Ok(Changes { counts, statements })
}

/// Places a post: under its known key if its time and author are the same, otherwise under a free one of its range.
fn write(writes: &mut Writes, known: &mut Known, post: &Post) -> Result<(), StorageError> {
    let before = known.posts.get(&post.id);
    let network = required(post.network(), "network")?;
    let author = post.author_key(network);
    let range = Range::new(post.published_at, &author);
    if let Some(stored) = before {
        // Authors may share a range, so that it alone does not say that the author is the same.
        if Range::of(stored.post_id) == range && stored.post.author_key(network) == author {
            writes.update(network, stored.post_id, &stored.post, post);
            return Ok(());
        }
        known.taken.remove(&stored.post_id);
        writes.remove(network, stored);
    }
    // All 32,768 keys of one author's millisecond are never taken: a network gives no author so many posts.
    let no_key = || StorageError::new(format!("no key is free for {}", post.id));
    let post_id = range.free(&post.id, &known.taken).ok_or_else(no_key)?;
    known.taken.insert(post_id);
    writes.insert(network, post_id, post, before.is_none());
    Ok(())
}
