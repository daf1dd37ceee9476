//! Writes out the prefixes of a keyword before the race.
//!
//! Before its first result, the full-text index combines the posts of all words with a prefix: 30 milliseconds for three letters among
//! a million posts, and again in each chunk. Of words that are given, it only reads as far as a chunk goes: 300 words are looked up in
//! two milliseconds, and their first posts are found in two more. So the words of a prefix are read first, in a batch of their own,
//! and stand in its place.
//!
//! The words are those of one version of the posts. If an import adds some before the page is read, the page counts as one of the
//! older version, as in any race that an import overtakes.

use super::limits::{MAX_WORD_ROWS, MAX_WORDS};
use crate::posts::keyword::{Expansion, Expansions, Keyword};
use crate::posts::query::PostQuery;
use crate::posts::statements::vocabulary::{pages_with, words_with};
use crate::store::{Posts, Row, Rows, Statement, StorageError, required};

/// A query for the index: it finds the same posts.
#[derive(Debug)]
pub(in crate::posts) struct Expanded {
    pub(in crate::posts) query: PostQuery,
    pub(in crate::posts) read: u64,
    pub(in crate::posts) micros: u64,
}

/// The query with words in place of prefixes. `None` if it has no prefix.
pub(in crate::posts) async fn expand<P: Posts>(
    posts: &P,
    query: &PostQuery,
) -> Result<Option<Expanded>, StorageError> {
    let Some(keyword) = query.filters.keyword().map(|keyword| &*keyword.parsed) else { return Ok(None) };
    let prefixes = keyword.expandable();
    if prefixes.is_empty() {
        return Ok(None);
    }
    let answers = posts.query(statements(keyword, &prefixes)).await?;
    let expanded = keyword.expanded(&expansions(&prefixes, &answers)?);
    Ok(Some(Expanded {
        query: PostQuery { filters: query.filters.with_keyword(expanded), ..query.clone() },
        read: answers.iter().map(|rows| rows.read).sum(),
        micros: answers.iter().map(|rows| rows.micros).sum(),
    }))
}

/// Reads the words of each prefix, and then their sizes, if there is an order of clauses that depends on them.
fn statements(keyword: &Keyword, prefixes: &[&str]) -> Vec<Statement> {
    let words = prefixes.iter().map(|prefix| words_with(prefix, MAX_WORD_ROWS));
    let has_order = keyword.clauses().len() > 1;
    let sizes = prefixes.iter().filter(|_| has_order).map(|prefix| pages_with(prefix));
    words.chain(sizes).collect()
}

fn expansions<R: Row>(prefixes: &[&str], answers: &[Rows<R>]) -> Result<Expansions, StorageError> {
    let mut expansions = Expansions::new();
    for (index, (prefix, rows)) in prefixes.iter().zip(answers).enumerate() {
        let words = words_of(rows)?;
        let size = answers.get(prefixes.len() + index).map_or(Ok(0), size_of)?;
        if words.len() <= MAX_WORDS {
            expansions.insert((*prefix).to_owned(), Expansion { words, size });
        }
    }
    Ok(expansions)
}

fn words_of<R: Row>(rows: &Rows<R>) -> Result<Vec<String>, StorageError> {
    let mut words = Vec::new();
    for row in &rows.rows {
        let some = required(row.text("words")?, "words")?;
        let some: Vec<Option<String>> = serde_json::from_str(&some)
            .map_err(|error| StorageError::new(format!("column words is no array of words: {error}")))?;
        words.extend(some.into_iter().flatten());
    }
    Ok(words)
}

fn size_of<R: Row>(rows: &Rows<R>) -> Result<u64, StorageError> {
    let pages = required(rows.first(), "pages")?.integer("pages")?;
    Ok(pages.and_then(|pages| u64::try_from(pages).ok()).unwrap_or_default())
}
