//! Defines what a keyword means, as simply as possible. Searches posts in memory, and tests compare the SQL with it.

use super::{Keyword, Phrase};

/// Whether a keyword finds a post, given the post's words from [`crate::text::index_text`].
pub fn matches(keyword: &Keyword, index_text: &str) -> bool {
    let words: Vec<&str> = index_text.split(' ').filter(|word| !word.is_empty()).collect();
    let occurs = |phrase: &Phrase| occurs(phrase, &words);
    keyword.clauses().iter().all(|clause| clause.any_of.iter().any(occurs))
        && !keyword.excluded().iter().any(occurs)
}

/// Whether the words of a phrase occur next to each other.
fn occurs(phrase: &Phrase, words: &[&str]) -> bool {
    let Some((last, before)) = phrase.words.split_last() else { return false };
    words.windows(phrase.words.len()).any(|window| {
        let Some((end, start)) = window.split_last() else { return false };
        start.iter().eq(before) && if phrase.prefix { end.starts_with(last) } else { end == last }
    })
}
