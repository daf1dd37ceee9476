//! Estimates the cost of an access path.
//!
//! The figures were measured in SQLite: a step of a walk, a probe by key, a row, a probe of the full-text index. D1 charges for
//! rows read. It counts one for each step and for each joined row, three for each collected candidate, and none for a probe without
//! a match. So the cost combines rows and time.

use super::statistics::Statistics;
use super::{AccessPath, Set, column};
use crate::posts::param::Order;
use crate::posts::query::PostQuery;

/// The cost of a row read, in tenths of a microsecond.
const ROW_READ: u64 = 100;
/// The time of a step of a walk, in tenths of a microsecond, as the following ones.
const STEP: u64 = 1;
/// The time of a step in the results of the full-text index.
const MATCH: u64 = 5;
/// The time of reading a narrow row.
const ROW: u64 = 20;
/// The time of probing a key.
const PROBE: u64 = 10;
/// The time of probing a word.
const WORD: u64 = 100;
/// Combining the words of a prefix takes a tenth of a microsecond for this many of all posts, and three tenths for every two posts
/// that have the prefix.
const PREFIX: u64 = 100;
/// The denominator of shares.
const WHOLE: u64 = 1 << 20;

/// Computes the costs of a query's access paths.
#[derive(Debug)]
pub(crate) struct Costs<'a> {
    pub(crate) query: &'a PostQuery,
    pub(crate) statistics: &'a Statistics,
}

/// The cost of an access path: a fixed cost, a cost for each step, and the number of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) start: u64,
    pub(crate) step: u64,
    /// The most likely number of steps.
    pub(crate) steps: u64,
    /// The number of steps to the end of the set.
    pub(crate) all: u64,
    /// Whether `all` was counted, and not estimated.
    pub(crate) is_exact: bool,
}

impl Cost {
    /// The cost of a number of steps.
    pub(crate) const fn for_steps(self, steps: u64) -> u64 {
        self.start.saturating_add(self.step.saturating_mul(steps))
    }

    /// The most likely cost, in rows read.
    pub(crate) const fn rows(self) -> u64 {
        self.for_steps(self.steps) / ROW_READ
    }
}

impl Costs<'_> {
    /// The cost of an access path.
    pub(crate) fn cost(&self, way: AccessPath) -> Cost {
        match way {
            AccessPath::Walk(set) => {
                let (all, is_exact) = self.size(set);
                let steps = self.until_full(all);
                let start = if set == Set::Keyword { self.prefixes() } else { 0 };
                Cost { start, step: self.step(way, Some(set)), steps, all, is_exact }
            }
            AccessPath::SortedScan(set) => {
                let (all, is_exact) = self.size(set);
                let start = if set == Set::Keyword { self.prefixes() } else { 0 };
                // It always goes to the end, and estimates of ranges of counts are the least reliable, so this adds a half.
                let all = if set.is_by_count() && !is_exact { all.saturating_mul(3) / 2 } else { all };
                Cost { start, step: self.step(way, Some(set)), steps: all, all, is_exact }
            }
            AccessPath::Count | AccessPath::Join | AccessPath::Read => {
                let (all, is_exact) = self.walked();
                let steps = self.until_full_by_count(all);
                let (words, _) = self.size(Set::Keyword);
                let joined = self.prefixes().saturating_add(words.saturating_mul(ROW_READ + 2 * MATCH));
                let start = if way == AccessPath::Join { joined } else { 0 };
                Cost { start, step: self.step(way, None), steps, all, is_exact }
            }
        }
    }

    /// How many posts a set has.
    fn size(&self, set: Set) -> (u64, bool) {
        let known = self.statistics.sets.iter().find(|(known, _)| *known == set);
        let size = known.map_or(self.statistics.range, |(_, size)| *size);
        (size.posts, size.is_exact)
    }

    /// The most posts that a walk of the count's index meets: those that reach its minimum.
    fn walked(&self) -> (u64, bool) {
        let own = self.statistics.sets.iter().find(|(set, _)| Some(set.name()) == column(self.query.sort));
        own.map_or((self.statistics.posts, true), |(_, size)| (size.posts, size.is_exact))
    }

    /// The steps through `all` posts until a page is full, if the matching posts are spread evenly.
    fn until_full(&self, all: u64) -> u64 {
        all.min(self.even_steps(all))
    }

    /// As [`Self::until_full`], but not limited to `all`.
    fn even_steps(&self, all: u64) -> u64 {
        let need = u64::from(self.query.limit.0) + 1;
        need.saturating_mul(all) / self.matches().max(1)
    }

    /// As [`Self::until_full`], in the order of a count. Counts correlate: at the top of one, most others are large as well, so the
    /// square root of a share estimates it better there. On a later page few matching posts may be left, and then the walk goes to
    /// the end, as it does if there are none.
    fn until_full_by_count(&self, all: u64) -> u64 {
        if self.matches() == 0 {
            return all;
        }
        let others = self.statistics.sets.iter().map(|(set, _)| *set);
        let others = others.filter(|set| set.is_by_count() && Some(set.name()) != column(self.query.sort));
        let share = others.fold(WHOLE, |share, set| share.saturating_mul(self.share(set)) / WHOLE);
        let gain = if self.query.order == Order::Desc { share.saturating_mul(WHOLE).isqrt() } else { WHOLE };
        let steps = self.even_steps(all).saturating_mul(gain) / WHOLE;
        let few_left = self.query.position.is_some() && steps > all / 4;
        if few_left { all } else { all.min(steps) }
    }

    /// How many posts match the query, if the sets are independent.
    fn matches(&self) -> u64 {
        let range = self.statistics.range.posts;
        let sets = self.statistics.sets.iter();
        sets.fold(range, |matches, (set, _)| {
            let (size, base) = self.share_of(*set);
            matches.saturating_mul(size.min(base)) / base
        })
    }

    /// The size of a set, and the size of what it is a part of.
    fn share_of(&self, set: Set) -> (u64, u64) {
        let base = if set.is_by_count() { self.statistics.posts } else { self.statistics.range.posts };
        (self.size(set).0, base.max(1))
    }

    /// A set's share of the posts.
    fn share(&self, set: Set) -> u64 {
        let (size, base) = self.share_of(set);
        size.min(base).saturating_mul(WHOLE) / base
    }

    /// The cost of a step, in rows and time: the step itself, and the probes of the other sets.
    fn step(&self, way: AccessPath, own: Option<Set>) -> u64 {
        let own_column =
            matches!(way, AccessPath::Count | AccessPath::Join).then(|| column(self.query.sort)).flatten();
        let probed = |set: &Set| Some(*set) != own && Some(set.name()) != own_column;
        let sets: Vec<Set> = Set::all_of(self.query).into_iter().filter(probed).collect();
        let is_sorted = matches!(way, AccessPath::SortedScan(_));
        let names_network = sets.contains(&Set::Hashtag) && self.query.filters.platform().is_none();
        let on_posts = is_sorted || names_network || sets.iter().any(|set| set.is_on_posts());
        let joins = on_posts && own.is_some_and(|set| !set.is_on_posts());
        let rows = 1 + u64::from(joins);
        let walk = if own == Some(Set::Keyword) { MATCH } else { STEP };
        let mut time = walk + if on_posts { ROW } else { 0 };
        let mut share = sets
            .iter()
            .filter(|set| set.is_on_posts())
            .fold(WHOLE, |share, set| share.saturating_mul(self.share(*set)) / WHOLE);
        if sets.contains(&Set::Hashtag) {
            time += PROBE.saturating_mul(share) / WHOLE;
            share = share.saturating_mul(self.share(Set::Hashtag)) / WHOLE;
        }
        if sets.contains(&Set::Keyword) {
            let probe = if way == AccessPath::Join { STEP } else { self.words() };
            time = time.saturating_add(probe.saturating_mul(share) / WHOLE);
        }
        rows * ROW_READ + time
    }

    /// The cost of probing the keyword.
    fn words(&self) -> u64 {
        let words = self.query.filters.keyword().map_or(0, |keyword| keyword.parsed.words());
        WORD.saturating_mul(words).saturating_add(self.prefixes())
    }

    /// The cost of combining the words of the keyword's prefixes.
    fn prefixes(&self) -> u64 {
        let prefixes = self.query.filters.keyword().map_or(0, |keyword| keyword.parsed.prefixes());
        let found = if prefixes > 0 { self.size(Set::Keyword).0.saturating_mul(3) / 2 } else { 0 };
        prefixes.saturating_mul(self.statistics.posts / PREFIX).saturating_add(found)
    }
}
