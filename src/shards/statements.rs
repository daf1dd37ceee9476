//! Statements about the databases of posts: where each slot is, what was acknowledged, and the move of a slot.

use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// The shard map as one text, which [`super::ShardMap::parse`] parses.
pub const SHARD_MAP: &str = "(SELECT group_concat(s.shard || ' ' || s.slots || ' ' || s.version || ' ' || s.bookmark, char(10)) \
     FROM shards s)";

/// The shard map, and the move in progress, if there is one: `layout`, and `slot`, `origin`, `target`, `phase`, `cursor`.
pub fn shard_state() -> Statement {
    statement!(format!(
        "SELECT {SHARD_MAP} AS layout, m.slot, m.origin, m.target, m.phase, CAST(m.cursor AS TEXT) AS cursor \
         FROM (SELECT 1) LEFT JOIN moves m ON true LIMIT 1"
    ))
}

/// An SQL condition: a page that was read from these shards is still right. The placeholder is the text of
/// [`super::read_shards_json`].
pub fn confirms(read_from: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM json_each({read_from}) r JOIN shards s ON s.shard = r.value ->> 0 \
         WHERE s.slots <> r.value ->> 1 OR s.version > r.value ->> 2)"
    )
}

/// Acknowledges a version, so that pages must be at least that recent, unless a later one is acknowledged already.
pub fn acknowledge(shard: u8, version: i64, bookmark: &str) -> Statement {
    statement!(
        "UPDATE shards SET version = CAST(?2 AS INTEGER), bookmark = ?3 \
         WHERE shard = CAST(?1 AS INTEGER) AND version < CAST(?2 AS INTEGER)",
        i64::from(shard),
        version,
        bookmark
    )
}

/// Expects so many versions more of a shard than were acknowledged: nobody reads it until it has them. A bookmark of the database
/// that was in its place means nothing then.
pub fn expect_more(shard: u8, versions: i64) -> Statement {
    statement!(
        "UPDATE shards SET version = version + CAST(?2 AS INTEGER), bookmark = '' WHERE shard = CAST(?1 AS INTEGER)",
        i64::from(shard),
        versions
    )
}

/// Adds a shard that has no slots yet.
pub fn add_shard(shard: u8, version: i64, bookmark: &str) -> Statement {
    statement!(
        "INSERT INTO shards (shard, slots, version, bookmark) \
         VALUES (CAST(?1 AS INTEGER), '0000000000000000', CAST(?2 AS INTEGER), ?3) ON CONFLICT (shard) DO NOTHING",
        i64::from(shard),
        version,
        bookmark
    )
}

/// Starts to move a slot, unless a move is in progress.
pub fn begin_move(slot: u32, origin: u8, target: u8, at: Timestamp) -> Vec<Statement> {
    let begin = statement!(
        "INSERT INTO moves (slot, origin, target, phase, cursor) \
         SELECT CAST(?1 AS INTEGER), CAST(?2 AS INTEGER), CAST(?3 AS INTEGER), 'locking', -1 \
         WHERE NOT EXISTS (SELECT 1 FROM moves)",
        i64::from(slot),
        i64::from(origin),
        i64::from(target)
    );
    let log = statement!(
        "INSERT INTO changes (at, action, subject) SELECT CAST(?1 AS INTEGER), 'move slot', ?2 WHERE changes() = 1",
        at.0,
        format!("{slot} from {origin} to {target}")
    );
    vec![begin, log]
}

/// Records the phase of a move, and the last key that was done.
pub fn update_move(slot: u32, phase: &str, cursor: i64) -> Statement {
    statement!(
        "UPDATE moves SET phase = ?2, cursor = CAST(?3 AS INTEGER) WHERE slot = CAST(?1 AS INTEGER)",
        i64::from(slot),
        phase,
        cursor
    )
}

/// Sets the slots of a shard.
pub fn set_slots(shard: u8, slots: u64) -> Statement {
    statement!(
        "UPDATE shards SET slots = ?2 WHERE shard = CAST(?1 AS INTEGER)",
        i64::from(shard),
        format!("{slots:016x}")
    )
}

/// Ends the move of a slot.
pub fn end_move(slot: u32) -> Statement {
    statement!("DELETE FROM moves WHERE slot = CAST(?1 AS INTEGER)", i64::from(slot))
}

/// The first posts of a slot after a key: `post_id` (as text), `revision` and `json`.
pub fn posts_of_slot(slot: u32, after: i64, most: u16) -> Statement {
    statement!(
        "SELECT CAST(k.post_id AS TEXT) AS post_id, k.revision, d.json \
         FROM (SELECT post_id, revision FROM posts NOT INDEXED WHERE post_id > CAST(?2 AS INTEGER) \
         AND (post_id >> 15) & 63 = CAST(?1 AS INTEGER) ORDER BY post_id LIMIT CAST(?3 AS INTEGER)) k \
         CROSS JOIN documents d ON d.post_id = k.post_id ORDER BY k.post_id",
        i64::from(slot),
        after,
        i64::from(most)
    )
}
