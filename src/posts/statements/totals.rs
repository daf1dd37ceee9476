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

/// Merges part of the full-text index. Imports leave it in many segments, and a word has to be looked up in each. The first
/// statement of a run puts all segments on one level, and the others continue. If there is nothing to merge, nothing happens.
pub fn merge_words(is_first: bool) -> Statement {
    let sign = if is_first { "-" } else { "" };
    statement!(format!("INSERT INTO words (words, rank) VALUES ('merge', {sign}{MERGE_PAGES})"))
}

/// Reads the version of the posts: `version`.
pub fn version() -> Statement {
    statement!("SELECT max(version) AS version FROM versions")
}
