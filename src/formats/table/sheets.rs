//! Reads the rows of a workbook's sheets.

use super::dialect::are_names;
use super::header::Header;
use super::key_value;
use crate::formats::open::Zip;
use crate::formats::sniff::{Layout, Recognised, Unknown};
use crate::formats::source::{Content, Raw, Source};
use crate::formats::{Format, Part, mapped, sniff};
use calamine::{Data, Range, Reader, Xls, Xlsx};
use std::io::{self, Cursor, Read};

/// The most bytes of a workbook.
pub const MOST_OF_A_WORKBOOK: usize = 16 << 20;

/// The most bytes of its parts, unpacked.
const MOST_UNPACKED: u64 = 64 << 20;

/// The rows of those sheets of a workbook that have the columns of a format, one after another.
#[derive(Debug)]
pub struct Sheets {
    rows: std::vec::IntoIter<Raw>,
}

/// A workbook: the names and cells of its sheets.
#[derive(Debug)]
pub struct Workbook {
    sheets: Vec<(String, Range<Data>)>,
}

/// Opens a workbook, `.xlsx` or `.xls`.
///
/// # Errors
/// When it is not a workbook, or too large.
pub fn workbook(bytes: Vec<u8>) -> io::Result<Workbook> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    if bytes.len() > MOST_OF_A_WORKBOOK {
        return Err(invalid(format!("expected a workbook of at most 16 MiB, got {} bytes", bytes.len())));
    }
    let sheets = if bytes.starts_with(b"PK") {
        check_expansion(&bytes)?;
        Xlsx::new(Cursor::new(bytes)).map(|mut book| book.worksheets()).map_err(|error| error.to_string())
    } else {
        Xls::new(Cursor::new(bytes)).map(|mut book| book.worksheets()).map_err(|error| error.to_string())
    };
    Ok(Workbook { sheets: sheets.map_err(invalid)? })
}

/// Checks the unpacked size of a workbook that is a zip.
fn check_expansion(bytes: &[u8]) -> io::Result<()> {
    let Ok(mut zip) = Zip::new(Cursor::new(bytes)) else { return Ok(()) };
    let mut left = MOST_UNPACKED;
    for entry in zip.entries()? {
        left -= io::copy(&mut zip.read(&entry)?.take(left), &mut io::sink())?;
        if left == 0 {
            let text = "expected a workbook that unpacks to less than 64 MiB, got more";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
    }
    Ok(())
}

impl Workbook {
    /// Recognises a workbook by the columns of its sheets.
    ///
    /// # Errors
    /// When no sheet has the columns of a format.
    pub fn recognise(&self, formats: &[&'static Format]) -> Result<Recognised, Unknown> {
        // Every workbook can be mapped. So this format counts only if the operator named it.
        let may_be = |format: &Format| formats.len() == 1 || format != &mapped::FORMAT;
        let found = formats.iter().filter(|format| may_be(format)).find_map(|format| {
            let sheets = || self.sheets.iter().map(|(_, sheet)| sheet);
            let part = sheets()
                .find_map(|sheet| header(sheet, format).map(|(_, part)| part))
                .or_else(|| sheets().find_map(|sheet| key_value_part(sheet, format)))?;
            Some(Recognised { format, layout: Layout::Sheets, parts: vec![part], global: None, author: None })
        });
        found.ok_or_else(|| {
            let rows = self.sheets.iter().flat_map(|(_, sheet)| sheet.rows().take(BEFORE));
            let widest =
                rows.map(|row| row.iter().map(text).filter(|name| !name.is_empty()).collect::<Vec<_>>());
            // Of equally long rows, the first is the header.
            let columns = widest.reduce(|first, row| if row.len() > first.len() { row } else { first });
            let columns = columns.unwrap_or_default();
            let near = sniff::near_tables(formats, &columns);
            Unknown::Table { columns, near }
        })
    }

    /// The rows of the sheets that have the columns of a format.
    pub fn rows(&self, format: &'static Format) -> Sheets {
        let rows: Vec<Raw> = self.sheets.iter().flat_map(|(_, sheet)| rows(sheet, format)).collect();
        Sheets { rows: rows.into_iter() }
    }
}

/// How many rows are searched for the header.
const BEFORE: usize = 5;

/// The header of a sheet: the row with the columns of a format, or the longest row if the operator maps the columns.
fn header(sheet: &Range<Data>, format: &'static Format) -> Option<(usize, &'static Part)> {
    let rows = sheet.rows().take(BEFORE).enumerate();
    if format == &mapped::FORMAT {
        let filled = |row: &[Data]| row.iter().filter(|cell| **cell != Data::Empty).count();
        let are_names = |row: &[Data]| are_names(&row.iter().map(text).collect::<Vec<_>>());
        let rows: Vec<_> = rows.rev().filter(|(_, row)| filled(row) > 1).collect();
        let named = rows.iter().filter(|(_, row)| are_names(row)).max_by_key(|(_, row)| filled(row));
        let widest = named.or_else(|| rows.iter().max_by_key(|(_, row)| filled(row)))?;
        return Some((widest.0, format.parts.first()?));
    }
    let mut rows = rows;
    rows.find_map(|(at, row)| {
        let names: Vec<String> = row.iter().map(text).collect();
        sniff::part_of_table(format, &names).map(|part| (at, part))
    })
}

/// The part of a format whose fields a sheet has one below another.
fn key_value_part(sheet: &Range<Data>, format: &'static Format) -> Option<&'static Part> {
    sniff::part_of_table(format, &key_value::columns(sheet, text).0)
}

/// A sheet with fields one below another, as a single row.
fn key_value_row(sheet: &Range<Data>) -> Raw {
    let (names, values) = key_value::columns(sheet, text);
    let row = Header::new(names.iter().map(String::as_str)).row(values.iter().map(String::as_str));
    Raw { line: sheet.start().map_or(0, |(row, _)| u64::from(row)) + 1, place: 0, content: Content::Row(row) }
}

fn rows(sheet: &Range<Data>, format: &'static Format) -> Vec<Raw> {
    let Some((at, _)) = header(sheet, format) else {
        return key_value_part(sheet, format).map(|_| key_value_row(sheet)).into_iter().collect();
    };
    let names: Vec<String> = sheet.rows().nth(at).into_iter().flatten().map(text).collect();
    let header = Header::new(names.iter().map(String::as_str));
    let first = sheet.start().map_or(0, |(row, _)| u64::from(row)) + 1;
    let rows = sheet.rows().enumerate().skip(at + 1);
    let rows = rows.filter(|(_, row)| row.iter().any(|cell| *cell != Data::Empty));
    rows.map(|(at, row)| {
        let cells: Vec<String> = row.iter().map(text).collect();
        let content = Content::Row(header.row(cells.iter().map(String::as_str)));
        Raw { line: first + at as u64, place: 0, content }
    })
    .collect()
}

/// A cell as text. A number that is no longer exact has an exponent, as in tables that were saved as text.
fn text(cell: &Data) -> String {
    match cell {
        Data::Float(number) if number.abs() >= 9_007_199_254_740_992.0 => {
            format!("{number:E}").replace('E', "E+")
        }
        Data::DateTime(time) => {
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
        }
        Data::Empty | Data::Error(_) => String::new(),
        other => other.to_string(),
    }
}

impl Source for Sheets {
    fn next(&mut self) -> io::Result<Option<Raw>> {
        Ok(self.rows.next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::FORMATS;
    use crate::formats::table::test_workbook::workbook as written;

    #[test]
    fn an_unknown_workbook_is_described_by_its_header_and_read_by_a_mapping() {
        let rows: [&[&str]; 4] =
            [&["My posts"], &["Key", "Who", "Body"], &["a1", "reef", "x"], &["a2", "reef", "y"]];
        let book = workbook(written(&rows)).unwrap();
        let columns = ["Key", "Who", "Body"].map(str::to_owned).to_vec();
        assert_eq!(book.recognise(FORMATS), Err(Unknown::Table { columns, near: Vec::new() }));
        assert!(book.recognise(&[&mapped::FORMAT]).is_ok());
        let mut found = book.rows(&mapped::FORMAT);
        let Ok(Some(Raw { line, content: Content::Row(row), .. })) = found.next() else { panic!() };
        assert_eq!((line, &row["Key"], found.rows.len()), (3, &"a1".into(), 1));
    }
}
