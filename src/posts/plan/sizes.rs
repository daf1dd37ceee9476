//! Which words tell how many posts a set has.
//!
//! The full-text index knows on how many posts each word is. A post's hashtags and mentions are words of its text as well. So words
//! bound three sets: a keyword, hashtags and mentions.

use super::Set;
use crate::posts::filters::{Item, List};
use crate::posts::query::PostQuery;
use crate::text::index_text;

/// The most words that are looked up.
const MOST_WORDS: usize = 16;

/// Words in place of a set. Each of its posts has, of every list, all words of at least one of the lists in it.
type Words = Vec<Vec<Vec<String>>>;

/// The words of a set that bound its size. `None` if there are none, or too many.
pub fn words_of(set: Set, query: &PostQuery) -> Option<Words> {
    let filters = &query.filters;
    let words = match set {
        Set::Keyword => of_keyword(query),
        Set::Hashtag => of_names(filters.hashtags()),
        Set::Mentions => of_names(filters.mentions()),
        _ => Vec::new(),
    };
    let count = words.iter().flatten().flatten().count();
    (1..=MOST_WORDS).contains(&count).then_some(words)
}

/// The clauses without prefixes, on whose posts nothing is stored.
fn of_keyword(query: &PostQuery) -> Words {
    let clauses = query.filters.keyword().map_or(&[][..], |keyword| keyword.parsed.clauses());
    let clauses = clauses.iter().filter(|clause| clause.any_of.iter().all(|phrase| !phrase.prefix));
    clauses.map(|clause| clause.any_of.iter().map(|phrase| phrase.words.clone()).collect()).collect()
}

fn of_names<T: Item>(list: Option<&List<T>>) -> Words {
    let names = list.into_iter().flatten().map(|name| words_in(&name.compared())).collect();
    vec![names]
}

fn words_in(name: &str) -> Vec<String> {
    index_text(Some(name), &[]).split(' ').map(str::to_owned).collect()
}
