//! Statements about the words of the full-text index.

use super::totals::SEGMENTS;
use crate::store::Statement;
use crate::store::builder::statement;

/// The words in a row of [`words_with`]. D1 counts a row for each step of the recursion, and none for a word.
pub const WORDS_A_ROW: usize = 8;

/// The end of the words with a prefix: no word has this character.
const END: &str = "?1 || char(1114111)";

/// Reads the words that begin with a prefix, in order, in at most so many rows: `words`, an array of JSON, with nulls after the last
/// word.
pub fn words_with(prefix: &str, rows: usize) -> Statement {
    let last = format!("r.words ->> {}", WORDS_A_ROW - 1);
    let (first, following) = (words_from(&word_from("?1")), words_from(&word_after(&last)));
    statement!(
        format!(
            "WITH RECURSIVE r (words) AS (SELECT ({first}) UNION ALL SELECT ({following}) FROM r \
             WHERE {last} IS NOT NULL LIMIT {rows}) SELECT words FROM r"
        ),
        prefix
    )
}

/// A word and those after it. Each is looked up in a query around that of the word before it, and the limits keep SQLite from merging
/// these, which would look up a word again for each that follows.
fn words_from(first: &str) -> String {
    let first = format!("SELECT ({first}) AS w0 LIMIT 1");
    let all = (1..WORDS_A_ROW).fold(first, |words, number| {
        let before = format!("w{}", number - 1);
        // After the last word, to look for another passes all its posts.
        let word = format!("CASE WHEN {before} IS NOT NULL THEN ({}) END", word_after(&before));
        format!("SELECT *, {word} AS w{number} FROM ({words}) LIMIT 1")
    });
    let names: Vec<_> = (0..WORDS_A_ROW).map(|number| format!("w{number}")).collect();
    format!("SELECT json_array({}) FROM ({all})", names.join(", "))
}

fn word_after(word: &str) -> String {
    word_from(&format!("{word} || char(1)"))
}

fn word_from(place: &str) -> String {
    format!("SELECT term FROM vocabulary WHERE term >= {place} AND term < {END} ORDER BY term LIMIT 1")
}

/// Reads about how many pages of the full-text index the posts of a prefix take: `pages`. The index of each segment has the first word
/// of every page.
pub fn pages_with(prefix: &str) -> Statement {
    let last = |end: &str| {
        format!(
            "(SELECT i.pgno FROM words_idx i WHERE i.segid = s.id AND i.term < CAST('0' || {end} AS BLOB) \
             ORDER BY i.term DESC LIMIT 1)"
        )
    };
    statement!(
        format!(
            "{SEGMENTS} SELECT coalesce(sum({} - {}), 0) / 2 AS pages FROM s WHERE id IS NOT NULL",
            last(END),
            last("?1")
        ),
        prefix
    )
}
