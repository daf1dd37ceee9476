//! Folding: removes the differences between characters that do not count when texts are compared.

use super::is_mark;
use super::quick_check::{QuickCheck, is_alphanumeric, quick_check};
use super::tables::{is_cyrillic, is_ignorable, is_point, is_run, loses_marks};
// Its version is part of the format of the stored data. "Another version of Unicode" in OPERATIONS.md says how to change it.
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{compose, decompose_compatible};

/// An invisible character that separates words.
pub(super) const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Folds a username or hashtag for comparison: NFKC and full case folding, so that accents count.
///
/// Folding a folded name changes nothing. Invisible characters are kept, because emoji differ by them.
pub fn fold_name(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    if name.chars().all(|c| is_quick_letter(c) || (c.is_ascii() && !c.is_ascii_uppercase())) {
        return name.to_owned();
    }
    let mut folded = Vec::with_capacity(name.len());
    name.nfkd().for_each(|c| case_fold(c, &mut |c| folded.push(c)));
    folded.into_iter().nfc().collect()
}

/// Whether folding leaves a letter unchanged in names. This is so for the letters of the quick check, except for single Hangul
/// letters, which names fold and words don't.
fn is_quick_letter(c: char) -> bool {
    matches!(quick_check(c), Some(QuickCheck::Letter | QuickCheck::Bare | QuickCheck::Run))
        && lone_hangul(c).is_none()
}

/// Emits the full case folding of a character in NFKD: its lower case, except for the letters that Unicode folds differently.
fn case_fold(c: char, emit: &mut impl FnMut(char)) {
    match c {
        'ß' | 'ẞ' => {
            emit('s');
            emit('s');
        }
        'ς' => emit('σ'),
        '\u{345}' => emit('ι'),
        '\u{13a0}'..='\u{13f5}' => emit(c),
        '\u{13f8}'..='\u{13fd}' => emit(shifted(c, 0x13f8, 0x13f0)),
        '\u{ab70}'..='\u{abbf}' => emit(shifted(c, 0xab70, 0x13a0)),
        '\u{1c80}'..='\u{1c88}' => emit(old_cyrillic(c)),
        _ => c.to_lowercase().for_each(emit),
    }
}

/// Maps a character from one range of code points to another.
fn shifted(c: char, from: u32, to: u32) -> char {
    u32::from(c).checked_sub(from).and_then(|at| char::from_u32(to + at)).unwrap_or(c)
}

/// The usual form of a Cyrillic letter in a historic variant, such as a rounded one.
fn old_cyrillic(c: char) -> char {
    match c {
        '\u{1c80}' => 'в',
        '\u{1c81}' => 'д',
        '\u{1c82}' => 'о',
        '\u{1c83}' => 'с',
        '\u{1c84}' | '\u{1c85}' => 'т',
        '\u{1c86}' => 'ъ',
        '\u{1c87}' => 'ѣ',
        _ => '\u{a64b}',
    }
}

/// Folds part of a text for the index, as far as that is possible before marks are put in Unicode's order. `before` is the
/// character before that part.
pub(super) fn fold_words(before: char, text: &str, folded: &mut Vec<char>) {
    let mut state = Folder { base: before, loose: false, folded };
    for c in text.chars().filter(|&c| !is_ignorable(c)) {
        match lone_hangul(c) {
            Some(letter) => state.push_decomposed(letter),
            None => decompose_compatible(c, |c| state.push_decomposed(c)),
        }
    }
    state.resolve_space(' ');
}

/// Moves the ring of each Thai or Lao `ำ` in a folded text behind a tone mark.
///
/// `ำ` decomposes to the ring and `า`. Some type the tone mark and then `ำ`. As the tone mark stands above the ring, others type
/// the ring, the tone mark and `า`. Both look the same.
pub(super) fn move_rings(text: &mut Vec<char>) {
    if !text.iter().any(|c| matches!(c, '\u{e4d}' | '\u{ecd}')) {
        return;
    }
    // A ring and its tone mark are only next to each other when all marks are in Unicode's order.
    *text = text.iter().copied().nfd().collect();
    for end in 1..text.len() {
        let Some([before @ .., tone]) = text.get(..=end) else { continue };
        let rings = before.iter().rev().take_while(|&&ring| is_ring_before(ring, *tone)).count();
        if let Some(moved) = text.get_mut(end - rings..=end) {
            moved.rotate_right(1);
        }
    }
}

/// Whether a mark is the ring of `ำ` before a tone mark of its script.
fn is_ring_before(ring: char, tone: char) -> bool {
    matches!((ring, tone), ('\u{e4d}', '\u{e48}'..='\u{e4b}') | ('\u{ecd}', '\u{ec8}'..='\u{ecb}'))
}

/// Folds decomposed text, in which a character can depend on those before it.
struct Folder<'f> {
    /// The last character that was no mark.
    base: char,
    /// Whether a zero-width space came after a run. It is ignored if the run continues.
    loose: bool,
    folded: &'f mut Vec<char>,
}

impl Folder<'_> {
    /// Folds one decomposed character.
    fn push_decomposed(&mut self, c: char) {
        if c == ZERO_WIDTH_SPACE && self.is_in_run() {
            self.loose = true;
            return;
        }
        if c == '\u{640}' || is_ignorable(c) {
            return;
        }
        self.resolve_space(c);
        if !is_mark(c) {
            fold_letter(c, &mut |c| self.push(c));
        } else if keeps_mark(self.base, c) {
            self.folded.push(c);
        }
    }

    /// Whether the last character is part of a run. A run may also start with a mark.
    fn is_in_run(&self) -> bool {
        is_run(self.base) || self.folded.last().is_some_and(|&last| is_run(last))
    }

    /// Keeps or drops a pending zero-width space, depending on the character after it.
    fn resolve_space(&mut self, next: char) {
        if std::mem::take(&mut self.loose) && !is_run(next) {
            self.push(ZERO_WIDTH_SPACE);
        }
    }

    /// Adds a character that marks may follow.
    fn push(&mut self, c: char) {
        self.base = c;
        self.folded.push(c);
    }
}

/// Whether a mark on this letter counts.
fn keeps_mark(base: char, mark: char) -> bool {
    match mark {
        _ if is_point(mark) => false,
        _ if is_run(mark) => true,
        _ if is_run(base) || loses_marks(base) => false,
        '\u{653}'..='\u{655}' => compose(base, mark).is_some(),
        '\u{300}' | '\u{301}' if is_cyrillic(base) => compose(base, mark).is_some(),
        // On anything else it does not count. It is dropped here so that it can't stand between marks that change places.
        _ => is_alphanumeric(base),
    }
}

/// Emits the letters that a decomposed letter becomes in the index.
fn fold_letter(c: char, emit: &mut impl FnMut(char)) {
    let pair = match c {
        'Æ' | 'æ' => "ae",
        'Œ' | 'œ' => "oe",
        'Þ' | 'þ' => "th",
        '\u{5f0}' => "וו",
        '\u{5f1}' => "וי",
        '\u{5f2}' => "יי",
        _ => "",
    };
    if pair.is_empty() {
        case_fold(c, &mut |c| emit(without_stroke(c)));
    } else {
        pair.chars().for_each(emit);
    }
}

/// The plain letter of one that differs by a stroke or a missing dot.
fn without_stroke(c: char) -> char {
    match c {
        '\u{2c65}' => 'a',
        'ƀ' => 'b',
        'ȼ' => 'c',
        'đ' | 'ð' => 'd',
        'ɇ' => 'e',
        'ǥ' => 'g',
        'ħ' => 'h',
        'ı' | 'ɨ' => 'i',
        'ȷ' | 'ɉ' => 'j',
        'ł' | 'ƚ' => 'l',
        'ø' => 'o',
        'ɍ' => 'r',
        'ŧ' | '\u{2c66}' => 't',
        'ʉ' => 'u',
        'ɏ' => 'y',
        'ƶ' => 'z',
        _ => c,
    }
}

/// A single Hangul letter in full width, which NFKC would compose with its neighbours. `None` for any other character.
fn lone_hangul(c: char) -> Option<char> {
    match c {
        '\u{3131}'..='\u{3163}' | '\u{3165}'..='\u{318e}' => Some(c),
        '\u{ffa1}'..='\u{ffbe}' => Some(shifted(c, 0xffa1, 0x3131)),
        '\u{ffc2}'..='\u{ffc7}' => Some(shifted(c, 0xffc2, 0x314f)),
        '\u{ffca}'..='\u{ffcf}' => Some(shifted(c, 0xffca, 0x3155)),
        '\u{ffd2}'..='\u{ffd7}' => Some(shifted(c, 0xffd2, 0x315b)),
        '\u{ffda}'..='\u{ffdc}' => Some(shifted(c, 0xffda, 0x3161)),
        _ => None,
    }
}
