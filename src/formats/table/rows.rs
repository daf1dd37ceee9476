//! Reads the rows of a table that is text as objects.

use super::cells;
use super::dialect::Dialect;
use super::escapes::Escapes;
use super::header::{Header, is_header_again};
use super::records::{Record, Records};
use super::shape::{Lengths, Shape};
use crate::formats::ImportError;
use crate::formats::source::{Content, Raw, Source};
use std::borrow::Cow;
use std::io::{self, BufReader, Read};

/// The rows of a table, one after another.
#[derive(Debug)]
pub struct Rows<R: Read> {
    records: Records<BufReader<Escapes<R>>>,
    dialect: Dialect,
    header: Option<Header>,
    names: Vec<String>,
    shape: Option<Shape>,
}

impl<R: Read> Rows<R> {
    /// Reads the rows of a file in UTF-8. `shape` is how long they may be, if all rows were examined before.
    pub fn new(reader: R, dialect: Dialect, shape: Option<Shape>) -> Self {
        let reader = BufReader::with_capacity(1 << 16, Escapes::new(reader, dialect.escaped));
        let records = Records::new(reader, dialect.separator);
        Self { records, dialect, header: None, names: Vec::new(), shape }
    }

    /// Reads the rows before the header and the header itself.
    fn begin(&mut self) -> io::Result<()> {
        for _ in 0..=self.dialect.before {
            let Some(Record { bytes, .. }) = self.records.next()? else { break };
            let bytes = bytes.unwrap_or_default();
            let cells = cells::cells(&bytes, self.dialect.separator);
            self.names = cells.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
        }
        self.header = Some(Header::new(self.names.iter().map(String::as_str)));
        Ok(())
    }

    /// Examines all rows before they are converted. Passes the names of the columns and the cells of each complete record to
    /// `each`. Returns the names and how long rows may be.
    pub(crate) fn survey(
        mut self,
        mut each: impl FnMut(&[String], &[Cow<'_, [u8]>]),
    ) -> io::Result<(Vec<String>, Shape)> {
        self.begin()?;
        // After a quote that is never closed, the next line that is as long as the header is a row.
        self.records.shape = Some(Shape::of_header(&self.names));
        let mut lengths = Lengths::default();
        while let Some(record) = self.records.next()? {
            let Ok(bytes) = record.bytes else { continue };
            let cells = cells::cells(&bytes, self.dialect.separator);
            if cells.iter().all(|cell| cell.trim_ascii().is_empty()) {
                continue;
            }
            lengths.add(self.names.len(), &cells);
            if cells.len() == self.names.len() {
                self.records.remember(&cells);
            }
            each(&self.names, &cells);
        }
        let shape = lengths.shape(&self.names);
        Ok((self.names, shape))
    }

    fn content(&mut self, bytes: &[u8], line: u64) -> Option<Content> {
        let cells = cells::cells(bytes, self.dialect.separator);
        if cells.iter().all(|cell| cell.trim_ascii().is_empty()) {
            return None;
        }
        let shape = self.shape.unwrap_or_else(|| Shape::of_header(&self.names));
        if let Some(error) = row_error(&cells, shape, line) {
            return Some(Content::Damaged(error));
        }
        let texts: Vec<Cow<'_, str>> = cells.iter().map(|cell| String::from_utf8_lossy(cell)).collect();
        // If several tables were joined to one file, a header may come again, and its columns may be in another order.
        if is_header_again(&texts, &self.names) {
            self.names = texts.into_iter().map(Cow::into_owned).collect();
            self.header = Some(Header::new(self.names.iter().map(String::as_str)));
            return Some(Content::Nothing("header that comes again"));
        }
        self.records.remember(&cells);
        let row = self.header.as_ref().map(|header| header.row(texts.iter().map(AsRef::as_ref)));
        Some(Content::Row(row.unwrap_or_default()))
    }
}

/// What is wrong with the cells of a row.
fn row_error(cells: &[Cow<'_, [u8]>], shape: Shape, line: u64) -> Option<ImportError> {
    if cells.iter().any(|cell| core::str::from_utf8(cell).is_err()) {
        let text = "expected UTF-8, got other bytes: save the table as UTF-8 (Excel calls it CSV UTF-8)";
        return Some(ImportError::new("INVALID_UTF8", text));
    }
    let ends_empty = cells.last().is_some_and(|cell| cell.trim_ascii().is_empty());
    let (came, expected) = (cells.len(), shape.columns);
    let is_filled = |cells: &[Cow<'_, [u8]>]| cells.iter().any(|cell| !cell.trim_ascii().is_empty());
    if came <= expected && cells.get(shape.named..).is_some_and(is_filled) {
        let text = format!(
            "expected no cells after the {} columns that have names in the row on line {line}, got one: is a text with a \
             separator in it not in quotes, or does a column have no name?",
            shape.named
        );
        return Some(ImportError::new("INVALID_CSV", text));
    }
    (!shape.fits(came, ends_empty)).then(|| {
        let why = if came > expected {
            "is a text with a separator or a line break in it not in quotes?"
        } else {
            "is a cell missing, or is the line cut short?"
        };
        let text = format!(
            "expected {expected} cells in the row on line {line}, as in the header, got {came}: {why}"
        );
        ImportError::new("INVALID_CSV", text)
    })
}

impl<R: Read> Source for Rows<R> {
    fn next(&mut self) -> io::Result<Option<Raw>> {
        if self.header.is_none() {
            self.begin()?;
            self.records.shape = Some(self.shape.unwrap_or_else(|| Shape::of_header(&self.names)));
        }
        while let Some(Record { line, bytes }) = self.records.next()? {
            let content = match bytes {
                Ok(bytes) => self.content(&bytes, line),
                Err(error) => Some(Content::Damaged(error)),
            };
            if let Some(content) = content {
                return Ok(Some(Raw { line, place: 0, content }));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::table::dialect;
    use serde_json::json;

    const COMMAS: Dialect = Dialect { separator: b',', before: 0, escaped: false };

    fn read(text: &[u8], dialect: Dialect) -> Vec<(u64, Content)> {
        let (_, shape) = Rows::new(text, dialect, None).survey(|_, _| ()).unwrap();
        let mut rows = Rows::new(text, dialect, Some(shape));
        let mut found = Vec::new();
        while let Some(raw) = rows.next().unwrap() {
            found.push((raw.line, raw.content));
        }
        found
    }

    /// The first cell of each row, or the code of its error.
    fn ids(text: &str) -> Vec<(u64, String)> {
        let id = |content| match content {
            Content::Row(row) => row["id"].as_str().unwrap().to_owned(),
            Content::Damaged(error) => error.code.to_owned(),
            other => format!("{other:?}"),
        };
        read(text.as_bytes(), COMMAS).into_iter().map(|(line, content)| (line, id(content))).collect()
    }

    fn expected(list: &[(u64, &str)]) -> Vec<(u64, String)> {
        list.iter().map(|(line, id)| (*line, (*id).to_owned())).collect()
    }

    #[test]
    fn cells_may_hold_quotes_separators_and_line_breaks() {
        let text = "\u{feff}id;text\r\n1;\"a \"\"b\"\"; c\nd\"\r\n;\r\n\r\n2;é\r\n3;";
        let row = |value| Content::Row(value);
        assert_eq!(
            read(text.as_bytes(), Dialect { separator: b';', ..COMMAS }),
            [
                (2, row(json!({"id": "1", "text": "a \"b\"; c\nd"}))),
                (6, row(json!({"id": "2", "text": "é"}))),
                (7, row(json!({"id": "3", "text": ""}))),
            ]
        );
    }

    #[test]
    fn quotes_may_be_escaped_instead_of_doubled() {
        let text = "id,text\n1,\"say \\\"a, b\\\"\nand more\"\n2,c\n";
        let (dialect, _) = dialect::heads(text).swap_remove(0);
        let first = Content::Row(json!({"id": "1", "text": "say \"a, b\"\nand more"}));
        let found = read(text.as_bytes(), dialect);
        assert_eq!(found, [(2, first), (4, Content::Row(json!({"id": "2", "text": "c"})))]);
    }

    #[test]
    fn rows_start_after_the_header() {
        let text = b"Notes:\nsome text\n\na,b\n1,2\n";
        let found = read(text, Dialect { before: 2, ..COMMAS });
        assert_eq!(found, [(5, Content::Row(json!({"a": "1", "b": "2"})))]);
    }

    #[test]
    fn rows_of_another_length_are_refused() {
        assert_eq!(
            ids("id,text,likes\n11,Soup, warm,5\n12,Knife,6\n13,7\n14,Cup,\n"),
            expected(&[(2, "INVALID_CSV"), (3, "12"), (4, "INVALID_CSV"), (5, "14")])
        );
        assert_eq!(
            ids("id,text,saves\n11,Soup,\n12\n13,Cup\n"),
            expected(&[(2, "11"), (3, "INVALID_CSV"), (4, "13")])
        );
    }

    #[test]
    fn a_quote_that_is_never_closed_costs_its_row_and_no_other() {
        let open = "id,text,likes\n7001,Cup,1\n7002,\"open,12\n7003,Knife,13\n7004,\"closed, well\",14\n";
        assert_eq!(ids(open), expected(&[(2, "7001"), (3, "INVALID_CSV"), (4, "7003"), (5, "7004")]));
        // Up to the next quote, it would have the right length.
        let fits = "id,text,likes\n7001,Cup,1\n7002,\"open,12\n7003,text with \",13\n7004,a,14\n";
        assert_eq!(ids(fits), expected(&[(2, "7001"), (3, "INVALID_CSV"), (4, "7003"), (5, "7004")]));
        let broken = "id,text,likes\n7001,\"a\"b,1\n7002,c,2\n";
        assert_eq!(ids(broken), expected(&[(2, "INVALID_CSV"), (3, "7002")]));
    }

    #[test]
    fn rows_after_a_broken_first_row_are_examined() {
        let mut seen = Vec::new();
        let rows = Rows::new(b"id,text,likes\n7001,\"open,1\n7002,Cup,2\n".as_slice(), COMMAS, None);
        rows.survey(|_, cells| seen.push(String::from_utf8_lossy(&cells[0]).into_owned())).unwrap();
        assert_eq!(seen, ["7002"]);
    }

    #[test]
    fn lines_of_a_text_are_not_rows() {
        let text = "id,text,likes\n7001,Cup,1\n7002,\"one\ntwo, three, four\nfive\",12\n7003,a,13\n";
        assert_eq!(ids(text), expected(&[(2, "7001"), (3, "7002"), (6, "7003")]));
    }

    #[test]
    fn a_repeated_header_is_not_a_row() {
        let found = ids("id,text\n1,a\nid,text\n2,b\n");
        assert_eq!(found, expected(&[(2, "1"), (3, "Nothing(\"header that comes again\")"), (4, "2")]));
    }

    #[test]
    fn a_repeated_header_sets_the_order_of_the_rows_below_it() {
        let found = read(b"id,text,likes\n1,a,5\nlikes,id,Text\n6,2,b\n", COMMAS);
        let row = |id: &str, likes: &str| (json!(id), json!(likes));
        let cells = |content: &Content| match content {
            Content::Row(row) => (row["id"].clone(), row["likes"].clone()),
            _ => (json!(null), json!(null)),
        };
        let found: Vec<_> = found.iter().map(|(_, content)| cells(content)).collect();
        assert_eq!(found, [row("1", "5"), (json!(null), json!(null)), row("2", "6")]);
    }

    #[test]
    fn a_cell_in_a_column_without_a_name_is_refused() {
        assert_eq!(
            ids("id,text,likes,\n11,Soup,5,\n12,Knife, sharp,6\n13,Cup,7\n"),
            expected(&[(2, "11"), (3, "INVALID_CSV"), (4, "13")])
        );
        assert_eq!(ids(",id,text\n0,11,Soup\n"), expected(&[(2, "11")]));
    }

    #[test]
    fn a_single_cr_ends_a_row_if_both_parts_are_rows() {
        assert_eq!(
            ids("id,text,likes\r\n11,Soup,5\r12,\"Knife\rand fork\",6\r\n13,Cup,7\r\n14,a\rb,8\r\n"),
            expected(&[(2, "11"), (3, "12"), (4, "13"), (5, "14")])
        );
        assert_eq!(
            ids("id,text\r\n11,\"Soup\"\r12,\"Knife\"\r\n13,Cup\r\n"),
            expected(&[(2, "11"), (3, "12"), (4, "13")])
        );
    }

    #[test]
    fn invalid_utf_8_and_lone_quotes_are_detected() {
        let codes = |text: &[u8]| -> Vec<&'static str> {
            let code = |content| if let Content::Damaged(error) = content { error.code } else { "row" };
            read(text, COMMAS).into_iter().map(|(_, content)| code(content)).collect()
        };
        assert_eq!(codes(b"a,b\n1,h\xfcllo\n2,x\n"), ["INVALID_UTF8", "row"]);
        // A quote inside a cell without quotes has no effect.
        assert_eq!(codes(b"a,b\n1,5\" wide\n2,\"two\nlines\"\n3,6\" high"), ["row", "row", "row"]);
        assert_eq!(codes(b"a,b\n1,x\n2,\"open\n3,y\n4,z\n"), ["row", "INVALID_CSV", "row", "row"]);
    }
}
