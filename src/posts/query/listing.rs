//! The addresses of posts, and the parameters of each.

use crate::http::limit::Limit;
use crate::posts::filters::Table;
use crate::posts::param::Order;

/// The address of a query, which decides which parameters it may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// `/posts/by-user/{platform}/{username}`
    ByUser,
    /// `/posts/by-hashtag/{platform}/{hashtag}`
    ByHashtag,
    /// `/posts/search`
    Search,
    /// `/posts/counts`
    Counts,
    /// `/operator/v1/posts`: the posts of a search as lines, oldest first.
    Export,
}

/// The parameters that an export does not have.
const SORTED: &[&str] = &["sort_by", "sort_order"];

impl Listing {
    /// The names that a query string may have here.
    pub fn parameters(self, filters: Table) -> impl Iterator<Item = &'static str> {
        let is_whole = !matches!(self, Self::ByUser | Self::ByHashtag);
        let sorted = if matches!(self, Self::Export | Self::Counts) { &[] } else { SORTED };
        let named = |is_common| filters.iter().filter(move |filter| filter.is_common == is_common);
        let paged = |name| (self != Self::Counts).then_some(name);
        let limit = paged("limit").into_iter();
        limit
            .chain(["from_date", "to_date"])
            .chain(named(true).map(|filter| filter.name))
            .chain(paged("cursor"))
            .chain(sorted.iter().copied())
            .chain(named(false).filter(move |_| is_whole).map(|filter| filter.name))
    }

    /// Its name in names of files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByUser => "posts-by-user",
            Self::ByHashtag => "posts-by-hashtag",
            Self::Search => "posts-search",
            Self::Counts => "posts-counts",
            Self::Export => "posts",
        }
    }

    /// The filters in the path, in order.
    pub const fn path(self) -> &'static [&'static str] {
        match self {
            Self::ByUser => &["platform", "username"],
            Self::ByHashtag => &["platform", "hashtag"],
            Self::Search | Self::Counts | Self::Export => &[],
        }
    }

    /// The most posts of a page.
    pub const fn max_limit(self) -> Limit {
        if matches!(self, Self::Export) { Limit::LINES } else { Limit(Limit::MAX) }
    }

    /// The default limit.
    pub fn default_limit(self) -> Limit {
        if self == Self::Export { Limit::LINES } else { Limit::default() }
    }

    /// The default order.
    pub fn default_order(self) -> Order {
        if self == Self::Export { Order::Asc } else { Order::default() }
    }
}
