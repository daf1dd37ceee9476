//! Statements about all posts: their numbers, and the upkeep of their full-text index.

use crate::platform::Network;
use crate::store::Statement;
use crate::store::builder::statement;

/// Reads the number of posts, in a column for each network.
pub fn totals() -> Statement {
    let totals = Network::ALL.map(Network::name).join(", ");
    statement!(format!("SELECT {totals} FROM versions ORDER BY version DESC LIMIT 1"))
}

/// Reads for each network `network`, and the keys of its `oldest` and `newest` post (as text).
pub fn ends_by_network() -> Statement {
    let networks: Vec<_> = Network::ALL.iter().map(|network| network.number()).collect();
    let end = |which: &str| {
        format!(
            "(SELECT {which}((SELECT {which}(p.post_id) FROM posts p INDEXED BY posts_by_kind \
             WHERE p.network = n.value AND p.media_type = m.value)) FROM json_each('[0,1,2,3,4]') m)"
        )
    };
    statement!(
        format!(
            "SELECT n.value AS network, CAST({} AS TEXT) AS oldest, CAST({} AS TEXT) AS newest \
             FROM json_each(?1) n",
            end("min"),
            end("max")
        ),
        crate::store::json(&networks)
    )
}

/// How many pages of the full-text index one statement merges: some megabytes, in well under a second.
const MERGE_PAGES: u16 = 1_000;

/// Merges part of the full-text index. Imports leave it in many segments, and a word has to be looked up in each. The minus
/// sign puts all segments on one level first, unless they are already being merged there; without it, SQLite goes on only if
/// there are at least four of them. If there is nothing to merge, nothing happens.
pub fn merge_words() -> Statement {
    statement!(format!("INSERT INTO words (words, rank) VALUES ('merge', -{MERGE_PAGES})"))
}

/// The segments of the full-text index as `s (id)`, with a null after the last one. Reads one row for each, instead of all entries
/// of the table.
pub(super) const SEGMENTS: &str = "WITH RECURSIVE s (id) AS (SELECT min(segid) FROM words_idx UNION ALL \
     SELECT (SELECT min(segid) FROM words_idx WHERE segid > id) FROM s WHERE id IS NOT NULL)";

/// Counts the segments of the full-text index: `segments`.
pub fn segments() -> Statement {
    statement!(format!("{SEGMENTS} SELECT count(id) AS segments FROM s"))
}

/// Reads the version of the posts, and whether some of them are not filled yet (1 or 0): `version` and `unfilled`.
pub fn version_and_unfilled() -> Statement {
    statement!(
        "SELECT max(version) AS version, \
         EXISTS (SELECT 1 FROM posts INDEXED BY posts_by_change WHERE changed IS NULL) AS unfilled FROM versions"
    )
}

/// Reads the version of the posts: `version`.
pub fn version() -> Statement {
    statement!("SELECT max(version) AS version FROM versions")
}
