//! Which database a post is in, and how new what is read from it has to be.
//!
//! An author's posts share a slot of the key, and each of the 64 slots belongs to one database (a shard). The table `shards`
//! in `ACCOUNTS` has a row for each database of posts: its slots, the version of its posts that was acknowledged last, and
//! D1's bookmark of that version. An isolate remembers the table as a hint. The batch that charges a page decides by the
//! table itself, so one mechanism answers three questions:
//!
//! - **Is the page new enough?** Pages are read `withSession(bookmark)`, from the nearest replica that has what the hint
//!   knows. If another isolate has acknowledged more since, nothing is charged, and the page is read again with the newer
//!   bookmark, in the end from the primary. Bookmarks are an optimisation; versions decide. (In the local runtime all
//!   bookmarks are alike, so `tests/api/replicas.test.mjs` puts a lagging replica in front of the real Worker.)
//! - **Was it read where the posts are?** A page that was read under other slots is read again in the same way.
//! - **When may an import be answered?** As soon as its versions and bookmarks are in the table.
//!
//! A page by author asks the shard of the author's slot; any other page asks all shards. Each returns up to `limit + 1` rows,
//! and `src/posts/page` sorts and cuts them as it does the rows of one shard. Keys do not depend on the number of shards, so
//! the bytes of a page do not either. [`crate::ingest`] says how imports write to several shards and how slots move.

pub mod memory;
mod rebalance;
pub mod statements;

pub use rebalance::rebalance;

use crate::key::{author_slot, slot};
use crate::store::{Database, Row, Storage, StorageError, required};
use core::fmt::Write as _;
use serde::Serialize;
use statements as shards;

/// How many slots there are.
pub const SLOTS: u32 = 64;

/// A database of posts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// Its number: that of its binding, `POSTS_0`, `POSTS_1`, ...
    pub number: u8,
    /// Its slots, a bit each.
    pub slots: u64,
    /// The version of its posts: the acknowledged one, or the one that was read.
    pub version: i64,
    /// Names a state of it that has that version; empty where any state has.
    pub bookmark: String,
}

impl Shard {
    /// Whether a post's place is here. What is not may be a copy of a post that is being moved.
    pub const fn has(&self, post_id: i64) -> bool {
        self.slots >> slot(post_id) & 1 == 1
    }
}

/// All databases of posts, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShardMap(Vec<Shard>);

impl ShardMap {
    /// Reads a layout as [`statements::LAYOUT`] selects it: a line each, its parts apart by blanks.
    ///
    /// # Errors
    /// When it is not of that form.
    pub fn read(text: &str) -> Result<Self, StorageError> {
        let shard = |line: &str| {
            let mut parts = line.splitn(4, ' ');
            Some(Shard {
                number: parts.next()?.parse().ok()?,
                slots: u64::from_str_radix(parts.next()?, 16).ok()?,
                version: parts.next()?.parse().ok()?,
                bookmark: parts.next()?.to_owned(),
            })
        };
        let shards: Option<Vec<_>> = text.lines().map(shard).collect();
        shards.map(Self).ok_or_else(|| StorageError::new("the table of shards can't be read"))
    }

    /// Reads the column `layout`.
    ///
    /// # Errors
    /// When it is not there, or not of that form.
    pub fn of(row: &impl Row) -> Result<Self, StorageError> {
        Self::read(&required(row.text("layout")?, "layout")?)
    }

    /// The shards.
    pub fn shards(&self) -> &[Shard] {
        &self.0
    }

    /// Those that have posts. One that has given all of its slots away may be gone.
    pub fn in_use(&self) -> impl Iterator<Item = &Shard> {
        self.0.iter().filter(|shard| shard.slots != 0)
    }

    /// The shard of an author's posts.
    ///
    /// # Errors
    /// When no shard has the slot.
    pub fn of_author(&self, author_key: &str) -> Result<&Shard, StorageError> {
        self.of_slot(author_slot(author_key))
    }

    /// The shard of a slot.
    ///
    /// # Errors
    /// When no shard has it.
    pub fn of_slot(&self, slot: u32) -> Result<&Shard, StorageError> {
        let shard = self.0.iter().find(|shard| shard.slots >> slot & 1 == 1);
        shard.ok_or_else(|| StorageError::new(format!("no shard has the slot {slot}")))
    }

    /// The shards that have any of these slots.
    pub fn having(&self, slots: u64) -> Vec<Shard> {
        self.0.iter().filter(|shard| shard.slots & slots != 0).cloned().collect()
    }

    /// Whether posts are where another layout says.
    pub fn has_slots_of(&self, other: &Self) -> bool {
        let slots =
            |layout: &Self| layout.0.iter().map(|shard| (shard.number, shard.slots)).collect::<Vec<_>>();
        slots(self) == slots(other)
    }

    /// Whether posts are where they were read, and none older than acknowledged.
    pub fn confirms(&self, reading: &[Shard]) -> bool {
        reading.iter().all(|read| {
            self.0
                .iter()
                .filter(|shard| shard.number == read.number)
                .all(|shard| shard.slots == read.slots && shard.version <= read.version)
        })
    }
}

/// A slot on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The slot.
    pub slot: u32,
    /// The shard that had it.
    pub origin: u8,
    /// The shard that gets it.
    pub target: u8,
    /// What is being done.
    pub phase: Phase,
    /// The last key that was done.
    #[serde(skip)]
    pub cursor: i64,
}

/// What is being done to a slot on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Imports into it are stopped.
    Locking,
    /// Its posts are copied to the target.
    Copying,
    /// The target has the slot, and the origin's posts are removed.
    Removing,
}

impl Phase {
    const ALL: [Self; 3] = [Self::Locking, Self::Copying, Self::Removing];

    /// The name in storage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Locking => "locking",
            Self::Copying => "copying",
            Self::Removing => "removing",
        }
    }
}

/// Where posts are, and what is on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardState {
    /// Where posts are.
    pub layout: ShardMap,
    /// What is on its way.
    pub on_its_way: Option<Move>,
}

/// Asks storage where posts are, and what is on its way.
///
/// # Errors
/// When it does not answer.
pub async fn standing<S: Storage>(storage: &S) -> Result<ShardState, StorageError> {
    let rows = storage.rows(Database::Accounts, shards::layout()).await?;
    let row = required(rows.first(), "layout")?;
    Ok(ShardState { layout: ShardMap::of(row)?, on_its_way: Move::of(row)? })
}

/// Asks storage where posts are.
///
/// # Errors
/// When it does not answer.
pub async fn layout<S: Storage>(storage: &S) -> Result<ShardMap, StorageError> {
    standing(storage).await.map(|standing| standing.layout)
}

impl Move {
    fn of(row: &impl Row) -> Result<Option<Self>, StorageError> {
        let Some(phase) = row.text("phase")? else { return Ok(None) };
        let phase = Phase::ALL.into_iter().find(|known| known.name() == phase);
        let number = |column| Ok(required(row.integer(column)?, column)?.unsigned_abs());
        let shard = |column| number(column).map(|shard| u8::try_from(shard).unwrap_or(u8::MAX));
        let cursor = required(row.text("cursor")?, "cursor")?.parse();
        Ok(Some(Self {
            slot: u32::try_from(number("slot")?).unwrap_or(u32::MAX),
            origin: shard("origin")?,
            target: shard("target")?,
            phase: required(phase, "phase")?,
            cursor: cursor.map_err(|_| StorageError::new("column cursor is no integer"))?,
        }))
    }
}

/// What was read, as the condition of a charge takes it: number, slots and version of each shard, as JSON.
pub fn reading(shards: &[Shard]) -> String {
    let mut text = String::from("[");
    for shard in shards {
        let separator = if text.len() > 1 { "," } else { "" };
        // Writing into a string can't fail.
        let _ = write!(text, "{separator}[{},\"{:016x}\",{}]", shard.number, shard.slots, shard.version);
    }
    text + "]"
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "0 00000000ffffffff 7 00000007-0a\n1 ffffffff00000000 12 ";

    #[test]
    fn a_layout_reads_as_it_is_stored() {
        let layout = ShardMap::read(TWO).unwrap();
        assert_eq!(layout.shards()[0].bookmark, "00000007-0a");
        assert_eq!((layout.shards()[1].version, layout.shards()[1].bookmark.as_str()), (12, ""));
        assert_eq!(reading(layout.shards()), r#"[[0,"00000000ffffffff",7],[1,"ffffffff00000000",12]]"#);
        assert_eq!((layout.of_slot(31).unwrap().number, layout.of_slot(32).unwrap().number), (0, 1));
        for broken in ["x", "0 zz 1 ", "0 ff", "999 ff 1 "] {
            assert!(ShardMap::read(broken).is_err(), "{broken}");
        }
        assert!(ShardMap::read("0 1 0 ").unwrap().of_slot(1).is_err());
    }

    #[test]
    fn a_reading_is_right_under_the_same_slots_and_no_older_version() {
        let layout = ShardMap::read(TWO).unwrap();
        let read = |version, slots| vec![Shard { slots, version, ..layout.shards()[0].clone() }];
        assert!(layout.confirms(&read(7, 0xffff_ffff)));
        assert!(layout.confirms(&read(8, 0xffff_ffff)));
        assert!(!layout.confirms(&read(6, 0xffff_ffff)));
        assert!(!layout.confirms(&read(7, u64::MAX)));
    }

    #[test]
    fn a_post_of_another_slot_is_a_copy() {
        let layout = ShardMap::read(TWO).unwrap();
        assert!(layout.shards()[0].has(31 << 15) && !layout.shards()[0].has(32 << 15));
        assert!(layout.shards()[1].has(63 << 15 | 5 << 21));
    }
}
