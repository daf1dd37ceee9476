//! The keys of a set that is collected and sorted as a whole.
//!
//! Each key is a group of its own, because SQLite sorts groups in its sorter, where D1 only counts the rows of the page. For
//! `ORDER BY ... LIMIT` it keeps the best rows so far in a table, where D1 counts a row for every collected post.

use super::Page;
use crate::http::cursor::Position;
use crate::posts::plan::Set;

impl Page<'_> {
    /// The keys of a set, sorted by the query's count or by time.
    pub(crate) fn collect(&mut self, set: Set) -> String {
        let source = self.whole_set(set);
        let source = self.bounded(source);
        let mut source = self.filtered(source, &[set]);
        let (key, order, rows) = (source.key, self.query.order.name(), self.rows);
        let Some(column) = self.count_column() else {
            let keys = source.select(&format!("{key} AS post_id, NULL AS value"));
            return format!("{keys} GROUP BY {key} ORDER BY {key} {order} LIMIT {rows}");
        };
        source.on_posts = true;
        if let Some(after) = self.after(column) {
            source.add(after);
        }
        let keys = source.select(&format!("{key} AS post_id, p.{column} AS value"));
        format!(
            "{keys} GROUP BY p.{column} IS NULL, p.{column}, {key} \
             ORDER BY p.{column} IS NULL, p.{column} {order}, {key} {order} LIMIT {rows}"
        )
    }

    /// The condition of posts after the last page.
    fn after(&mut self, column: &str) -> Option<String> {
        let further = self.further();
        match self.query.position {
            Some(Position::Count { count: Some(count), post_id }) => {
                let count = self.bind.integer(count.cast_signed());
                let post_id = self.bind.integer(post_id);
                Some(format!(
                    "(p.{column} {further} {count} OR p.{column} = {count} AND p.post_id {further} {post_id} \
                     OR p.{column} IS NULL)"
                ))
            }
            Some(Position::Count { count: None, post_id }) => {
                let post_id = self.bind.integer(post_id);
                Some(format!("p.{column} IS NULL AND p.post_id {further} {post_id}"))
            }
            _ => None,
        }
    }
}
