//! The race between the access paths of a query.

use super::Set;
use super::chunk::{AccessPath, Chunk, Round};
use super::lane::{Lane, Outcome, multiplied, need};
use super::limits::{FIRST, FOLLOWED, LEAST_GROWTH, MOST_GROWTH, WORTHWHILE};
use crate::posts::param::Sort;
use crate::posts::query::PostQuery;

/// The state of a race.
#[derive(Debug)]
pub(super) struct Race<'a, R> {
    query: &'a PostQuery,
    lanes: Vec<Lane<R>>,
    leader: usize,
    /// The rows that each lane may cost by the end of this round.
    allowance: u64,
    names: Vec<String>,
}

impl<'a, R> Race<'a, R> {
    pub(super) fn new(query: &'a PostQuery) -> Self {
        let by_time = AccessPath::by_time(query);
        let sweep = (!by_time.is_empty()).then(|| Lane::new(by_time));
        let counts = AccessPath::by_count(query).into_iter().map(|path| Lane::new(vec![path]));
        let lanes: Vec<_> = sweep.into_iter().chain(counts).collect();
        Self { query, leader: first_leader(query, &lanes), lanes, allowance: 0, names: Vec::new() }
    }

    /// The next round.
    pub(super) fn round(&mut self) -> Round {
        let query = self.query;
        self.allowance = if self.allowance == 0 {
            FIRST + 2 * need(query)
        } else {
            let wanted = self.totals().next().unwrap_or(u64::MAX).saturating_mul(2);
            let wanted = self.totals().nth(1).map_or(wanted, |second| wanted.min(second));
            wanted.clamp(self.allowance * LEAST_GROWTH, self.allowance * MOST_GROWTH)
        };
        let best = self.lanes.get(self.leader).and_then(|lane| lane.total(query));
        let mut round = Round::default();
        for (index, lane) in self.lanes.iter().enumerate() {
            if index == self.leader {
                round.leading = lane.chunks(query, self.allowance.saturating_sub(lane.spent));
                continue;
            }
            let share = match (best, lane.total(query)) {
                (Some(best), Some(own)) => multiplied(self.allowance, best, own),
                _ => self.allowance / 2,
            };
            let share = share.clamp(self.allowance / FOLLOWED, self.allowance);
            if share > lane.spent + WORTHWHILE {
                round.following.extend(lane.chunks(query, share - lane.spent));
            }
        }
        let is_race = self.lanes.len() > 1 || self.lanes.iter().any(|lane| lane.paths.len() > 1);
        round.has_extents = is_race && self.names.is_empty();
        round
    }

    /// The likely costs of the lanes, the lowest first.
    fn totals(&self) -> impl Iterator<Item = u64> {
        let mut totals: Vec<_> = self.lanes.iter().filter_map(|lane| lane.total(self.query)).collect();
        totals.sort_unstable();
        totals.into_iter()
    }

    /// Takes what came of a round.
    pub(super) fn add(&mut self, round: &Round, outcomes: Vec<Outcome<R>>) {
        let mut outcomes: Vec<_> = round.chunks().copied().zip(outcomes).collect();
        for lane in &mut self.lanes {
            let is_own = |(chunk, _): &mut (Chunk, Outcome<R>)| lane.paths.contains(&chunk.path);
            let own: Vec<_> = outcomes.extract_if(.., is_own).collect();
            lane.add(self.query, own);
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
        |lane: &Lane<R>| lane.paths.iter().any(|path| matches!(path.set(), Set::Author | Set::Hashtag));
    let small = lanes.iter().position(is_small);
    let walk = lanes.iter().position(|lane| lane.is_in_order(query));
    small.or(walk).unwrap_or_default()
}
