//! Which index drives a query.
//!
//! A driving set is one that its index gives in the order of time: an author's posts, a hashtag's, a word's, those of
//! a network and media type, all. Whatever else a query asks is then probed row by row. A page by time walks the set
//! until it is full; a page by a count collects the set and sorts it, or, with no set to collect, walks the count's own
//! index. Weighing the sets against each other by their sizes is the place for more.

use crate::param::Sort;
use crate::query::PostQuery;

/// What a query walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// An author's posts.
    Author,
    /// A hashtag's posts.
    Hashtag,
    /// The posts with a keyword.
    Keyword,
    /// The posts of a network, of a media type, or of both.
    Kind,
    /// All posts, by the count that they are sorted by.
    Count,
    /// All posts, by time.
    Time,
}

impl Plan {
    /// Chooses for a query: the set that is most likely the smallest.
    pub fn choose(query: &PostQuery) -> Self {
        if query.username.is_some() {
            Self::Author
        } else if query.hashtag.is_some() {
            Self::Hashtag
        } else if query.keyword.is_some() {
            Self::Keyword
        } else if query.sort != Sort::PublishedAt {
            Self::Count
        } else if query.platform.is_some() || query.media_type.is_some() {
            Self::Kind
        } else {
            Self::Time
        }
    }

    /// The name in the log and in `X-Plan`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Hashtag => "hashtag",
            Self::Keyword => "keyword",
            Self::Kind => "kind",
            Self::Count => "count",
            Self::Time => "time",
        }
    }
}
