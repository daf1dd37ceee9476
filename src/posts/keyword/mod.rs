//! Keywords: what a caller types to search by words.

mod approximate;
mod expand;
mod lex;
mod matches;
mod parse;
mod phrase;

pub use expand::{Expansion, Expansions};
pub use matches::matches;

use std::fmt;

/// A parsed keyword: clauses that must all hold, and phrases that must not occur.
///
/// # Grammar
/// - Terms are separated by blanks (any Unicode white space) and must all occur. A term of several words is a phrase.
/// - `"..."` is a phrase as well, and may contain anything except a quote. A quote inside a term starts a new one:
///   `a"b c"d` is three terms. The quotes that phones type (`“ ” „ ‟`) and the full-width one are quotes, and any of them opens or
///   closes a phrase. Between two Hebrew letters a quote is a gershayim, as in `צה"ל`, and separates words.
/// - `-` or `－` before a term, at the start or after a blank, excludes the term. Elsewhere it separates words.
/// - `*` or `＊` right after the last word of a term makes that word a prefix, which needs at least three folded characters. With
///   quotes, it may be before or after the closing quote. After a run of at least two characters it changes nothing, because the
///   run in the text may continue anyway. Elsewhere, also in the middle of a term, `*` separates words.
/// - `OR` (also `ＯＲ`) by itself joins the terms before and after it. `"OR"` is a word.
///
/// # Limits
/// At most 32 terms and 16 prefixes. Terms without a word do not count; alternatives and exclusions do. A single character of a
/// script without blanks at the end of a phrase is looked up as a prefix, so it counts as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword {
    clauses: Vec<Clause>,
    excluded: Vec<Phrase>,
}

impl Keyword {
    /// The most terms that a keyword may have.
    pub const MAX_TERMS: usize = 32;
    /// The most prefixes among them.
    pub const MAX_PREFIXES: usize = 16;

    /// Parses what a caller typed. Does not check its length.
    ///
    /// # Errors
    /// The position and the first error: an `OR` without a term on each side or next to an exclusion, an open quote, a prefix that
    /// is too short, too many terms or prefixes, or nothing to search for.
    pub fn parse(text: &str) -> Result<Self, KeywordError> {
        parse::parse(text)
    }

    /// Checks what a caller typed without the tables that folding needs. It accepts everything that [`Self::parse`] accepts, and
    /// its messages are the same. It may also accept keywords that [`Self::parse`] refuses, but only with characters beyond ASCII.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn check(text: &str) -> Result<(), KeywordError> {
        parse::check(text)
    }

    /// Clauses that must all hold. There is at least one.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Phrases that must not occur.
    pub fn excluded(&self) -> &[Phrase] {
        &self.excluded
    }

    /// How many words it has, including prefixes.
    pub fn words(&self) -> u64 {
        self.phrases().map(|phrase| phrase.words.len() as u64).sum()
    }

    /// How many prefixes it has.
    pub fn prefixes(&self) -> u64 {
        self.phrases().map(|phrase| u64::from(phrase.prefix)).sum()
    }

    /// Whether it has several large clauses. To find the first post that all of them have takes about as long as to find all.
    pub fn has_large_clauses(&self) -> bool {
        self.clauses.iter().filter(|clause| clause.is_large()).count() > 1
    }

    fn phrases(&self) -> impl Iterator<Item = &Phrase> {
        self.clauses.iter().flat_map(|clause| &clause.any_of).chain(&self.excluded)
    }
}

/// Phrases of which at least one must occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The phrases. There is at least one.
    pub any_of: Vec<Phrase>,
}

impl Clause {
    /// The most phrases that the index looks at side by side for each post that it finds.
    pub const SIDE_BY_SIDE: usize = 16;

    /// Whether it has more than [`Self::SIDE_BY_SIDE`], as a prefix that is written out.
    pub fn is_large(&self) -> bool {
        self.any_of.len() > Self::SIDE_BY_SIDE
    }
}

/// Words that must occur next to each other, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Words as the index has them. There is at least one. None contains a `"`, a blank or an ASCII capital.
    pub words: Vec<String>,
    /// Whether the last word is a prefix.
    pub prefix: bool,
}

/// The error of a keyword, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordError {
    /// The position, in code points from 1.
    pub position: usize,
    /// What was expected, what came and where.
    pub message: String,
}

impl KeywordError {
    /// An error that says what was expected and what was found at a position.
    fn new(position: usize, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { position, message: format!("expected {expected}, found {found} at character {position}") }
    }
}

impl fmt::Display for KeywordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for KeywordError {}

#[cfg(test)]
mod tests;
