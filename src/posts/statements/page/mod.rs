//! A page of posts: the keys by the plan, then the documents of those keys only.

mod collect;
mod count;
mod filters;
mod ranges;
pub mod sizes;
mod source;
mod walk;

use crate::posts::param::Order;
use crate::posts::plan::{AccessPath, Plan, column};
use crate::posts::query::PostQuery;
use crate::store::Statement;
use crate::store::builder::Builder;

/// The statement of a page: up to one row more than the query's limit, each with `post_id` (as text), `value` (the count
/// that is sorted by), `network`, `stamp` and `json`. The order of the rows is the caller's to make.
pub fn page(query: &PostQuery, plan: Plan) -> Statement {
    let mut page = Page::new(query);
    let keys = match plan.way {
        AccessPath::Walk(set) => page.walk(set, plan.most),
        AccessPath::SortedScan(set) => page.collect(set),
        AccessPath::Count | AccessPath::Read => page.by_count(plan.most, false),
        AccessPath::Join => page.by_count(plan.most, true),
    };
    let sql = format!(
        "SELECT CAST(k.post_id AS TEXT) AS post_id, k.value, d.network, d.stamp, d.json \
         FROM ({keys}) k CROSS JOIN documents d ON d.post_id = k.post_id"
    );
    page.bind.finish(sql)
}

struct Page<'a> {
    query: &'a PostQuery,
    bind: Builder,
    rows: u16,
}

impl<'a> Page<'a> {
    fn new(query: &'a PostQuery) -> Self {
        Self { query, bind: Builder::default(), rows: query.limit.0 + 1 }
    }

    /// The column of the count that is sorted by; none where it is time.
    fn count_column(&self) -> Option<&'static str> {
        column(self.query.sort)
    }

    /// What compares with the last page's end.
    fn further(&self) -> &'static str {
        if self.query.order == Order::Desc { "<" } else { ">" }
    }
}
