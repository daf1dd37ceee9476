//! The rows of a table that is text.

use super::dialect::{self, Dialect};
use super::nest::Header;
use crate::import::cut::MOST;
use crate::import::source::{Content, Raw, Source};
use std::borrow::Cow;
use std::io::{self, Read};

/// The rows of a table, one after another.
#[derive(Debug)]
pub struct Rows<R> {
    reader: csv::Reader<Row<R>>,
    header: Option<Header>,
    before: usize,
    row: csv::ByteRecord,
}

impl<R: Read> Rows<R> {
    /// The rows of what a reader gives, in UTF-8.
    pub fn new(reader: R, dialect: Dialect) -> Self {
        let reader = dialect::reader(dialect.separator, Row { reader, left: MOST, ended: false });
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
}

impl<R: Read> Read for Row<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.ended |= read == 0 && !buffer.is_empty();
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
        let mut rows = Rows::new(text.as_bytes(), Dialect { separator: b';', before: 0 });
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
    fn rows_begin_after_the_header() {
        let text = "Notes:\nsome text\n\na,b\n1,2\n";
        let mut rows = Rows::new(text.as_bytes(), Dialect { separator: b',', before: 2 });
        assert_eq!(rows.next().unwrap().unwrap().content, Content::Row(json!({"a": "1", "b": "2"})));
        assert_eq!(rows.next().unwrap(), None);
    }
}
