//! A quick check for text that needs no folding: the common characters of the common scripts.
//!
//! Most of a text is such characters. Folding leaves them unchanged, and so does normalization if only such characters, ASCII or
//! emoji stand next to them. A test compares the check with the folding itself. The quick check of `unicode-normalization` can't
//! be used: it knows neither case nor the marks that folding drops, and it looks up each character.

use super::emoji::may_start;

/// What a character that passes the check is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuickCheck {
    /// A letter of a word.
    Letter,
    /// A letter of a word that loses its marks.
    Bare,
    /// A mark on a letter of a word.
    Mark,
    /// A character of a run, not a mark.
    Run,
    /// A mark in a run.
    RunMark,
    /// Part of nothing: it separates.
    Separator,
}

/// What a character is part of; `None` if it does not pass the check.
///
/// Letters that compose with a mark pass, but the mark does not. Each script has only one combining class other than 0 among the
/// marks that pass, because marks of different classes may have to change places.
#[rustfmt::skip]
pub(super) fn quick_check(c: char) -> Option<QuickCheck> {
    match c {
        '\u{3b1}'..='\u{3c1}' | '\u{3c3}'..='\u{3c9}' => Some(QuickCheck::Bare), // Greek
        '\u{430}'..='\u{45f}' | '\u{5d0}'..='\u{5ea}' // Cyrillic, Hebrew
        | '\u{621}'..='\u{63a}' | '\u{641}'..='\u{64a}' // Arabic, Persian, Urdu
        | '\u{67e}' | '\u{686}' | '\u{698}' | '\u{6a9}' | '\u{6af}' | '\u{6cc}'
        | '\u{905}'..='\u{928}' | '\u{92a}'..='\u{930}' | '\u{932}' | '\u{935}'..='\u{939}' // Devanagari
        => Some(QuickCheck::Letter),
        '\u{901}'..='\u{903}' | '\u{93e}'..='\u{94d}' => Some(QuickCheck::Mark),
        '\u{e01}'..='\u{e30}' | '\u{e32}' | '\u{e40}'..='\u{e46}' // Thai
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30fe}' // kana
        | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' // Han
        | '\u{3131}'..='\u{3163}' | '\u{ac00}'..='\u{d7a3}' // Hangul
        => Some(QuickCheck::Run),
        '\u{e31}' | '\u{e34}'..='\u{e37}' | '\u{e47}'..='\u{e4c}' | '\u{e4e}' => Some(QuickCheck::RunMark),
        '\u{a0}' | '\u{a1}' | '\u{ab}' | '\u{bb}' | '\u{bf}' | '\u{2010}'..='\u{2016}' | '\u{2018}'..='\u{2027}'
        | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{964}' | '\u{965}'
        | '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}'
        => Some(QuickCheck::Separator),
        _ => None,
    }
}

/// The same as [`char::is_alphabetic`], but faster for the characters of the quick check.
pub(crate) fn is_alphabetic(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    matches!(quick_check(c), Some(QuickCheck::Letter | QuickCheck::Bare | QuickCheck::Run))
        || c.is_alphabetic()
}

/// The same as [`char::is_alphanumeric`], but faster for the characters of the quick check.
pub(crate) fn is_alphanumeric(c: char) -> bool {
    is_alphabetic(c) || c.is_numeric()
}

/// How many bytes at the start of a text pass the check, whatever follows them.
pub(super) fn quick_check_length(text: &str) -> usize {
    // What comes after the last character that is no mark can't change anything before it.
    let mut certain = 0;
    let mut last = QuickCheck::Separator;
    for (at, c) in text.char_indices() {
        match quick_check(c) {
            Some(QuickCheck::Mark) if !matches!(last, QuickCheck::Letter | QuickCheck::Mark) => {
                return certain;
            }
            Some(QuickCheck::RunMark) if !matches!(last, QuickCheck::Run | QuickCheck::RunMark) => {
                return certain;
            }
            Some(class @ (QuickCheck::Mark | QuickCheck::RunMark)) => last = class,
            Some(class) => (certain, last) = (at, class),
            None if c.is_ascii() || may_start(c) => return at,
            None => return certain,
        }
    }
    text.len()
}
