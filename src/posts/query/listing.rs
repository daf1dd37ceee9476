//! The addresses of posts, and what each takes.

use crate::http::limit::Limit;
use crate::posts::param::Order;

/// The address that a query came in by. It decides which parameters there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// `/posts/by-user/{platform}/{username}`
    ByUser,
    /// `/posts/by-hashtag/{platform}/{hashtag}`
    ByHashtag,
    /// `/posts/search`
    Search,
    /// `/operator/v1/posts`: the posts of a search as lines, oldest first.
    Export,
}

/// The parameters of every listing.
const COMMON: &[&str] =
    &["limit", "from_date", "to_date", "media_type", "min_likes", "min_comments", "cursor"];
/// Those of pages, which an export is not.
const SORTED: &[&str] = &["sort_by", "sort_order"];
/// Those of a search and an export; the others have what they need of them in the path.
const SEARCH: &[&str] = &["platform", "username", "hashtag", "keyword"];

impl Listing {
    /// The names that a query string may have here.
    pub fn parameters(self) -> impl Iterator<Item = &'static str> {
        let (sorted, search): (&[&str], &[&str]) = match self {
            Self::ByUser | Self::ByHashtag => (SORTED, &[]),
            Self::Search => (SORTED, SEARCH),
            Self::Export => (&[], SEARCH),
        };
        COMMON.iter().chain(sorted).chain(search).copied()
    }

    /// The most posts of a page.
    pub const fn largest(self) -> Limit {
        if matches!(self, Self::Export) { Limit::LINES } else { Limit(Limit::MAX) }
    }

    /// The posts of a page where a caller does not say.
    pub fn usual(self) -> Limit {
        if self == Self::Export { Limit::LINES } else { Limit::default() }
    }

    /// The order of a page where a caller does not say.
    pub fn order(self) -> Order {
        if self == Self::Export { Order::Asc } else { Order::default() }
    }
}
