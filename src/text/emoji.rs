//! Emoji in text: where one ends, and the spelling that the index has.

use super::tables::is_emoji;

/// Joins several emoji to one.
const JOINER: char = '\u{200d}';
/// Makes the digit, `#` or `*` before it a keycap.
const KEYCAP: char = '\u{20e3}';
/// Ends the tags of a flag such as England's.
const LAST_TAG: char = '\u{e007f}';

/// Sequences that only exist to give two people different skin tones, each with the single emoji that it stands for.
const PAIRS: &[(&str, &str)] = &[
    ("\u{1faf1}\u{200d}\u{1faf2}", "\u{1f91d}"),
    ("\u{1f469}\u{200d}\u{1f91d}\u{200d}\u{1f468}", "\u{1f46b}"),
    ("\u{1f469}\u{200d}\u{1f91d}\u{200d}\u{1f469}", "\u{1f46d}"),
    ("\u{1f468}\u{200d}\u{1f91d}\u{200d}\u{1f468}", "\u{1f46c}"),
    ("\u{1f9d1}\u{200d}\u{2764}\u{200d}\u{1f9d1}", "\u{1f491}"),
    ("\u{1f9d1}\u{200d}\u{2764}\u{200d}\u{1f48b}\u{200d}\u{1f9d1}", "\u{1f48f}"),
    ("\u{1f9d1}\u{200d}\u{1f430}\u{200d}\u{1f9d1}", "\u{1f46f}"),
    ("\u{1f468}\u{200d}\u{1f430}\u{200d}\u{1f468}", "\u{1f46f}\u{200d}\u{2642}"),
    ("\u{1f469}\u{200d}\u{1f430}\u{200d}\u{1f469}", "\u{1f46f}\u{200d}\u{2640}"),
    ("\u{1f9d1}\u{200d}\u{1faef}\u{200d}\u{1f9d1}", "\u{1f93c}"),
    ("\u{1f468}\u{200d}\u{1faef}\u{200d}\u{1f468}", "\u{1f93c}\u{200d}\u{2642}"),
    ("\u{1f469}\u{200d}\u{1faef}\u{200d}\u{1f469}", "\u{1f93c}\u{200d}\u{2640}"),
];

/// Reads the emoji that a text starts with. Replaces the content of `word` by its spelling in the index, and returns the text
/// after it. `None` if the text does not start with an emoji.
pub(super) fn strip<'t>(text: &'t str, word: &mut String) -> Option<&'t str> {
    word.clear();
    let mut rest = element(text, word)?;
    while let Some(joined) = rest.strip_prefix(JOINER) {
        let whole = word.len();
        word.push(JOINER);
        let Some(after) = element(joined, word) else {
            word.truncate(whole);
            break;
        };
        rest = after;
    }
    if let Some((_, one)) = PAIRS.iter().find(|(pair, _)| pair == word) {
        word.clear();
        word.push_str(one);
    }
    Some(rest)
}

/// Whether an emoji may start with this character.
pub(super) fn may_start(c: char) -> bool {
    is_emoji(c) || is_regional(c)
}

/// Reads a single emoji, without any that are joined to it.
fn element<'t>(text: &'t str, word: &mut String) -> Option<&'t str> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    match first {
        '0'..='9' | '#' | '*' => {
            let rest = rest.strip_prefix('\u{fe0f}').unwrap_or(rest).strip_prefix(KEYCAP)?;
            word.extend([first, KEYCAP]);
            Some(rest)
        }
        _ if is_regional(first) => {
            word.push(first);
            let second = chars.next().filter(|&c| is_regional(c));
            word.extend(second);
            Some(if second.is_some() { chars.as_str() } else { rest })
        }
        _ if is_emoji(first) => {
            word.push(first);
            Some(tags(rest.trim_start_matches(is_variation), word))
        }
        _ => None,
    }
}

/// Reads the tags of a flag such as England's. Tags without an end are left in the text, where they are ignored.
fn tags<'t>(text: &'t str, word: &mut String) -> &'t str {
    let rest = text.trim_start_matches(|c| matches!(c, '\u{e0020}'..='\u{e007e}'));
    let Some(after) = rest.strip_prefix(LAST_TAG).filter(|_| rest.len() < text.len()) else { return text };
    word.extend(text.strip_suffix(after));
    after
}

/// Whether a character is a variation selector (for a picture or for text) or a skin tone.
fn is_variation(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Whether a character is a regional indicator, which is one letter of a flag.
fn is_regional(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}
