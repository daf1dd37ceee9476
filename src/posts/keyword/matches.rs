//! What a keyword means, in the plainest way. Posts in memory are searched by it, and tests hold the SQL to it.

use super::{Keyword, Phrase};

/// Whether a keyword finds a post, given the post's words as [`crate::text::index_text`] made them.
pub fn matches(keyword: &Keyword, index_text: &str) -> bool {
    let words: Vec<&str> = index_text.split(' ').filter(|word| !word.is_empty()).collect();
    let occurs = |phrase: &Phrase| occurs(phrase, &words);
    keyword.clauses().iter().all(|clause| clause.any_of.iter().any(occurs))
        && !keyword.excluded().iter().any(occurs)
}

/// Whether a phrase's words stand next to each other somewhere.
fn occurs(phrase: &Phrase, words: &[&str]) -> bool {
    let Some((last, before)) = phrase.words.split_last() else { return false };
    words.windows(phrase.words.len()).any(|window| {
        let Some((end, start)) = window.split_last() else { return false };
        start.iter().eq(before) && if phrase.prefix { end.starts_with(last) } else { end == last }
    })
}
