//! A query for posts: what a caller asks for, understood and checked once, for the Worker and the browser alike.

mod listing;

pub use listing::Listing;

use crate::cursor::{Cursor, Fingerprint, Position};
use crate::error::{Fault, FaultCode, quoted};
use crate::nearest::nearest;
use crate::param::{self, Hashtag, Keyword, Limit, Minimum, Order, Sort, Username};
use crate::platform::Platform;
use crate::post::MediaType;
use crate::time::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Names that would carry a token where it ends up in logs.
const TOKEN_NAMES: &[&str] =
    &["token", "access_token", "api_token", "api_key", "apikey", "key", "authorization"];
/// What every token of ours starts with.
const TOKEN_START: &str = "postern_";

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
    ) -> Result<Self, Vec<Fault>> {
        let (query, faults) = Self::read(Self::new(listing), path, pairs);
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The same, into a query that may have another limit: what could be read, and what could not.
    pub fn read<'a>(
        query: Self,
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, Vec<Fault>) {
        let mut reader = Reader::new(query);
        for (name, value) in path {
            reader.value(name, value);
        }
        reader.read(pairs).finish()
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

/// Reads pairs into a query, and keeps what is wrong.
struct Reader<'a> {
    query: PostQuery,
    cursor: Option<Cursor>,
    from_is_rounded: bool,
    seen: Vec<&'a str>,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    const fn new(query: PostQuery) -> Self {
        Self { query, cursor: None, from_is_rounded: false, seen: Vec::new(), faults: Vec::new() }
    }

    fn read(mut self, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        for (name, value) in pairs {
            if let Some(fault) = token_in_query(name, value) {
                self.faults.push(fault);
            } else if self.seen.contains(&name) {
                self.repeated(name);
            } else {
                self.seen.push(name);
                self.pair(name, value);
            }
        }
        self
    }

    fn repeated(&mut self, name: &str) {
        let named = |fault: &Fault| fault.parameter == name;
        let known = !self.faults.iter().any(|fault| {
            named(fault) && matches!(fault.code, FaultCode::DuplicateParameter | FaultCode::UnknownParameter)
        });
        if known {
            let message = "expected it once, and it came more than once";
            self.faults.push(Fault::new(FaultCode::DuplicateParameter, message).of(name));
        }
    }

    fn pair(&mut self, name: &str, value: &str) {
        if !self.query.listing.parameters().any(|parameter| parameter == name) {
            self.faults.push(unknown(name, self.query.listing));
        } else if value.is_empty() {
            self.empty(name);
        } else {
            self.value(name, value);
        }
    }

    /// An empty value is a fault of its own, with the range or the list that a wrong value's has.
    fn empty(&mut self, name: &str) {
        let message = "expected a value, and none came".to_owned();
        if let Err(wrong) = self.set(name, "") {
            self.faults.push(Fault { code: FaultCode::EmptyValue, message, ..wrong }.of(name));
        }
    }

    fn value(&mut self, name: &str, value: &str) {
        if let Err(fault) = self.set(name, value) {
            self.faults.push(fault.of(name));
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let query = &mut self.query;
        match name {
            "platform" => query.platform = Some(param::platform(value)?),
            "username" => query.username = Some(value.parse()?),
            "hashtag" => query.hashtag = Some(value.parse()?),
            "keyword" => query.keyword = Some(value.parse()?),
            "media_type" => query.media_type = Some(value.parse()?),
            "min_likes" => query.min_likes = Some(value.parse()?),
            "min_comments" => query.min_comments = Some(value.parse()?),
            "from_date" => {
                let (from, rounded) = param::from_date(value)?;
                query.from = Some(from);
                self.from_is_rounded = rounded;
            }
            "to_date" => query.to_exclusive = Some(param::to_date(value)?),
            "sort_by" => query.sort = value.parse()?,
            "sort_order" => query.order = value.parse()?,
            "limit" => query.limit = Limit::read(value, query.listing.largest())?,
            _ => self.cursor = Some(Cursor::decode(value).ok_or_else(|| no_cursor(value))?),
        }
        Ok(())
    }

    fn finish(mut self) -> (PostQuery, Vec<Fault>) {
        if let (Some(from), Some(to)) = (self.query.from, self.query.to_exclusive)
            && (from > to || from == to && !self.from_is_rounded)
        {
            let message = "expected it at or before to_date, and it is after it";
            self.faults.push(Fault::new(FaultCode::InvalidRange, message).of("from_date"));
        }
        if let Some(cursor) = self.cursor.filter(|_| self.faults.is_empty()) {
            if cursor.query != self.query.fingerprint() || !fits(cursor.position, self.query.sort) {
                let message = "expected the next_cursor of an earlier page of this query, and one of another query came";
                self.faults.push(Fault::new(FaultCode::InvalidCursor, message).of("cursor"));
            }
            self.query.position = Some(cursor.position);
        }
        (self.query, self.faults)
    }
}

fn fits(position: Position, sort: Sort) -> bool {
    matches!(
        (position, sort),
        (Position::Time { .. }, Sort::PublishedAt) | (Position::Count { .. }, Sort::Count(_))
    )
}

fn no_cursor(text: &str) -> Fault {
    let message = format!("expected the next_cursor of an earlier page, and {} came", quoted(text));
    Fault::new(FaultCode::InvalidCursor, message)
}

fn unknown(name: &str, listing: Listing) -> Fault {
    let names: Vec<_> = listing.parameters().collect();
    let message = format!("expected one of {}", names.join(", "));
    Fault { did_you_mean: nearest(name, &names), ..Fault::new(FaultCode::UnknownParameter, message) }
        .of(&name.chars().take(100).collect::<String>())
}

/// A token must not stand in an address: that ends up in logs, in histories and in `Referer`. It is not repeated.
pub fn token_in_query(name: &str, value: &str) -> Option<Fault> {
    let named_so = TOKEN_NAMES.iter().any(|token| token.eq_ignore_ascii_case(name));
    let hidden = name.starts_with(TOKEN_START);
    (named_so || hidden || value.starts_with(TOKEN_START)).then(|| {
        let message =
            "expected the token in a header only; one that was sent in an address should be regenerated";
        Fault::new(FaultCode::TokenInQuery, message).of(if hidden { "(hidden)" } else { name })
    })
}

#[cfg(test)]
mod tests;
