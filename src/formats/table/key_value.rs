//! Sheets about a single thing: names of fields in the first column, their values in the second.

use calamine::{Data, Range};

/// How many rows of a sheet are searched for fields.
const MOST: usize = 60;

/// The names and values of a sheet's first two columns.
pub(super) fn columns(sheet: &Range<Data>, text: fn(&Data) -> String) -> (Vec<String>, Vec<String>) {
    let rows = sheet.rows().take(MOST).map(|row| {
        let cell = |at| row.get(at).map(text).unwrap_or_default();
        (cell(0), cell(1))
    });
    rows.filter(|(name, _)| !name.is_empty()).unzip()
}
