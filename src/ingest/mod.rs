//! Loading posts: from the lines of a body, and what is known about their posts, to the changes in storage.
//!
//! # An import
//!
//! 1. `src/formats` converts files to canonical lines. They are sent to `POST /operator/v1/posts` in batches of up to 1,000
//!    lines and 1 MiB. Each line is parsed strictly. A bad one is rejected with a code, and the others are still loaded.
//! 2. The known posts of the batch are read and merged: newer counts replace older ones, `null` never does. Unchanged posts
//!    are not written, because D1 charges as much for a write as for a thousand reads.
//! 3. New and changed posts are written in one transaction, by a few statements with one JSON parameter each: 13 rows for a
//!    new post with three hashtags, none for a post with nothing new. The first statement raises the data version. It makes
//!    the transaction fail if another import has raised it since step 2; then the batch is read and merged again. Rows are
//!    written in the order of their keys, because the full-text index starts a new segment at every row that comes before
//!    the last one.
//! 4. The new version and its bookmark are written to the table of shards. So is a version that the batch found
//!    unacknowledged, even if the batch changed nothing. Only then is the batch answered: what was answered is in every
//!    later page.
//! 5. Each transaction leaves a segment in the full-text index. The command line merges them after a large import, the daily job
//!    otherwise: `src/upkeep/index.rs`.
//!
//! With several shards, an import reads from all of them, because an author's new name may belong to another slot. It
//! writes to each shard in a transaction of its own, and then removes posts from the shards that they have left. Between
//! the two, a post whose author was renamed may be found under both names.
//!
//! `erase` removes posts, `endpoints/export.rs` reads them back, `moving.rs` moves a slot to another shard, and `restore.rs` opens a
//! database again that came back older than it was.

mod change;
mod changes;
pub mod endpoints;
mod erase;
pub mod fill;
mod known;
mod moving;
mod remove;
pub mod restore;
mod rows;
mod run;
pub mod statements;

pub use changes::{Changes, Counts, ShardChanges, apply};
pub use erase::{BATCH, Erasure, Target};
pub use known::Known;

pub use moving::{Step, step};
pub use run::Load;

use crate::key::{self, Range};
use crate::posts::post::line::PostLine;
use crate::posts::post::{Post, post_id};
use crate::posts::statements::changes::post_tombstone;
use crate::posts::statements::totals::version;
use crate::store::Statement;
use crate::text::fold_name;
use statements::import;

/// The key by which storage finds the author of a line.
fn author_key(line: &PostLine) -> String {
    key::author_key(line.platform.network, &fold_name(&line.author.username))
}

/// The range of keys that a line's post may get.
fn range(line: &PostLine) -> Range {
    Range::new(line.published_at, &author_key(line))
}

fn id(line: &PostLine) -> String {
    post_id(line.platform.network, &line.platform_post_id)
}

/// The statements that read what is needed to load lines: the version, the known posts, tombstones, and taken keys.
pub fn lookups(lines: &[PostLine]) -> Vec<Statement> {
    // A post with two lines is looked up once: a second row of it would count as a copy.
    let mut ids: Vec<_> = lines.iter().map(id).collect();
    ids.sort_unstable();
    ids.dedup();
    let ids: Vec<_> = ids.iter().map(String::as_str).collect();
    let posts = ids.iter().map(|id| post_tombstone(id));
    let authors = lines.iter().map(|line| import::author_tombstone(&author_key(line)));
    let mut tombstones: Vec<_> = posts.chain(authors).collect();
    tombstones.sort_unstable();
    tombstones.dedup();
    let mut ranges: Vec<_> = lines.iter().map(range).map(|range| (range.first, range.last())).collect();
    ranges.sort_unstable();
    ranges.dedup();
    vec![version(), import::known(&ids), import::tombstones(&tombstones), import::taken(&ranges)]
}

/// A known post and its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The shard that it is on.
    pub shard: u8,
    /// The key.
    pub post_id: i64,
    /// How often its key, author or hashtags were changed: of two copies, the one with more is newer.
    pub revision: i64,
    /// The post.
    pub post: Post,
}
