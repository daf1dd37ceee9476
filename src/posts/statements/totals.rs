//! How many posts there are, and the upkeep of their full-text index.

use crate::platform::Network;
use crate::store::Statement;
use crate::store::builder::statement;

/// How many posts there are, in a column for each network.
pub fn totals() -> Statement {
    let totals = Network::ALL.map(Network::name).join(", ");
    statement!(format!("SELECT {totals} FROM versions ORDER BY version DESC LIMIT 1"))
}

/// For each network: `network`, and the keys of its `oldest` and `newest` post (as text).
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

/// Pages of the full-text index that are merged in one statement: some megabytes, well below a second.
const MERGE_PAGES: u16 = 1_000;

/// Merges a part of the full-text index, which imports leave in many segments: a word is then found in one of them. The
/// first statement of a run puts all segments on one level, the others go on with them; without anything to merge, nothing
/// happens.
pub fn merge_words(is_first: bool) -> Statement {
    let sign = if is_first { "-" } else { "" };
    statement!(format!("INSERT INTO words (words, rank) VALUES ('merge', {sign}{MERGE_PAGES})"))
}

/// The version of the posts: `version`.
pub fn version() -> Statement {
    statement!("SELECT max(version) AS version FROM versions")
}
