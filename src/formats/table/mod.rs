//! Tables: CSV and similar text, and the sheets of workbooks. Their rows become objects, so that one converter reads both a
//! table and a list of objects.

mod cells;
mod dialect;
mod escapes;
mod evidence;
mod header;
mod key_value;
mod records;
mod rows;
mod shape;
mod sheets;
#[cfg(test)]
pub(crate) mod test_workbook;

pub(crate) use dialect::are_names;
pub use dialect::{Dialect, heads};
pub use evidence::Evidence;
pub use header::Header;
pub use rows::Rows;
pub use shape::Shape;
pub use sheets::{MOST_OF_A_WORKBOOK, Sheets, Workbook, workbook};

use super::json;
use super::sniff::signatures::folds_to;
use serde_json::Value;

/// The cell in a column of a row, or null. Names of columns are compared without case, blanks and underscores. `column` may have
/// several names, separated by `|`: the first that is present and filled counts.
pub fn cell<'a>(row: &'a Value, column: &str) -> &'a Value {
    let Some(cells) = row.as_object() else { return &Value::Null };
    let under = |column: &str| cells.iter().find(|(name, _)| folds_to(name, column)).map(|(_, value)| value);
    let is_filled =
        |value: &&Value| value.as_str().is_none_or(|text| !text.trim().is_empty()) && !value.is_null();
    if !column.contains('|') {
        return under(column).unwrap_or(&Value::Null);
    }
    let mut present = column.split('|').filter_map(under);
    let first = column.split('|').find_map(under);
    present.find(is_filled).or(first).unwrap_or(&Value::Null)
}

/// The text of the first of several columns that has one.
pub fn text(row: &Value, columns: &[&str]) -> Option<String> {
    columns.iter().find_map(|column| json::text(cell(row, column)))
}
