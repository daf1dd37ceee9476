//! The race between the access paths of a query.

use super::Set;
use super::chunk::{AccessPath, Chunk, Round};
use super::estimate::Total;
use super::guarantee::starts;
use super::lane::{Extent, Lane, Outcome, multiplied};
use super::limits::{
    ALONE_GROWTH, FOLLOWED, LEAST_GROWTH, MOST_GROWTH, MOST_ROWS, SECOND_GROWTH, UNKNOWN, WORTHWHILE,
    first_allowance,
};
use crate::posts::param::Sort;
use crate::posts::query::PostQuery;

/// The state of a race.
#[derive(Debug)]
pub(super) struct Race<'a, R> {
    query: &'a PostQuery,
    lanes: Vec<Lane<R>>,
    leader: usize,
    /// The rows that each lane may cost by the end of the last round in which all of them ran.
    allowance: u64,
    /// Whether only the leading lane ran in the last round.
    was_alone: bool,
    /// How many posts there are.
    all: Option<u64>,
    /// The names of the lanes that led, round by round.
    names: Vec<String>,
}

impl<'a, R> Race<'a, R> {
    pub(super) fn new(query: &'a PostQuery) -> Self {
        let by_time = AccessPath::by_time(query);
        let sweep = (!by_time.is_empty()).then(|| Lane::new(by_time));
        let counts = AccessPath::by_count(query).into_iter().map(|path| Lane::new(vec![path]));
        let lanes: Vec<_> = sweep.into_iter().chain(counts).collect();
        let leader = first_leader(query, &lanes);
        Self { query, leader, lanes, allowance: 0, was_alone: false, all: None, names: Vec::new() }
    }

    /// The next round.
    pub(super) fn round(&mut self) -> Round {
        let alone = self.alone();
        let is_alone = alone.is_some();
        let round = alone.unwrap_or_else(|| self.together());
        self.was_alone = is_alone;
        round
    }

    /// A round of the leading lane alone, if it ends in it for certain or likely: the others would only cost rows then.
    fn alone(&self) -> Option<Round> {
        if self.names.is_empty() || self.lanes.len() < 2 {
            return None;
        }
        let lane = self.lanes.get(self.leader)?;
        let chunks = if self.total(self.leader)?.is_guess {
            self.likely_end(lane)
        } else {
            lane.last_chunk(self.query).map(|last| vec![last])
        };
        let chunks = chunks.filter(|chunks| !chunks.is_empty())?;
        let rows = lane.spent + chunks.iter().map(|chunk| chunk.cost(self.query)).sum::<u64>();
        (rows <= self.allowance * ALONE_GROWTH).then(|| Round { chunks, extents: Vec::new() })
    }

    /// The chunks in which a lane likely ends: never twice in a row, because what is likely is not certain, and not after nothing was
    /// found, because then nothing is likely. They cost no more than what a lane takes that ends for certain.
    fn likely_end(&self, lane: &Lane<R>) -> Option<Vec<Chunk>> {
        let is_blind =
            lane.is_in_order(self.query) && lane.found.is_empty() && self.others(self.leader).is_none();
        if self.was_alone || is_blind {
            return None;
        }
        Some(lane.chunks(self.query, self.likely_rows()?.max(lane.spent + 2 * WORTHWHILE)))
    }

    /// By how many rows the leading lane likely ends: twice its estimate, but no more than what a lane takes that ends for certain.
    fn likely_rows(&self) -> Option<u64> {
        let rows = self.total(self.leader)?.rows.saturating_mul(2);
        Some(rows.min(self.certain().unwrap_or(u64::MAX)))
    }

    /// A round of all lanes. The first one also reads how far their sets reach. If the allowance is too small for a chunk of any path, it
    /// grows at once. After a round alone that came to no end, the leading lane goes on where it may, while the others catch up.
    fn together(&mut self) -> Round {
        let mut round = Round::default();
        let may = if self.was_alone { self.allowance * ALONE_GROWTH } else { 0 };
        while round.chunks.is_empty() && self.allowance < MOST_ROWS {
            self.allowance = self.next_allowance();
            let most = self.likely_rows().unwrap_or_default().min(may).max(self.allowance);
            let share = |index| if index == self.leader { most } else { self.share(index) };
            let lanes = self.lanes.iter().enumerate();
            round.chunks = lanes.flat_map(|(index, lane)| lane.chunks(self.query, share(index))).collect();
        }
        let is_race = self.lanes.len() > 1 || self.lanes.iter().any(|lane| lane.paths.len() > 1);
        if self.names.is_empty() && is_race {
            round.extents = self.lanes.iter().flat_map(|lane| lane.extents(self.query)).collect();
        }
        round
    }

    /// What each lane may cost by the end of the next round: twice what the best one likely takes, or what the second one does, or what
    /// one takes that ends for certain. After a round alone that came to no end, the second one has no say.
    fn next_allowance(&self) -> u64 {
        if self.names.is_empty() {
            return if self.allowance == 0 {
                first_allowance(self.query)
            } else {
                self.allowance + 2 * starts(self.query)
            };
        }
        let mut rows: Vec<_> = self.totals().map(|total| total.rows).collect();
        rows.sort_unstable();
        let twice = |total: Total| total.rows.saturating_mul(if total.is_guess { 2 } else { 1 });
        let best = self.totals().min().map_or(u64::MAX, twice);
        let second = rows.get(1).copied().filter(|_| !self.was_alone);
        let certain = self.certain();
        let enough = [second, certain].into_iter().flatten().fold(best, u64::min);
        let is_second = self.allowance == first_allowance(self.query) && !self.was_alone;
        let growth = if is_second { SECOND_GROWTH } else { MOST_GROWTH };
        let least = self.allowance * LEAST_GROWTH;
        let next = enough.clamp(least, self.allowance * growth);
        // What starts in this round may well be the shortest, so the others only go as far as it does.
        let most = self.start_by(next).map_or(next, |start| start.max(least));
        next.min(most).min(MOST_ROWS)
    }

    /// What a lane has to be granted that had too little to start, if it is no more than so many rows.
    fn start_by(&self, rows: u64) -> Option<u64> {
        let starts = self.lanes.iter().map(|lane| lane.missing_starts(self.query));
        starts.filter(|start| (1..=rows).contains(start)).max()
    }

    /// The part of the allowance that is for a lane that does not lead: less the more it likely takes. In the first round, nothing is
    /// known, and the others only find out whether they are very short.
    fn share(&self, index: usize) -> u64 {
        if self.names.is_empty() {
            let others = self.lanes.len() as u64 - 1;
            return (self.allowance / UNKNOWN).min(self.allowance / 2 / others.max(1));
        }
        let least = self.allowance / FOLLOWED;
        let share = match (self.total(self.leader), self.total(index)) {
            (Some(leader), Some(own)) => {
                multiplied(self.allowance, leader.rows, own.rows).clamp(least, self.allowance)
            }
            _ => self.allowance / UNKNOWN,
        };
        // What has not started at all may well be the shortest, so it starts as soon as the leading lane may cost as much.
        let start = self.lanes.get(index).map_or(0, |lane| lane.missing_starts(self.query));
        if start <= self.allowance { share.max(start) } else { share }
    }

    /// What a lane likely takes.
    fn total(&self, index: usize) -> Option<Total> {
        self.lanes.get(index)?.total(self.query, self.others(index))
    }

    /// About how many posts pass the other lanes' sets, and how many posts there are.
    fn others(&self, index: usize) -> Option<(u64, u64)> {
        let others = self.lanes.iter().enumerate().filter(|(other, _)| *other != index);
        others.filter_map(|(_, lane)| lane.size()).min().zip(self.all)
    }

    /// What the lane takes that ends for certain with the fewest rows.
    fn certain(&self) -> Option<u64> {
        self.totals().filter(|total| !total.is_guess).map(|total| total.rows).min()
    }

    /// What the lanes likely take.
    fn totals(&self) -> impl Iterator<Item = Total> {
        (0..self.lanes.len()).filter_map(|index| self.total(index))
    }

    /// Takes what came of a round.
    pub(super) fn add(&mut self, round: &Round, outcomes: Vec<Outcome<R>>, extents: &[Extent]) {
        self.all = extents.iter().find_map(|extent| extent.all).or(self.all);
        let mut outcomes: Vec<_> = round.chunks.iter().copied().zip(outcomes).collect();
        for lane in &mut self.lanes {
            let own: Vec<_> =
                outcomes.extract_if(.., |(chunk, _)| lane.paths.contains(&chunk.path)).collect();
            let extents = round.extents.iter().zip(extents);
            let extents = extents.filter(|(chunk, _)| lane.paths.contains(&chunk.path));
            let extents: Vec<_> = extents.map(|(_, extent)| *extent).collect();
            lane.add(self.query, own, &extents);
        }
        let name = self.lanes.get(self.leader).map_or(String::new(), |lane| lane.name(self.query));
        self.names.push(name);
        let totals = (0..self.lanes.len()).filter_map(|index| Some((self.total(index)?.rows, index)));
        if let Some((_, best)) = totals.min() {
            self.leader = best;
        }
    }

    /// The rows of the page and the name of the plan, once an access path has come to its end.
    pub(super) fn answer(&mut self) -> Option<(Vec<R>, String)> {
        let done = self.lanes.iter().position(|lane| lane.is_done)?;
        let lane = self.lanes.get_mut(done)?;
        self.names.push(lane.name(self.query));
        self.names.dedup();
        Some((core::mem::take(&mut lane.found).into_values().collect(), self.names.join(">")))
    }
}

/// Which lane leads before anything is known.
fn first_leader<R>(query: &PostQuery, lanes: &[Lane<R>]) -> usize {
    if query.sort == Sort::PublishedAt {
        return 0;
    }
    let is_small =
        |lane: &Lane<R>| lane.paths.iter().any(|path| path.set() == Set::Author || path.set().is_postings());
    let small = lanes.iter().position(is_small);
    let walk = lanes.iter().position(|lane| lane.is_in_order(query));
    small.or(walk).unwrap_or_default()
}
