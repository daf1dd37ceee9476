//! Finds hashtags and mentions in a text.
//!
//! They consist of `#` or `@`, which must not be after a letter, a digit or `&`, and of letters, digits and `_`. Mentions may have
//! dots between these. They do not count inside an e-mail address or a link. Marks on a letter (vowel signs, accents) belong to it.

use super::name::{distinct, has_name_length};
use crate::text::{is_alphabetic, is_alphanumeric, is_mark};

/// The hashtags of a text, without `#` or `＃`, in order: each once, in its first spelling, at most 100. Ones that are too long are
/// left out.
pub fn hashtags(content: &str) -> Vec<String> {
    names(content, &['#', '＃'], |_, after| word_length(after))
}

/// The usernames that a text mentions, without `@`, in order: each once, in its first spelling, at most 100.
pub fn mentions(content: &str) -> Vec<String> {
    names(content, &['@'], |before, after| {
        let length = dotted_length(after);
        let is_address = head(after, length).contains('.') && ends_local_part(before);
        if is_address { 0 } else { length }
    })
}

/// Collects the names after signs. `length` returns the bytes of the name at the start of the text after a sign, given the text
/// before and after it; 0 for none.
fn names(content: &str, signs: &[char], length: impl Fn(&str, &str) -> usize) -> Vec<String> {
    // This search takes a tenth of the time of the loop below, and most texts have no sign.
    if !signs.iter().any(|&sign| content.contains(sign)) {
        return Vec::new();
    }
    let mut names = Vec::new();
    let mut link_end = 0;
    for at in places(content) {
        let Some(sign) = tail(content, at).chars().next().filter(|_| at >= link_end) else { continue };
        let (before, after) = (head(content, at), tail(content, at + sign.len_utf8()));
        if shows_link(before, sign, after) {
            link_end = at + tail(content, at).find(ends_link).unwrap_or(content.len() - at);
        } else if signs.contains(&sign) && !ends_word(before) {
            let name = head(after, length(before, after));
            if has_name_length(name) {
                names.push(name.to_owned());
            }
        }
    }
    distinct(names)
}

/// The offsets at which a sign or a link may be. Compares bytes, because comparing characters takes five times as long.
fn places(content: &str) -> impl Iterator<Item = usize> {
    let is_place = |byte: u8| matches!(byte, b'#' | b'@' | b':' | b'/' | FULL_WIDTH);
    content.bytes().enumerate().filter(move |(_, byte)| is_place(*byte)).map(|(at, _)| at)
}

/// The first byte of `＃` and of some other characters.
const FULL_WIDTH: u8 = 0xef;

fn head(text: &str, end: usize) -> &str {
    text.get(..end).unwrap_or_default()
}

fn tail(text: &str, start: usize) -> &str {
    text.get(start..).unwrap_or_default()
}

/// Whether a sign after this text is part of a word or of an entity such as `&#39;`. A mark on a letter counts as a letter. On a
/// digit or a symbol, it forms an emoji.
fn ends_word(before: &str) -> bool {
    match before.chars().next_back() {
        Some(mark) if is_mark(mark) && !is_alphabetic(mark) => {
            before.trim_end_matches(is_mark).ends_with(is_alphabetic)
        }
        Some(last) => is_alphanumeric(last) || last == '&',
        None => false,
    }
}

/// The length in bytes of the letters, digits and `_` that a text starts with, and of the marks on its letters.
fn word_length(text: &str) -> usize {
    let mut on_letter = false;
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        let next = || chars.as_str().chars().next();
        match char {
            _ if is_alphabetic(char) => on_letter = true,
            _ if char.is_numeric() || char == '_' => on_letter = false,
            _ if on_letter && is_mark(char) => (),
            _ if on_letter && is_joiner(char) && next().is_some_and(is_alphabetic) => (),
            _ => return at,
        }
    }
    text.len()
}

/// Whether a character is a joiner, as in words of Persian, Sinhala or Malayalam.
const fn is_joiner(char: char) -> bool {
    matches!(char, '\u{200c}' | '\u{200d}')
}

/// The length in bytes of the words that a text starts with, with single dots between them.
fn dotted_length(text: &str) -> usize {
    let mut length = word_length(text);
    while let Some(rest) = tail(text, length).strip_prefix('.').filter(|_| length > 0) {
        match word_length(rest) {
            0 => break,
            more => length += 1 + more,
        }
    }
    length
}

/// Whether an `@` after this text may belong to an e-mail address although no letter or digit is before it, as in
/// `reef_@mail.example`.
fn ends_local_part(before: &str) -> bool {
    let is_local = |char: char| char.is_ascii_alphanumeric() || "._+%-".contains(char);
    let local = before.trim_end_matches(is_local).len();
    before.ends_with(['_', '+', '%', '-'])
        && tail(before, local).contains(|char: char| char.is_ascii_alphanumeric())
}

/// Whether `:` or `/` here is inside a link: `https://...`, or `medium.example/...` without its scheme.
fn shows_link(before: &str, sign: char, after: &str) -> bool {
    if sign == ':' {
        return after.starts_with("//") && before.ends_with(|char: char| char.is_ascii_alphanumeric());
    }
    if sign != '/' {
        return false;
    }
    let is_host = |char: char| is_alphanumeric(char) || char == '-' || char == '.';
    let host = tail(before, before.trim_end_matches(is_host).len());
    host.rsplit_once('.').is_some_and(|(name, top)| {
        name.ends_with(is_alphanumeric) && top.len() > 1 && top.chars().all(is_alphabetic)
    })
}

/// Whether a character can't be part of a link: blanks, quotes, and punctuation outside ASCII.
fn ends_link(char: char) -> bool {
    match char {
        '<' | '>' | '"' => true,
        char if char.is_ascii() => char.is_ascii_whitespace() || char.is_ascii_control(),
        char => !is_alphanumeric(char) && !is_mark(char) && !is_joiner(char),
    }
}

#[cfg(test)]
mod tests;
