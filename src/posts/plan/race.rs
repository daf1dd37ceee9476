//! The race between the access paths of a query.

use super::Set;
use super::chunk::{AccessPath, Round};
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
        Self { query, leader, lanes, allowance: 0, was_alone: false, names: Vec::new() }
    }

    /// The next round.
    pub(super) fn round(&mut self) -> Round {
        let alone = self.alone();
        self.was_alone = alone.is_some();
        alone.unwrap_or_else(|| self.together())
    }

    /// A round of the leading lane alone, if it will likely end soon. The others would only cost rows then. There are never two of
    /// them in a row, because what is likely is not certain.
    fn alone(&self) -> Option<Round> {
        if self.names.is_empty() || self.was_alone || self.lanes.len() < 2 {
            return None;
        }
        let lane = self.lanes.get(self.leader)?;
        let grant = multiplied(lane.total(self.query)?, 3, 2);
        let rows = grant.saturating_sub(lane.spent).max(2 * WORTHWHILE);
        let is_allowed = grant <= self.allowance * ALONE_GROWTH;
        is_allowed.then(|| Round { chunks: lane.chunks(self.query, rows), extents: Vec::new() })
    }

    /// A round of all lanes. The first one also reads how far their sets reach.
    fn together(&mut self) -> Round {
        self.allowance = self.next_allowance();
        let is_first = self.names.is_empty();
        let is_race = self.lanes.len() > 1 || self.lanes.iter().any(|lane| lane.paths.len() > 1);
        let mut round = Round::default();
        for (index, lane) in self.lanes.iter().enumerate() {
            let share = self.share(index, lane);
            if share > lane.spent + WORTHWHILE {
                round.chunks.extend(lane.chunks(self.query, share - lane.spent));
            }
            if is_first && is_race {
                round.extents.extend(lane.extents(self.query));
            }
        }
        round
    }

    /// What each lane may cost by the end of the next round: twice what the best one likely takes, or what the second one does.
    fn next_allowance(&self) -> u64 {
        if self.allowance == 0 {
            return first_allowance(self.query);
        }
        let best = self.totals().next().map_or(u64::MAX, |best| best.saturating_mul(2));
        let enough = self.totals().nth(1).map_or(best, |second| best.min(second));
        let is_second = self.allowance == first_allowance(self.query);
        let growth = if is_second { SECOND_GROWTH } else { MOST_GROWTH };
        enough.clamp(self.allowance * LEAST_GROWTH, self.allowance * growth).min(MOST_ROWS)
    }

    /// The part of the allowance that is for a lane: all of it for the leading one, and less for the others the more they likely
    /// take. In the first round, nothing is known, and the others only find out whether they are very short.
    fn share(&self, index: usize, lane: &Lane<R>) -> u64 {
        let least = self.allowance / FOLLOWED;
        let leader = self.lanes.get(self.leader).and_then(|lane| lane.total(self.query));
        match (leader, lane.total(self.query)) {
            _ if index == self.leader => self.allowance,
            _ if self.names.is_empty() => {
                let others = self.lanes.len() as u64 - 1;
                (self.allowance / UNKNOWN).min(self.allowance / 2 / others.max(1))
            }
            (Some(leader), Some(own)) => multiplied(self.allowance, leader, own).clamp(least, self.allowance),
            _ => self.allowance / UNKNOWN,
        }
    }

    /// The likely costs of the lanes, the lowest first.
    fn totals(&self) -> impl Iterator<Item = u64> {
        let mut totals: Vec<_> = self.lanes.iter().filter_map(|lane| lane.total(self.query)).collect();
        totals.sort_unstable();
        totals.into_iter()
    }

    /// Takes what came of a round.
    pub(super) fn add(&mut self, round: &Round, outcomes: Vec<Outcome<R>>, extents: &[Extent]) {
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
        let totals = self.lanes.iter().enumerate();
        let totals = totals.filter_map(|(index, lane)| Some((lane.total(self.query)?, index)));
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
