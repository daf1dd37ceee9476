//! The choice among a query's ways.

use super::cost::{Cost, Costs};
use super::statistics::Statistics;
use super::{AccessPath, Plan};
use crate::posts::query::PostQuery;

/// A plan, and what follows if it comes back short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The plan that is most likely the cheapest.
    pub first: Plan,
    /// The plan for a page that the first one did not fill before it met its cap.
    pub then: Option<Plan>,
}

impl From<Plan> for Choice {
    fn from(first: Plan) -> Self {
        Self { first, then: None }
    }
}

impl Choice {
    /// Weighs all ways of a query.
    ///
    /// The first is the one that most likely costs least. Where it may go much further than that, because what is asked
    /// for is not spread as it seems, it is capped where it has cost as much as the way that costs least at the worst,
    /// which then takes its place: together they cost little more than twice the better of them.
    pub fn of(query: &PostQuery, statistics: &Statistics) -> Self {
        let ways = costs(query, statistics);
        let likely = ways.iter().min_by_key(|(_, cost)| cost.of(cost.steps));
        let safe = ways.iter().min_by_key(|(_, cost)| cost.of(cost.all));
        let (Some((way, cost)), Some((refuge, worst))) = (likely, safe) else {
            return Self::from(Plan::from(AccessPath::Walk(super::Set::Time)));
        };
        let affordable = worst.of(worst.all) / cost.step.max(1);
        let most = affordable.max(cost.steps.saturating_mul(3) / 2) + 2 * (u64::from(query.limit.0) + 1);
        if way == refuge || matches!(way, AccessPath::SortedScan(_)) || (cost.is_exact && cost.all <= most) {
            return Self::from(Plan::from(*way));
        }
        Self { first: Plan { way: *way, most: Some(most) }, then: Some((*refuge).into()) }
    }
}

/// What a page most likely costs by its cheapest way, in rows read.
pub(crate) fn likely_rows(query: &PostQuery, statistics: &Statistics) -> u64 {
    costs(query, statistics).iter().map(|(_, cost)| cost.rows()).min().unwrap_or_default()
}

fn costs(query: &PostQuery, statistics: &Statistics) -> Vec<(AccessPath, Cost)> {
    let costs = Costs { query, statistics };
    AccessPath::all(query).into_iter().map(|way| (way, costs.of(way))).collect()
}
