//! Writing to people and scripts.

use super::error::CliError;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};

/// Writes text to standard output, with a line end.
pub(super) fn say(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(CliError::stdout)
}

/// Writes a value to standard output as indented JSON.
pub(super) fn say_json(value: &Value) -> Result<(), CliError> {
    say(&format!("{value:#}"))
}

/// Writes a line about progress or circumstances to standard error. What can't be written there is lost.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes what ended the command to standard error.
pub(super) fn complain(text: &str) {
    note(&format!("{} {text}", painted("error:", "\u{1b}[1;31m")));
}

/// Writes what the reader should know but need not act on to standard error.
pub(super) fn warn(text: &str) {
    note(&format!("{} {text}", painted("warning:", "\u{1b}[1;33m")));
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

/// The text of a value: a string without its quotes, `-` for null or absent.
pub(super) fn plain(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "-".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
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
    fn sizes_are_rounded_down() {
        let shown = |size: u64| bytes(Some(&json!(size)));
        assert_eq!(shown(1023), "1023 bytes");
        assert_eq!(shown(1536), "1.5 KiB");
        assert_eq!(shown(5 << 20), "5.0 MiB");
        assert_eq!(bytes(Some(&json!(null))), "-");
    }
}
