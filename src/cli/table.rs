//! Tables for people: without borders, and no wider than the terminal that shows them.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use std::io;
use terminal_size::{Width, terminal_size_of};

/// Blanks between two columns.
const GAP: u16 = 2;

/// A table with aligned columns. `right` has the indexes of columns that are aligned to the right. On a terminal, a cell that
/// does not fit takes several lines. In a pipe or a file, every row is one line.
pub(super) fn table(rows: &[Vec<String>], right: &[usize]) -> String {
    render(rows, right, terminal_size_of(io::stdout()).map(|(Width(width), _)| width))
}

fn render(rows: &[Vec<String>], right: &[usize], width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, GAP));
        if right.contains(&column.index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    if let Some(width) = width {
        // The gap after the last column is cut off.
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.saturating_add(GAP));
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    #[test]
    fn columns_are_aligned_by_display_width() {
        let rows = [row(&["a", "n"]), row(&["漢字", "10"]), row(&["bcd"])];
        assert_eq!(render(&rows, &[1], None), "a      n\n漢字  10\nbcd");
    }

    #[test]
    fn a_row_is_one_line_except_on_a_narrow_terminal() {
        let rows = [row(&["ada@example.com", "one two three"])];
        assert_eq!(render(&rows, &[], None), "ada@example.com  one two three");
        assert_eq!(render(&rows, &[], Some(30)), "ada@example.com  one two three");
        assert_eq!(render(&rows, &[], Some(24)), "ada@example.com  one two\n                 three");
    }
}
