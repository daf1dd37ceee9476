//! Folding text and splitting it into words.
//!
//! Names (usernames, hashtags) are compared whole, after [`fold_name`]. The text of a post is searched by words:
//! [`index_text`] returns the words that are stored, and [`Keyword::parse`](crate::posts::keyword::Keyword::parse) parses what a
//! caller typed. Both split text with the same code, so a text is found by any part of it.
//! [`matches()`](crate::posts::keyword::matches()) defines what a keyword means: it searches posts in memory, and the SQL must give
//! the same results.
//!
//! # Words
//! - A word is a sequence of letters, digits and the marks on them. Everything else separates words, also `_` and `'`.
//! - A run is a sequence of Han, kana, Bopomofo, Hangul, Thai, Lao, Khmer or Burmese characters, including digits of these
//!   scripts. Characters of different ones of these scripts join one run. It is stored as its overlapping pairs of code points and
//!   then its last one: `東京都` as `東京 京都 都`. A keyword's run of one character is a prefix. A longer run at the end of a
//!   phrase is its pairs, because the run in the text may continue. Before another word, it is its pairs and its last character,
//!   because there the run in the text must end. A word next to a run (`2024年`) is a word of its own.
//! - An emoji is a character with the Unicode property Emoji, except for digits, `#` and `*`. It is a word by itself, with
//!   everything that is joined to it. So `❤`, `☕`, `©` and `™` are words with and without U+FE0F (`postern` finds `Postern™`,
//!   but would not find `posterntm`), while `★` and `✓`, which are no emoji, separate. Flags are pairs of regional indicators (one
//!   without a partner is also a word). Keycaps are a digit, `#` or `*` with U+20E3 (`1️⃣` is not `1`). England's flag is its base
//!   with its tags. Skin tones and variation selectors are dropped, and a single skin tone or joiner is ignored. Sequences of two
//!   people that only exist to give them two tones become the single emoji that they stand for (`🫱🏻‍🫲🏿` is `🤝`).
//!
//! # Folding of words
//! - Compatibility forms (width, ligatures, presentation forms, `①`, `²`, `𝓪`) and case are folded by Unicode's full folding, with
//!   one exception: single Hangul letters (`ㅋㅋㅠㅠ`) are not composed to syllables, because that would hide one run in another.
//! - On a Latin or Greek letter or an ASCII digit, every mark is dropped, including iota subscript. Letters with a stroke become
//!   their base (`ł ø đ ħ`), `æ` becomes `ae`, `œ` `oe`, `þ` `th`, and `ð` `d` (it is often typed for `đ`). All of `I İ ı i`
//!   become `i`, so that a Turkish text is found however its `i` was typed.
//! - Hebrew points, Arabic harakat and tatweel are dropped. A hamza or madda stays where it forms another letter, and is dropped
//!   elsewhere. The same goes for the marks U+0300 and U+0301 in Cyrillic: stress marks are dropped, but й, ё, ї and ѓ stay.
//!   Yiddish ligatures become their letters.
//! - Kana are composed with their voicing marks, also in half width. Signs of Indic scripts and Thai stay. `ำ` of Thai and Lao
//!   becomes its ring and `า`, and the ring is moved behind a tone mark, because both orders are typed and look the same. In a run,
//!   marks that belong to no script are dropped. Marks without a letter before them are dropped everywhere.
//! - Apostrophes that Unicode counts as letters (U+02B9 to U+02BF, U+02EE) separate like the others, so that `об'єкт`, `об’єкт`
//!   and `обʼєкт` are the same.
//! - Invisible characters (Unicode's default ignorables: soft hyphen, joiners, direction marks, word joiner, variation selectors,
//!   fillers) are ignored: they neither separate nor count. The exception is the zero-width space U+200B, which separates words.
//!   Within a run it is ignored as well, because Khmer and Thai are written both with and without it.
//!
//! # Keywords
//! See [`Keyword`](crate::posts::keyword::Keyword) for the grammar.

mod emoji;
mod fold;
pub(crate) mod index;
mod quick_check;
pub(crate) mod segment;
pub(crate) mod tables;

pub use fold::fold_name;
pub use index::index_text;

pub(crate) use quick_check::{is_alphabetic, is_alphanumeric};
pub(crate) use unicode_normalization::char::is_combining_mark as is_mark;
