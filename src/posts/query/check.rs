//! The values of a query, checked and not kept.

use super::no_cursor;
use super::reader::{Range, Values};
use crate::http::cursor::Cursor;
use crate::http::error::ValidationError;
use crate::http::limit::Limit;
use crate::posts::filters::{FILTERS, entry};
use crate::posts::param::{Order, Sort};

/// Checks each value by the code that reads it, but for those that only folding and hashing know all about.
pub(crate) struct Checked {
    pub(crate) largest: Limit,
    pub(crate) range: Range,
}

impl Values for Checked {
    fn set(&mut self, name: &str, value: &str) -> Result<(), ValidationError> {
        match name {
            "from_date" => self.range.set_from(value),
            "to_date" => self.range.set_to(value),
            "sort_by" => value.parse::<Sort>().map(drop),
            "sort_order" => value.parse::<Order>().map(drop),
            "limit" => Limit::read(value, self.largest).map(drop),
            "cursor" if Cursor::may_be(value) => Ok(()),
            "cursor" => Err(no_cursor(value)),
            _ => entry(FILTERS, name).map_or(Ok(()), |filter| filter.kind.check(value)),
        }
    }

    fn range(&self) -> &Range {
        &self.range
    }
}
