//! What the research tool 4CAT gives: items as NDJSON, in the shape of their network, and tables of its own.

use super::sniff::signs::{folded, folds_to};
use super::{
    Format, Outcome, Part, Refusal, Role, Settings, Sign, instagram, json, linkedin, table, tiktok, when, x,
    zeeschuimer,
};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// What 4CAT gives.
pub static FORMAT: Format = Format {
    name: "4cat",
    description: "CSV and NDJSON of the research tool 4CAT, of TikTok, Instagram, X and LinkedIn",
    networks: &[Network::Tiktok, Network::Instagram, Network::X, Network::Linkedin],
    parts: &[
        Part {
            what: "posts",
            signs: &[Sign::Keys(&["__import_meta{}"])],
            at: &[""],
            role: Role::Posts(convert),
        },
        table_of("posts of TikTok", &[Sign::Columns(&["id", "body", "tiktokurl"])], tiktok::fourcat::convert),
        table_of(
            "posts of X",
            &[Sign::Columns(&["id", "body", "retweetcount", "isretweet"])],
            x::fourcat::convert,
        ),
        table_of(
            "posts of Instagram",
            &[Sign::Columns(&["id", "body", "numlikes|likeshidden|nummedia", "numcomments"])],
            instagram::fourcat::convert,
        ),
        table_of(
            "posts of LinkedIn",
            &[Sign::Columns(&["id", "body", "reactions", "timestampago|timestampcollected|posturl"])],
            linkedin::fourcat::convert,
        ),
        table_of(
            "posts of another tool, prepared for 4CAT",
            &[Sign::Columns(&["id", "threadid", "author", "body", "timestamp"])],
            custom,
        ),
    ],
};

const fn table_of(what: &'static str, signs: &'static [Sign], convert: super::Convert) -> Part {
    Part { what, signs, at: &[""], role: Role::Posts(convert) }
}

/// Converts a line of NDJSON: an item, with what is said about it beside its own fields.
///
/// # Errors
/// When the network is one that can't be read, or its item is refused.
pub fn convert(line: &Value, settings: &Settings) -> Outcome {
    zeeschuimer::seen(line, json::dig(line, "__import_meta"), settings)
}

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

    /// When the post was published, as written; null where that is not known, which some tables write as 0.
    pub(crate) fn written(&self) -> &'a Value {
        let known = |value: &&'a Value| match value {
            Value::String(text) => !matches!(text.trim(), "0" | "0.0") && !text.starts_with("1970-01-01"),
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
        post.collected_at = when::read_value(self.cell("timestampcollected"))
            .or(settings.file_time)
            .filter(|time| time.is_kept() && *time >= post.published_at);
    }
}

/// The columns of a table of another tool that may say of which network it is.
const ADDRESSES: [&str; 7] =
    ["url", "link", "posturl", "permalink", "sourceurl", "threadurl", "collectedfromurl"];

/// Converts a row with only the columns that every table of 4CAT has, by the network in the post's address.
fn custom(row: &Value, settings: &Settings) -> Outcome {
    let address = ADDRESSES.into_iter().find_map(|column| json::text(table::cell(row, column)));
    let host = address.as_deref().and_then(|url| url.split('/').nth(2)).unwrap_or_default().to_lowercase();
    let of = |name: &str| host == name || host.strip_suffix(name).is_some_and(|before| before.ends_with('.'));
    if of("tiktok.com") {
        tiktok::fourcat::convert(row, settings)
    } else if of("instagram.com") {
        instagram::fourcat::convert(row, settings)
    } else if of("x.com") || of("twitter.com") {
        x::fourcat::convert(row, settings)
    } else if of("linkedin.com") {
        linkedin::fourcat::convert(row, settings)
    } else {
        let reason = "expected a column url or link with the post's address at TikTok, Instagram, X or LinkedIn; \
            --map reads tables that have none";
        Err(Refusal::new("UNSUPPORTED_PLATFORM", reason))
    }
}

#[cfg(test)]
mod tests;
