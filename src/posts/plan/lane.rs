//! A lane of a race: access paths that have one order, and so share what they found and where they are.

use super::Set;
use super::chunk::{AccessPath, Chunk};
use super::limits::{SWEPT, WORTHWHILE, need};
use super::texts::expensive_keyword;
use super::walked::Walked;
use crate::key::time_of;
use crate::posts::page::Place;
use crate::posts::param::Order;
use crate::posts::query::PostQuery;
use crate::posts::statements::page::places;
use std::collections::{BTreeMap, BTreeSet};

/// The fewest steps of a chunk.
const MIN_STEPS: u64 = 8;
/// A chunk loses at most so many times the distance of two places, nearly always: the next one begins at the last place.
const LOST: u64 = 4;
/// The most posts of one chunk whose texts are looked into. Each has about a kilobyte.
const MAX_TEXTS: u64 = 1_000;

/// What came of a chunk.
#[derive(Debug)]
pub(super) struct Outcome<R> {
    /// The posts that pass, by their keys.
    pub(super) matches: Vec<(i64, R)>,
    /// The furthest place that came out.
    pub(super) furthest: Option<Place>,
    /// Whether the walk came to the end of the index.
    pub(super) is_end: bool,
}

impl<R> Default for Outcome<R> {
    fn default() -> Self {
        Self { matches: Vec::new(), furthest: None, is_end: false }
    }
}

/// How far the set of an access path reaches.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extent {
    /// Two keys between which all of its posts are, in the order of the walk. `None` if it is empty.
    pub(super) ends: Option<(i64, i64)>,
    /// How many posts it has: at most, of a set in the order of time, and about, of a count. `None` if nothing tells.
    pub(super) size: Option<u64>,
    /// How many of them there likely are, if it has only those of some networks.
    pub(super) likely: Option<u64>,
    /// How many posts there are at all.
    pub(super) all: Option<u64>,
}

/// Access paths with one order. All posts of the page up to `after` are found.
#[derive(Debug)]
pub(super) struct Lane<R> {
    pub(super) paths: Vec<AccessPath>,
    /// The path that came furthest in the last round.
    pub(super) fastest: Option<usize>,
    pub(super) after: Option<Place>,
    pub(super) found: BTreeMap<i64, R>,
    /// The rows that were granted to it so far.
    pub(super) spent: u64,
    /// The part of them that went to the path that came furthest.
    pub(super) progress: u64,
    /// The keys between which all sets have posts: the first and the last in the order of the walk.
    pub(super) span: Option<(i64, i64)>,
    /// What each path has done.
    pub(super) walked: Vec<Walked>,
    /// Whether all posts of the page are found.
    pub(super) is_done: bool,
}

impl<R> Lane<R> {
    pub(super) fn new(paths: Vec<AccessPath>) -> Self {
        Self {
            walked: vec![Walked::default(); paths.len()],
            paths,
            fastest: None,
            after: None,
            found: BTreeMap::new(),
            spent: 0,
            progress: 0,
            span: None,
            is_done: false,
        }
    }

    /// The chunks by whose end it has cost at most about `until` rows.
    pub(super) fn chunks(&self, query: &PostQuery, until: u64) -> Vec<Chunk> {
        let shares = self.shares(query, until);
        let shares = shares.iter().zip(&self.paths).filter(|(share, _)| **share > 0);
        let shares = shares.map(|(share, path)| (*path, (*share).max(path.first_start(query))));
        let shares = shares.filter(|(path, share)| *share >= path.least_rows(query));
        shares.map(|(path, share)| self.chunk(query, path, share)).collect()
    }

    /// What each path may cost more. Nothing is less than what a chunk is worth.
    fn shares(&self, query: &PostQuery, until: u64) -> Vec<u64> {
        let Some(fastest) = self.fastest else {
            let equal = until / self.paths.len() as u64;
            return self.walked.iter().map(|walked| equal.saturating_sub(walked.granted)).collect();
        };
        let least = |(path, walked): (&AccessPath, &Walked)| {
            let start = Some(missing_start(*path, walked, query)).filter(|start| *start <= until);
            (until / SWEPT).max(start.unwrap_or_default()).saturating_sub(walked.granted)
        };
        let mut shares: Vec<_> = self.paths.iter().zip(&self.walked).map(least).collect();
        let others: u64 =
            shares.iter().enumerate().filter(|(index, _)| *index != fastest).map(|(_, share)| share).sum();
        if let Some(share) = shares.get_mut(fastest) {
            *share = until.saturating_sub(self.spent).saturating_sub(others);
        }
        shares.into_iter().map(|share| if share > WORTHWHILE { share } else { 0 }).collect()
    }

    /// What the paths have to be granted that had too little to start.
    pub(super) fn missing_starts(&self, query: &PostQuery) -> u64 {
        let paths = self.paths.iter().zip(&self.walked);
        paths.map(|(path, walked)| missing_start(*path, walked, query)).sum()
    }

    /// The chunk that comes to the end of the smallest set whose size is known.
    pub(super) fn last_chunk(&self, query: &PostQuery) -> Option<Chunk> {
        let (_, index) = self.bound(query)?;
        let (path, walked) = (*self.paths.get(index)?, self.walked.get(index)?);
        // Where it goes on is not certain, and what is beyond the end costs nothing.
        Some(self.chunk(query, path, walked.all(path, query)? + path.start_cost(query)))
    }

    fn chunk(&self, query: &PostQuery, path: AccessPath, rows: u64) -> Chunk {
        let reads_texts = expensive_keyword(query).is_some() && path.set() != Set::Keyword;
        let is_in_order = path.is_in_order(query);
        let rows = rows.saturating_sub(path.start_cost(query));
        let steps = (rows / path.step_cost(query)).max(MIN_STEPS) + 1;
        let need = need(query).saturating_sub(self.found.len() as u64);
        let rows = match (reads_texts, is_in_order) {
            (true, _) => (rows / 2).clamp(MIN_STEPS, MAX_TEXTS),
            (false, true) if path.is_filtered(query) => need + steps / places(steps),
            (false, true) => need,
            (false, false) => self::need(query),
        };
        let until = self.span.map(|(_, end)| end).filter(|_| matches!(path, AccessPath::Set(_)));
        let is_sorted = !is_in_order && !reads_texts;
        Chunk {
            path,
            order: path.order(query),
            after: self.after,
            until,
            steps,
            rows,
            is_sorted,
            reads_texts,
        }
    }

    /// The chunks of which it is read how far their sets reach.
    pub(super) fn extents(&self, query: &PostQuery) -> impl Iterator<Item = Chunk> {
        self.paths.iter().map(|path| self.chunk(query, *path, 0))
    }

    /// Takes what came of its chunks: the one that came furthest counts, because it has found what the others have.
    pub(super) fn add(&mut self, query: &PostQuery, outcomes: Vec<(Chunk, Outcome<R>)>, extents: &[Extent]) {
        for (walked, extent) in self.walked.iter_mut().zip(extents) {
            (walked.size, walked.likely) = (extent.size, extent.likely);
        }
        let sets = self.paths.iter().zip(extents).filter(|(path, _)| matches!(path, AccessPath::Set(_)));
        let all_ends: Vec<_> = sets.map(|(_, extent)| extent.ends).collect();
        let start = self.after;
        let mut best: Option<(usize, Chunk, Outcome<R>)> = None;
        let mut reached = Vec::new();
        for (chunk, outcome) in outcomes {
            let index = self.paths.iter().position(|path| *path == chunk.path).unwrap_or_default();
            let (cost, step) = (chunk.cost(query), chunk.path.step_cost(query));
            self.spent += cost + outcome.matches.len() as u64;
            reached.push((index, outcome.furthest));
            if let Some(walked) = self.walked.get_mut(index) {
                walked.steps += chunk.steps;
                walked.granted += cost;
                walked.passed += step * chunk.steps.saturating_sub(LOST * places(chunk.steps));
                // A chunk as long as the whole set has to come to its end.
                walked.size = walked.size.filter(|size| outcome.is_end || chunk.steps <= *size);
            }
            let is_done = outcome.is_end || (chunk.path.is_in_order(query) && self.is_full(query, &outcome));
            let is_better = match &best {
                None => true,
                Some(_) if self.is_done => false,
                Some((.., known)) => is_done || is_further(chunk.order, outcome.furthest, known.furthest),
            };
            if is_better {
                self.is_done = is_done;
                best = Some((index, chunk, outcome));
            }
        }
        let Some((index, chunk, outcome)) = best else {
            self.narrow(query, &all_ends);
            return;
        };
        if outcome.furthest.is_some() {
            self.after = outcome.furthest;
            self.progress += chunk.cost(query);
        }
        self.found.extend(outcome.matches);
        if self.is_done {
            self.fastest = Some(index);
            return;
        }
        self.narrow(query, &all_ends);
        self.advance(start, &reached);
        self.choose_fastest();
    }

    /// Adds how far in time the paths came, each to the furthest place of its chunk.
    fn advance(&mut self, start: Option<Place>, reached: &[(usize, Option<Place>)]) {
        let start = start.map(|place| place.post_id).or(self.span.map(|(start, _)| start));
        for (index, place) in reached {
            if let Some(walked) = self.walked.get_mut(*index) {
                walked.advance += place.zip(start).map_or(0, |(place, start)| millis(start, place.post_id));
            }
        }
    }

    /// The path that advances most in time for a row gets most of the rows.
    fn choose_fastest(&mut self) {
        let rates = self.walked.iter().enumerate();
        let rates = rates.map(|(index, walked)| (multiplied(walked.advance, 1_000, walked.granted), index));
        if let Some((rate, index)) = rates.max()
            && (rate > 0 || self.fastest.is_none())
        {
            self.fastest = Some(index);
        }
    }

    fn is_full(&self, query: &PostQuery, outcome: &Outcome<R>) -> bool {
        // A post that is in two ranges of a set comes twice.
        let keys = outcome.matches.iter().map(|(key, _)| *key);
        let mut new = BTreeSet::new();
        new.extend(keys.filter(|key| !self.found.contains_key(key)));
        (self.found.len() + new.len()) as u64 >= need(query)
    }

    /// Takes the first and last key of each of its sets: only where all have posts, there are any of the page.
    fn narrow(&mut self, query: &PostQuery, ends: &[Option<(i64, i64)>]) {
        for ends in ends {
            let Some((start, end)) = *ends else {
                self.is_done = true;
                return;
            };
            self.span = Some(match (self.span, query.order) {
                (None, _) => (start, end),
                (Some((first, last)), Order::Desc) => (first.min(start), last.max(end)),
                (Some((first, last)), Order::Asc) => (first.max(start), last.min(end)),
            });
        }
        let passed = |(first, last): (i64, i64)| match query.order {
            Order::Desc => first < last || self.after.is_some_and(|after| after.post_id <= last),
            Order::Asc => first > last || self.after.is_some_and(|after| after.post_id >= last),
        };
        self.is_done |= self.span.is_some_and(passed);
    }

    pub(super) fn is_in_order(&self, query: &PostQuery) -> bool {
        self.paths.iter().all(|path| path.is_in_order(query))
    }

    /// The name of the path that counts.
    pub(super) fn name(&self, query: &PostQuery) -> String {
        let path = self.paths.get(self.fastest.unwrap_or_default());
        path.map_or(String::new(), |path| path.name(query))
    }
}

/// What a path has to be granted that had too little to start.
fn missing_start(path: AccessPath, walked: &Walked, query: &PostQuery) -> u64 {
    if walked.granted == 0 { path.least_rows(query) } else { 0 }
}

/// Whether a place is further than another.
fn is_further(order: Order, place: Option<Place>, known: Option<Place>) -> bool {
    match (place, known) {
        (Some(place), Some(known)) => match order {
            Order::Desc => place.post_id < known.post_id,
            Order::Asc => place.post_id > known.post_id,
        },
        (place, None) => place.is_some(),
        (None, Some(_)) => false,
    }
}

pub(super) fn multiplied(rows: u64, part: u64, whole: u64) -> u64 {
    let share = u128::from(rows) * u128::from(part) / u128::from(whole.max(1));
    u64::try_from(share).unwrap_or(u64::MAX)
}

pub(super) fn millis(one: i64, other: i64) -> u64 {
    time_of(one).0.abs_diff(time_of(other).0)
}
