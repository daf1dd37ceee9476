//! Splits text into words, runs and emoji, with the same function for stored text and for keywords.

use super::fold::{ZERO_WIDTH_SPACE, fold_words, move_rings};
use super::quick_check::{QuickCheck, is_alphanumeric, quick_check, quick_check_length};
use super::tables::is_run;
use super::{emoji, is_mark};
use unicode_normalization::UnicodeNormalization as _;

/// A folded part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    /// A word of a script that is written with blanks between words.
    Word(&'t str),
    /// Characters of scripts that are written without blanks between words.
    Run(&'t str),
    /// One emoji.
    Emoji(&'t str),
}

/// Splits a text and passes its pieces to `take`, in order. Returns whether the last piece reaches the end of the text.
pub(crate) fn segment(text: &str, take: impl FnMut(Piece<'_>)) -> bool {
    let mut segmenter = Segmenter::new(take);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            'a'..='z' | 'A'..='Z' => segmenter.ascii_word(rest),
            _ if starts_emoji(first, rest) => segmenter.emoji(rest, first),
            '0'..='9' => segmenter.ascii_word(rest),
            '\0'..='\x7f' => segmenter.ascii_separator(rest, first),
            _ => segmenter.other(rest),
        };
    }
    segmenter.close();
    segmenter.in_piece
}

/// Whether a text may start with an emoji, given its first character. This check is cheap and may be wrong.
fn starts_emoji(first: char, text: &str) -> bool {
    if first.is_ascii() {
        matches!(first, '0'..='9' | '#' | '*') && matches!(text.as_bytes().get(1), Some(0xe2 | 0xef))
    } else {
        emoji::may_start(first)
    }
}

/// The kind of the open piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Word,
    Run,
}

/// Collects the characters of the open piece, and passes finished pieces on.
struct Segmenter<F> {
    open: Open,
    piece: String,
    /// Whether the last character that counts was part of a piece.
    in_piece: bool,
    /// Whether a zero-width space came after the open piece.
    loose: bool,
    /// The character before the rest of the text, as far as marks depend on it.
    before: char,
    /// Buffers for an emoji and for folded text, kept to avoid allocations.
    emoji: String,
    folded: Vec<char>,
    take: F,
}

impl<F: FnMut(Piece<'_>)> Segmenter<F> {
    fn new(take: F) -> Self {
        Self {
            open: Open::Nothing,
            piece: String::new(),
            in_piece: false,
            loose: false,
            before: ' ',
            emoji: String::new(),
            folded: Vec::new(),
            take,
        }
    }

    /// Passes the open piece on.
    fn close(&mut self) {
        match self.open {
            Open::Nothing => return,
            Open::Word => (self.take)(Piece::Word(&self.piece)),
            Open::Run => (self.take)(Piece::Run(&self.piece)),
        }
        self.open = Open::Nothing;
        self.piece.clear();
    }

    /// Ends the open piece at a separator.
    fn separate(&mut self) {
        self.close();
        self.in_piece = false;
        self.loose = false;
    }

    /// Opens a piece of this kind, unless one is open already.
    fn enter(&mut self, open: Open) {
        if self.open != open || (self.loose && open == Open::Word) {
            self.close();
        }
        self.open = open;
        self.in_piece = true;
        self.loose = false;
    }

    /// Reads the ASCII letters and digits that a text starts with, up to a digit that may be part of a keycap emoji.
    fn ascii_word<'t>(&mut self, text: &'t str) -> &'t str {
        let end = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let keyed = end > 1 && text.get(end - 1..).is_some_and(|last| starts_emoji('0', last));
        let (word, rest) = text.split_at_checked(end - usize::from(keyed)).unwrap_or((text, ""));
        self.enter(Open::Word);
        let start = self.piece.len();
        self.piece.push_str(word);
        if let Some(added) = self.piece.get_mut(start..) {
            added.make_ascii_lowercase();
        }
        self.before = 'a';
        rest
    }

    /// Reads one ASCII character that is neither a letter nor a digit.
    fn ascii_separator<'t>(&mut self, text: &'t str, first: char) -> &'t str {
        self.separate();
        self.before = ' ';
        text.get(first.len_utf8()..).unwrap_or_default()
    }

    /// Reads an emoji, or the ASCII text that only looked like one.
    fn emoji<'t>(&mut self, text: &'t str, first: char) -> &'t str {
        let Some(rest) = emoji::strip(text, &mut self.emoji) else {
            return if first.is_ascii_digit() {
                self.ascii_word(text)
            } else {
                self.ascii_separator(text, first)
            };
        };
        self.close();
        (self.take)(Piece::Emoji(&self.emoji));
        self.in_piece = true;
        self.loose = false;
        self.before = ' ';
        rest
    }

    /// Reads a stretch that passes the quick check, or one that does not.
    fn other<'t>(&mut self, text: &'t str) -> &'t str {
        let length = quick_check_length(text);
        let (stretch, rest) = text.split_at_checked(length).unwrap_or((text, ""));
        if stretch.is_empty() {
            return self.read_folded(text);
        }
        self.read_unchanged(stretch);
        rest
    }

    /// Reads a stretch that folding leaves as it is.
    fn read_unchanged(&mut self, text: &str) {
        let (mut start, mut open) = (0, Open::Nothing);
        for (at, c) in text.char_indices() {
            let next = match quick_check(c) {
                Some(QuickCheck::Letter | QuickCheck::Bare | QuickCheck::Mark) => Open::Word,
                Some(QuickCheck::Run | QuickCheck::RunMark) => Open::Run,
                Some(QuickCheck::Separator) | None => Open::Nothing,
            };
            if next != open {
                self.add(open, text.get(start..at).unwrap_or_default());
                (start, open) = (at, next);
            }
        }
        self.add(open, text.get(start..).unwrap_or_default());
    }

    /// Adds characters to a piece of their kind. `Nothing` means that they are separators.
    fn add(&mut self, open: Open, text: &str) {
        match open {
            _ if text.is_empty() => (),
            Open::Nothing => self.separate(),
            Open::Word | Open::Run => {
                self.enter(open);
                self.piece.push_str(text);
            }
        }
    }

    /// Reads a stretch that needs folding, up to the next ASCII character, emoji or character that passes the quick check.
    fn read_folded<'t>(&mut self, text: &'t str) -> &'t str {
        let ends = |&(at, c): &(usize, char)| {
            c.is_ascii() || emoji::may_start(c) || quick_check_length(text.get(at..).unwrap_or_default()) > 0
        };
        let end = text.char_indices().skip(1).find(ends).map_or(text.len(), |(at, _)| at);
        let (stretch, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        let mut folded = std::mem::take(&mut self.folded);
        folded.clear();
        fold_words(self.before, stretch, &mut folded);
        move_rings(&mut folded);
        folded.iter().copied().nfc().for_each(|c| self.push(c));
        self.folded = folded;
        rest
    }

    /// Reads one folded character.
    fn push(&mut self, c: char) {
        if c == ZERO_WIDTH_SPACE {
            self.loose = true;
            self.in_piece = false;
            return;
        }
        let is_mark = is_mark(c);
        match is_run(c) {
            true if is_mark || is_letter(c) => self.enter(Open::Run),
            false if is_letter(c) && !is_mark => self.enter(Open::Word),
            false if is_mark && self.open == Open::Word && !self.loose => (),
            false if is_mark => return,
            _ => return self.separate(),
        }
        self.piece.push(c);
    }
}

/// Whether a folded character is a letter or a digit. Apostrophes that Unicode counts as letters are not.
fn is_letter(c: char) -> bool {
    is_alphanumeric(c) && !matches!(c, '\u{2b9}'..='\u{2bf}' | '\u{2ee}')
}
