//! Chooses among the access paths of a query.

use super::cost::{Cost, Costs};
use super::statistics::Statistics;
use super::{AccessPath, Plan};
use crate::posts::query::PostQuery;

/// A plan, and the one that follows if it does not fill the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The plan that is most likely the cheapest.
    pub first: Plan,
    /// The plan that runs if the first one reaches its cap before the page is full.
    pub then: Option<Plan>,
}

impl From<Plan> for Choice {
    fn from(first: Plan) -> Self {
        Self { first, then: None }
    }
}

impl Choice {
    /// Chooses among all access paths of a query.
    ///
    /// The first plan is the one with the lowest likely cost. It may go much further, if the matching posts are not spread as
    /// expected. So it is capped where it has cost as much as the path with the lowest cost in the worst case, which then takes over.
    /// Together they cost little more than twice the better of them.
    pub fn new(query: &PostQuery, statistics: &Statistics) -> Self {
        let ways = costs(query, statistics);
        let likely = ways.iter().min_by_key(|(_, cost)| cost.for_steps(cost.steps));
        let safe = ways.iter().min_by_key(|(_, cost)| cost.for_steps(cost.all));
        let (Some((way, cost)), Some((fallback, worst))) = (likely, safe) else {
            return Self::from(Plan::from(AccessPath::Walk(super::Set::Time)));
        };
        let affordable = worst.for_steps(worst.all) / cost.step.max(1);
        let most = affordable.max(cost.steps.saturating_mul(3) / 2) + 2 * (u64::from(query.limit.0) + 1);
        if way == fallback || matches!(way, AccessPath::SortedScan(_)) || (cost.is_exact && cost.all <= most)
        {
            return Self::from(Plan::from(*way));
        }
        Self { first: Plan { way: *way, most: Some(most) }, then: Some((*fallback).into()) }
    }
}

/// The most likely cost of a page by its cheapest access path, in rows read.
pub(crate) fn likely_rows(query: &PostQuery, statistics: &Statistics) -> u64 {
    costs(query, statistics).iter().map(|(_, cost)| cost.rows()).min().unwrap_or_default()
}

fn costs(query: &PostQuery, statistics: &Statistics) -> Vec<(AccessPath, Cost)> {
    let costs = Costs { query, statistics };
    AccessPath::all(query).into_iter().map(|way| (way, costs.cost(way))).collect()
}
