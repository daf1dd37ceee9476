//! An approximate check of a term, without the tables that folding needs: exact for ASCII, and never stricter than the full
//! check.
//!
//! A web page has to download what it runs, and the tables are larger than the rest of the client. So a page refuses only what is
//! certainly wrong, and the server decides about the rest.

use super::KeywordError;
use super::phrase::{SHORTEST_PREFIX, check_length};
use crate::text::tables::is_ignorable;

/// A term that has a word, or may have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ApproximateTerm {
    /// Whether it certainly has a word.
    pub certain: bool,
    /// Whether it certainly is a prefix.
    pub prefix: bool,
}

/// Parses a term. `None` if it certainly has no word. `star` is the position of a star at its end.
pub(crate) fn parse_approximately(
    text: &str,
    star: Option<usize>,
) -> Result<Option<ApproximateTerm>, KeywordError> {
    let certain = text.bytes().any(|byte| byte.is_ascii_alphanumeric());
    if !certain && text.chars().all(is_separator) {
        return Ok(None);
    }
    let last = text.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    let prefix = star.filter(|_| last > 0 && text.is_ascii());
    if let Some(position) = prefix {
        check_length(last, SHORTEST_PREFIX, position)?;
    }
    Ok(Some(ApproximateTerm { certain, prefix: prefix.is_some() }))
}

/// Whether a character is certainly part of no word. Not all characters for which this is true are recognised.
fn is_separator(c: char) -> bool {
    match c {
        _ if c.is_ascii() => !c.is_ascii_alphanumeric(),
        '\u{a1}'
        | '\u{a7}'
        | '\u{ab}'
        | '\u{b7}'
        | '\u{bb}'
        | '\u{bf}'
        | '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{203b}'
        | '\u{2041}'..='\u{2046}'
        | '\u{3001}'..='\u{3003}'
        | '\u{3008}'..='\u{3011}'
        | '\u{3014}'..='\u{301b}' => true,
        _ => c.is_whitespace() || is_ignorable(c),
    }
}
