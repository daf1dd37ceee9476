//! The keys in the order of a count, by the index of the count.

use super::Page;
use super::ranges::count_index;
use super::source::Source;
use crate::http::cursor::Position;
use crate::posts::param::{Count, Minimum, Order, Sort};
use crate::posts::plan::Set;

/// A range of a count's index.
struct Part {
    condition: String,
    /// Whether all its posts have the same count, or all have an unknown one.
    is_one_count: bool,
}

impl Part {
    const fn one(condition: String) -> Self {
        Self { condition, is_one_count: true }
    }

    const fn many(condition: String) -> Self {
        Self { condition, is_one_count: false }
    }
}

impl Page<'_> {
    /// The posts in the order of a count's index, of which it looks at no more than `most`. There are up to three parts: the rest of
    /// the posts with the same count as the last page's last post, then those after it, then those with an unknown count. Each part
    /// is a range of its own, because a comparison of row values would walk all posts with the same count. A part is only read when
    /// the one before has ended. In a part with one count, posts are in the order of time, so the range of time is also a range of
    /// the index. In any other part it is a condition outside the walk, so that posts that do not meet it count towards `most`.
    /// With `joined`, the keyword's posts are collected once.
    pub(crate) fn by_count(&mut self, most: Option<u64>, joined: bool) -> String {
        let Sort::Count(count) = self.query.sort else { return self.walk(Set::Time, most) };
        let column = count.column();
        let most = most.map_or("-1".to_owned(), |most| most.to_string());
        let columns = format!("{}, p.{column} AS value", self.columns());
        let order = self.query.order.name();
        let parts: Vec<_> = self
            .parts(count, self.query.filters.minimum(count))
            .into_iter()
            .map(|Part { condition, is_one_count }| {
                let part = Source::new(count_index(count), "p.post_id", Some(condition));
                let part = if is_one_count { self.bounded(part) } else { part }.select(&columns);
                format!("SELECT * FROM ({part} ORDER BY p.{column} {order}, p.post_id {order} LIMIT {most})")
            })
            .collect();
        let walk = format!("({} LIMIT {most}) p", parts.join(" UNION ALL "));
        let mut source = self.bounded(Source::new(walk, "p.post_id", None));
        if joined {
            let words = self.whole_set(Set::Keyword);
            let words = self.bounded(words).select("w.rowid");
            source.add(format!("p.post_id IN ({words})"));
        }
        let keyword = joined.then_some(Set::Keyword);
        let met: Vec<_> = [Set::Reaching(count)].into_iter().chain(keyword).collect();
        let source = self.filtered(source, &met);
        format!("{} LIMIT {}", source.select("p.post_id, p.value"), self.rows)
    }

    /// The ranges of the index after the last page. Posts with an unknown count come last, and reach no minimum.
    fn parts(&mut self, count: Count, minimum: Option<Minimum>) -> Vec<Part> {
        let column = count.column();
        let further = self.further();
        let mut parts = match self.query.position {
            Some(Position::Count { count: None, .. }) => vec![],
            Some(Position::Count { count: Some(end), post_id }) if !self.is_before(minimum, end) => {
                let end = self.bind.integer(end.cast_signed());
                let post_id = self.bind.integer(post_id);
                // In ascending order, the end of the last page is the narrower bound, but SQLite might use the minimum.
                let minimum = minimum.filter(|_| self.query.order == Order::Desc);
                let least = minimum.map_or(String::new(), |_| self.minimum(count) + " AND ");
                vec![
                    Part::one(format!("{least}p.{column} = {end} AND p.post_id {further} {post_id}")),
                    Part::many(format!("{least}p.{column} {further} {end}")),
                ]
            }
            _ if minimum.is_some() => vec![Part::many(self.minimum(count))],
            _ => vec![Part::many(format!("p.{column} IS NOT NULL"))],
        };
        let unknown = match self.query.position {
            Some(Position::Count { count: None, post_id }) => {
                format!("p.{column} IS NULL AND p.post_id {further} {}", self.bind.integer(post_id))
            }
            _ => format!("p.{column} IS NULL"),
        };
        match minimum {
            None => parts.push(Part::one(unknown)),
            Some(_) if parts.is_empty() => parts.push(Part::many(format!("p.{column} < 0"))),
            Some(_) => {}
        }
        parts
    }

    /// Whether a walk in ascending order has not reached the minimum yet.
    fn is_before(&self, minimum: Option<Minimum>, count: u64) -> bool {
        self.query.order == Order::Asc && minimum.is_some_and(|minimum| count < minimum.0)
    }
}
