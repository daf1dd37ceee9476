//! Unicode normalization, as far as folding needs it.
//!
//! A crate for this brings 140 KB of tables to every Worker and browser; packed as below they take a tenth of that
//! compressed. `normal.bin` is made and checked by this module's tests from the `unicode-normalization` crate. It
//! holds numbers (seven bits a byte, least first, the eighth says that more follow), each list after its length:
//! - general category M: gap since the last range, length of the range less one;
//! - combining classes other than 0: the same, then the class;
//! - full compatibility decompositions, without Hangul: code point less the last one, then twice the number of
//!   characters, plus one if they compose again;
//! - and the text of all decompositions, one after the other, in UTF-8.

use std::sync::OnceLock;

const DATA: &[u8] = include_bytes!("normal.bin");

/// First and last code point, and what is true of them.
type Range<T> = (u32, u32, T);

/// What `normal.bin` says, for look-up.
struct Tables {
    marks: Vec<Range<()>>,
    classes: Vec<Range<u8>>,
    /// By character: where its decomposition ends in `text`; it starts where the one before ends.
    decompositions: Vec<(char, usize)>,
    text: &'static str,
    /// Pairs that compose, and what to: 21 bits for each of the three, sorted.
    pairs: Vec<u64>,
}

/// Whether a character is a mark: general category M.
pub(crate) fn is_mark(c: char) -> bool {
    c >= '\u{300}' && in_ranges(&tables().marks, c).is_some()
}

/// Gives the full compatibility decomposition of a character. Hangul syllables stay: composing makes no difference.
pub(super) fn decompose(c: char, mut emit: impl FnMut(char)) {
    if c < '\u{a0}' {
        return emit(c);
    }
    let Tables { decompositions, text, .. } = tables();
    let Ok(at) = decompositions.binary_search_by_key(&c, |&(key, _)| key) else { return emit(c) };
    let start = at.checked_sub(1).and_then(|before| decompositions.get(before)).map_or(0, |&(_, end)| end);
    let end = decompositions.get(at).map_or(start, |&(_, end)| end);
    text.get(start..end).unwrap_or_default().chars().for_each(emit);
}

/// Gives the character that two others compose to.
pub(super) fn compose(first: char, second: char) -> Option<char> {
    match second {
        '\u{1161}'..='\u{11c2}' => compose_hangul(first.into(), second.into()),
        '\0'..'\u{300}' => None,
        _ => {
            let Tables { pairs, .. } = tables();
            let pair = packed(first, second, '\0');
            let found = pairs.get(pairs.partition_point(|&known| known < pair))? - pair;
            u32::try_from(found).ok().and_then(char::from_u32)
        }
    }
}

/// Puts the marks of decomposed text in their canonical order.
pub(super) fn order(text: &mut [char]) {
    for marks in text.chunk_by_mut(|&a, &b| class(a) > 0 && class(b) > 0) {
        if !marks.is_sorted_by_key(|&mark| class(mark)) {
            sort(marks);
        }
    }
}

/// Sorts marks by their class and keeps equal ones in order; by numbers, as the pairs, for sorting is much code.
fn sort(marks: &mut [char]) {
    let number =
        |(at, &mark): (u64, &char)| (u64::from(class(mark)) << 56) | (at << 21) | u64::from(u32::from(mark));
    let mut numbers: Vec<u64> = (0..).zip(marks.iter()).map(number).collect();
    numbers.sort_unstable();
    for (mark, number) in marks.iter_mut().zip(numbers) {
        *mark = unpacked(number);
    }
}

/// Makes one number of a pair and what it composes to.
fn packed(first: char, second: char, whole: char) -> u64 {
    [first, second, whole].into_iter().fold(0, |number, c| (number << 21) | u64::from(u32::from(c)))
}

/// Gives the character in the last 21 bits of a number.
fn unpacked(number: u64) -> char {
    u32::try_from(number & 0x1f_ffff).ok().and_then(char::from_u32).unwrap_or_default()
}

/// Composes decomposed text whose marks are in order, and gives its characters.
pub(super) fn recompose(text: &[char], mut emit: impl FnMut(char)) {
    let mut starter = None;
    let mut marks: Vec<char> = Vec::new();
    for &c in text {
        let class = class(c);
        let is_blocked = marks.last().is_some_and(|&mark| self::class(mark) >= class);
        let whole = starter.filter(|_| !is_blocked).and_then(|starter| compose(starter, c));
        if whole.is_some() {
            starter = whole;
        } else if class == 0 {
            starter.into_iter().chain(marks.drain(..)).for_each(&mut emit);
            starter = Some(c);
        } else {
            marks.push(c);
        }
    }
    starter.into_iter().chain(marks).for_each(emit);
}

/// Gives the syllable of two parts: a leading consonant and a vowel, or a syllable without a final and a final.
fn compose_hangul(first: u32, second: u32) -> Option<char> {
    let whole = match (first, second) {
        (0x1100..=0x1112, 0x1161..=0x1175) => 0xac00 + ((first - 0x1100) * 21 + second - 0x1161) * 28,
        (0xac00..=0xd7a3, 0x11a8..=0x11c2) if (first - 0xac00).is_multiple_of(28) => first + second - 0x11a7,
        _ => return None,
    };
    char::from_u32(whole)
}

/// The canonical combining class of a character.
fn class(c: char) -> u8 {
    if c < '\u{300}' { 0 } else { in_ranges(&tables().classes, c).unwrap_or_default() }
}

fn in_ranges<T: Copy>(ranges: &[Range<T>], c: char) -> Option<T> {
    let c = u32::from(c);
    let after = ranges.partition_point(|&(first, ..)| first <= c);
    let &(_, last, value) = ranges.get(after.checked_sub(1)?)?;
    (c <= last).then_some(value)
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::read(DATA))
}

impl Tables {
    fn read(data: &'static [u8]) -> Self {
        let mut numbers = Numbers(data);
        let marks = numbers.ranges(|_| ());
        let classes = numbers.ranges(|numbers| u8::try_from(numbers.next()).unwrap_or_default());
        let mut keys = Vec::new();
        let mut key = 0;
        for _ in 0..numbers.next() {
            key += numbers.next();
            keys.extend(char::from_u32(key).map(|c| (c, numbers.next())));
        }
        let text = std::str::from_utf8(numbers.0).unwrap_or_default();
        let mut rest = text.chars();
        let mut whole = Vec::new();
        let end = |(c, length): (char, u32)| {
            let parts = rest.by_ref().take((length / 2) as usize);
            if length % 2 == 1 {
                whole.push((c, parts.collect()));
            } else {
                parts.for_each(drop);
            }
            (c, text.len() - rest.as_str().len())
        };
        let decompositions = keys.into_iter().map(end).collect();
        Self { marks, classes, decompositions, text, pairs: pairs(&whole) }
    }
}

/// Gives the pairs that compose, given what characters decompose to in the end: all but the last part compose, too.
fn pairs(whole: &[(char, Vec<char>)]) -> Vec<u64> {
    let pair = |(c, parts): &(char, Vec<char>)| {
        let (&last, before) = parts.split_last()?;
        let first = match before {
            [one] => *one,
            _ => whole.iter().find(|(_, parts)| parts == before)?.0,
        };
        Some(packed(first, last, *c))
    };
    let mut pairs: Vec<u64> = whole.iter().filter_map(pair).collect();
    pairs.sort_unstable();
    pairs
}

/// The numbers that are left to read.
struct Numbers(&'static [u8]);

impl Numbers {
    /// Reads a number; 0 where there is none.
    fn next(&mut self) -> u32 {
        let mut number = 0;
        let mut shift = 0;
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
            shift += 7;
        }
        number
    }

    /// Reads a list of ranges with a value each.
    fn ranges<T>(&mut self, value: impl Fn(&mut Self) -> T) -> Vec<Range<T>> {
        let mut next = 0;
        let count = self.next();
        let range = |_| {
            let first = next + self.next();
            let last = first + self.next();
            next = last + 1;
            (first, last, value(self))
        };
        (0..count).map(range).collect()
    }
}

#[cfg(test)]
mod tests;
