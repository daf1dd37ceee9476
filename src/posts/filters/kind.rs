//! The kinds of filters.

use super::items::{MEDIA_TYPES, PostId};
use super::list::{self, List};
use crate::http::error::ValidationError;
use crate::platform::Platform;
use crate::posts::param;
use crate::posts::param::{Count, Language, Minimum};
use crate::posts::post::{self, MediaType};

/// The kind of a filter: which values it has, and which posts pass it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Names of networks. Their posts pass.
    Platform,
    /// Usernames. Posts of these authors pass.
    Username,
    /// Hashtags. Posts with any of them pass.
    Hashtag,
    /// A keyword. Posts whose text it finds pass.
    Keyword,
    /// Media types. Posts of them pass.
    MediaType,
    /// Kinds of posts. Posts of them pass.
    PostKind,
    /// Languages. Posts in them pass.
    Language,
    /// Usernames. Posts that mention any of them pass.
    Mentions,
    /// The id of a post. Its replies, reposts and quotes pass.
    RefersTo,
    /// A number. Posts with at least this count pass.
    Minimum(Count),
    /// Usernames. Posts of these authors do not pass.
    ExcludedUsername,
    /// Hashtags. Posts with any of them do not pass.
    ExcludedHashtag,
    /// Usernames. Posts that mention any of them do not pass.
    ExcludedMentions,
}

impl Kind {
    /// Checks a value without the code that is too large for a web page: names and keywords are not folded.
    ///
    /// # Errors
    /// Every error of a value that is certainly invalid. A valid value is never refused.
    pub fn check(self, text: &str) -> Result<(), Vec<ValidationError>> {
        match self {
            Self::Platform => List::<Platform>::parse(text).map(drop),
            Self::Username | Self::Mentions | Self::ExcludedUsername | Self::ExcludedMentions => {
                list::check(text, param::check_username)
            }
            Self::Hashtag | Self::ExcludedHashtag => list::check(text, param::check_hashtag),
            Self::Keyword => param::check_keyword(text).map_err(Vec::from),
            Self::MediaType => List::<Option<MediaType>>::parse(text).map(drop),
            Self::PostKind => List::<post::Kind>::parse(text).map(drop),
            Self::Language => List::<Language>::parse(text).map(drop),
            Self::RefersTo => PostId::parse(text).map(drop).map_err(Vec::from),
            Self::Minimum(_) => text.parse::<Minimum>().map(drop).map_err(Vec::from),
        }
    }

    /// Checks a name of a path, which is one value even if it has a comma.
    ///
    /// # Errors
    /// When the name is certainly invalid.
    pub fn check_one(self, text: &str) -> Result<(), Vec<ValidationError>> {
        match self {
            Self::Platform => param::platform(text).map(drop).map_err(Vec::from),
            Self::Username => param::check_username(text).map_err(Vec::from),
            Self::Hashtag => param::check_hashtag(text).map_err(Vec::from),
            _ => self.check(text),
        }
    }

    /// Whether the value is a whole number.
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Minimum(_))
    }

    /// Whether several values may be given.
    pub const fn is_list(self) -> bool {
        !matches!(self, Self::Keyword | Self::RefersTo | Self::Minimum(_))
    }

    /// The values that it may have, if they are a closed set.
    pub(crate) const fn allowed(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Platform => Some(&Platform::NAMES),
            Self::MediaType => Some(MEDIA_TYPES),
            Self::PostKind => Some(post::Kind::NAMES),
            _ => None,
        }
    }

    /// Whether it compares what posts from before version 1.1 only have once they are filled.
    pub const fn needs_filled_posts(self) -> bool {
        matches!(
            self,
            Self::PostKind
                | Self::Language
                | Self::Mentions
                | Self::RefersTo
                | Self::Minimum(Count::Shares)
                | Self::ExcludedMentions
        )
    }

    /// A placeholder for the value, for help texts.
    pub const fn value_name(self) -> &'static str {
        match self {
            Self::Platform => "PLATFORM,...",
            Self::Username | Self::Mentions | Self::ExcludedUsername | Self::ExcludedMentions => {
                "USERNAME,..."
            }
            Self::Hashtag | Self::ExcludedHashtag => "HASHTAG,...",
            Self::Keyword => "KEYWORD",
            Self::MediaType => "TYPE,...",
            Self::PostKind => "KIND,...",
            Self::Language => "LANGUAGE,...",
            Self::RefersTo => "ID",
            Self::Minimum(_) => "COUNT",
        }
    }
}
