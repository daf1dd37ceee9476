//! The mapping of columns, keys and constants to the fields of a post.

use super::guess::guess;
use crate::formats::json;
use crate::formats::sniff::signatures::{folded, folds_to};
use crate::formats::table::cell;
use crate::nearest::nearest;
use crate::platform::Network;
use core::fmt;
use core::str::FromStr;
use serde_json::Value;
use std::collections::BTreeMap;

/// The fields that can be mapped.
const FIELDS: [&str; 18] = [
    "platform",
    "id",
    "url",
    "author",
    "author_name",
    "author_id",
    "text",
    "language",
    "time",
    "likes",
    "comments",
    "views",
    "shares",
    "saves",
    "hashtags",
    "media",
    "media_type",
    "kind",
];

/// The column, key or constant for each field of a post.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    fields: BTreeMap<&'static str, Source>,
    /// Whether the mapping is guessed for each file.
    is_auto: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    /// A column's name, or keys joined by `.`.
    Column(String),
    /// The same for all posts.
    Constant(String),
}

/// Parses `auto` for a guess, or pairs such as `id=Post ID,text=Body,platform=:tiktok`: a field, and the column or key with its
/// value. After a colon, the value itself, which then applies to all posts.
impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "auto" {
            return Ok(Self { is_auto: true, ..Self::default() });
        }
        let entries = text.split(',').filter(|entry| !entry.trim().is_empty());
        let pairs = entries.map(|entry| {
            let pair = entry.split_once('=').map(|(field, from)| (field.trim(), from.trim()));
            let pair = pair.filter(|(_, from)| !from.is_empty());
            pair.ok_or_else(|| format!("expected FIELD=COLUMN, got {entry:?}"))
        });
        Self::from_pairs(pairs)
    }
}

impl Mapping {
    /// Creates a mapping from fields, each with a column or key or, after a colon, a value for all posts.
    ///
    /// # Errors
    /// When a field is unknown, comes twice, or is missing although every post needs it.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = Result<(&'a str, &'a str), String>>,
    ) -> Result<Self, String> {
        let mut fields = BTreeMap::new();
        for pair in pairs {
            let (field, from) = pair?;
            let known = FIELDS.into_iter().find(|known| *known == field);
            let field = known
                .ok_or_else(|| format!("expected one of the fields {}, got {field:?}", FIELDS.join(", ")))?;
            if fields.insert(field, Source::of(field, from)?).is_some() {
                return Err(format!("expected {field} once, got it twice"));
            }
        }
        // The platform and the id may come from an address, and the time from the ids of most networks.
        let has_url = fields.contains_key("url");
        let no_time =
            fields.get("platform").and_then(Source::network).is_some_and(|it| !super::carries_time(it));
        for (needed, can_lack) in [("platform", has_url), ("id", has_url), ("time", !no_time)] {
            if !fields.contains_key(needed) && !can_lack {
                let such = if needed == "platform" { ":x" } else { "COLUMN" };
                return Err(format!("expected {needed} too (such as {needed}={such})"));
            }
        }
        Ok(Self { fields, is_auto: false })
    }
}

impl Source {
    fn of(field: &str, from: &str) -> Result<Self, String> {
        let Some(value) = from.strip_prefix(':') else { return Ok(Self::Column(from.to_owned())) };
        if field == "platform" {
            super::network(&value.into()).map_err(|error| error.reason)?;
        }
        Ok(Self::Constant(value.to_owned()))
    }

    /// The network that a constant names.
    fn network(&self) -> Option<Network> {
        match self {
            Self::Constant(name) => super::network(&name.as_str().into()).ok(),
            Self::Column(_) => None,
        }
    }
}

impl Mapping {
    /// The value of a field in a row or object, or null.
    pub(super) fn find(&self, row: &Value, field: &str) -> Value {
        match self.fields.get(field) {
            None => Value::Null,
            Some(Source::Constant(value)) => value.as_str().into(),
            Some(Source::Column(name)) => {
                let folded = folded(name);
                let found =
                    [json::dig(row, name), json::dig(row, &name.replace('/', ".")), cell(row, &folded)];
                found.into_iter().find(|value| !value.is_null()).cloned().unwrap_or_default()
            }
        }
    }
}

impl fmt::Display for Mapping {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = FIELDS.iter().filter_map(|field| Some((*field, self.fields.get(field)?)));
        for (number, (field, source)) in fields.enumerate() {
            let comma = if number > 0 { "," } else { "" };
            match source {
                Source::Column(name) => write!(formatter, "{comma}{field}={name}")?,
                Source::Constant(value) => write!(formatter, "{comma}{field}=:{value}")?,
            }
        }
        Ok(())
    }
}

impl Mapping {
    /// The mapping for a file with these columns and first rows: this one, or a guess, which the caller should report.
    ///
    /// # Errors
    /// When it can't be guessed, or names columns that the file does not have.
    pub(crate) fn of_file(&self, columns: &[String], rows: &[Vec<String>]) -> Result<Self, String> {
        if self.is_auto {
            return guess(columns, rows);
        }
        let there = |name: &str| {
            columns.iter().any(|column| {
                folds_to(column, name) || folds_to(&column.replace('/', "."), &name.replace('/', "."))
            })
        };
        let missing = self.fields.iter().find_map(|(field, source)| match source {
            Source::Column(name) if !there(name) => Some((*field, name)),
            _ => None,
        });
        let Some((field, name)) = missing else { return Ok(self.clone()) };
        let lower: Vec<String> = columns.iter().map(|column| column.to_lowercase()).collect();
        let near = nearest(name, &lower.iter().map(String::as_str).collect::<Vec<_>>());
        let near = near.and_then(|near| columns.iter().find(|column| column.to_lowercase() == near));
        let meant = near.map(|near| format!("; {near:?} was probably meant")).unwrap_or_default();
        let names = columns.join(", ");
        Err(format!("expected a column {name:?} ({field} of --map){meant}; the columns are {names}"))
    }

    /// Whether the mapping is guessed for each file.
    pub(crate) const fn is_auto(&self) -> bool {
        self.is_auto
    }

    /// Whether it maps texts or media.
    pub(crate) fn has_content(&self) -> bool {
        self.fields.contains_key("text") || self.fields.contains_key("media")
    }

    /// Whether a row or object has an id or address.
    pub(super) fn is_in(&self, row: &Value) -> bool {
        ["id", "url"].iter().any(|field| {
            matches!(self.fields.get(field), Some(Source::Column(_))) && !self.find(row, field).is_null()
        })
    }

    /// Whether a column is mapped to the id.
    pub(crate) fn is_id(&self, column: &str) -> bool {
        let same = |name: &String| folds_to(name, column);
        matches!(self.fields.get("id"), Some(Source::Column(name)) if same(name))
    }

    /// Whether it maps the platform.
    pub(super) fn has_platform(&self) -> bool {
        self.fields.contains_key("platform")
    }

    /// The columns in which ids are searched for, for messages.
    pub(super) fn places(&self) -> String {
        let name = |field| match self.fields.get(field)? {
            Source::Column(name) | Source::Constant(name) => Some(format!("{name:?} ({field} of --map)")),
        };
        let places: Vec<String> = ["id", "url"].into_iter().filter_map(name).collect();
        places.join(" or ")
    }
}
