//! The walk of a chunk: rows of an index in its order, from where the last chunk ended, and no more than its steps.

use super::ranges::{Range, count_index};
use super::{Page, further};
use crate::http::cursor::Position;
use crate::key::first_at;
use crate::posts::page::Place;
use crate::posts::param::{Count, Minimum, Order, Sort};
use crate::posts::plan::{AccessPath, Set};

/// A walk as a table.
pub(super) struct Walk {
    /// The subquery.
    from: String,
    /// Its name: `p` if it has columns of the narrow row, otherwise `h` or `w`.
    name: &'static str,
}

impl Page<'_> {
    /// The walk. Its last row, of nulls, is the end of the index, which the limit cuts off if it is not reached.
    pub(super) fn walk(&mut self) -> Walk {
        let (parts, name, columns) = match self.chunk.path {
            AccessPath::Set(set) => self.set_in_order(set),
            AccessPath::Count(count) => self.count_in_order(count),
        };
        let end = vec!["NULL"; columns].join(", ");
        let steps = self.chunk.steps;
        let from = format!("({parts} UNION ALL SELECT {end} LIMIT {steps}) {name}");
        Walk { from, name }
    }

    /// The tables of a chunk, and the column of the key. The narrow row is joined if it is needed and the walk has no part of it.
    pub(super) fn joined(&self, walk: &Walk) -> (String, &'static str) {
        let key = match walk.name {
            "h" => "h.post_id",
            "w" => "w.post_id",
            _ => return (walk.from.clone(), "p.post_id"),
        };
        if !self.chunk.joins(self.query) && self.projection.columns.is_empty() {
            return (walk.from.clone(), key);
        }
        (format!("{} LEFT JOIN posts p ON p.post_id = {key}", walk.from), key)
    }

    /// A set in the order of time. Its ranges are merged before their posts are filtered, because a range without any post of the
    /// page would otherwise be walked to its end.
    fn set_in_order(&mut self, set: Set) -> (String, &'static str, usize) {
        if let Some(merged) = self.merged_if_many(set) {
            return (format!("SELECT * FROM ({merged})"), "h", 1);
        }
        let (name, columns) = match set {
            Set::Hashtag | Set::Mentions => ("h", vec!["post_id"]),
            Set::Keyword => ("w", vec!["rowid AS post_id"]),
            _ => ("p", self.columns()),
        };
        let selected: Vec<_> = columns.iter().map(|column| format!("{name}.{column}")).collect();
        let ranges = self.ranges(set);
        let parts: Vec<_> = ranges
            .into_iter()
            .map(|range| {
                let range = self.bounded(range);
                range.select(&selected.join(", "))
            })
            .collect();
        let (order, steps) = (self.chunk.order.name(), self.chunk.steps);
        let parts = parts.join(" UNION ALL ");
        (format!("SELECT * FROM ({parts} ORDER BY 1 {order} LIMIT {steps})"), name, columns.len())
    }

    fn merged_if_many(&mut self, set: Set) -> Option<String> {
        if self.chunk.path.is_merged(self.query) { self.merged(set) } else { None }
    }

    /// The key of a set that comes first in an order of time: of the first ones of its ranges, the furthest. The chunk is not of more
    /// ranges than are measured.
    pub(super) fn end(&mut self, order: Order) -> String {
        let ranges = self.ranges(self.chunk.path.set()).into_iter();
        let firsts: Vec<_> = ranges.map(|range| self.bounded(range).first(order)).collect();
        match firsts.as_slice() {
            [first] => first.clone(),
            firsts => {
                let firsts: Vec<_> = firsts.iter().map(|first| format!("(({first}))")).collect();
                let furthest = if order == Order::Desc { "max" } else { "min" };
                format!("SELECT {furthest}(column1) FROM (VALUES {})", firsts.join(", "))
            }
        }
    }

    /// The posts in the order of a count's index, in up to three parts: the rest of the posts with the same count as the last post
    /// that was passed, then those after it, then those with an unknown count. Each part is a range of its own, because a
    /// comparison of row values would walk all posts with the same count. A part is only read when the one before has ended. In a
    /// part with one count, posts are in the order of time, so the range of time is also a range of the index.
    fn count_in_order(&mut self, count: Count) -> (String, &'static str, usize) {
        let columns = self.columns();
        let selected: Vec<_> = columns.iter().map(|column| format!("p.{column}")).collect();
        let selected = selected.join(", ");
        let (column, order, steps) = (count.column(), self.chunk.order.name(), self.chunk.steps);
        let parts: Vec<_> = self
            .parts(count)
            .into_iter()
            .map(|Part { condition, one_count }| {
                let part = Range::new(count_index(count), "p.post_id", Some(condition));
                let part = match one_count {
                    Some(OneCount { passed }) => self.bounded_after(part, passed),
                    None => part,
                };
                let part = part.select(&selected);
                format!("SELECT * FROM ({part} ORDER BY p.{column} {order}, p.post_id {order} LIMIT {steps})")
            })
            .collect();
        (parts.join(" UNION ALL "), "p", columns.len())
    }

    /// The ranges of a count's index after the last post that was passed. Unknown counts come last, and reach no minimum.
    fn parts(&mut self, count: Count) -> Vec<Part> {
        let column = count.column();
        let order = self.chunk.order;
        let minimum = self.query.filters.minimum(count);
        let passed = self.passed(count);
        let mut parts = match passed {
            Some(Place { value: None, .. }) => vec![],
            Some(Place { value: Some(end), post_id }) if !is_before(order, minimum, end) => {
                let end = self.bind.integer(end.cast_signed());
                // In ascending order, the end is the narrower bound, but SQLite might use the minimum.
                let minimum = minimum.filter(|_| order == Order::Desc);
                let least = minimum.map_or(String::new(), |_| self.minimum(count) + " AND ");
                vec![
                    Part::one(format!("{least}p.{column} = {end}"), Some(post_id)),
                    Part::many(format!("{least}p.{column} {} {end}", further(order))),
                ]
            }
            _ if minimum.is_some() => vec![Part::many(self.minimum(count))],
            _ => vec![Part::many(format!("p.{column} IS NOT NULL"))],
        };
        let passed_unknown = passed.filter(|place| place.value.is_none()).map(|place| place.post_id);
        match minimum {
            None => parts.push(Part::one(format!("p.{column} IS NULL"), passed_unknown)),
            Some(_) if parts.is_empty() => parts.push(Part::many(format!("p.{column} < 0"))),
            Some(_) => {}
        }
        parts
    }

    /// The last post that a walk of a count's index has passed, or the end of the last page if that has the same order.
    fn passed(&self, count: Count) -> Option<Place> {
        let is_sorted_by = self.query.sort == Sort::Count(count);
        self.chunk.after.or_else(|| self.query.position.filter(|_| is_sorted_by).map(Place::from))
    }

    /// Limits a range of keys to the query's range of time and, in the order of time, to the posts after the last one that was
    /// passed.
    pub(super) fn bounded(&mut self, range: Range) -> Range {
        let passed = self.passed_in_time();
        self.bounded_after(range, passed)
    }

    /// Limits a range of keys to the query's range of time, and to the posts after one that was passed. Adds only one bound at each
    /// end: of two, SQLite may use the wider one, and then looks at all posts between them, whatever the limit.
    fn bounded_after(&mut self, range: Range, passed: Option<i64>) -> Range {
        let (first, end) = self.bounds(passed);
        self.add_bounds(range, first, end)
    }

    /// Limits a range of keys as [`Self::bounded`] does, but only at the end of the walk.
    pub(super) fn bounded_at_the_end(&mut self, range: Range) -> Range {
        let (first, end) = self.bounds(None);
        match self.chunk.order {
            Order::Desc => self.add_bounds(range, first, None),
            Order::Asc => self.add_bounds(range, None, end),
        }
    }

    fn add_bounds(&mut self, mut range: Range, first: Option<i64>, end: Option<i64>) -> Range {
        let key = range.key;
        if let Some(first) = first {
            range.add(format!("{key} >= {}", self.bind.integer(first)));
        }
        if let Some(end) = end {
            range.add(format!("{key} < {}", self.bind.integer(end)));
        }
        range
    }

    /// The last post that a walk in the order of time has passed.
    fn passed_in_time(&self) -> Option<i64> {
        let after = self.chunk.after.filter(|_| matches!(self.chunk.path, AccessPath::Set(_)));
        after.map(|place| place.post_id)
    }

    /// The first key that matters, and the one after the last, of the posts after one that the chunk has passed.
    fn bounds(&self, passed: Option<i64>) -> (Option<i64>, Option<i64>) {
        let query = self.query;
        let mut first = query.from.map(first_at);
        let mut end = query.to_exclusive.map(first_at);
        let page = match query.position {
            Some(Position::Time { post_id }) => Some((post_id, query.order)),
            _ => None,
        };
        let chunk = passed.map(|post_id| (post_id, self.chunk.order));
        // The last post that matters is itself within the range.
        match (self.chunk.until, self.chunk.order) {
            (Some(until), Order::Desc) => first = Some(first.map_or(until, |first| first.max(until))),
            (Some(until), Order::Asc) => end = Some(end.map_or(until + 1, |end| end.min(until + 1))),
            (None, _) => {}
        }
        for (post_id, order) in page.into_iter().chain(chunk) {
            match order {
                Order::Desc => end = Some(end.map_or(post_id, |end| end.min(post_id))),
                Order::Asc => {
                    let next = post_id.saturating_add(1);
                    first = Some(first.map_or(next, |first| first.max(next)));
                }
            }
        }
        (first, end)
    }
}

/// A range of a count's index.
struct Part {
    condition: String,
    one_count: Option<OneCount>,
}

/// All posts of a range have the same count, or an unknown one, so they are in the order of time.
struct OneCount {
    /// The last one that was passed.
    passed: Option<i64>,
}

impl Part {
    const fn one(condition: String, passed: Option<i64>) -> Self {
        Self { condition, one_count: Some(OneCount { passed }) }
    }

    const fn many(condition: String) -> Self {
        Self { condition, one_count: None }
    }
}

/// Whether a walk in ascending order has not reached the minimum yet.
fn is_before(order: Order, minimum: Option<Minimum>, count: u64) -> bool {
    order == Order::Asc && minimum.is_some_and(|minimum| count < minimum.0)
}
