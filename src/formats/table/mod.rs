//! Tables: text with separated columns, and the sheets of workbooks. Their rows become objects, so that a table and a
//! list of objects that say the same are read by the same converter.

mod card;
mod dialect;
mod escapes;
#[cfg(test)]
pub(crate) mod made;
mod nest;
mod rows;
mod sheets;

pub use dialect::{Dialect, heads};
pub use nest::Header;
pub use rows::Rows;
pub use sheets::{MOST_OF_A_WORKBOOK, Sheets, Workbook, workbook};

use super::json;
use super::sniff::signs::folds_to;
use serde_json::Value;

/// The cell of a row under a column's name, compared without case, blanks and underscores; null where there is none.
pub fn cell<'a>(row: &'a Value, column: &str) -> &'a Value {
    let found = row.as_object().and_then(|cells| cells.iter().find(|(name, _)| folds_to(name, column)));
    found.map_or(&Value::Null, |(_, value)| value)
}

/// The text of the first of several columns that has one.
pub fn text(row: &Value, columns: &[&str]) -> Option<String> {
    columns.iter().find_map(|column| json::text(cell(row, column)))
}
