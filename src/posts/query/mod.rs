//! A query for posts: what a caller asks for, understood and checked once, for the Worker and the browser alike.

mod check;
mod listing;
mod reader;

pub use listing::Listing;

use super::param;
use super::param::{Hashtag, Keyword, Minimum, Order, Sort, Username};
use super::post::MediaType;
use crate::http::cursor::{Cursor, Fingerprint, Position};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::limit::Limit;
use crate::platform::Platform;
use crate::time::Timestamp;
use check::Checked;
use reader::{Range, Values};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// What a caller asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct PostQuery {
    /// The address that it came in by.
    pub listing: Listing,
    /// Posts of this network only.
    pub platform: Option<Platform>,
    /// Posts of this author only.
    pub username: Option<Username>,
    /// Posts with this hashtag only.
    pub hashtag: Option<Hashtag>,
    /// Posts with these words only.
    pub keyword: Option<Keyword>,
    /// Posts of this type only.
    pub media_type: Option<MediaType>,
    /// Posts with at least so many likes only.
    pub min_likes: Option<Minimum>,
    /// Posts with at least so many comments only.
    pub min_comments: Option<Minimum>,
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

/// What was understood, as it stands in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are those of the query, in words on the wire")]
pub struct Echo<'a> {
    pub platform: Option<&'static str>,
    pub username: Option<&'a str>,
    pub hashtag: Option<&'a str>,
    pub keyword: Option<&'a str>,
    pub media_type: Option<&'static str>,
    pub min_likes: Option<u64>,
    pub min_comments: Option<u64>,
    pub from: Option<Timestamp>,
    pub to_exclusive: Option<Timestamp>,
    pub sort_by: &'static str,
    pub sort_order: &'static str,
}

impl PostQuery {
    /// The query of an address without parameters.
    pub fn new(listing: Listing) -> Self {
        Self {
            listing,
            platform: None,
            username: None,
            hashtag: None,
            keyword: None,
            media_type: None,
            min_likes: None,
            min_comments: None,
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
        let listing = query.listing;
        let understood = Understood { query, cursor: None, range: Range::default() };
        let (understood, mut faults) = reader::read(listing, understood, path, pairs);
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
        let (_, faults) = reader::read(listing, checked, path, pairs);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// What was understood. Two queries with equal echoes but for the network's name share their cursors.
    pub fn echo(&self) -> Echo<'_> {
        Echo {
            platform: self.platform.map(Platform::name),
            username: self.username.as_ref().map(|username| username.0.key.as_str()),
            hashtag: self.hashtag.as_ref().map(|hashtag| hashtag.0.key.as_str()),
            keyword: self.keyword.as_ref().map(|keyword| keyword.text.as_str()),
            media_type: self.media_type.map(MediaType::name),
            min_likes: self.min_likes.map(|minimum| minimum.0),
            min_comments: self.min_comments.map(|minimum| minimum.0),
            from: self.from,
            to_exclusive: self.to_exclusive,
            sort_by: self.sort.name(),
            sort_order: self.order.name(),
        }
    }

    /// What the cursors of this query are bound to.
    pub fn fingerprint(&self) -> Fingerprint {
        let platform = self.platform.map(|platform| platform.network.name());
        let hash = Sha256::digest(crate::store::json(&Echo { platform, ..self.echo() }));
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
            "platform" => query.platform = Some(param::platform(value)?),
            "username" => query.username = Some(value.parse()?),
            "hashtag" => query.hashtag = Some(value.parse()?),
            "keyword" => query.keyword = Some(value.parse()?),
            "media_type" => query.media_type = Some(value.parse()?),
            "min_likes" => query.min_likes = Some(value.parse()?),
            "min_comments" => query.min_comments = Some(value.parse()?),
            "from_date" => self.range.set_from(value)?,
            "to_date" => self.range.set_to(value)?,
            "sort_by" => query.sort = value.parse()?,
            "sort_order" => query.order = value.parse()?,
            "limit" => query.limit = Limit::read(value, query.listing.largest())?,
            _ => self.cursor = Some(Cursor::decode(value).ok_or_else(|| no_cursor(value))?),
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
