//! Splits a row of text into cells. This is stricter than the libraries: after a quote that is not closed, or a closing quote
//! that something follows, values would move to the wrong columns.

use std::borrow::Cow;

/// A position in a row, which decides whether the row may end there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Before the first byte of a cell.
    Start,
    /// In a cell without quotes.
    Plain,
    /// In a cell with quotes.
    Quoted,
    /// After a quote in a cell with quotes. It closes the cell unless another quote follows.
    Closing,
    /// After a byte that can't follow a closing quote.
    Broken,
}

impl State {
    /// The state after more bytes of a row.
    pub(crate) fn after(mut self, bytes: &[u8], separator: u8) -> Self {
        // Most rows have no quotes, and then every byte is plain.
        if matches!(self, Self::Start | Self::Plain) && !bytes.contains(&b'"') {
            return match bytes {
                [.., last] if *last == separator => Self::Start,
                [] => self,
                _ => Self::Plain,
            };
        }
        for byte in bytes {
            self = self.step(*byte, separator);
        }
        self
    }

    fn step(self, byte: u8, separator: u8) -> Self {
        match self {
            Self::Start if byte == b'"' => Self::Quoted,
            Self::Start | Self::Plain | Self::Closing if byte == separator => Self::Start,
            Self::Start | Self::Plain => Self::Plain,
            Self::Quoted if byte == b'"' => Self::Closing,
            Self::Closing if byte == b'"' => Self::Quoted,
            Self::Quoted => Self::Quoted,
            Self::Closing | Self::Broken => Self::Broken,
        }
    }

    /// Whether a line end would belong to the cell.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Quoted)
    }
}

/// The cells of a complete row that is not broken.
pub(crate) fn cells(row: &[u8], separator: u8) -> Vec<Cow<'_, [u8]>> {
    let (mut cells, mut rest) = (Vec::new(), row);
    loop {
        let (cell, length) = if rest.starts_with(b"\"") {
            quoted(rest)
        } else {
            let end = rest.iter().position(|byte| *byte == separator).unwrap_or(rest.len());
            (Cow::Borrowed(rest.get(..end).unwrap_or_default()), end)
        };
        cells.push(cell);
        match rest.get(length + 1..) {
            Some(more) => rest = more,
            None => return cells,
        }
    }
}

/// The cell that begins with a quote, and its length with the quotes.
fn quoted(row: &[u8]) -> (Cow<'_, [u8]>, usize) {
    let (mut at, mut doubled) = (1, false);
    while let Some(byte) = row.get(at) {
        if *byte == b'"' {
            if row.get(at + 1) != Some(&b'"') {
                break;
            }
            (at, doubled) = (at + 1, true);
        }
        at += 1;
    }
    let inner = row.get(1..at).unwrap_or_default();
    let cell = if doubled { Cow::Owned(undoubled(inner)) } else { Cow::Borrowed(inner) };
    (cell, (at + 1).min(row.len()))
}

fn undoubled(cell: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(cell.len());
    let mut bytes = cell.iter();
    while let Some(byte) = bytes.next() {
        kept.push(*byte);
        if *byte == b'"' {
            bytes.next();
        }
    }
    kept
}

/// The pattern of a cell: digits, letters and punctuation. Cells of one column often have the same pattern.
fn shape(cell: &[u8]) -> Vec<u8> {
    let mut shape = Vec::new();
    for byte in cell.iter().take(64) {
        let class = match byte {
            b'0'..=b'9' => b'9',
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => b'a',
            other => *other,
        };
        if shape.last() != Some(&class) {
            shape.push(class);
        }
    }
    shape
}

/// The patterns of the cells of a row.
pub(crate) fn shapes(cells: &[Cow<'_, [u8]>]) -> Vec<Vec<u8>> {
    cells.iter().map(|cell| shape(cell)).collect()
}

/// Whether at least half of the cells, and at least two, have the patterns of another row.
pub(crate) fn are_alike(cells: &[Cow<'_, [u8]>], shapes: &[Vec<u8>]) -> bool {
    let alike =
        cells.iter().zip(shapes).filter(|(cell, other)| !cell.is_empty() && shape(cell) == **other).count();
    alike >= 2 && alike * 2 >= cells.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(row: &str) -> Vec<String> {
        cells(row.as_bytes(), b',').iter().map(|cell| String::from_utf8(cell.to_vec()).unwrap()).collect()
    }

    #[test]
    fn rows_are_split_at_separators_outside_quotes() {
        for (row, expected) in [
            ("a,b", &["a", "b"][..]),
            ("", &[""]),
            ("a,", &["a", ""]),
            ("\"a,b\",c", &["a,b", "c"]),
            ("\"say \"\"a\"\"\",\"\"", &["say \"a\"", ""]),
            ("5\" wide,b", &["5\" wide", "b"]),
            ("\"two\nlines\",b", &["two\nlines", "b"]),
        ] {
            assert_eq!(split(row), expected, "{row}");
        }
    }

    #[test]
    fn a_row_may_end_only_outside_quotes() {
        let state = |row: &str| State::Start.after(row.as_bytes(), b',');
        assert_eq!(state("a,b"), State::Plain);
        assert_eq!(state("a,"), State::Start);
        assert!(state("a,\"b").is_open() && state("a,\"b\"\"").is_open());
        assert_eq!(state("a,\"b\""), State::Closing);
        assert_eq!(state("a,\"b\"c"), State::Broken);
        assert_eq!(state("5\" wide"), State::Plain);
    }

    #[test]
    fn rows_of_one_table_have_similar_patterns() {
        let row = cells(b"7379000000000000001,2026-01-01,Soup and more,12", b',');
        let shapes = shapes(&row);
        assert!(are_alike(&cells(b"7379000000000000002,2026-01-02,Knife,1", b','), &shapes));
        assert!(!are_alike(&cells(b"warm, red, tasty, good", b','), &shapes));
    }

    proptest::proptest! {
        #[test]
        fn cells_are_those_that_the_csv_crate_finds(row in r#"[a,"]{0,16}"#) {
            let state = State::Start.after(row.as_bytes(), b',');
            if !matches!(state, State::Broken | State::Quoted) && !row.is_empty() {
                let mut reader = crate::formats::table::dialect::reader(b',', row.as_bytes());
                let mut record = csv::StringRecord::new();
                reader.read_record(&mut record).unwrap();
                proptest::prop_assert_eq!(split(&row), record.iter().map(str::to_owned).collect::<Vec<_>>());
            }
        }
    }
}
