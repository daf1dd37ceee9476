//! Text that needs no folding: the common characters of the common scripts, told apart quickly.
//!
//! Most of a text is such characters. Folding leaves them as they are, and so does normalization wherever only such
//! characters, ASCII or emoji stand next to them. A test holds them against the folding itself. The quick check of
//! `unicode-normalization` does not say so: it knows neither case nor the marks that folding drops, and looks each character up.

use super::emoji::may_start;

/// What a settled character is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
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
    /// None: it separates.
    Separator,
}

/// Tells what a character is, if it is settled.
///
/// Letters that compose with a mark are settled, but not the mark. Of the marks with a combining class other than 0,
/// which may have to change places, there is one class in each script.
#[rustfmt::skip]
pub(super) fn settled(c: char) -> Option<Settled> {
    match c {
        '\u{3b1}'..='\u{3c1}' | '\u{3c3}'..='\u{3c9}' => Some(Settled::Bare), // Greek
        '\u{430}'..='\u{45f}' | '\u{5d0}'..='\u{5ea}' // Cyrillic, Hebrew
        | '\u{621}'..='\u{63a}' | '\u{641}'..='\u{64a}' // Arabic, Persian, Urdu
        | '\u{67e}' | '\u{686}' | '\u{698}' | '\u{6a9}' | '\u{6af}' | '\u{6cc}'
        | '\u{905}'..='\u{928}' | '\u{92a}'..='\u{930}' | '\u{932}' | '\u{935}'..='\u{939}' // Devanagari
        => Some(Settled::Letter),
        '\u{901}'..='\u{903}' | '\u{93e}'..='\u{94d}' => Some(Settled::Mark),
        '\u{e01}'..='\u{e30}' | '\u{e32}' | '\u{e40}'..='\u{e46}' // Thai
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30fe}' // kana
        | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' // Han
        | '\u{3131}'..='\u{3163}' | '\u{ac00}'..='\u{d7a3}' // Hangul
        => Some(Settled::Run),
        '\u{e31}' | '\u{e34}'..='\u{e37}' | '\u{e47}'..='\u{e4c}' | '\u{e4e}' => Some(Settled::RunMark),
        '\u{a0}' | '\u{a1}' | '\u{ab}' | '\u{bb}' | '\u{bf}' | '\u{2010}'..='\u{2016}' | '\u{2018}'..='\u{2027}'
        | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{964}' | '\u{965}'
        | '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}'
        => Some(Settled::Separator),
        _ => None,
    }
}

/// Whether a character is alphabetic, as [`char::is_alphabetic`] says, which takes long to look for it in its tables.
pub(crate) fn is_alphabetic(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    matches!(settled(c), Some(Settled::Letter | Settled::Bare | Settled::Run)) || c.is_alphabetic()
}

/// Whether a character is a letter or a digit, as [`char::is_alphanumeric`] says, only quicker.
pub(crate) fn is_alphanumeric(c: char) -> bool {
    is_alphabetic(c) || c.is_numeric()
}

/// Gives how many bytes of a text, from its start, are settled and stay so before what follows them.
pub(super) fn settled_length(text: &str) -> usize {
    // What is before the last character that is no mark can't be changed by what comes after it.
    let mut certain = 0;
    let mut last = Settled::Separator;
    for (at, c) in text.char_indices() {
        match settled(c) {
            Some(Settled::Mark) if !matches!(last, Settled::Letter | Settled::Mark) => return certain,
            Some(Settled::RunMark) if !matches!(last, Settled::Run | Settled::RunMark) => return certain,
            Some(class @ (Settled::Mark | Settled::RunMark)) => last = class,
            Some(class) => (certain, last) = (at, class),
            None if c.is_ascii() || may_start(c) => return at,
            None => return certain,
        }
    }
    text.len()
}
