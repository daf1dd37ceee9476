//! Which database has a post, and how recent the data read from it has to be.
//!
//! An author's posts share a slot of the key, and each of the 64 slots belongs to one database (a shard). The table
//! `shards` in `ACCOUNTS` has a row for each database of posts: its slots, the version of its posts that was acknowledged
//! last, and D1's bookmark of that version. An isolate remembers the table as a hint. The batch that charges a page decides
//! by the table itself. So one mechanism answers three questions:
//!
//! - **Is the page recent enough?** Pages are read `withSession(bookmark)`, from the nearest replica that has the version
//!   in the hint. If another isolate has acknowledged more since then, nothing is charged, and the page is read again with
//!   the newer bookmark, and finally from the primary. Bookmarks are an optimisation; versions decide. (In the local
//!   runtime all bookmarks are alike, so `tests/api/replicas.test.mjs` puts a lagging replica in front of the real Worker.)
//! - **Was it read where the posts are?** A page that was read when slots were elsewhere is read again in the same way.
//! - **When may an import be answered?** As soon as its versions and bookmarks are in the table.
//!
//! A page by author is read from the shard of the author's slot; any other page from all shards. Each of them returns up to
//! `limit + 1` rows, and `src/posts/page` sorts and cuts them as it does the rows of one shard. Keys do not depend on the
//! number of shards, so the bytes of a page do not either. [`crate::ingest`] says how imports write to several shards and
//! how slots move.

pub mod memory;
mod rebalance;
pub mod statements;

pub use rebalance::rebalance;

use crate::key::{author_slot, slot};
use crate::store::{Database, PRIMARY, Row, Storage, StorageError, required};
use core::fmt::Write as _;
use serde::Serialize;
use statements as shards;

/// How many slots there are.
pub const SLOTS: u32 = 64;
/// How often an answer is read if it is older than what was acknowledged.
pub(crate) const TRIES: usize = 4;
/// After how many of these it is read from the primaries.
const PRIMARY_AFTER: usize = 2;

/// A database of posts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// Its number: that of its binding, `POSTS_0`, `POSTS_1`, ...
    pub number: u8,
    /// Its slots, a bit each.
    pub slots: u64,
    /// The version of its posts: the acknowledged one, or the one that a page was read from.
    pub version: i64,
    /// D1's bookmark of a state that has that version; empty if any state has it.
    pub bookmark: String,
}

impl Shard {
    /// Whether a post belongs here. A post that does not may be a copy that is being moved.
    pub const fn has(&self, post_id: i64) -> bool {
        self.slots >> slot(post_id) & 1 == 1
    }
}

/// All databases of posts, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShardMap(Vec<Shard>);

impl ShardMap {
    /// Parses a shard map as [`statements::SHARD_MAP`] selects it: one line for each shard, with its fields separated by
    /// blanks.
    ///
    /// # Errors
    /// If the text does not have that form.
    pub fn parse(text: &str) -> Result<Self, StorageError> {
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

    /// Reads a shard map from the column `layout`.
    ///
    /// # Errors
    /// If the column is missing, or does not have that form.
    pub fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Self::parse(&required(row.text("layout")?, "layout")?)
    }

    /// All shards.
    pub fn shards(&self) -> &[Shard] {
        &self.0
    }

    /// The shards that have slots. A database without slots may have been deleted.
    pub fn in_use(&self) -> impl Iterator<Item = &Shard> {
        self.0.iter().filter(|shard| shard.slots != 0)
    }

    /// The shard of an author's posts.
    ///
    /// # Errors
    /// When no shard has the slot.
    pub fn shard_of_author(&self, author_key: &str) -> Result<&Shard, StorageError> {
        self.shard_of_slot(author_slot(author_key))
    }

    /// The shard of a slot.
    ///
    /// # Errors
    /// If no shard has it.
    pub fn shard_of_slot(&self, slot: u32) -> Result<&Shard, StorageError> {
        let shard = self.0.iter().find(|shard| shard.slots >> slot & 1 == 1);
        shard.ok_or_else(|| StorageError::new(format!("no shard has the slot {slot}")))
    }

    /// The shards that have any of these slots, which are given as bits.
    pub fn with_slots(&self, slots: u64) -> Vec<Shard> {
        self.0.iter().filter(|shard| shard.slots & slots != 0).cloned().collect()
    }

    /// The shards to read any of these slots from, in this attempt, counted from 0. After two outdated answers, these are the
    /// primaries.
    pub(crate) fn for_attempt(&self, slots: u64, attempt: usize) -> Vec<Shard> {
        let mut shards = self.with_slots(slots);
        if attempt >= PRIMARY_AFTER {
            for shard in &mut shards {
                PRIMARY.clone_into(&mut shard.bookmark);
            }
        }
        shards
    }

    /// Whether all slots are where another map has them.
    pub fn has_slots_of(&self, other: &Self) -> bool {
        let slots = |shard_map: &Self| {
            shard_map.0.iter().map(|shard| (shard.number, shard.slots)).collect::<Vec<_>>()
        };
        slots(self) == slots(other)
    }

    /// Whether a page that was read from these shards is still right: the slots have not moved, and no newer version was
    /// acknowledged.
    pub fn confirms(&self, read_from: &[Shard]) -> bool {
        read_from.iter().all(|read| {
            self.0
                .iter()
                .filter(|shard| shard.number == read.number)
                .all(|shard| shard.slots == read.slots && shard.version <= read.version)
        })
    }
}

/// The move of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The slot.
    pub slot: u32,
    /// The shard that it leaves.
    pub origin: u8,
    /// The shard that gets it.
    pub target: u8,
    /// The current phase.
    pub phase: Phase,
    /// The last key that was copied or removed.
    #[serde(skip)]
    pub cursor: i64,
}

/// The phase of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Imports into the slot are stopped.
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

/// Where posts are, and which slot is being moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardState {
    /// Where posts are.
    pub shard_map: ShardMap,
    /// The move in progress, if there is one.
    pub active_move: Option<Move>,
}

/// Reads from storage where posts are, and which slot is being moved.
///
/// # Errors
/// If storage does not answer.
pub async fn load_shard_state<S: Storage>(storage: &S) -> Result<ShardState, StorageError> {
    let rows = storage.rows(Database::Accounts, shards::shard_state()).await?;
    let row = required(rows.first(), "layout")?;
    Ok(ShardState { shard_map: ShardMap::from_row(row)?, active_move: Move::from_row(row)? })
}

/// Reads from storage where posts are.
///
/// # Errors
/// If storage does not answer.
pub async fn load_shard_map<S: Storage>(storage: &S) -> Result<ShardMap, StorageError> {
    load_shard_state(storage).await.map(|state| state.shard_map)
}

impl Move {
    fn from_row(row: &impl Row) -> Result<Option<Self>, StorageError> {
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

/// The shards that a page was read from, as the condition of a charge takes them: number, slots and version of each, as
/// JSON.
pub fn read_shards_json(shards: &[Shard]) -> String {
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
    fn a_stored_shard_map_parses() {
        let shard_map = ShardMap::parse(TWO).unwrap();
        assert_eq!(shard_map.shards()[0].bookmark, "00000007-0a");
        assert_eq!((shard_map.shards()[1].version, shard_map.shards()[1].bookmark.as_str()), (12, ""));
        assert_eq!(
            read_shards_json(shard_map.shards()),
            r#"[[0,"00000000ffffffff",7],[1,"ffffffff00000000",12]]"#
        );
        assert_eq!(
            (shard_map.shard_of_slot(31).unwrap().number, shard_map.shard_of_slot(32).unwrap().number),
            (0, 1)
        );
        for broken in ["x", "0 zz 1 ", "0 ff", "999 ff 1 "] {
            assert!(ShardMap::parse(broken).is_err(), "{broken}");
        }
        assert!(ShardMap::parse("0 1 0 ").unwrap().shard_of_slot(1).is_err());
    }

    #[test]
    fn a_page_is_confirmed_by_equal_slots_and_no_newer_version() {
        let shard_map = ShardMap::parse(TWO).unwrap();
        let read = |version, slots| vec![Shard { slots, version, ..shard_map.shards()[0].clone() }];
        assert!(shard_map.confirms(&read(7, 0xffff_ffff)));
        assert!(shard_map.confirms(&read(8, 0xffff_ffff)));
        assert!(!shard_map.confirms(&read(6, 0xffff_ffff)));
        assert!(!shard_map.confirms(&read(7, u64::MAX)));
    }

    #[test]
    fn a_post_of_another_slot_is_a_copy() {
        let shard_map = ShardMap::parse(TWO).unwrap();
        assert!(shard_map.shards()[0].has(31 << 15) && !shard_map.shards()[0].has(32 << 15));
        assert!(shard_map.shards()[1].has(63 << 15 | 5 << 21));
    }
}
