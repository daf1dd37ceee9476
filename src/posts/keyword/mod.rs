//! Keywords: what a caller may type to search by words.

mod approximate;
mod lex;
mod matches;
mod parse;
mod phrase;

pub use matches::matches;

use std::fmt;

/// A keyword that was read: clauses that must all hold, and phrases that must not occur.
///
/// # Grammar
/// - Terms stand between blanks (any Unicode white space) and must all occur. A term of several words is a phrase.
/// - `"..."` is a phrase, too, and may hold anything but a quote. A quote inside a term starts a new one:
///   `a"b c"d` is three. The quotes that phones type (`“ ” „ ‟`) and the full-width one are quotes, any of them opens
///   and any closes. Between two Hebrew letters a quote is a gershayim, as in `צה"ל`, and separates.
/// - `-` before a term, at the start or after a blank, excludes it; `－` too. Elsewhere it separates.
/// - `*` right after the last word of a term makes that word a prefix of at least three folded characters; in quotes it
///   may stand before or after the closing quote; `＊` is the same. After a run of at least two characters, which may
///   go on anyway, it changes nothing. Elsewhere, also in the middle of a term, `*` separates.
/// - `OR` (also `ＯＲ`) by itself joins the terms beside it; `"OR"` is a word.
///
/// # Limits
/// At most 32 terms and 16 prefixes. Terms without a word are not counted; alternatives and exclusions are. A single
/// character of a script without blanks at the end of a phrase is looked up as a prefix and so counts as one.
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

    /// Reads what a caller typed. The length is the caller's to check.
    ///
    /// # Errors
    /// Fails with the place where the text stops making sense: an `OR` without a term on each side or beside an
    /// exclusion, an open quote, a prefix that is too short, too many terms or prefixes, or nothing to search for.
    pub fn parse(text: &str) -> Result<Self, KeywordError> {
        parse::parse(text)
    }

    /// Checks what a caller typed without the tables that folding needs. It refuses nothing that [`Self::parse`] takes,
    /// in the same words; what it lets pass may be refused still, but only for characters beyond ASCII.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn check(text: &str) -> Result<(), KeywordError> {
        parse::check(text)
    }

    /// Conditions of which each must hold; at least one.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Phrases that must not occur.
    pub fn excluded(&self) -> &[Phrase] {
        &self.excluded
    }

    /// How many words it has, prefixes included.
    pub fn words(&self) -> u64 {
        self.phrases().map(|phrase| phrase.words.len() as u64).sum()
    }

    /// How many prefixes it has.
    pub fn prefixes(&self) -> u64 {
        self.phrases().map(|phrase| u64::from(phrase.prefix)).sum()
    }

    fn phrases(&self) -> impl Iterator<Item = &Phrase> {
        self.clauses.iter().flat_map(|clause| &clause.any_of).chain(&self.excluded)
    }
}

/// Phrases of which one must occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The phrases; at least one.
    pub any_of: Vec<Phrase>,
}

/// Words that must occur next to each other, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Words as the index has them; at least one. None holds a `"`, a blank or an ASCII capital.
    pub words: Vec<String>,
    /// Whether the last word may go on.
    pub prefix: bool,
}

/// What is wrong with a keyword, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordError {
    /// The place, in code points from 1.
    pub position: usize,
    /// What was expected, what came and where.
    pub message: String,
}

impl KeywordError {
    /// Says what was expected and what came at a place.
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
