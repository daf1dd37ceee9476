//! Access paths, and the bounded parts in which they are walked.

use super::limits::FIRST;
use super::{Set, has_condition_on_posts, has_excluded_postings};
use crate::posts::filters::List;
use crate::posts::page::Place;
use crate::posts::param::{Count, Order, Sort};
use crate::posts::query::PostQuery;

/// The most ranges of one `UNION ALL`: D1 takes no more.
const MOST_JOINED: u64 = 5;
/// The most ranges of a set whose first and last keys are read.
const MOST_MEASURED: u64 = 10;

/// An index that leads to all posts of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessPath {
    /// A set in the order of time.
    Set(Set),
    /// The posts in the order of a count: all of them, or those that reach its minimum.
    Count(Count),
}

impl AccessPath {
    /// The access paths of a query that are in the order of time. There is at least one, unless posts are sorted by a count: then
    /// the whole of time is no way to them.
    pub fn by_time(query: &PostQuery) -> Vec<Self> {
        let sets = Set::all_of(query).into_iter().filter(|set| !set.is_by_count());
        let paths: Vec<_> = sets.map(Self::Set).collect();
        let is_needed = paths.is_empty() && (query.sort == Sort::PublishedAt || query.has_range());
        if is_needed { vec![Self::Set(Set::Time)] } else { paths }
    }

    /// The access paths of a query that are in the order of a count: of the one that posts are sorted by, and of those with a
    /// minimum.
    pub fn by_count(query: &PostQuery) -> Vec<Self> {
        let has_path =
            |count: &Count| query.sort == Sort::Count(*count) || query.filters.minimum(*count).is_some();
        Count::INDEXED.into_iter().filter(has_path).map(Self::Count).collect()
    }

    /// Every access path of a query.
    pub fn all(query: &PostQuery) -> Vec<Self> {
        Self::by_time(query).into_iter().chain(Self::by_count(query)).collect()
    }

    /// Whether its order is that of the page, so that a walk may stop at a full page.
    pub fn is_in_order(self, query: &PostQuery) -> bool {
        match self {
            Self::Set(_) => query.sort == Sort::PublishedAt,
            Self::Count(count) => query.sort == Sort::Count(count),
        }
    }

    /// The direction in which it is walked. Where it is not that of the page, the largest counts come first.
    pub fn order(self, query: &PostQuery) -> Order {
        match self {
            Self::Count(_) if !self.is_in_order(query) => Order::Desc,
            _ => query.order,
        }
    }

    /// The set whose posts it has and no others.
    pub const fn set(self) -> Set {
        match self {
            Self::Set(set) => set,
            Self::Count(count) => Set::Reaching(count),
        }
    }

    /// The other sets of a query, which have to be probed.
    pub fn others(self, query: &PostQuery) -> impl Iterator<Item = Set> {
        Set::all_of(query).into_iter().filter(move |set| *set != self.set())
    }

    /// How many ranges its index has for a query.
    pub fn range_count(self, query: &PostQuery) -> u64 {
        let Self::Set(set) = self else { return 1 };
        let filters = &query.filters;
        let networks = filters.networks().len();
        let ranges = match set {
            Set::Author => networks * filters.usernames().map_or(0, List::count),
            Set::Hashtag => networks * filters.hashtags().map_or(0, List::count),
            Set::Mentions => networks * filters.mentions().map_or(0, List::count),
            Set::Type => networks * filters.type_numbers().len(),
            Set::References | Set::Keyword | Set::Reaching(_) | Set::Time => 1,
        };
        ranges as u64
    }

    /// The set whose first and last key say between which its own are. This is the set itself, unless they cost too much: two rows for
    /// each range, and where several clauses are large, about as much time as finding all posts. Then it is all posts.
    pub fn measured(self, query: &PostQuery) -> Set {
        let keyword = query.filters.keyword();
        let has_large_clauses = keyword.is_some_and(|keyword| keyword.parsed.has_large_clauses());
        match self {
            Self::Set(Set::Keyword) if has_large_clauses => Set::Time,
            Self::Set(set) if self.range_count(query) <= MOST_MEASURED => set,
            _ => Set::Time,
        }
    }

    /// Whether its ranges are too many for one `UNION ALL`.
    pub fn is_merged(self, query: &PostQuery) -> bool {
        self.range_count(query) > MOST_JOINED
    }

    /// About the rows that a step reads.
    pub fn step_cost(self, query: &PostQuery) -> u64 {
        1 + u64::from(self.joins(query)) + u64::from(self.is_merged(query))
    }

    /// About the rows that a chunk reads before its first step: where many ranges are merged, the first post of each.
    pub fn start_cost(self, query: &PostQuery) -> u64 {
        if self.is_merged(query) { 3 * self.range_count(query) } else { 0 }
    }

    /// The least rows of a chunk: of fewer, most would go into its start.
    pub(super) fn least_rows(self, query: &PostQuery) -> u64 {
        2 * self.start_cost(query)
    }

    /// The least rows of a chunk, if they are few: it would wait for long otherwise.
    pub(super) fn first_start(self, query: &PostQuery) -> u64 {
        Some(self.least_rows(query)).filter(|rows| *rows <= FIRST).unwrap_or_default()
    }

    /// Whether the narrow row of each post has to be joined, to filter or to sort them. The indexes of the narrow table lead to its
    /// rows, but where many ranges are merged, only keys are known.
    pub fn joins(self, query: &PostQuery) -> bool {
        let has_row = self.set().is_on_posts() && !self.is_merged(query);
        let is_every = query.filters.single_network().is_none();
        let is_needed = |set: Set| set.is_on_posts() || set.is_postings() && is_every;
        let filters = &query.filters;
        let has_condition = has_condition_on_posts(filters) || has_excluded_postings(filters) && is_every;
        !has_row && (query.sort != Sort::PublishedAt || has_condition || self.others(query).any(is_needed))
    }

    /// Whether not all of its posts pass.
    pub(super) fn is_filtered(self, query: &PostQuery) -> bool {
        self.others(query).next().is_some()
            || has_condition_on_posts(&query.filters)
            || has_excluded_postings(&query.filters)
            || query.has_range() && matches!(self, Self::Count(_))
    }

    /// The name in the log and in `X-Plan`: the set or count that is walked, or `collect:` and what is collected, and after each
    /// `+` a set that is probed.
    pub fn name(self, query: &PostQuery) -> String {
        let name = self.set().name();
        let name = match self {
            _ if !self.is_in_order(query) => format!("collect:{name}"),
            Self::Set(_) => name.to_owned(),
            Self::Count(_) => format!("walk:{name}"),
        };
        self.others(query).fold(name, |name, set| name + "+" + set.name())
    }
}

/// A bounded part of a walk along an access path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// The access path.
    pub path: AccessPath,
    /// The direction of the walk.
    pub order: Order,
    /// The last post that was passed before. `None` at the start.
    pub after: Option<Place>,
    /// The key of the last post that matters, of an access path in the order of time.
    pub until: Option<i64>,
    /// The most rows of the index that it looks at. The end of the index counts as one.
    pub steps: u64,
    /// The most rows that come out.
    pub rows: u64,
    /// Whether the posts come out in the order of the page, the first `rows` of them, and not in that of the walk.
    pub is_sorted: bool,
    /// Whether posts come out without regard to the keyword, because their texts are looked into.
    pub reads_texts: bool,
}

impl Chunk {
    /// About the rows that its steps read.
    pub(super) fn cost(&self, query: &PostQuery) -> u64 {
        self.path.start_cost(query) + self.steps * self.path.step_cost(query)
    }

    /// Whether the narrow row of each post has to be joined.
    pub fn joins(&self, query: &PostQuery) -> bool {
        self.path.joins(query)
    }
}

/// The chunks of a round: one batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// The chunks of the lanes that run.
    pub chunks: Vec<Chunk>,
    /// Those of which it is also read how far their sets reach.
    pub extents: Vec<Chunk>,
}
