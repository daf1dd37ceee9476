//! Keys in the order of a count: walked by the count's own index, or sorted as a set.

use super::Page;
use super::source::Source;
use crate::cursor::Position;
use crate::plan::Plan;

impl Page<'_> {
    /// All posts in the order of a count's index: the rest of the tie that the last page ended in, what comes after, and
    /// the unknown. Each part is a range of its own: a keyset by row value would walk the whole tie.
    pub(super) fn by_count(&mut self) -> String {
        let Some(column) = self.count_column() else { return self.by_set(Plan::Time) };
        let order = self.query.order.name();
        let further = self.further();
        let ranges = match self.query.position {
            Some(Position::Count { count: Some(count), post_id }) => {
                let count = self.bind.integer(count.cast_signed());
                let post_id = self.bind.integer(post_id);
                vec![
                    format!("p.{column} = {count} AND p.post_id {further} {post_id}"),
                    format!("p.{column} {further} {count}"),
                    format!("p.{column} IS NULL"),
                ]
            }
            Some(Position::Count { count: None, post_id }) => {
                let post_id = self.bind.integer(post_id);
                vec![format!("p.{column} IS NULL AND p.post_id {further} {post_id}")]
            }
            _ => vec![format!("p.{column} IS NOT NULL"), format!("p.{column} IS NULL")],
        };
        let index = count_index(column);
        let parts: Vec<_> = ranges
            .into_iter()
            .map(|range| {
                let source = self.narrowed(Source::new(index, "p.post_id", Some(range)), Plan::Count);
                format!(
                    "SELECT * FROM (SELECT p.post_id, p.{column} AS value FROM {index} WHERE {conditions} \
                     ORDER BY p.{column} {order}, p.post_id {order} LIMIT {rows})",
                    conditions = source.all(),
                    rows = self.rows,
                )
            })
            .collect();
        format!(
            "SELECT post_id, value FROM ({}) ORDER BY value IS NULL, value {order}, post_id {order} LIMIT {}",
            parts.join(" UNION ALL "),
            self.rows
        )
    }

    /// What comes after the last page, for a set that is sorted as a whole.
    pub(super) fn after_count(&mut self, column: &str) -> Option<String> {
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

fn count_index(column: &str) -> &'static str {
    match column {
        "likes" => "posts p INDEXED BY posts_by_likes",
        "comments" => "posts p INDEXED BY posts_by_comments",
        _ => "posts p INDEXED BY posts_by_views",
    }
}
