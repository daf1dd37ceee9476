//! A query for posts, parsed and validated once, for the Worker and the browser alike.

mod check;
mod echo;
mod listing;
pub(crate) mod pairs;

pub(super) use check::check_cursor;
pub use echo::Echo;
pub(super) use echo::Meaning;
pub use listing::Listing;

use super::filters::{FILTERS, Filters};
use super::param::{Order, Sort};
use super::shape::{Fields, Formats, ShapeParser};
use crate::http::cursor::{Cursor, Fingerprint, Position};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::limit::Limit;
use crate::time::Timestamp;
use check::Checked;
use pairs::{MoreValues, Range, Values};
use sha2::{Digest, Sha256};

/// A query for posts.
#[derive(Debug, Clone, PartialEq)]
pub struct PostQuery {
    /// The address that it was sent to.
    pub listing: Listing,
    /// The filters.
    pub filters: Filters,
    /// The first instant of the range of time.
    pub from: Option<Timestamp>,
    /// The first instant after the range of time.
    pub to_exclusive: Option<Timestamp>,
    /// What the posts are sorted by.
    pub sort: Sort,
    /// The direction of the sort.
    pub order: Order,
    /// The most posts of a page.
    pub limit: Limit,
    /// Where an earlier page ended: the page begins after it.
    pub position: Option<Position>,
    /// The keys that are read of each post. `None` for all. They belong neither to the echo nor to the address of the query.
    pub fields: Option<Fields>,
}

impl PostQuery {
    /// Whether it asks for a range of time.
    pub const fn has_range(&self) -> bool {
        self.from.is_some() || self.to_exclusive.is_some()
    }

    /// The query of an address without parameters.
    pub fn new(listing: Listing) -> Self {
        Self {
            listing,
            filters: Filters::default(),
            from: None,
            to_exclusive: None,
            sort: Sort::default(),
            order: listing.default_order(),
            limit: listing.default_limit(),
            position: None,
            fields: None,
        }
    }

    /// Parses decoded names and values: those in the path, then those of the query string.
    ///
    /// # Errors
    /// The errors of all pairs, in order.
    pub fn from_pairs<'a>(
        listing: Listing,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<ValidationError>> {
        let (query, errors) = Self::parse_into(Self::new(listing), path, pairs);
        if errors.is_empty() { Ok(query) } else { Err(errors) }
    }

    /// As [`Self::from_pairs`], but begins with a query that may have another limit. Returns what could be parsed, and every error.
    pub fn parse_into<'a>(
        query: Self,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, Vec<ValidationError>) {
        let (query, (), errors) = Self::parse_with(query, (), path, pairs);
        (query, errors)
    }

    /// As [`Self::parse_into`], for an address that has more parameters.
    pub(crate) fn parse_with<'a, M: MoreValues>(
        query: Self,
        mut more: M,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, M, Vec<ValidationError>) {
        let pairs: Vec<_> = pairs.into_iter().collect();
        let (query, errors) = query.parse_values(&mut more, path, &pairs);
        (query, more, errors)
    }

    /// As [`Self::parse_with`], compiled once for parameters of all kinds.
    fn parse_values(
        self,
        more: &mut dyn MoreValues,
        path: &[(&'static str, &str)],
        pairs: &[(&str, &str)],
    ) -> (Self, Vec<ValidationError>) {
        let own = self.listing.parameters(self.filters.table());
        let known: Vec<_> = own.chain(more.names().iter().copied()).collect();
        let parsed = Parsed { query: self, cursor: None, range: Range::default() };
        let ((parsed, _), mut errors) =
            pairs::parse_pairs(&known, (parsed, more), path, pairs.iter().copied());
        (parsed.finish(&mut errors), errors)
    }

    /// Checks what [`Self::from_pairs`] parses, and `fields`, with the same messages, but without the code that is too large for a web page: names
    /// and keywords are not folded, and whether a cursor belongs to the query is not checked. It never refuses a valid query.
    ///
    /// # Errors
    /// The errors of all pairs, in order.
    pub fn check<'a>(
        listing: Listing,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), Vec<ValidationError>> {
        let shape = ShapeParser::new(Formats::JSON, None);
        let (shape, mut errors) = Self::check_with(listing, shape, path, pairs);
        errors.extend(shape.finish().1);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// As [`Self::check`], for an address that has more parameters. Returns their values, and every error.
    pub(crate) fn check_with<'a, M: MoreValues>(
        listing: Listing,
        more: M,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (M, Vec<ValidationError>) {
        let checked = Checked { largest: listing.max_limit(), range: Range::default() };
        let known: Vec<_> = listing.parameters(FILTERS).chain(more.names().iter().copied()).collect();
        let ((_, more), errors) = pairs::parse_pairs(&known, (checked, more), path, pairs);
        (more, errors)
    }

    /// How the query was understood.
    pub const fn echo(&self) -> Echo<'_> {
        Echo(self)
    }

    /// What it means: the same for all queries that mean the same.
    pub(super) const fn meaning(&self) -> Meaning<'_> {
        Meaning(self)
    }

    /// The fingerprint that cursors of this query contain. Queries share their cursors if they mean the same.
    pub fn fingerprint(&self) -> Fingerprint {
        let hash = Sha256::digest(crate::store::json(&self.meaning()));
        hash.first_chunk().copied().unwrap_or_default()
    }

    /// The cursor after a position of this query.
    pub fn cursor(&self, position: Position) -> Cursor {
        Cursor { query: self.fingerprint(), position }
    }
}

/// The query so far, while its values are parsed.
struct Parsed {
    query: PostQuery,
    cursor: Option<Cursor>,
    range: Range,
}

impl Parsed {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        let query = &mut self.query;
        match name {
            "from_date" => self.range.set_from(value)?,
            "to_date" => self.range.set_to(value)?,
            "sort_by" => query.sort = value.parse()?,
            "sort_order" => query.order = value.parse()?,
            "limit" => query.limit = Limit::parse(value, query.listing.max_limit())?,
            "cursor" => self.cursor = Some(Cursor::decode(value).ok_or_else(|| no_cursor(value))?),
            _ => return query.filters.set(name, value).map(drop),
        }
        Ok(())
    }
}

impl Values for (Parsed, &mut dyn MoreValues) {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        let (parsed, more) = self;
        if more.set(name, value)? { Ok(()) } else { parsed.set(name, value) }
    }

    fn set_in_path(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        self.0.query.filters.set_one(name, value).map(drop)
    }

    fn conflicts(&self) -> Vec<ValidationError> {
        self.0.query.filters.conflicts()
    }

    fn range(&self) -> &Range {
        &self.0.range
    }
}

impl Parsed {
    fn finish(self, errors: &mut Vec<ValidationError>) -> PostQuery {
        let mut query = self.query;
        (query.from, query.to_exclusive) = (self.range.from, self.range.to_exclusive);
        if let Some(cursor) = self.cursor.filter(|_| errors.is_empty()) {
            if cursor.query != query.fingerprint() || !fits(cursor.position, query.sort) {
                errors.push(other_cursor());
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

/// The error of a cursor that belongs to another query.
pub(super) fn other_cursor() -> ValidationError {
    let message = "expected the next_cursor of an earlier page of this query, and one of another query came";
    ValidationError::new(ValidationErrorCode::InvalidCursor, message).for_parameter("cursor")
}

/// The error of a text that is no cursor.
pub(super) fn no_cursor(text: &str) -> ValidationError {
    let message = format!("expected the next_cursor of an earlier page, and {} came", quoted(text));
    ValidationError::new(ValidationErrorCode::InvalidCursor, message)
}

#[cfg(test)]
mod tests;
