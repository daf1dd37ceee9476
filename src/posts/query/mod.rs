//! A query for posts: what a caller asks for, understood and checked once, for the Worker and the browser alike.

mod check;
mod echo;
mod listing;
mod reader;

pub use echo::Echo;
pub use listing::Listing;

use super::filters::{FILTERS, Filters};
use super::param::{Order, Sort};
use crate::http::cursor::{Cursor, Fingerprint, Position};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::limit::Limit;
use crate::time::Timestamp;
use check::Checked;
use reader::{Range, Values};
use sha2::{Digest, Sha256};

/// What a caller asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct PostQuery {
    /// The address that it came in by.
    pub listing: Listing,
    /// What leaves posts out.
    pub filters: Filters,
    /// The first instant.
    pub from: Option<Timestamp>,
    /// The first instant after the range.
    pub to_exclusive: Option<Timestamp>,
    /// What they are sorted by.
    pub sort: Sort,
    /// In which direction.
    pub order: Order,
    /// How many a page has at most.
    pub limit: Limit,
    /// Where an earlier page ended.
    pub position: Option<Position>,
}

impl PostQuery {
    /// The query of an address without parameters.
    pub fn new(listing: Listing) -> Self {
        Self {
            listing,
            filters: Filters::default(),
            from: None,
            to_exclusive: None,
            sort: Sort::default(),
            order: listing.order(),
            limit: listing.usual(),
            position: None,
        }
    }

    /// Reads names and values, each already decoded: those that stand in the path, then those of the query string.
    ///
    /// # Errors
    /// Every fault of every pair, in their order.
    pub fn from_pairs<'a>(
        listing: Listing,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<ValidationError>> {
        let (query, faults) = Self::read(Self::new(listing), path, pairs);
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The same, into a query that may have another limit: what could be read, and what could not.
    pub fn read<'a>(
        query: Self,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, Vec<ValidationError>) {
        let (listing, table) = (query.listing, query.filters.table());
        let understood = Understood { query, cursor: None, range: Range::default() };
        let (understood, mut faults) = reader::read((listing, table), understood, path, pairs);
        (understood.finish(&mut faults), faults)
    }

    /// Checks what [`Self::from_pairs`] reads, in the same words, without what is too large for a web page: names and
    /// keywords are not folded, and whether a cursor belongs to this query is not looked at. It refuses nothing that
    /// is right.
    ///
    /// # Errors
    /// Every fault of every pair, in their order.
    pub fn check<'a>(
        listing: Listing,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), Vec<ValidationError>> {
        let checked = Checked { largest: listing.largest(), range: Range::default() };
        let (_, faults) = reader::read((listing, FILTERS), checked, path, pairs);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// What was understood. Two queries with equal echoes but for the network's name share their cursors.
    pub const fn echo(&self) -> Echo<'_> {
        Echo { query: self, is_canonical: false }
    }

    /// What the cursors of this query are bound to.
    pub fn fingerprint(&self) -> Fingerprint {
        let hash = Sha256::digest(crate::store::json(&Echo { query: self, is_canonical: true }));
        hash.first_chunk().copied().unwrap_or_default()
    }

    /// The cursor after a position of this query.
    pub fn cursor(&self, position: Position) -> Cursor {
        Cursor { query: self.fingerprint(), position }
    }
}

/// The values of a query, as they are read.
struct Understood {
    query: PostQuery,
    cursor: Option<Cursor>,
    range: Range,
}

impl Values for Understood {
    fn set(&mut self, name: &str, value: &str) -> Result<(), ValidationError> {
        let query = &mut self.query;
        match name {
            "from_date" => self.range.set_from(value)?,
            "to_date" => self.range.set_to(value)?,
            "sort_by" => query.sort = value.parse()?,
            "sort_order" => query.order = value.parse()?,
            "limit" => query.limit = Limit::read(value, query.listing.largest())?,
            "cursor" => self.cursor = Some(Cursor::decode(value).ok_or_else(|| no_cursor(value))?),
            _ => return query.filters.set(name, value).map(drop),
        }
        Ok(())
    }

    fn range(&self) -> &Range {
        &self.range
    }
}

impl Understood {
    fn finish(self, faults: &mut Vec<ValidationError>) -> PostQuery {
        let mut query = self.query;
        (query.from, query.to_exclusive) = (self.range.from, self.range.to_exclusive);
        if let Some(cursor) = self.cursor.filter(|_| faults.is_empty()) {
            if cursor.query != query.fingerprint() || !fits(cursor.position, query.sort) {
                let message = "expected the next_cursor of an earlier page of this query, and one of another query came";
                faults.push(ValidationError::new(ValidationErrorCode::InvalidCursor, message).of("cursor"));
            }
            query.position = Some(cursor.position);
        }
        query
    }
}

fn fits(position: Position, sort: Sort) -> bool {
    matches!(
        (position, sort),
        (Position::Time { .. }, Sort::PublishedAt) | (Position::Count { .. }, Sort::Count(_))
    )
}

fn no_cursor(text: &str) -> ValidationError {
    let message = format!("expected the next_cursor of an earlier page, and {} came", quoted(text));
    ValidationError::new(ValidationErrorCode::InvalidCursor, message)
}

#[cfg(test)]
mod tests;
