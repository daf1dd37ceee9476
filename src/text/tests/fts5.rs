//! FTS5 understands the words as [`crate::text::matches`] does.

use super::texts::{plain, text};
use crate::text::{Keyword, Phrase, index_text, matches};
use proptest::prelude::*;
use rusqlite::Connection;

/// An index of one text.
fn indexed(text: &str) -> Connection {
    let database = Connection::open_in_memory().unwrap();
    let punctuation: String = ('!'..='~').filter(char::is_ascii_punctuation).collect();
    let tokenizer = format!("ascii tokenchars '{}'", punctuation.replace('\'', "''")).replace('"', "\"\"");
    let create = format!(
        "CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize=\"{tokenizer}\")"
    );
    database.execute_batch(&create).unwrap();
    database.execute("INSERT INTO words(rowid, text) VALUES (1, ?1)", [text]).unwrap();
    database
}

fn expression(phrase: &Phrase) -> String {
    let words: Vec<String> = phrase.words.iter().map(|word| format!("\"{word}\"")).collect();
    words.join(" + ") + if phrase.prefix { " *" } else { "" }
}

fn any_of(phrases: &[Phrase]) -> String {
    format!("({})", phrases.iter().map(expression).collect::<Vec<_>>().join(" OR "))
}

fn finds(keyword: &Keyword, database: &Connection) -> bool {
    let wanted: Vec<String> = keyword.clauses().iter().map(|clause| any_of(&clause.any_of)).collect();
    let mut query = wanted.join(" AND ");
    if !keyword.excluded().is_empty() {
        query = format!("({query}) NOT {}", any_of(keyword.excluded()));
    }
    let count: i64 = database
        .query_row("SELECT count(*) FROM words WHERE words MATCH ?1", [query], |row| row.get(0))
        .unwrap();
    count > 0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_keyword_finds_the_same_in_fts5(
        content in prop_oneof![text(), plain()],
        tags in prop::collection::vec(prop_oneof![text(), plain()], 0..3),
        keywords in prop::collection::vec(prop_oneof![text(), plain()], 1..8),
    ) {
        let index = index_text(Some(&content), &tags);
        let database = indexed(&index);
        for keyword in keywords.iter().chain([&content]).filter_map(|keyword| Keyword::parse(keyword).ok()) {
            prop_assert_eq!(finds(&keyword, &database), matches(&keyword, &index), "{:?} in {}", keyword, index);
        }
    }
}
