//! Escapes foreign text for a terminal.

/// Whether a character does something to a terminal instead of being seen: a control character, a line or paragraph
/// separator, or one that turns the direction of the text around it.
pub(super) fn is_active(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text from elsewhere (a name, a path, a message of the service) as it may be shown: on one line, and with what would
/// act on a terminal written out, such as `\u{1b}`. Doing so twice is the same as once.
pub(super) fn shown(text: &str) -> String {
    escaped(text, is_active, |character| character.escape_unicode().to_string())
}

pub(super) fn escaped(text: &str, active: impl Fn(char) -> bool, escape: impl Fn(char) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if active(character) {
            out.push_str(&escape(character));
        } else {
            out.push(character);
        }
    }
    out
}
