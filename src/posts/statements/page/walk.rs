//! The keys in the order of time. Several ranges of a set's index are merged as they are walked.

use super::Page;
use super::source::Source;
use crate::posts::plan::Set;

impl Page<'_> {
    /// The keys of a set in the order of time. Looks at no more than `most` posts of the set. Ranges are merged before their posts are
    /// filtered, because a range without any post of the page would otherwise be walked to its end.
    pub(crate) fn walk(&mut self, set: Set, most: Option<u64>) -> String {
        let ranges: Vec<_> = self.ranges(set).into_iter().map(|range| self.bounded(range)).collect();
        let is_filtered = Set::all_of(self.query).into_iter().any(|other| other != set);
        match most {
            None if ranges.len() > 1 && is_filtered => self.capped(set, &ranges, "-1"),
            None => self.merged(set, ranges),
            Some(most) => self.capped(set, &ranges, &most.to_string()),
        }
    }

    fn merged(&mut self, set: Set, ranges: Vec<Source>) -> String {
        let parts: Vec<_> = ranges
            .into_iter()
            .map(|range| {
                let range = self.filtered(range, &[set]);
                range.select(&format!("{} AS post_id, NULL AS value", range.key))
            })
            .collect();
        format!("{} ORDER BY 1 {} LIMIT {}", parts.join(" UNION ALL "), self.query.order.name(), self.rows)
    }

    /// Filters the posts outside the walk, which returns them one by one, in order.
    fn capped(&mut self, set: Set, ranges: &[Source], most: &str) -> String {
        let (name, key) = match set {
            Set::Hashtag => ("h", "h.post_id"),
            Set::Keyword => ("w", "w.post_id"),
            _ => ("p", "p.post_id"),
        };
        let parts: Vec<_> = ranges
            .iter()
            .map(|range| {
                let columns = if name == "p" { self.columns() } else { format!("{} AS post_id", range.key) };
                range.select(&columns)
            })
            .collect();
        let order = self.query.order.name();
        let walk = format!("({} ORDER BY 1 {order} LIMIT {most}) {name}", parts.join(" UNION ALL "));
        let source = self.filtered(Source::new(walk, key, None), &[set]);
        let keys = source.select(&format!("{key} AS post_id, NULL AS value"));
        format!("{keys} LIMIT {}", self.rows)
    }
}
