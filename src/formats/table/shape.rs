//! How long the rows of a table may be.

/// How long the rows of a table may be, as all of them show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// How many columns the header names.
    pub columns: usize,
    /// How many columns there are up to the last that has a name.
    pub named: usize,
    /// How many of them are filled in any row that has all: rows may lack the rest, as those that Excel writes do.
    pub filled: usize,
    /// Whether every row ends with a separator, and the header does not.
    pub trailing: bool,
}

impl Shape {
    /// What a header says alone: rows have all columns.
    pub fn of_header(names: &[impl AsRef<str>]) -> Self {
        Lengths::default().shape(names)
    }

    /// Whether a row may have so many cells, the last of which is empty or not.
    pub const fn fits(&self, cells: usize, ends_empty: bool) -> bool {
        cells == self.columns
            || cells < self.columns && cells >= self.filled
            || self.trailing && ends_empty && cells == self.columns + 1
    }
}

/// What is known of the lengths of rows while they pass.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lengths {
    rows: u64,
    /// Rows that have one cell more than the header, which is empty.
    trailing: u64,
    /// Rows that lack cells at their end.
    short: u64,
    /// Rows that have all columns, and how many of them are filled in any.
    whole: u64,
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

    /// What they show, under a header with these names. One row alone may have lost or won a cell by accident.
    pub(crate) fn shape(&self, names: &[impl AsRef<str>]) -> Shape {
        let columns = names.len();
        let end = names.iter().rposition(|text| !text.as_ref().trim().is_empty());
        let titled = end.map_or(columns, |at| at + 1);
        let is_filled = self.whole > 0 && self.filled > 0;
        let filled = if is_filled && self.short > 1 { self.filled.min(titled) } else { titled };
        Shape { columns, named: titled, filled, trailing: self.trailing > 1 && self.trailing == self.rows }
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
    fn rows_may_lack_only_what_no_other_has() {
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
