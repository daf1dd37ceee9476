//! The statement of a page of posts. It finds the keys by the plan, then reads the documents of only these keys.

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

/// The statement of a page. It returns up to one row more than the query's limit, in no particular order, each with `post_id` (as
/// text), `value` (the count that posts are sorted by), `network`, `stamp` and `json`.
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

    /// The column of the count that posts are sorted by. `None` if they are sorted by time.
    fn count_column(&self) -> Option<&'static str> {
        column(self.query.sort)
    }

    /// The operator that compares with the end of the last page.
    fn further(&self) -> &'static str {
        if self.query.order == Order::Desc { "<" } else { ">" }
    }
}
