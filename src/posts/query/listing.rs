//! The addresses of posts, and the parameters of each.

use crate::http::limit::Limit;
use crate::posts::filters::{Filter, Table};
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
    /// `/posts/changes`
    Changes,
    /// `/operator/v1/posts`: the posts of a search as lines, oldest first.
    Export,
}

/// The parameters that an export does not have.
const SORTED: &[&str] = &["sort_by", "sort_order"];
/// The range of time.
const RANGE: &[&str] = &["from_date", "to_date"];

impl Listing {
    /// The filters of changes.
    pub const CHANGES_FILTERS: &'static [&'static str] = &["platform", "username", "hashtag"];

    /// The names that a query string may have here.
    pub fn parameters(self, filters: Table) -> impl Iterator<Item = &'static str> {
        let sorted = if matches!(self, Self::Export | Self::Counts | Self::Changes) { &[] } else { SORTED };
        let range = if self == Self::Changes { &[] } else { RANGE };
        let named = |is_common| {
            let is_named = move |filter: &&Filter| filter.is_common == is_common && self.has_filter(filter);
            filters.iter().filter(is_named).map(|filter| filter.name)
        };
        let limit = (self != Self::Counts).then_some("limit");
        let cursor = (!matches!(self, Self::Counts | Self::Changes)).then_some("cursor");
        limit
            .into_iter()
            .chain(range.iter().copied())
            .chain(named(true))
            .chain(cursor)
            .chain(sorted.iter().copied())
            .chain(named(false))
    }

    /// Whether a filter of the table can be asked for. Pages of an author and of a hashtag have their own in the path.
    pub(crate) fn has_filter(self, filter: &Filter) -> bool {
        match self {
            Self::ByUser | Self::ByHashtag => filter.is_common,
            Self::Changes => Self::CHANGES_FILTERS.contains(&filter.name),
            Self::Search | Self::Counts | Self::Export => true,
        }
    }

    /// Its name in names of files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByUser => "posts-by-user",
            Self::ByHashtag => "posts-by-hashtag",
            Self::Search => "posts-search",
            Self::Counts => "posts-counts",
            Self::Changes => "posts-changes",
            Self::Export => "posts",
        }
    }

    /// The filters in the path, in order.
    pub const fn path(self) -> &'static [&'static str] {
        match self {
            Self::ByUser => &["platform", "username"],
            Self::ByHashtag => &["platform", "hashtag"],
            Self::Search | Self::Counts | Self::Changes | Self::Export => &[],
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
