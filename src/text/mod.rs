//! Folding text and cutting it into words.
//!
//! Names (usernames, hashtags) are compared whole, after [`fold_name`]. The text of a post is searched by words:
//! [`index_text`] makes the words that storage holds, [`Keyword::parse`](crate::posts::keyword::Keyword::parse) reads what a
//! caller typed, and both cut with the same code, so that what is typed as it is written is found.
//! [`matches()`](crate::posts::keyword::matches()) says what a keyword means: posts in memory are searched by it, and the SQL
//! must mean the same.
//!
//! # Words
//! - A word is a stretch of letters, digits and the marks on them. Everything else separates words, `_` and `'` too.
//! - A run is a stretch of Han, kana, Bopomofo, Hangul, Thai, Lao, Khmer or Burmese characters, digits of these
//!   scripts included, which all join one run. It is stored as its overlapping pairs of code points and then its
//!   last one: `東京都` as `東京 京都 都`. A keyword's run of one character is a prefix; a longer one that ends
//!   its phrase is its pairs, for the text may go on; one before another word is its pairs and its last character,
//!   for there the text must not. A word beside a run (`2024年`) is a word of its own.
//! - An emoji is a character with the Unicode property Emoji, apart from digits, `#` and `*`: a word by itself, with
//!   everything joined to it. So `❤`, `☕`, `©` and `™` are words with and without U+FE0F (and `Postern™` is found by
//!   `postern`, which it would not be as `posterntm`), while `★` and `✓`, which are no emoji, separate. Flags
//!   are pairs of regional indicators (an odd one out is a word too), keycaps a digit, `#` or `*` under U+20E3
//!   (`1️⃣` is not `1`), and England's flag is its base with its tags. Skin tones and variation selectors are
//!   dropped, a lone skin tone or joiner says nothing, and pairs of people who exist as sequences for the sake of
//!   two tones are the one emoji they vary (`🫱🏻‍🫲🏿` is `🤝`).
//!
//! # Folding of words
//! - Compatibility forms (width, ligatures, presentation forms, `①`, `²`, `𝓪`) and case as Unicode's full folding
//!   has them, with one exception: Hangul letters that stand alone (`ㅋㅋㅠㅠ`) stay so, for composing them to
//!   syllables would hide one run in another.
//! - On a Latin or Greek letter or an ASCII digit every mark is dropped, iota subscript too. Letters with a stroke
//!   are their base (`ł ø đ ħ`), `æ` is `ae`, `œ` `oe`, `þ` `th`, `ð` `d` (it is often typed for `đ`), and all of
//!   `I İ ı i` are `i`, so that a Turkish text is found however its `i` was typed.
//! - Hebrew points, Arabic harakat and tatweel are dropped. A hamza or madda that makes another letter stays; on a
//!   letter where it makes none it is dropped. So are stress marks (U+0300, U+0301) in Cyrillic, where no letter is
//!   made of them; й, ё, ї, ѓ stay. The Yiddish ligatures are their letters.
//! - Kana take their voicing marks in, also in half width; signs of Indic scripts and Thai stay. `ำ` of Thai and Lao
//!   is its ring and `า`, and the ring stands behind a tone mark, for both orders are typed and look the same. A mark of no script
//!   of its own says nothing in a run, and any mark says nothing with no letter before it.
//! - Apostrophes that Unicode counts as letters (U+02B9 to U+02BF, U+02EE) separate like the others, so that the
//!   spellings `об'єкт`, `об’єкт` and `обʼєкт` are one.
//! - Characters that nobody sees (Unicode's default ignorables: soft hyphen, joiners, direction marks, word joiner,
//!   variation selectors, fillers) are as if they were not there: they neither separate nor count. The zero-width
//!   space U+200B is the exception: as its name says it separates words, but inside a run, where Khmer
//!   and Thai writers use it or not as they please, it is ignored too.
//!
//! # Keywords
//! See [`Keyword`](crate::posts::keyword::Keyword) for the grammar and what is decided there.

pub(crate) mod cut;
mod emoji;
mod fold;
pub(crate) mod index;
mod quick_check;
pub(crate) mod tables;

pub use fold::fold_name;
pub use index::index_text;

pub(crate) use quick_check::{is_alphabetic, is_alphanumeric};
pub(crate) use unicode_normalization::char::is_combining_mark as is_mark;
