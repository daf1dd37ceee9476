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
    /// Columns whose values in this row are placeholders, not data.
    missing: Vec<String>,
}

impl<'a> Row<'a> {
    /// A row of a table.
    pub(crate) fn new(row: &'a Value) -> Self {
        let missing = json::split(table::cell(row, "missingfields"), ',');
        Self { row, missing: missing.into_iter().flatten().map(|name| folded(&name)).collect() }
    }

    /// A cell, by the folded name of its column. Null if the column is missing, or its value blank or a placeholder.
    pub(crate) fn cell(&self, column: &str) -> &'a Value {
        if self.missing.iter().any(|missing| missing == column) {
            return &Value::Null;
        }
        Some(table::cell(self.row, column))
            .filter(|cell| cell.as_str().is_none_or(|text| !text.trim().is_empty()))
            .unwrap_or(&Value::Null)
    }

    /// Whether a cell means yes.
    pub(crate) fn is(&self, column: &str) -> bool {
        json::flag(self.cell(column)) == Some(true)
    }

    pub(crate) fn body(&self) -> String {
        json::unix_lines(self.cell("body").as_str().unwrap_or_default())
    }

    /// The publication time as written. Null if it is unknown (some tables write 0 for that) or rounded.
    pub(crate) fn published_at(&self) -> &'a Value {
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

    /// The names listed in a cell. `None` if there is no such column.
    pub(crate) fn names(&self, column: &str) -> Option<Vec<String>> {
        let exists =
            self.row.as_object().is_some_and(|cells| cells.keys().any(|name| folds_to(name, column)));
        let known = exists && !self.missing.iter().any(|missing| missing == column);
        known.then(|| json::names(json::split(self.cell(column), ',')))
    }

    /// The addresses listed in a cell. Addresses may themselves contain commas.
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

    /// Sets when the post was collected.
    pub(crate) fn collect(&self, post: &mut PostLine, settings: &Settings) {
        post.collected_at = timestamps::parse_value(self.cell("timestampcollected"))
            .or(settings.file_time)
            .filter(|time| time.is_kept() && *time >= post.published_at);
    }
}
