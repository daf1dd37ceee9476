//! Escapes untrusted text for a terminal.

/// Whether a character acts on the terminal instead of being shown: a control character, a line or paragraph separator, or
/// one that changes the direction of the text around it.
pub(super) fn is_active(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes untrusted text (a name, a path, a message of the service) so that it is safe to show on one line. Characters that
/// act on a terminal are written out, such as `\u{1b}`. Escaping twice has the same result as escaping once.
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
