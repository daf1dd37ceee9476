//! FTS5 finds the same posts as [`crate::posts::keyword::matches()`].

use super::texts::{plain, text};
use crate::posts::keyword::{Keyword, Phrase, matches};
use crate::text::index_text;
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

/// How part of a text becomes a term.
#[derive(Debug, Clone, Copy)]
enum Form {
    AsItIs,
    Quoted,
    Prefix,
    QuotedPrefix,
    Capitals,
}

/// A term, and the text before it.
type Term = (&'static str, usize, usize, Form);

fn term() -> impl Strategy<Value = Term> {
    let form = prop::sample::select(&[
        Form::AsItIs,
        Form::AsItIs,
        Form::Quoted,
        Form::Prefix,
        Form::QuotedPrefix,
        Form::Capitals,
    ]);
    (prop::sample::select(&[" ", " ", " OR ", " -", "\u{3000}"]), 0..24_usize, 1..6_usize, form)
}

/// A keyword made of parts of a text, so that it often finds the text.
fn keyword(text: &str, terms: &[Term]) -> String {
    let term = |&(joined, start, length, form): &Term| {
        let characters = text.chars().filter(|c| !matches!(c, '"' | '“' | '*' | '＊'));
        let part: String = characters.skip(start).take(length).collect();
        let written = match form {
            Form::AsItIs => part,
            Form::Quoted => format!("\"{part}\""),
            Form::Prefix => part + "*",
            Form::QuotedPrefix => format!("\"{part}*\""),
            Form::Capitals => part.to_uppercase(),
        };
        joined.to_owned() + &written
    };
    let terms: String = terms.iter().map(term).collect();
    terms.trim_start_matches(" OR ").to_owned()
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
    #[test]
    fn parts_of_a_text_find_the_same_in_fts5(
        content in prop::collection::vec(text(), 1..4).prop_map(|texts| texts.concat()),
        other in text(),
        keywords in prop::collection::vec(prop::collection::vec(term(), 1..5), 8),
    ) {
        let index = index_text(Some(&content), &[other]);
        let database = indexed(&index);
        let keywords = keywords.iter().map(|terms| keyword(&content, terms));
        for keyword in keywords.filter_map(|keyword| Keyword::parse(&keyword).ok()) {
            prop_assert_eq!(finds(&keyword, &database), matches(&keyword, &index), "{:?} in {}", keyword, index);
        }
    }
}
