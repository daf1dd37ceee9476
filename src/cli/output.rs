//! Writing to people and scripts.

use super::error::CliError;
use super::escape::{escaped, is_active, shown};
use serde_json::Value;
use std::io::{self, IsTerminal, Write};

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

/// Writes a line about progress or circumstances to standard error. What can't be written there is lost.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", lines(text));
}

/// Writes what ended the command to standard error.
pub(super) fn complain(text: &str) {
    marked(&painted("error:", "\u{1b}[1;31m"), text);
}

/// Writes what the reader should know but need not act on to standard error.
pub(super) fn warn(text: &str) {
    marked(&painted("warning:", "\u{1b}[1;33m"), text);
}

fn marked(mark: &str, text: &str) {
    let _ = writeln!(io::stderr().lock(), "{mark} {}", lines(text));
}

/// A word in a colour, if standard error is a terminal and `NO_COLOR` is not set.
fn painted(word: &str, colour: &str) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if plain || !io::stderr().is_terminal() { word.to_owned() } else { format!("{colour}{word}\u{1b}[0m") }
}

/// A table of text with aligned columns; the first row is the header. Columns named in `right` are aligned to the
/// right.
pub(super) fn table(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell: &String| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let cell = |(column, (text, width)): (usize, (&String, &usize))| {
        if right.contains(&column) { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).enumerate().map(cell).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Text of several lines as it may be shown: the last guard, for whatever nobody thought of.
fn lines(text: &str) -> String {
    let active = |character| character != '\n' && is_active(character);
    escaped(text, active, |character| character.escape_unicode().to_string())
}

/// A value as indented JSON. The text of a JSON value may hold what acts on a terminal only inside its strings, and
/// there an escape means the same.
fn json(value: &Value) -> String {
    let active = |character| character != '\n' && is_active(character);
    escaped(&format!("{value:#}"), active, |character| format!("\\u{:04x}", u32::from(character)))
}

/// The text of a value as it may be shown: a string without its quotes, `-` for null or absent.
pub(super) fn plain(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "-".to_owned(),
        Some(Value::String(text)) => shown(text),
        Some(other) => shown(&other.to_string()),
    }
}

/// A size in bytes for people.
pub(super) fn bytes(value: Option<&Value>) -> String {
    let Some(size) = value.and_then(Value::as_u64) else { return "-".to_owned() };
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match units.into_iter().find(|(unit, _)| size >= *unit) {
        Some((unit, name)) => format!("{}.{} {name}", size / unit, size % unit * 10 / unit),
        None => format!("{size} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tables_align_their_columns() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        assert_eq!(table(&[row(["a", "n"]), row(["bcd", "10"])], &[1]), "a     n\nbcd  10");
    }

    #[test]
    fn what_acts_on_a_terminal_is_written_out() {
        let text = "a\u{1b}]0;x\u{7}\n\u{9b}2J\u{202e}é\u{200d}\u{2066}\t";
        assert_eq!(
            shown(text),
            r"a\u{1b}]0;x\u{7}\u{a}\u{9b}2J\u{202e}é".to_owned() + "\u{200d}" + r"\u{2066}\u{9}"
        );
        assert_eq!(shown(&shown(text)), shown(text));
        assert_eq!(lines("a\nb\rc"), "a\nb\\u{d}c");
    }

    #[test]
    fn json_keeps_its_meaning() {
        let value = json!({"a": "\u{1b}[1m\u{9b}\u{202e}\u{7f}\n"});
        assert!(!json(&value).contains(|character| character != '\n' && is_active(character)));
        assert_eq!(serde_json::from_str::<Value>(&json(&value)).unwrap(), value);
    }

    #[test]
    fn sizes_are_rounded_down() {
        let shown = |size: u64| bytes(Some(&json!(size)));
        assert_eq!(shown(1023), "1023 bytes");
        assert_eq!(shown(1536), "1.5 KiB");
        assert_eq!(shown(5 << 20), "5.0 MiB");
        assert_eq!(bytes(Some(&json!(null))), "-");
    }
}
