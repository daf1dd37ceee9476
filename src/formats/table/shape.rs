//! How long the rows of a table may be.

/// How long the rows of a table may be, derived from all rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// How many columns the header names.
    pub columns: usize,
    /// How many columns there are up to the last one with a name.
    pub named: usize,
    /// The least number of cells in a row: up to the last column that is filled in any complete row. Excel, for example, leaves
    /// out empty cells at the end of a row.
    pub filled: usize,
    /// Whether every row ends with a separator, and the header does not.
    pub trailing: bool,
}

impl Shape {
    /// The shape according to the header alone: rows have all columns.
    pub fn of_header(names: &[impl AsRef<str>]) -> Self {
        Lengths::default().shape(names)
    }

    /// Whether a row may have this many cells. `ends_empty` says whether the last one is empty.
    pub const fn fits(&self, cells: usize, ends_empty: bool) -> bool {
        cells == self.columns
            || cells < self.columns && cells >= self.filled
            || self.trailing && ends_empty && cells == self.columns + 1
    }
}

/// Counts the lengths of rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lengths {
    rows: u64,
    /// Rows with one cell more than the header, which is empty.
    trailing: u64,
    /// Rows with fewer cells than the header.
    short: u64,
    /// Rows with as many cells as the header.
    whole: u64,
    /// The number of columns up to the last one that is filled in any of the whole rows.
    filled: usize,
}

impl Lengths {
    pub(crate) fn add(&mut self, columns: usize, cells: &[impl AsRef<[u8]>]) {
        let is_filled = |cell: &_| !AsRef::<[u8]>::as_ref(cell).trim_ascii().is_empty();
        let filled = cells.iter().rposition(is_filled).map_or(0, |at| at + 1);
        self.rows += 1;
        if cells.len() == columns {
            self.whole += 1;
            self.filled = self.filled.max(filled);
        }
        self.short += u64::from(cells.len() < columns);
        self.trailing += u64::from(cells.len() == columns + 1 && filled <= columns);
    }

    /// The shape under a header with these names. A single row with another length does not count: it may be damaged.
    pub(crate) fn shape(&self, names: &[impl AsRef<str>]) -> Shape {
        let columns = names.len();
        let end = names.iter().rposition(|text| !text.as_ref().trim().is_empty());
        let last_named = end.map_or(columns, |at| at + 1);
        let is_filled = self.whole > 0 && self.filled > 0;
        let filled = if is_filled && self.short > 1 { self.filled.min(last_named) } else { last_named };
        Shape {
            columns,
            named: last_named,
            filled,
            trailing: self.trailing > 1 && self.trailing == self.rows,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(columns: usize, rows: &[&[&str]]) -> Shape {
        let mut lengths = Lengths::default();
        for row in rows {
            lengths.add(columns, row);
        }
        lengths.shape(&["a", "b", "c"][..columns])
    }

    #[test]
    fn rows_may_lack_only_cells_that_no_other_row_has() {
        let trimmed = shape(3, &[&["1", "a", ""], &["2", "b"], &["3", "c"]]);
        assert!(trimmed.fits(2, false) && !trimmed.fits(1, false) && !trimmed.fits(4, true));
        let full = shape(3, &[&["1", "a", "5"], &["2", "b"]]);
        assert!(full.fits(3, false) && !full.fits(2, false));
        assert!(!shape(3, &[&["1", "a"]]).fits(2, false));
        assert!(!shape(3, &[&["1", "a", ""], &["2", "b"]]).fits(2, false));
        assert!(Shape::of_header(&["a", "b", ""]).fits(2, false));
    }

    #[test]
    fn separators_at_the_end_of_every_row_do_no_harm() {
        let trailing = shape(2, &[&["1", "a", ""], &["2", "b", ""]]);
        assert!(trailing.fits(3, true) && !trailing.fits(3, false));
        assert!(!shape(2, &[&["1", "a", ""], &["2", "b"]]).fits(3, true));
        assert!(!shape(2, &[&["1", "a", ""]]).fits(3, true));
    }
}
