//! The rows of a table that is text.

use super::dialect::{self, Dialect};
use super::escapes::Escapes;
use super::nest::Header;
use crate::formats::Refusal;
use crate::formats::cut::MOST;
use crate::formats::source::{Content, Raw, Source};
use std::borrow::Cow;
use std::io::{self, Read};

/// The rows of a table, one after another.
#[derive(Debug)]
pub struct Rows<R> {
    reader: csv::Reader<Row<Escapes<R>>>,
    header: Option<Header>,
    before: usize,
    row: csv::ByteRecord,
}

impl<R: Read> Rows<R> {
    /// The rows of what a reader gives, in UTF-8.
    pub fn new(reader: R, dialect: Dialect) -> Self {
        let reader = Escapes::new(reader, dialect.escaped);
        let reader =
            dialect::reader(dialect.separator, Row { reader, left: MOST, ended: false, is_open: false });
        Self { reader, header: None, before: dialect.before, row: csv::ByteRecord::new() }
    }

    fn read(&mut self) -> io::Result<bool> {
        self.reader.get_mut().left = MOST;
        self.reader.read_byte_record(&mut self.row).map_err(io::Error::from)
    }

    /// Goes past the rows before the header and the header itself.
    fn begin(&mut self) -> io::Result<()> {
        for _ in 0..=self.before {
            self.read()?;
        }
        let names: Vec<_> = self.cells().collect();
        self.header = Some(Header::new(names.iter().map(AsRef::as_ref)));
        Ok(())
    }

    /// The cells of the present row, without the CR that may stand before its end.
    fn cells(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let last = self.row.len().saturating_sub(1);
        self.row.iter().enumerate().map(move |(at, cell)| {
            let cell = cell.strip_suffix(b"\r").filter(|_| at == last).unwrap_or(cell);
            String::from_utf8_lossy(cell)
        })
    }

    /// What is wrong with the present row, which begins on a line.
    fn fault(&self, line: u64) -> Option<Refusal> {
        if self.row.iter().any(|cell| core::str::from_utf8(cell).is_err()) {
            let text = "expected UTF-8, got other bytes: save the table as UTF-8 (Excel calls it CSV UTF-8)";
            return Some(Refusal::new("INVALID_UTF8", text));
        }
        // A quote that is open at the end of the file has taken the rows after it along.
        let Row { ended, is_open, .. } = self.reader.get_ref();
        let swallows = *ended && *is_open && self.row.iter().any(|cell| cell.contains(&b'\n'));
        swallows.then(|| {
            let text = format!("expected the quote that is opened in the row on line {line} to be closed before the file ends");
            Refusal::new("INVALID_CSV", text)
        })
    }

    /// The line on which the present row begins: that on which it ended, less those in its cells.
    fn line(&self) -> u64 {
        let within = self.row.iter().flatten().filter(|byte| **byte == b'\n').count() as u64;
        let ended = u64::from(!self.reader.get_ref().ended);
        self.reader.position().line().saturating_sub(within + ended)
    }
}

/// What one row may read: a quote that is never closed would otherwise take the rest of the file into memory.
#[derive(Debug)]
struct Row<R> {
    reader: R,
    left: usize,
    /// Whether the file's end was met: the row before it has no line end of its own.
    ended: bool,
    /// Whether a quote is open: there was an odd number of them.
    is_open: bool,
}

impl<R: Read> Read for Row<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.ended |= read == 0 && !buffer.is_empty();
        let quotes = buffer.iter().take(read).filter(|byte| **byte == b'"').count();
        self.is_open ^= quotes % 2 == 1;
        self.left = self.left.checked_sub(read).ok_or_else(|| {
            let text = "expected rows of at most 8 MiB, got more: is a quote missing?";
            io::Error::new(io::ErrorKind::InvalidData, text)
        })?;
        Ok(read)
    }
}

impl<R: Read> Source for Rows<R> {
    fn next(&mut self) -> io::Result<Option<Raw>> {
        if self.header.is_none() {
            self.begin()?;
        }
        loop {
            if !self.read()? {
                return Ok(None);
            }
            if self.row.iter().any(|cell| !cell.trim_ascii().is_empty()) {
                break;
            }
        }
        let line = self.line();
        if let Some(refusal) = self.fault(line) {
            return Ok(Some(Raw { line, place: 0, content: Content::Damaged(refusal) }));
        }
        let cells: Vec<_> = self.cells().collect();
        let row = self.header.as_ref().map(|header| header.row(cells.iter().map(AsRef::as_ref)));
        Ok(Some(Raw { line, place: 0, content: Content::Row(row.unwrap_or_default()) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_may_hold_quotes_separators_and_line_breaks() {
        let text = "\u{feff}id;text\r\n1;\"a \"\"b\"\"; c\nd\"\r\n;\r\n\r\n2;é\r\n3";
        let mut rows = Rows::new(text.as_bytes(), Dialect { separator: b';', before: 0, escaped: false });
        let mut found = Vec::new();
        while let Some(raw) = rows.next().unwrap() {
            found.push((raw.line, raw.content));
        }
        let row = |value| Content::Row(value);
        assert_eq!(
            found,
            [
                (2, row(json!({"id": "1", "text": "a \"b\"; c\nd"}))),
                (6, row(json!({"id": "2", "text": "é"}))),
                (7, row(json!({"id": "3"}))),
            ]
        );
    }

    #[test]
    fn quotes_may_be_escaped_instead_of_doubled() {
        let text = "id,text\n1,\"say \\\"a, b\\\"\nand more\"\n2,c\n";
        let (dialect, _) = dialect::heads(text).swap_remove(0);
        let mut rows = Rows::new(text.as_bytes(), dialect);
        let first = Content::Row(json!({"id": "1", "text": "say \"a, b\"\nand more"}));
        assert_eq!(rows.next().unwrap().unwrap().content, first);
        assert_eq!(rows.next().unwrap().unwrap().content, Content::Row(json!({"id": "2", "text": "c"})));
    }

    #[test]
    fn rows_begin_after_the_header() {
        let text = "Notes:\nsome text\n\na,b\n1,2\n";
        let mut rows = Rows::new(text.as_bytes(), Dialect { separator: b',', before: 2, escaped: false });
        assert_eq!(rows.next().unwrap().unwrap().content, Content::Row(json!({"a": "1", "b": "2"})));
        assert_eq!(rows.next().unwrap(), None);
    }

    #[test]
    fn a_quote_that_is_never_closed_and_other_bytes_than_utf_8_are_said() {
        let codes = |text: &[u8]| -> Vec<&'static str> {
            let mut rows = Rows::new(text, Dialect { separator: b',', before: 0, escaped: false });
            let mut found = Vec::new();
            while let Some(raw) = rows.next().unwrap() {
                found.push(if let Content::Damaged(refusal) = raw.content { refusal.code } else { "row" });
            }
            found
        };
        assert_eq!(codes(b"a,b\n1,x\n2,\"open\n3,y\n4,z\n"), ["row", "INVALID_CSV"]);
        assert_eq!(codes(b"a,b\n1,h\xfcllo\n2,x\n"), ["INVALID_UTF8", "row"]);
        // One that only looks like a quote takes nothing along.
        assert_eq!(codes(b"a,b\n1,5\" wide\n2,\"two\nlines\"\n3,6\" high"), ["row", "row", "row"]);
        assert_eq!(codes(b"a,b\n1,5\" wide\n2,\"two\nlines\"\n"), ["row", "row"]);
    }
}
