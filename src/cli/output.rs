//! Output for people and scripts.

use super::error::CliError;
use super::escape::{escaped, is_active, shown};
use anstyle::AnsiColor;
use indicatif::HumanBytes;
use serde_json::Value;
use std::io::{self, Write};

/// Writes text to standard output, with a line end.
pub(super) fn say(text: &str) -> Result<(), CliError> {
    write(&lines(text))
}

/// Writes a value to standard output as indented JSON.
pub(super) fn say_json(value: &Value) -> Result<(), CliError> {
    write(&json(value))
}

fn write(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(CliError::stdout)
}

/// Writes a line about progress to standard error. Errors of writing are ignored.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", lines(text));
}

/// Writes the error that ended the command to standard error.
pub(super) fn print_error(text: &str) {
    marked("error:", AnsiColor::Red, text);
}

/// Writes a warning to standard error.
pub(super) fn warn(text: &str) {
    marked("warning:", AnsiColor::Yellow, text);
}

/// Writes a text after a mark. The mark is in colour if standard error shows colours and `NO_COLOR` is not set.
fn marked(mark: &str, colour: AnsiColor, text: &str) {
    let style = colour.on_default().bold();
    let _ = writeln!(anstream::stderr().lock(), "{style}{mark}{style:#} {}", lines(text));
}

/// Escapes text of several lines for a terminal, in case it was not escaped before.
fn lines(text: &str) -> String {
    let active = |character| character != '\n' && is_active(character);
    escaped(text, active, |character| character.escape_unicode().to_string())
}

/// A value as indented JSON. Characters that act on a terminal occur only inside strings of JSON, where an escape means the
/// same character.
fn json(value: &Value) -> String {
    let active = |character| character != '\n' && is_active(character);
    escaped(&format!("{value:#}"), active, |character| format!("\\u{:04x}", u32::from(character)))
}

/// The escaped text of a value: a string without its quotes, `-` for null or absent.
pub(super) fn text_or_dash(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "-".to_owned(),
        Some(Value::String(text)) => shown(text),
        Some(other) => shown(&other.to_string()),
    }
}

/// A size in bytes for people, `-` if it is unknown.
pub(super) fn bytes(value: Option<&Value>) -> String {
    value.and_then(Value::as_u64).map_or_else(|| "-".to_owned(), |size| HumanBytes(size).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn characters_that_act_on_a_terminal_are_escaped() {
        let text = "a\u{1b}]0;x\u{7}\n\u{9b}2J\u{202e}é\u{200d}\u{2066}\t";
        assert_eq!(
            shown(text),
            r"a\u{1b}]0;x\u{7}\u{a}\u{9b}2J\u{202e}é".to_owned() + "\u{200d}" + r"\u{2066}\u{9}"
        );
        assert_eq!(shown(&shown(text)), shown(text));
        assert_eq!(lines("a\nb\rc"), "a\nb\\u{d}c");
    }

    #[test]
    fn escaped_json_keeps_its_meaning() {
        let value = json!({"a": "\u{1b}[1m\u{9b}\u{202e}\u{7f}\n"});
        assert!(!json(&value).contains(|character| character != '\n' && is_active(character)));
        assert_eq!(serde_json::from_str::<Value>(&json(&value)).unwrap(), value);
    }

    #[test]
    fn sizes_have_binary_units_and_unknown_sizes_are_dashes() {
        let shown = |size: u64| bytes(Some(&json!(size)));
        assert_eq!(shown(1023), "1023 B");
        assert_eq!(shown(1536), "1.50 KiB");
        assert_eq!(shown(5 << 20), "5.00 MiB");
        assert_eq!(bytes(Some(&json!(null))), "-");
    }
}
