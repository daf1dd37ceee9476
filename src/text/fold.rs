//! Folding: what of a character counts when texts are compared.

use super::is_mark;
use super::quick_check::{QuickCheck, is_alphanumeric, quick_check};
use super::tables::{is_cyrillic, is_ignorable, is_point, is_run, loses_marks};
// Its version is part of the format of the data: "Another version of Unicode" in OPERATIONS.md says how to change it.
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{compose, decompose_compatible};

/// Separates words although nobody sees it.
pub(super) const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Folds a username or hashtag for comparison: NFKC and full case folding, so that accents count.
///
/// Folding a folded name changes nothing. Characters that nobody sees are kept, for emoji are told apart by them.
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

/// Whether folding leaves a letter unchanged in names as it does in words. Names fold Hangul letters that stand alone.
fn is_quick_letter(c: char) -> bool {
    matches!(quick_check(c), Some(QuickCheck::Letter | QuickCheck::Bare | QuickCheck::Run))
        && lone_hangul(c).is_none()
}

/// Gives the full case folding of a character in NFKD.
///
/// Lower-casing, but for the letters where Unicode's folding is something else.
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

/// Moves a character from one stretch of code points to another.
fn shifted(c: char, from: u32, to: u32) -> char {
    u32::from(c).checked_sub(from).and_then(|at| char::from_u32(to + at)).unwrap_or(c)
}

/// Gives the common form of a rounded or otherwise unusual Cyrillic letter of old prints.
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

/// Folds a stretch of text for the index, as far as it can be done before marks are put in order; `before` is the
/// character in front of it.
pub(super) fn fold_words(before: char, text: &str, folded: &mut Vec<char>) {
    let mut reader = Folder { base: before, loose: false, folded };
    for c in text.chars().filter(|&c| !is_ignorable(c)) {
        match lone_hangul(c) {
            Some(letter) => reader.read(letter),
            None => decompose_compatible(c, |c| reader.read(c)),
        }
    }
    reader.tighten(' ');
}

/// Puts the ring of each Thai or Lao `ำ` in a folded text behind a tone mark.
///
/// `ำ` is the ring and `า`. A tone mark is typed before it, and stands over the ring, so that others type the ring,
/// the tone mark and `า`. It looks the same.
pub(super) fn move_rings(text: &mut Vec<char>) {
    if !text.iter().any(|c| matches!(c, '\u{e4d}' | '\u{ecd}')) {
        return;
    }
    // Only when all marks are in Unicode's order do a ring and its tone mark stand next to each other.
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

/// Folds decomposed text, knowing what came before.
struct Folder<'f> {
    /// The last character that was no mark.
    base: char,
    /// Whether a zero-width space came after a run, which says nothing if the run goes on.
    loose: bool,
    folded: &'f mut Vec<char>,
}

impl Folder<'_> {
    /// Reads one character.
    fn read(&mut self, c: char) {
        if c == ZERO_WIDTH_SPACE && self.is_in_run() {
            self.loose = true;
            return;
        }
        if c == '\u{640}' || is_ignorable(c) {
            return;
        }
        self.tighten(c);
        if !is_mark(c) {
            fold_letter(c, &mut |c| self.push(c));
        } else if keeps_mark(self.base, c) {
            self.folded.push(c);
        }
    }

    /// Whether what came last is of a run, which a mark may start, too.
    fn is_in_run(&self) -> bool {
        is_run(self.base) || self.folded.last().is_some_and(|&last| is_run(last))
    }

    /// Decides about a zero-width space by what follows it.
    fn tighten(&mut self, next: char) {
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
        // On anything else it says nothing. Dropped here, it can't come between marks that change places.
        _ => is_alphanumeric(base),
    }
}

/// Gives what a decomposed letter is in the index.
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

/// Gives the plain letter of one that is told apart by a stroke or a missing dot.
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

/// Gives a Hangul letter that stands alone, in full width: NFKC would compose it with its neighbours.
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
