//! Plans.

mod chunk;
mod lane;
mod limits;
mod race;
mod run;
mod texts;

pub use chunk::{AccessPath, Chunk, Round};
pub use limits::Limits;
pub use run::{Answer, run};

use super::filters::Filters;
use super::param::Count;
use super::query::PostQuery;

/// A set of posts that has an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// The posts of an author.
    Author,
    /// The posts with a hashtag.
    Hashtag,
    /// The posts with a keyword.
    Keyword,
    /// The posts of a network, of a media type, or of both.
    Kind,
    /// The posts that reach the minimum of a count.
    Reaching(Count),
    /// All posts, or those in a range of time.
    Time,
}

impl Set {
    /// The name in the log and in `X-Plan`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Hashtag => "hashtag",
            Self::Keyword => "keyword",
            Self::Kind => "kind",
            Self::Reaching(count) => count.column(),
            Self::Time => "time",
        }
    }

    /// The sets whose intersection a query asks for, without [`Self::Time`]. The keys of authors and hashtags contain the network.
    pub fn all_of(query: &PostQuery) -> Vec<Self> {
        let filters = &query.filters;
        let by_time = [
            (filters.username().is_some(), Self::Author),
            (filters.hashtag().is_some(), Self::Hashtag),
            (filters.keyword().is_some(), Self::Keyword),
            (is_kind(filters), Self::Kind),
        ];
        let by_time = by_time.into_iter().filter_map(|(is_given, set)| is_given.then_some(set));
        by_time.chain(filters.minimums().map(|(count, _)| Self::Reaching(count))).collect()
    }

    /// Whether its index is in the order of a count, not of time.
    pub const fn is_by_count(self) -> bool {
        matches!(self, Self::Reaching(_))
    }

    /// Whether its index is one of the narrow table, so that no join is needed to filter its posts.
    pub const fn is_on_posts(self) -> bool {
        !matches!(self, Self::Hashtag | Self::Keyword)
    }
}

fn is_kind(filters: &Filters) -> bool {
    let has_network = filters.username().is_some() || filters.hashtag().is_some();
    filters.media_type().is_some() || (filters.platform().is_some() && !has_network)
}
