//! A page of posts: the keys by the plan's index, then the documents of those keys only.

mod by_count;
mod by_set;
mod filters;
mod source;

use super::Builder;
use crate::param::{Count, Order, Sort};
use crate::plan::Plan;
use crate::query::PostQuery;
use crate::store::Statement;

/// The statement of a page: up to one row more than the query's limit, each with `post_id` (as text), `value` (the count
/// that is sorted by), `network`, `stamp` and `json`. The order of the rows is the caller's to make.
pub fn page(query: &PostQuery, plan: Plan) -> Statement {
    let mut page = Page { query, bind: Builder::default(), rows: query.limit.0 + 1 };
    let keys = match plan {
        Plan::Count => page.by_count(),
        _ => page.by_set(plan),
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

impl Page<'_> {
    /// The column of the count that is sorted by; none where it is time.
    fn count_column(&self) -> Option<&'static str> {
        match self.query.sort {
            Sort::PublishedAt => None,
            Sort::Count(Count::Likes) => Some("likes"),
            Sort::Count(Count::Comments) => Some("comments"),
            Sort::Count(Count::Views) => Some("views"),
        }
    }

    /// What compares with the last page's end.
    fn further(&self) -> &'static str {
        if self.query.order == Order::Desc { "<" } else { ">" }
    }
}
