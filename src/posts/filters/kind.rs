//! The kinds of filters.

use crate::http::error::ValidationError;
use crate::posts::param;
use crate::posts::param::{Count, Minimum};
use crate::posts::post::MediaType;

/// The kind of a filter: which values it has, and which posts pass it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A network's name. Its posts pass.
    Platform,
    /// A username. Posts of this author pass.
    Username,
    /// A hashtag. Posts with it pass.
    Hashtag,
    /// A keyword. Posts whose text it finds pass.
    Keyword,
    /// A media type. Posts of it pass.
    MediaType,
    /// A number. Posts with at least this count pass.
    Minimum(Count),
}

impl Kind {
    /// Checks a value without the code that is too large for a web page: names and keywords are not folded.
    ///
    /// # Errors
    /// When the value is certainly invalid. A valid value is never refused.
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

    /// A placeholder for the value, for help texts.
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
