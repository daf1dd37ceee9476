//! Converts the text of a term to the words that are looked up.

use super::{KeywordError, Phrase};
use crate::text::index::run_words;
use crate::text::segment::{Piece, segment};

/// The fewest characters before a star.
pub(crate) const SHORTEST_PREFIX: usize = 3;
/// The fewest characters before a star in scripts without blanks.
const SHORTEST_RUN_PREFIX: usize = 2;

/// A piece of text that owns its content.
enum Part {
    Word(String),
    Run(String),
    Emoji(String),
}

/// The words of a term. `None` if it has none. `star` is the position of a star at its end.
pub(crate) fn parse_phrase(text: &str, star: Option<usize>) -> Result<Option<Phrase>, KeywordError> {
    let mut parts = Vec::new();
    let ends_in_word = segment(text, |piece| {
        parts.push(match piece {
            Piece::Word(word) => Part::Word(word.to_owned()),
            Piece::Run(run) => Part::Run(run.to_owned()),
            Piece::Emoji(emoji) => Part::Emoji(emoji.to_owned()),
        });
    });
    let star = star.filter(|_| ends_in_word);
    let Some((last, before)) = parts.split_last() else { return Ok(None) };
    if let Some(position) = star {
        check_prefix(last, position)?;
    }
    let mut words = Vec::new();
    for part in before {
        push_words(part, true, &mut words);
    }
    let open_run = matches!(last, Part::Run(run) if run.chars().nth(1).is_some());
    push_words(last, !open_run, &mut words);
    let prefix = match last {
        Part::Word(_) => star.is_some(),
        Part::Run(_) => !open_run,
        Part::Emoji(_) => false,
    };
    Ok(Some(Phrase { words, prefix }))
}

/// Adds the words of a part. Those of a run include its last character if the run `ends`.
fn push_words(part: &Part, ends: bool, words: &mut Vec<String>) {
    match part {
        Part::Word(word) | Part::Emoji(word) => words.push(word.clone()),
        Part::Run(run) => run_words(run, ends, |word| words.push(word.to_owned())),
    }
}

/// Refuses a star after too few characters, or after an emoji.
fn check_prefix(last: &Part, position: usize) -> Result<(), KeywordError> {
    match last {
        Part::Word(word) => check_length(word.chars().count(), SHORTEST_PREFIX, position),
        Part::Run(run) => check_length(run.chars().count(), SHORTEST_RUN_PREFIX, position),
        Part::Emoji(_) => Err(KeywordError::new(position, "a word before *", "an emoji before *")),
    }
}

/// Refuses a star after too few characters.
pub(crate) fn check_length(count: usize, minimum: usize, position: usize) -> Result<(), KeywordError> {
    if count < minimum {
        let expected = format_args!("at least {minimum} characters before *").to_string();
        return Err(KeywordError::new(position, expected, format_args!("{count} before *")));
    }
    Ok(())
}
