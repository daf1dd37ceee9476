//! Plans how a query is answered: which sets it can walk or collect, and which of these access paths is cheapest.
//!
//! A driving set is one whose index is in the order of time: the posts of an author, a hashtag, a keyword, a network and media
//! type, or a range of time. The posts in the order of each count have an index as well. A query asks for the intersection of such
//! sets:
//!
//! | sorted by | access path | `X-Plan` | rows read |
//! | --- | --- | --- | --- |
//! | time | walk a set, probe the others, stop at `limit + 1` | `author+hashtag` | see 1 |
//! | time | collect the posts with enough likes or comments, and sort | `collect:likes` | m |
//! | a count | collect a set and sort | `collect:keyword` | m; 2m for a hashtag or a keyword |
//! | a count | walk the count's index and probe | `walk:likes+keyword` | see 2 |
//! | a count | the same, with the keyword's posts collected once, not probed | `join:likes+keyword` | as 2, and m |
//! | either | another path without the keyword; look into the texts | `read:walk:likes` | that path's, and 1 a post looked into |
//!
//! Here m is the size of the set, M the number of matching posts, and N the number of all posts.
//!
//! 1. At most m, likely (limit + 1) × m ÷ M; twice that if a hashtag's or a keyword's posts are filtered.
//! 2. At most N, likely (limit + 1) × N ÷ M.
//!
//! # Choosing
//!
//! - A page by time with one set has one sensible plan, and gets it without reading statistics ([`Plan::certain`]).
//! - For any other query, one batch reads up to 150 + 2 × (limit + 1) posts: a few from both ends of each set. The density
//!   of a set there and the distance of its ends give its size; small sets are counted. A range of counts that is rare in the
//!   sample is counted further, up to a quarter of the rows that the page will likely cost. [`Statistics`] is the result,
//!   [`Choice::new`] is a pure function of it and the query, and `cost.rs` has the figures: time and rows read, where a row counts
//!   as ten microseconds.
//! - Sizes are multiplied as if sets were independent, which they are not. So a walk that may go much further than expected has a
//!   cap: it stops where it has cost as much as the plan with the best worst case. That plan then takes over, and `X-Plan` names
//!   both: `walk:likes+hashtag>collect:hashtag`. The page is the same either way; only its cost differs.
//!
//! # Writing
//!
//! - Collected posts are sorted as groups (`GROUP BY` in the order of the page). Of the rows in SQLite's sorter, D1 then
//!   only counts those that are taken out, but with `ORDER BY ... LIMIT` it counts every post that is put in. This saves a third to half.
//! - The ranges of a set (an author in five networks) are merged before their posts are filtered. If they were filtered
//!   first, a network without any post for the page would be walked to its end.
//! - A probe of a prefix combines all words that start with it: 7 ms for 50,000 posts. So posts are read without the keyword
//!   and their texts are searched (`read.rs`). This costs two rows a post and no probe. How many of them have the keyword decides
//!   whether to continue or to use the index, which is then used once.
//!
//! # Measured
//!
//! `bench/cheapest` computes what each access path of a random query costs, as D1 counts rows, by looking at all posts. On 341
//! statements of random queries, its count and the local D1's differ by 1 row in 8,000.
//!
//! | 692 random queries of two seeds, a million posts | rows read, of posts | the cheapest path alone |
//! | --- | --- | --- |
//! | median | 255 | 124 |
//! | 95 in 100 | at most 6,303 | at most 5,723 |
//! | 99 in 100 | at most 33,880 | at most 22,292 |
//! | most | 339,933 | 339,680 |
//!
//! Ten of them read more than 2 × the cheapest path + 4 × (limit + 1) + 300 rows: seven prefixes, two small ranges of a
//! count, and one keyword by 3%. Processor time of the statements:
//!
//! | full-text index | median | 99 in 100 | most |
//! | --- | --- | --- | --- |
//! | as imports leave it, in 17 segments | 1 ms | 211 ms | 371 ms |
//! | merged into one | 1 ms | 56 ms | 401 ms |
//!
//! The three queries over 60,000 rows are of one kind: sorted by one count in ascending order, with a minimum of another. Counts
//! correlate, so the first posts that reach the minimum come late, and no index has both counts. A probed word takes 75
//! microseconds with 17 segments and 8 with one, so large imports and the daily job merge the index.

mod choice;
mod cost;
mod execute;
mod read;
mod run;
mod statistics;

pub use choice::Choice;
pub use run::{choose, run};
pub use statistics::{Side, Size, Statistics};

use super::param::{Count, Sort};
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
        let has_network = filters.username().is_some() || filters.hashtag().is_some();
        let is_kind = filters.media_type().is_some() || (filters.platform().is_some() && !has_network);
        let by_time = [
            (filters.username().is_some(), Self::Author),
            (filters.hashtag().is_some(), Self::Hashtag),
            (filters.keyword().is_some(), Self::Keyword),
            (is_kind, Self::Kind),
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

/// A way to find the posts of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessPath {
    /// Walks a set in the order of time until the page is full, and probes the other sets.
    Walk(Set),
    /// Collects a whole set and sorts it.
    SortedScan(Set),
    /// Walks the index of the count that posts are sorted by until the page is full, and probes the other sets.
    Count,
    /// As [`Self::Count`], but collects the keyword's posts once and does not probe them: for keywords that are expensive to probe.
    Join,
    /// Finds posts without the keyword by another path, and looks into their texts: for keywords whose probes take milliseconds.
    /// This takes several statements. As a single statement, it is a walk through all posts.
    Read,
}

impl AccessPath {
    /// Every access path of a query. Of equally good ones, earlier ones are preferred.
    pub fn all(query: &PostQuery) -> Vec<Self> {
        let sets = Set::all_of(query);
        let Sort::Count(count) = query.sort else {
            let walk = |set: &Set| if set.is_by_count() { Self::SortedScan(*set) } else { Self::Walk(*set) };
            return sets.iter().map(walk).chain([Self::Walk(Set::Time)]).collect();
        };
        let is_range = query.from.is_some() || query.to_exclusive.is_some();
        let mut ways = vec![Self::Count];
        // The walk of the count's index is limited to the range of its minimum anyway.
        ways.extend(
            sets.iter().filter(|set| **set != Set::Reaching(count)).map(|set| Self::SortedScan(*set)),
        );
        ways.extend(is_range.then_some(Self::SortedScan(Set::Time)));
        ways.extend(query.filters.keyword().is_some().then_some(Self::Join));
        ways
    }
}

/// The column of the count that posts are sorted by. `None` if they are sorted by time.
pub(crate) const fn column(sort: Sort) -> Option<&'static str> {
    match sort {
        Sort::PublishedAt => None,
        Sort::Count(count) => Some(count.column()),
    }
}

/// An access path, and how far it may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The access path.
    pub way: AccessPath,
    /// The most posts that a walk looks at. If it reaches this cap, the page may lack posts.
    pub most: Option<u64>,
}

impl From<AccessPath> for Plan {
    fn from(way: AccessPath) -> Self {
        Self { way, most: None }
    }
}

impl Plan {
    /// The plan of a query for which reading statistics is not worthwhile: it has only one access path, or it is a page by time with
    /// one set.
    pub fn certain(query: &PostQuery) -> Option<Self> {
        match AccessPath::all(query).as_slice() {
            [only] => Some((*only).into()),
            [walk @ AccessPath::Walk(_), AccessPath::Walk(Set::Time)] => Some((*walk).into()),
            _ => None,
        }
    }

    /// The name in the log and in `X-Plan`: the set that is walked, or `collect:` and a set, or `walk:` or `join:` and a count, and
    /// after each `+` a set that is probed.
    pub fn name(self, query: &PostQuery) -> String {
        let column = column(query.sort).unwrap_or_default();
        let (name, own) = match self.way {
            AccessPath::Walk(set) => (set.name().to_owned(), Some(set)),
            AccessPath::SortedScan(set) => (format!("collect:{}", set.name()), Some(set)),
            AccessPath::Count => (format!("walk:{column}"), None),
            AccessPath::Join => (format!("join:{column}"), None),
            AccessPath::Read => ("read".to_owned(), None),
        };
        let probed = Set::all_of(query).into_iter().filter(|set| Some(*set) != own && set.name() != column);
        probed.fold(name, |name, set| name + "+" + set.name())
    }
}

#[cfg(test)]
mod tests;
