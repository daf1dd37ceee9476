//! The words of a post, as the full-text index has them.

use super::emoji::may_start;
use super::is_mark;
use super::quick_check::is_alphanumeric;
use super::segment::{Piece, segment};
use super::tables::is_ignorable;

/// A word before each hashtag that is not in the content. No keyword can have this word, so no phrase matches across it.
const BOUNDARY: &str = "|";

/// The words of a post in order, joined by single blanks: those of its content, then those of each hashtag that is not a hashtag
/// in the content. Before each of these hashtags is a word that no keyword can have.
///
/// The words have no ASCII blank, control character or capital. So the `ascii` tokenizer of FTS5, with all of ASCII's punctuation
/// as token characters, splits the text into exactly these words.
pub fn index_text(content: Option<&str>, hashtags: &[String]) -> String {
    let content = content.unwrap_or_default();
    let mut text = String::with_capacity(content.len() + content.len() / 2);
    push_words(content, &mut text);
    if !hashtags.is_empty() {
        push_missing(content, hashtags, &mut text);
    }
    text
}

/// Adds the words of the hashtags that are not in the content.
fn push_missing(content: &str, hashtags: &[String], text: &mut String) {
    // Most hashtags were taken from the content unchanged. Only for others do their words have to be compared.
    let in_content: Vec<&str> = tags(content).collect();
    let mut known: Option<Vec<String>> = None;
    for hashtag in hashtags.iter().filter(|hashtag| !in_content.contains(&hashtag.as_str())) {
        let words = words(hashtag);
        let known = known.get_or_insert_with(|| in_content.iter().map(|tag| self::words(tag)).collect());
        if !words.is_empty() && !known.contains(&words) {
            if !text.is_empty() {
                push_word(BOUNDARY, text);
            }
            push_word(&words, text);
            known.push(words);
        }
    }
}

/// The hashtags in a text, without `#`.
fn tags(content: &str) -> impl Iterator<Item = &str> {
    content.split(['#', '＃']).skip(1).map(|tag| {
        let end = tag.find(|c| !in_tag(c)).unwrap_or(tag.len());
        tag.get(..end).unwrap_or(tag)
    })
}

/// Whether this character can be part of a hashtag.
fn in_tag(c: char) -> bool {
    is_alphanumeric(c) || c == '_' || (!c.is_ascii() && (may_start(c) || is_mark(c) || is_ignorable(c)))
}

/// The words of a text, joined by single blanks.
fn words(text: &str) -> String {
    let mut words = String::new();
    push_words(text, &mut words);
    words
}

/// Adds the words of a text to others.
fn push_words(text: &str, words: &mut String) {
    segment(text, |piece| match piece {
        Piece::Word(word) | Piece::Emoji(word) => push_word(word, words),
        Piece::Run(run) => run_words(run, true, |word| push_word(word, words)),
    });
}

/// Adds one word to others.
fn push_word(word: &str, words: &mut String) {
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

/// Passes the words of a run to `take`: its overlapping pairs of characters and, if the run `ends`, its last character.
pub(crate) fn run_words(run: &str, ends: bool, mut take: impl FnMut(&str)) {
    let seconds = run.char_indices().skip(1).map(|(at, c)| at + c.len_utf8());
    for ((start, _), end) in run.char_indices().zip(seconds) {
        run.get(start..end).into_iter().for_each(&mut take);
    }
    if ends {
        let last = run.char_indices().next_back().and_then(|(at, _)| run.get(at..));
        last.into_iter().for_each(take);
    }
}
