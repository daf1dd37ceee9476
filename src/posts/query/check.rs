//! The values of a query, checked and not kept.

use super::no_cursor;
use super::reader::{Range, Values};
use crate::http::cursor::Cursor;
use crate::http::error::ValidationError;
use crate::http::limit::Limit;
use crate::posts::param;
use crate::posts::param::{Minimum, Order, Sort};
use crate::posts::post::MediaType;

/// Checks each value by the code that reads it, but for those that only folding and hashing know all about.
pub(crate) struct Checked {
    pub(crate) largest: Limit,
    pub(crate) range: Range,
}

impl Values for Checked {
    fn set(&mut self, name: &str, value: &str) -> Result<(), ValidationError> {
        match name {
            "platform" => param::platform(value).map(drop),
            "username" => param::check_username(value),
            "hashtag" => param::check_hashtag(value),
            "keyword" => param::check_keyword(value),
            "media_type" => value.parse::<MediaType>().map(drop),
            "min_likes" | "min_comments" => value.parse::<Minimum>().map(drop),
            "from_date" => self.range.set_from(value),
            "to_date" => self.range.set_to(value),
            "sort_by" => value.parse::<Sort>().map(drop),
            "sort_order" => value.parse::<Order>().map(drop),
            "limit" => Limit::read(value, self.largest).map(drop),
            _ if Cursor::may_be(value) => Ok(()),
            _ => Err(no_cursor(value)),
        }
    }

    fn range(&self) -> &Range {
        &self.range
    }
}
