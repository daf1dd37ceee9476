//! What each way of answering a query costs, run to its end without a cap, in rows as D1 counts them, by looking at all posts.
//! These are all the ways that there are, more than the planner has: it is measured against the cheapest of them.
//!
//! D1 counts each row that a cursor comes to: a step of a walk, a row found by key, a candidate that is sorted. It counts
//! nothing for a key that is not found, for a word that is probed, for a row's other columns found from an index, and for
//! what the full-text index does by itself. Those docs say how closely the sum and the local D1 agree.

use crate::sampled::Posts;
use postern::posts::param::Sort;
use postern::posts::plan::{AccessPath, Chunk, Set};
use postern::posts::query::PostQuery;

/// A way to find the posts of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Walks a set in the order of time until the page is full, and probes the other sets.
    Walk(Set),
    /// Collects a whole set and sorts it.
    Collect(Set),
    /// Walks the index of the count that posts are sorted by until the page is full, and probes the other sets.
    Count,
    /// As [`Self::Count`], but collects the keyword's posts once and does not probe them.
    Join,
}

impl Way {
    /// Every way of a query.
    pub(crate) fn all(query: &PostQuery) -> Vec<Self> {
        let sets = Set::all_of(query);
        let Sort::Count(count) = query.sort else {
            let walk = |set: &Set| if set.is_by_count() { Self::Collect(*set) } else { Self::Walk(*set) };
            return sets.iter().map(walk).chain([Self::Walk(Set::Time)]).collect();
        };
        let mut ways = vec![Self::Count];
        // The walk of the count's index is limited to the range of its minimum anyway.
        ways.extend(sets.iter().filter(|set| **set != Set::Reaching(count)).map(|set| Self::Collect(*set)));
        ways.extend(query.has_range().then_some(Self::Collect(Set::Time)));
        ways.extend(query.filters.keyword().is_some().then_some(Self::Join));
        ways
    }
}

/// The rows of every way of a query.
pub(crate) fn rows(model: &Model<'_>) -> Vec<(Way, u64)> {
    Way::all(model.query).into_iter().map(|way| (way, model.rows(way))).collect()
}

/// The sets of a query, post by post.
pub(crate) struct Model<'a> {
    pub(crate) query: &'a PostQuery,
    pub(crate) posts: &'a Posts,
    /// Posts of the range of time.
    pub(crate) range: Vec<bool>,
    sets: Vec<(Set, Vec<bool>)>,
}

impl<'a> Model<'a> {
    pub(crate) fn new(query: &'a PostQuery, posts: &'a Posts) -> Self {
        let sets = Set::all_of(query).into_iter().map(|set| (set, posts.members(set, query))).collect();
        Self { query, posts, range: posts.members(Set::Time, query), sets }
    }

    /// The rows of a way.
    pub(crate) fn rows(&self, way: Way) -> u64 {
        match way {
            Way::Walk(set) => self.walk(&self.posts.in_order(Sort::PublishedAt, self.query.order), Some(set)),
            Way::Collect(set) => self.collect(set),
            Way::Count => self.by_count(),
            Way::Join => self.by_count() + self.size(Set::Keyword),
        }
    }

    fn by_count(&self) -> u64 {
        self.walk(&self.posts.in_order(self.query.sort, self.query.order), None)
    }

    fn size(&self, set: Set) -> u64 {
        (0..self.posts.all.len()).map(|post| u64::from(self.is_of(set, post))).sum()
    }

    pub(crate) fn is_of(&self, set: Set, post: usize) -> bool {
        self.sets.iter().find(|(known, _)| *known == set).is_none_or(|(_, members)| members[post])
    }

    /// The set of the posts that reach the minimum of the very count that is sorted by.
    fn own(&self) -> Set {
        match self.query.sort {
            Sort::Count(count) if self.query.filters.minimum(count).is_some() => Set::Reaching(count),
            _ => Set::Time,
        }
    }

    /// A walk in an order through a set, or through a count's index, until the page is full: the steps, the keys found,
    /// and the documents.
    fn walk(&self, order: &[usize], set: Option<Set>) -> u64 {
        let own = set.unwrap_or(self.own());
        let need = u64::from(self.query.limit.0) + 1;
        let steps = order.iter().copied().filter(|post| {
            self.is_of(own, *post)
                && self.posts.is_after(*post, self.query)
                && (set.is_none() || self.range[*post])
        });
        let path = set.map(AccessPath::Set);
        let is_merged = path.is_some_and(|path| path.is_merged(self.query));
        let (mut rows, mut found) = (path.map_or(0, |path| path.start_cost(self.query)), 0);
        for post in steps {
            let (passes, read) = self.step(own, post);
            rows += self.times(set.unwrap_or(Set::Time), post) * (1 + u64::from(is_merged) + read);
            if passes && self.range[post] {
                found += 1;
                rows += 1;
            }
            if found == need {
                break;
            }
        }
        rows
    }

    /// All of a set, sorted: the sort counts a row for each that it is given.
    fn collect(&self, set: Set) -> u64 {
        let need = u64::from(self.query.limit.0) + 1;
        let path = AccessPath::Set(set);
        let (is_merged, times) = (path.is_merged(self.query), |post| self.times(set, post));
        let (mut rows, mut found) = (path.start_cost(self.query), 0);
        for post in (0..self.posts.all.len()).filter(|post| self.is_of(set, *post)) {
            if self.range[post] {
                let (passes, read) = self.step(set, post);
                let joined = u64::from((!set.is_on_posts() || is_merged) && !self.joins(set));
                let words =
                    u64::from(passes && set != Set::Keyword && self.query.filters.keyword().is_some());
                rows += times(post) * (1 + u64::from(is_merged) + read + joined + words);
                if passes && self.posts.is_after(post, self.query) {
                    found += 1;
                    rows += 1;
                }
            } else if set.is_by_count() {
                rows += 1;
            }
        }
        rows + need.min(found)
    }

    /// Whether a set that is not of the narrow table has to join it to filter.
    fn joins(&self, own: Set) -> bool {
        let query = PostQuery { sort: Sort::PublishedAt, ..self.query.clone() };
        AccessPath::Set(own).joins(&query)
    }

    /// In how many ranges of a set a post is.
    pub(crate) fn times(&self, set: Set, post: usize) -> u64 {
        self.posts.all[post].times(set, self.query) as u64
    }

    /// Whether a post of a set passes all other sets, and what was read beside the step.
    pub(crate) fn step(&self, own: Set, post: usize) -> (bool, u64) {
        let (passes, read) = self.probe(own, post, false);
        (passes, u64::from(self.joins(own)) + read)
    }

    /// As [`Self::step`], for a chunk: of one that looks into texts, posts pass without regard to the keyword.
    pub(crate) fn chunk_step(&self, chunk: &Chunk, post: usize) -> (bool, u64) {
        let joined = u64::from(chunk.joins(self.query));
        let is_after = chunk.path.is_in_order(self.query) || self.posts.is_after(post, self.query);
        if !self.range[post] || !is_after {
            return (false, joined);
        }
        let (passes, read) = self.probe(chunk.path.set(), post, chunk.reads_texts);
        (passes, joined + read)
    }

    /// Whether a post passes the other sets, and the rows of its hashtag. First come those on the narrow row.
    fn probe(&self, own: Set, post: usize, skips_keyword: bool) -> (bool, u64) {
        let others = || self.sets.iter().filter(|(set, _)| *set != own);
        if !others().filter(|(set, _)| set.is_on_posts()).all(|(_, members)| members[post]) {
            return (false, 0);
        }
        let sampled = &self.posts.all[post];
        if !sampled.meets_row_conditions(self.query) {
            return (false, 0);
        }
        let has = |of: Set| others().find(|(set, _)| *set == of).map(|(_, members)| members[post]);
        let (mut rows, mut passes) = (0, true);
        for set in [Set::Hashtag, Set::Mentions] {
            rows += u64::from(passes && has(set) == Some(true));
            passes &= has(set) != Some(false);
        }
        if passes && sampled.is_excluded(self.query) {
            return (false, rows + 1);
        }
        (passes && (skips_keyword || has(Set::Keyword) != Some(false)), rows)
    }
}
