//! Files for spreadsheets: CSV by [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180).
//!
//! The crate `csv` reads users' files. Its writer looks for numbers in texts, even if no style of quotes asks for them, and so
//! brings the parsing of floating-point numbers into the Worker.

use super::reply::Reply;
use core::fmt::Display;
use std::borrow::Cow;

/// A CSV file under construction.
pub(crate) struct CsvFile(String);

impl CsvFile {
    /// A file with its header line.
    pub(crate) fn new(head: &[&str]) -> Self {
        let mut text = String::new();
        push_line(&mut text, head);
        Self(text)
    }

    /// Adds a line: first the `plain` cells, which need no quotes, such as numbers and times, then the texts, each in quotes.
    pub(crate) fn line(&mut self, plain: &[&dyn Display], texts: &[&str]) {
        let plain = plain.iter().map(ToString::to_string);
        let texts = texts.iter().map(|text| quoted(&escape_formulas(text)));
        push_line(&mut self.0, &plain.chain(texts).collect::<Vec<_>>());
    }

    /// The reply that makes a browser save the file as `postern-<name>.csv`.
    pub(crate) fn reply<T>(self, name: &str) -> Reply<T> {
        let disposition = format!("attachment; filename=\"postern-{name}.csv\"");
        Reply::with_type(200, "text/csv; charset=utf-8", self.0).with("Content-Disposition", disposition)
    }
}

/// Adds a line of cells that are quoted where they have to be.
pub(crate) fn push_line(file: &mut String, cells: &[impl AsRef<str>]) {
    for (index, cell) in cells.iter().enumerate() {
        file.push_str(if index > 0 { "," } else { "" });
        file.push_str(cell.as_ref());
    }
    file.push_str("\r\n");
}

/// A cell as it is, or in quotes if it would not be read as one.
pub(crate) fn quoted_if_needed(cell: Cow<'_, str>) -> Cow<'_, str> {
    if cell.contains([',', '"', '\r', '\n']) { quoted(&cell).into() } else { cell }
}

fn quoted(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

/// Characters that make a text a formula in some spreadsheet if it begins with one. Some also know them in full width.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Puts an apostrophe before each part of a text that a spreadsheet could take for a formula. Parts count, because in some
/// countries spreadsheets split lines at `;` or at tabs, even within quotes.
pub(crate) fn escape_formulas(text: &str) -> String {
    let mut made = String::with_capacity(text.len() + 1);
    if text.trim_start().starts_with(FORMULA) {
        made.push('\'');
    }
    let mut may_begin = false;
    for char in text.chars() {
        if may_begin && FORMULA.contains(&char) {
            made.push('\'');
        }
        may_begin =
            matches!(char, ';' | '\t' | '\r' | '\n') || may_begin && (char.is_whitespace() || char == '"');
        made.push(char);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_text_is_a_formula_wherever_it_is_split() {
        for (text, made) in [
            ("=1+1", "'=1+1"),
            (" \u{a0}＋1", "' \u{a0}＋1"),
            ("a;=1+1; \"@b\t-2", "a;'=1+1; \"'@b\t'-2"),
            ("a;\u{3000}\u{2003}=1", "a;\u{3000}\u{2003}'=1"),
            ("a=b; c-d", "a=b; c-d"),
            ("\"=1", "\"=1"),
            ("", ""),
        ] {
            assert_eq!(escape_formulas(text), made);
        }
    }

    #[test]
    fn texts_are_quoted_and_nothing_else_is() {
        let mut file = CsvFile::new(&["at", "credits", "reason"]);
        file.line(&[&"now", &-1], &["a \"slip\", sorry;=1+1"]);
        file.line(&[&"then", &2], &[""]);
        let text = file.reply::<String>("a").body_text();
        assert_eq!(text, "at,credits,reason\r\nnow,-1,\"a \"\"slip\"\", sorry;'=1+1\"\r\nthen,2,\"\"\r\n");
    }
}
