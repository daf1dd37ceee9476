//! Detects the dialect of a table from its first lines.

use crate::formats::number::parse_count;
use crate::formats::value::date_text;

/// How a table is written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The character between its columns.
    pub separator: u8,
    /// How many rows come before the header.
    pub before: usize,
    /// Whether quotes in cells are escaped as `\"` and not doubled.
    pub escaped: bool,
}

/// The most rows before the header. Some exports start with notes.
const BEFORE: usize = 5;

/// The rows that may be the header of a table, each split by each of the possible separators.
pub fn heads(text: &str) -> Vec<(Dialect, Vec<String>)> {
    let escaped = is_escaped(text);
    let heads = [b',', b';', b'\t'].into_iter().flat_map(|separator| {
        let rows = reader(separator, text.as_bytes()).into_records().take(BEFORE + 1).map_while(Result::ok);
        let rows = rows.enumerate().map(move |(before, row)| {
            let columns: Vec<String> = row.iter().map(|name| name.trim().to_owned()).collect();
            (Dialect { separator, before, escaped }, columns)
        });
        rows.collect::<Vec<_>>()
    });
    // A quote that is not closed would join the rest of the header and the rows after it to one name.
    let is_one_line = |dialect: &Dialect, name: &String| {
        !(name.contains('\n') && name.contains(char::from(dialect.separator)))
    };
    heads
        .filter(|(dialect, columns)| {
            columns.len() > 1 && columns.iter().all(|name| is_one_line(dialect, name))
        })
        .collect()
}

/// Whether the cells of a row may be the names of columns: none of them is an address, a number or a time.
pub(crate) fn are_names(cells: &[impl AsRef<str>]) -> bool {
    let may_be = |cell: &str| {
        cell.is_empty()
            || !cell.starts_with("http")
                && cell.contains(char::is_alphabetic)
                && parse_count(cell).is_none()
                && date_text::parse(cell).is_none()
    };
    cells.iter().all(|cell| may_be(cell.as_ref().trim()))
}

/// Whether quotes in cells are escaped as `\"`. If quotes were doubled, only the end of a cell or another quote could follow it.
fn is_escaped(text: &str) -> bool {
    text.match_indices("\\\"").any(|(at, sign)| {
        let follows = text.get(at + sign.len()..).and_then(|rest| rest.chars().next());
        follows.is_some_and(|char| !matches!(char, ',' | ';' | '\t' | '\r' | '\n' | '"'))
    })
}

/// A reader of rows that may have different lengths. Rows end with LF, and a CR before it stays in the last cell.
pub(crate) fn reader<R: std::io::Read>(separator: u8, text: R) -> csv::Reader<R> {
    csv::ReaderBuilder::new()
        .delimiter(separator)
        .terminator(csv::Terminator::Any(b'\n'))
        .has_headers(false)
        .flexible(true)
        .from_reader(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_numbers_and_times_are_not_names() {
        assert!(are_names(&["id", "Likes (organic)", "", "投稿ID", "24h views"]));
        for cell in ["17", "1.2K", "https://x.com/kelp", "2024-06-10", "2024-06-10T03:00:17Z", "1,234", "-"] {
            assert!(!are_names(&["id", cell]), "{cell}");
        }
    }

    #[test]
    fn every_separator_and_a_header_after_notes_are_tried() {
        let found = |text: &str, expected: Dialect, columns: &[&str]| {
            heads(text).iter().any(|(dialect, names)| *dialect == expected && names == columns)
        };
        assert!(found("a,b\n1,2\n", Dialect { separator: b',', before: 0, escaped: false }, &["a", "b"]));
        assert!(found("a;\"b;c\"\n", Dialect { separator: b';', before: 0, escaped: false }, &["a", "b;c"]));
        assert!(found("a\tb\r\n", Dialect { separator: b'\t', before: 0, escaped: false }, &["a", "b"]));
        assert!(found(
            "Notes:\n\"some, text\"\n\na,b\n",
            Dialect { separator: b',', before: 2, escaped: false },
            &["a", "b"]
        ));
        assert!(heads("one column\nonly\n").is_empty());
    }
}
