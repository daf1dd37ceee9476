//! What a filter takes.

use crate::http::error::ValidationError;
use crate::posts::param;
use crate::posts::param::{Count, Minimum};
use crate::posts::post::MediaType;

/// What a filter takes, and by it which posts it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A network's name: its posts.
    Platform,
    /// A username: posts by it.
    Username,
    /// A hashtag: posts that have it.
    Hashtag,
    /// Words: posts whose text has them.
    Keyword,
    /// A type of media: posts of it.
    MediaType,
    /// A number: posts with a count of at least that.
    Minimum(Count),
}

impl Kind {
    /// Checks a value as reading it does, without what is too large for a web page: names and words are not folded.
    ///
    /// # Errors
    /// When it is wrong. Nothing that is right is refused.
    pub fn check(self, text: &str) -> Result<(), ValidationError> {
        match self {
            Self::Platform => param::platform(text).map(drop),
            Self::Username => param::check_username(text),
            Self::Hashtag => param::check_hashtag(text),
            Self::Keyword => param::check_keyword(text),
            Self::MediaType => text.parse::<MediaType>().map(drop),
            Self::Minimum(_) => text.parse::<Minimum>().map(drop),
        }
    }

    /// Whether the value is a whole number.
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Minimum(_))
    }

    /// What the value is, in one word, for help texts.
    pub const fn value_name(self) -> &'static str {
        match self {
            Self::Platform => "PLATFORM",
            Self::Username => "USERNAME",
            Self::Hashtag => "HASHTAG",
            Self::Keyword => "KEYWORD",
            Self::MediaType => "TYPE",
            Self::Minimum(_) => "COUNT",
        }
    }
}
