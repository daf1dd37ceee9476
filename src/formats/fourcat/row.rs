//! A row of one of 4CAT's tables.

use crate::formats::sniff::signatures::{folded, folds_to};
use crate::formats::value::ids;
use crate::formats::{Settings, json, table, timestamps};
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// A row of one of 4CAT's tables.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    row: &'a Value,
    /// Columns whose values in this row are made up.
    missing: Vec<String>,
}

impl<'a> Row<'a> {
    /// A row of a table.
    pub(crate) fn new(row: &'a Value) -> Self {
        let missing = json::split(table::cell(row, "missingfields"), ',');
        Self { row, missing: missing.into_iter().flatten().map(|name| folded(&name)).collect() }
    }

    /// A cell, by the folded name of its column; null where there is none, or nothing that is known.
    pub(crate) fn cell(&self, column: &str) -> &'a Value {
        if self.missing.iter().any(|missing| missing == column) {
            return &Value::Null;
        }
        Some(table::cell(self.row, column))
            .filter(|cell| cell.as_str().is_none_or(|text| !text.trim().is_empty()))
            .unwrap_or(&Value::Null)
    }

    /// Whether a cell says yes.
    pub(crate) fn is(&self, column: &str) -> bool {
        json::flag(self.cell(column)) == Some(true)
    }

    /// The text of a post.
    pub(crate) fn body(&self) -> String {
        json::unix_lines(self.cell("body").as_str().unwrap_or_default())
    }

    /// When the post was published, as written; null where that is not known, which some tables write as 0, or was rounded.
    pub(crate) fn written(&self) -> &'a Value {
        let known = |value: &&'a Value| match value {
            Value::String(text) => {
                !matches!(text.trim(), "0" | "0.0")
                    && !text.starts_with("1970-01-01")
                    && !ids::is_rounded_number(text)
            }
            _ => true,
        };
        ["unixtimestamp", "timestamp"]
            .into_iter()
            .map(|column| self.cell(column))
            .find(|value| !value.is_null() && known(value))
            .unwrap_or(&Value::Null)
    }

    /// The names in a cell that lists them; `None` without such a column.
    pub(crate) fn names(&self, column: &str) -> Option<Vec<String>> {
        let there = self.row.as_object().is_some_and(|cells| cells.keys().any(|name| folds_to(name, column)));
        let known = there && !self.missing.iter().any(|missing| missing == column);
        known.then(|| json::names(json::split(self.cell(column), ',')))
    }

    /// The addresses in a cell that lists them. Addresses may have commas of their own.
    pub(crate) fn addresses(&self, column: &str) -> Vec<Value> {
        let text = self.cell(column).as_str().unwrap_or_default();
        let starts = text.match_indices("http").map(|(at, _)| at);
        let starts: Vec<usize> = starts
            .filter(|at| *at == 0 || text.get(..*at).is_some_and(|before| before.trim_end().ends_with(',')))
            .collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let parts = starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end));
        parts.take(100).map(|part| Value::from(part.trim().trim_end_matches(','))).collect()
    }

    /// Says when the post was read.
    pub(crate) fn collect(&self, post: &mut PostLine, settings: &Settings) {
        post.collected_at = timestamps::parse_value(self.cell("timestampcollected"))
            .or(settings.file_time)
            .filter(|time| time.is_kept() && *time >= post.published_at);
    }
}
