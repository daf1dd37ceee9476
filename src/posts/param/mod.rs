//! Parameters as types that can't be invalid. Each is parsed once, and its error says what was expected and what came.

mod language;
mod name;
mod post_id;

pub use language::Language;
pub use name::{Hashtag, Name, Username};
pub(crate) use name::{check_hashtag, check_username};
pub(crate) use post_id::post_id;

use super::keyword;
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::limit::parse_in_range;
use crate::numbers::MAX_COUNT;
use crate::platform::Platform;
use crate::time::{DAY, Instant, TimeError, Timestamp, parse_date};
use core::str::FromStr;
use std::sync::Arc;

/// The most code points of a keyword.
pub const MAX_KEYWORD: usize = 256;

/// The smallest count that passes a filter. An unknown count only passes a minimum of 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minimum(pub u64);

impl FromStr for Minimum {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        parse_in_range(text, 0, MAX_COUNT).map(Self)
    }
}

/// A keyword, as typed and as parsed.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// The text as typed.
    pub text: String,
    /// The parsed keyword.
    pub parsed: Arc<keyword::Keyword>,
}

impl PartialEq for Keyword {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl FromStr for Keyword {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let parsed = with_keyword_length(text, keyword::Keyword::parse)?;
        Ok(Self { text: text.to_owned(), parsed: Arc::new(parsed) })
    }
}

/// Checks the length of a keyword, then parses it.
fn with_keyword_length<T>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, super::keyword::KeywordError>,
) -> Result<T, ValidationError> {
    let length = text.chars().count();
    if length > MAX_KEYWORD {
        return Err(ValidationError::new(
            ValidationErrorCode::OutOfRange,
            format!("expected a keyword of 1 to {MAX_KEYWORD} characters, and {length} came"),
        ));
    }
    parse(text).map_err(|error| ValidationError::new(ValidationErrorCode::InvalidValue, error.to_string()))
}

/// Checks a keyword without folding it.
///
/// # Errors
/// When it is certainly invalid.
pub(crate) fn check_keyword(text: &str) -> Result<(), ValidationError> {
    with_keyword_length(text, keyword::Keyword::check)
}

/// Parses `from_date` to the first millisecond of a range. Also returns whether it was rounded up, because posts' times are whole
/// milliseconds.
pub(crate) fn from_date(text: &str) -> Result<(Timestamp, bool), ValidationError> {
    match parse_bound(text)? {
        Bound::Day(start) => Ok((start, false)),
        Bound::Instant(Instant { floor, finer }) => Ok((Timestamp(floor.0 + i64::from(finer)), finer)),
    }
}

/// Parses `to_date` to the first millisecond after a range. A day belongs to the range as a whole.
pub(crate) fn to_date(text: &str) -> Result<Timestamp, ValidationError> {
    match parse_bound(text)? {
        Bound::Day(start) => Ok(Timestamp(start.0 + DAY)),
        Bound::Instant(instant) => Ok(Timestamp(instant.floor.0 + 1)),
    }
}

enum Bound {
    Day(Timestamp),
    Instant(Instant),
}

/// Parses a day or an instant. Decoding a query string turns `+` into a blank, so a blank before an offset counts as `+`.
fn parse_bound(text: &str) -> Result<Bound, ValidationError> {
    const EXPECTED: &str = "expected a day as YYYY-MM-DD or an RFC 3339 time with an offset";
    let bound = if text.len() > 10 {
        let with_plus = text.replacen(' ', "+", usize::from(text.rfind(' ') > Some(10)));
        Instant::parse(&with_plus).map(Bound::Instant)
    } else {
        parse_date(text).map(Bound::Day)
    };
    bound.map_err(|error| match error {
        TimeError::Unreadable(_) => ValidationError::new(
            ValidationErrorCode::InvalidValue,
            format!("{EXPECTED}, and {} came", quoted(text)),
        ),
        TimeError::OutOfRange => ValidationError::new(
            ValidationErrorCode::OutOfRange,
            format!("{error}, and {} came", quoted(text)),
        ),
    })
}

/// Parses a platform's name, in any case.
pub(crate) fn platform(text: &str) -> Result<Platform, ValidationError> {
    text.parse().map_err(|_| ValidationError {
        code: ValidationErrorCode::UnsupportedPlatform,
        ..ValidationError::not_one_of(&Platform::NAMES, text)
    })
}

/// What posts are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// When they were published.
    #[default]
    PublishedAt,
    /// A count.
    Count(Count),
}

/// A count of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Likes.
    Likes,
    /// Comments.
    Comments,
    /// Views.
    Views,
    /// Shares. Posts can't be sorted by them.
    Shares,
}

impl Count {
    /// The counts that have an index, and so can be sorted by.
    pub const INDEXED: [Self; 3] = [Self::Likes, Self::Comments, Self::Views];

    /// Whether it has an index.
    pub fn is_indexed(self) -> bool {
        Self::INDEXED.contains(&self)
    }

    /// Its column in the narrow table, and its name in plans.
    pub const fn column(self) -> &'static str {
        match self {
            Self::Likes => "likes",
            Self::Comments => "comments",
            Self::Views => "views",
            Self::Shares => "shares",
        }
    }
}

impl Sort {
    /// Every name, the default one first.
    pub(crate) const NAMES: &'static [&'static str] =
        &["published_at", "likes_count", "comments_count", "views_count"];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PublishedAt => "published_at",
            Self::Count(Count::Likes) => "likes_count",
            Self::Count(Count::Comments) => "comments_count",
            Self::Count(Count::Views) => "views_count",
            Self::Count(Count::Shares) => "shares_count",
        }
    }
}

impl FromStr for Sort {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        match text {
            "published_at" => Ok(Self::PublishedAt),
            "likes_count" => Ok(Self::Count(Count::Likes)),
            "comments_count" => Ok(Self::Count(Count::Comments)),
            "views_count" => Ok(Self::Count(Count::Views)),
            _ => Err(ValidationError::not_one_of(Self::NAMES, text)),
        }
    }
}

/// The direction of a sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Newest, or most, first.
    #[default]
    Desc,
    /// Oldest, or least, first.
    Asc,
}

impl Order {
    /// Every name.
    pub(crate) const NAMES: &'static [&'static str] = &["asc", "desc"];

    /// The name on the wire and in SQL.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Desc => "desc",
            Self::Asc => "asc",
        }
    }
}

impl FromStr for Order {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        match text {
            "desc" => Ok(Self::Desc),
            "asc" => Ok(Self::Asc),
            _ => Err(ValidationError::not_one_of(Self::NAMES, text)),
        }
    }
}

#[cfg(test)]
mod tests;
