//! Files for spreadsheets: CSV by [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180).

use super::error::ApiError;
use super::reply::Reply;
use csv::{QuoteStyle, Terminator, Writer, WriterBuilder};
use serde::Serialize;

/// A CSV file under construction.
pub(crate) struct CsvFile(Vec<u8>);

impl CsvFile {
    /// A file with its header line.
    pub(crate) fn new(head: &[&str]) -> Result<Self, ApiError> {
        let mut file = Self(Vec::new());
        file.line(head, &[])?;
        Ok(file)
    }

    /// Adds a line: first the `plain` cells, which need no quotes, such as numbers and times, then the texts, each in quotes.
    pub(crate) fn line(&mut self, plain: impl Serialize, texts: &[&str]) -> Result<(), ApiError> {
        let end = if texts.is_empty() { Terminator::CRLF } else { Terminator::Any(b',') };
        let mut written = self.writer(QuoteStyle::Never, end).serialize(plain);
        if !texts.is_empty() {
            let texts = texts.iter().map(|text| escape_formulas(text));
            let write = |()| self.writer(QuoteStyle::Always, Terminator::CRLF).write_record(texts);
            written = written.and_then(write);
        }
        written.map_err(|error| ApiError::Internal(format!("a line of a file can't be written: {error}")))
    }

    fn writer(&mut self, style: QuoteStyle, end: Terminator) -> Writer<&mut Vec<u8>> {
        WriterBuilder::new().has_headers(false).quote_style(style).terminator(end).from_writer(&mut self.0)
    }

    /// The reply that makes a browser save the file as `postern-<name>.csv`.
    pub(crate) fn reply<T>(self, name: &str) -> Reply<T> {
        let text = String::from_utf8(self.0).unwrap_or_default();
        let disposition = format!("attachment; filename=\"postern-{name}.csv\"");
        Reply::with_type(200, "text/csv; charset=utf-8", text).with("Content-Disposition", disposition)
    }
}

/// Characters that make a text a formula in some spreadsheet if it begins with one. Some also know them in full width.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Puts an apostrophe before each part of a text that a spreadsheet could take for a formula. Parts count, because in some
/// countries spreadsheets split lines at `;` or at tabs, even within quotes.
fn escape_formulas(text: &str) -> String {
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
            matches!(char, ';' | '\t' | '\r' | '\n') || may_begin && matches!(char, ' ' | '\u{a0}' | '"');
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
            ("a=b; c-d", "a=b; c-d"),
            ("\"=1", "\"=1"),
            ("", ""),
        ] {
            assert_eq!(escape_formulas(text), made);
        }
    }

    #[test]
    fn texts_are_quoted_and_nothing_else_is() {
        let mut file = CsvFile::new(&["at", "credits", "reason"]).unwrap();
        file.line(("now", -1), &["a \"slip\", sorry;=1+1"]).unwrap();
        file.line(("then", 2), &[""]).unwrap();
        let text = file.reply::<String>("a").body_text();
        assert_eq!(text, "at,credits,reason\r\nnow,-1,\"a \"\"slip\"\", sorry;'=1+1\"\r\nthen,2,\"\"\r\n");
    }
}
