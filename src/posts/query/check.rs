//! Checks the values of a query without keeping them.

use super::no_cursor;
use super::pairs::{MoreValues, Range, Values};
use crate::http::cursor::Cursor;
use crate::http::error::ValidationError;
use crate::http::limit::Limit;
use crate::posts::filters::{FILTERS, find_filter};
use crate::posts::param::{Order, Sort};

/// Checks each value with the code that parses it, as far as that needs no folding and no hashing.
pub(crate) struct Checked {
    pub(crate) largest: Limit,
    pub(crate) range: Range,
}

impl Values for Checked {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        let checked = match name {
            "from_date" => self.range.set_from(value),
            "to_date" => self.range.set_to(value),
            "sort_by" => value.parse::<Sort>().map(drop),
            "sort_order" => value.parse::<Order>().map(drop),
            "limit" => Limit::parse(value, self.largest).map(drop),
            "cursor" => check_cursor(value),
            _ => return find_filter(FILTERS, name).map_or(Ok(()), |filter| filter.kind.check(value)),
        };
        checked.map_err(Vec::from)
    }

    fn set_in_path(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        find_filter(FILTERS, name).map_or(Ok(()), |filter| filter.kind.check_one(value))
    }

    fn range(&self) -> &Range {
        &self.range
    }
}

/// The same, of an address that has more parameters.
impl<M: MoreValues> Values for (Checked, M) {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        let (checked, more) = self;
        if more.set(name, value)? { Ok(()) } else { checked.set(name, value) }
    }

    fn set_in_path(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        self.0.set_in_path(name, value)
    }

    fn range(&self) -> &Range {
        self.0.range()
    }
}

/// Checks that a text looks like a cursor.
///
/// # Errors
/// When it certainly is none.
pub(in crate::posts) fn check_cursor(text: &str) -> Result<(), ValidationError> {
    if Cursor::looks_valid(text) { Ok(()) } else { Err(no_cursor(text)) }
}
