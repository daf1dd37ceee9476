//! What a way costs.
//!
//! The figures are of SQLite: a step of a walk, a probe by key, a row, a probe of the full-text index. Storage charges
//! rows, and counts one a step, one a row that is joined, and three a candidate that is collected, but nothing for a
//! probe that misses; so rows and time are weighed against each other.

use super::statistics::Statistics;
use super::{AccessPath, Set, column};
use crate::posts::param::Order;
use crate::posts::query::PostQuery;

/// Tenths of a microsecond that a row read is worth.
const ROW_READ: u64 = 100;
/// Tenths of a microsecond for a step of a walk, a step of a full-text walk, a row or a key probed, and a word probed.
const STEP: u64 = 1;
const MATCH: u64 = 5;
const ROW: u64 = 20;
const PROBE: u64 = 10;
const WORD: u64 = 100;
/// A prefix is put together from all words that start so, in one tenth of a microsecond for so many posts in all, and
/// three for two that are found.
const PREFIX: u64 = 100;
/// The denominator of shares.
const WHOLE: u64 = 1 << 20;

/// The costs of a query's ways.
#[derive(Debug)]
pub(crate) struct Costs<'a> {
    pub(crate) query: &'a PostQuery,
    pub(crate) statistics: &'a Statistics,
}

/// A way's cost: what comes first, and then for each step; and how many steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) start: u64,
    pub(crate) step: u64,
    /// Steps that a page most likely takes.
    pub(crate) steps: u64,
    /// Steps to the end.
    pub(crate) all: u64,
    /// Whether `all` was counted.
    pub(crate) is_exact: bool,
}

impl Cost {
    /// The cost of so many steps.
    pub(crate) const fn of(self, steps: u64) -> u64 {
        self.start.saturating_add(self.step.saturating_mul(steps))
    }

    /// What a page most likely costs, in rows read.
    pub(crate) const fn rows(self) -> u64 {
        self.of(self.steps) / ROW_READ
    }
}

impl Costs<'_> {
    pub(crate) fn of(&self, way: AccessPath) -> Cost {
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
                // It can't be cut short, and a sample says least of a range of counts: it is taken to be larger.
                let all = if set.is_of_count() && !is_exact { all.saturating_mul(3) / 2 } else { all };
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

    /// How many posts a walk of the count's index may meet: those that reach its minimum.
    fn walked(&self) -> (u64, bool) {
        let own = self.statistics.sets.iter().find(|(set, _)| Some(set.name()) == column(self.query.sort));
        own.map_or((self.statistics.posts, true), |(_, size)| (size.posts, size.is_exact))
    }

    /// The steps through `all` posts until a page is full, if those that are asked for are spread evenly.
    fn until_full(&self, all: u64) -> u64 {
        all.min(self.spread(all))
    }

    /// The same, were there no end.
    fn spread(&self, all: u64) -> u64 {
        let need = u64::from(self.query.limit.0) + 1;
        need.saturating_mul(all) / self.matches().max(1)
    }

    /// The same in the order of a count. Counts go together: at the top of one, most of the others are large, too, so a
    /// share is as good as its root there. On a further page, few posts may be left, and a walk for them meets the end, as
    /// does one for none.
    fn until_full_by_count(&self, all: u64) -> u64 {
        if self.matches() == 0 {
            return all;
        }
        let others = self.statistics.sets.iter().map(|(set, _)| *set);
        let others = others.filter(|set| set.is_of_count() && Some(set.name()) != column(self.query.sort));
        let share = others.fold(WHOLE, |share, set| share.saturating_mul(self.share(set)) / WHOLE);
        let gain = if self.query.order == Order::Desc { share.saturating_mul(WHOLE).isqrt() } else { WHOLE };
        let steps = self.spread(all).saturating_mul(gain) / WHOLE;
        let few_left = self.query.position.is_some() && steps > all / 4;
        if few_left { all } else { all.min(steps) }
    }

    /// How many posts are asked for in all, if the sets are independent.
    fn matches(&self) -> u64 {
        let range = self.statistics.range.posts;
        let sets = self.statistics.sets.iter();
        sets.fold(range, |matches, (set, _)| {
            let (size, base) = self.share_of(*set);
            matches.saturating_mul(size.min(base)) / base
        })
    }

    /// A set's size and that of which it is a part.
    fn share_of(&self, set: Set) -> (u64, u64) {
        let base = if set.is_of_count() { self.statistics.posts } else { self.statistics.range.posts };
        (self.size(set).0, base.max(1))
    }

    /// A set's share of the posts.
    fn share(&self, set: Set) -> u64 {
        let (size, base) = self.share_of(set);
        size.min(base).saturating_mul(WHOLE) / base
    }

    /// What a step costs, rows and time: the step itself, and the probes of the sets that it does not keep to.
    fn step(&self, way: AccessPath, own: Option<Set>) -> u64 {
        let own_column =
            matches!(way, AccessPath::Count | AccessPath::Join).then(|| column(self.query.sort)).flatten();
        let probed = |set: &Set| Some(*set) != own && Some(set.name()) != own_column;
        let sets: Vec<Set> = Set::of(self.query).into_iter().filter(probed).collect();
        let is_sorted = matches!(way, AccessPath::SortedScan(_));
        let names_network = sets.contains(&Set::Hashtag) && self.query.filters.platform().is_none();
        let on_posts = is_sorted || names_network || sets.iter().any(|set| set.is_of_posts());
        let joins = on_posts && own.is_some_and(|set| !set.is_of_posts());
        let rows = 1 + u64::from(joins);
        let walk = if own == Some(Set::Keyword) { MATCH } else { STEP };
        let mut time = walk + if on_posts { ROW } else { 0 };
        let mut share = sets
            .iter()
            .filter(|set| set.is_of_posts())
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

    /// What probing the keyword costs.
    fn words(&self) -> u64 {
        let words = self.query.filters.keyword().map_or(0, |keyword| keyword.parsed.words());
        WORD.saturating_mul(words).saturating_add(self.prefixes())
    }

    /// What putting the keyword's prefixes together costs.
    fn prefixes(&self) -> u64 {
        let prefixes = self.query.filters.keyword().map_or(0, |keyword| keyword.parsed.prefixes());
        let found = if prefixes > 0 { self.size(Set::Keyword).0.saturating_mul(3) / 2 } else { 0 };
        prefixes.saturating_mul(self.statistics.posts / PREFIX).saturating_add(found)
    }
}
