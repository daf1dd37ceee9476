//! Why a file is not recognised.

use super::signatures::{self, Match};
use crate::formats::Signature;
use core::fmt;

/// Why a file is not recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// It is empty.
    Empty,
    /// It is packed in a way that is not supported, of this name.
    Packed(&'static str),
    /// It is an export of this network as text. The network also offers it as JSON.
    Written(&'static str),
    /// It is a web page or a feed.
    Html,
    /// It is JSON of another kind.
    Json {
        /// The keys of its first object.
        keys: Vec<String>,
        /// The nearest formats.
        near: Vec<Near>,
    },
    /// It is JSON that is cut off before its format can be recognised.
    Cut,
    /// It is a table of another kind.
    Table {
        /// Its columns.
        columns: Vec<String>,
        /// The nearest formats.
        near: Vec<Near>,
    },
    /// It is a script that assigns to another name.
    Script(String),
    /// It is text of another kind.
    Text,
    /// It is binary, such as a picture or a video.
    Binary,
}

/// A format that a file nearly matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// Its name.
    pub format: &'static str,
    /// The keys or columns of its signature that are present. Columns have their names from the file.
    pub has: Vec<String>,
    /// The keys or columns of its signature that are missing.
    pub lacks: Vec<String>,
    /// Whether they are keys, which [`signatures::describe`] explains, and not columns.
    are_keys: bool,
    nearness: i64,
}

impl Near {
    /// A format by its present and missing keys.
    pub(crate) fn by_keys(format: &'static str, found: &Match) -> Self {
        let owned = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
        let nearness = found.nearness();
        Self { format, has: owned(&found.has), lacks: owned(&found.lacks), are_keys: true, nearness }
    }

    /// A format by its present and missing columns.
    pub(crate) fn by_columns(format: &'static str, signature: &Signature, columns: &[String]) -> Self {
        let folded: Vec<String> = columns.iter().map(|column| signatures::folded(column)).collect();
        let found = signatures::columns(signature, &folded);
        let name_in_file = |key: &&str| {
            let there = |name: &str| columns.iter().find(|column| signatures::folds_to(column, name));
            key.split('|')
                .find_map(there)
                .map_or_else(|| (*key).to_owned(), |column| column.trim_start_matches('\u{feff}').to_owned())
        };
        // A column may have names in several languages. The first is enough.
        let first = |key: &&str| match key.strip_prefix('!') {
            Some(key) => format!("no {key}"),
            None => key.split('|').next().unwrap_or_default().to_owned(),
        };
        Self {
            format,
            has: found.has.iter().map(name_in_file).collect(),
            lacks: found.lacks.iter().map(first).collect(),
            are_keys: false,
            nearness: found.nearness(),
        }
    }

    /// What is present and what is missing, for people.
    pub fn describe(&self) -> [String; 2] {
        [&self.has, &self.lacks].map(|names| {
            let text = |name: &String| if self.are_keys { signatures::describe(name) } else { name.clone() };
            names.iter().map(text).collect::<Vec<_>>().join(", ")
        })
    }

    /// The two nearest formats, without those that hardly match.
    pub(crate) fn best(mut near: Vec<Self>) -> Vec<Self> {
        near.retain(|near| !near.has.is_empty() && near.nearness > 0);
        near.sort_by_key(|near| core::cmp::Reverse(near.nearness));
        near.truncate(2);
        near
    }

    pub(crate) const fn nearness(&self) -> i64 {
        self.nearness
    }
}

impl fmt::Display for Near {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [has, lacks] = self.describe();
        write!(formatter, "{} has {has} too, but also {lacks}", self.format)
    }
}

impl Unknown {
    /// Whether the file may contain posts, so that skipping it must be reported.
    pub const fn may_hold_posts(&self) -> bool {
        matches!(self, Self::Packed(_) | Self::Json { .. } | Self::Cut | Self::Written(_))
    }

    /// The nearest formats.
    pub fn near(&self) -> &[Near] {
        match self {
            Self::Json { near, .. } | Self::Table { near, .. } => near,
            _ => &[],
        }
    }
}

impl Unknown {
    /// What the file is, for people.
    pub fn kind(&self) -> String {
        match self {
            Self::Empty => "it is empty".to_owned(),
            Self::Packed(with) => format!("it is packed ({with}): unpack it, and import what is in it"),
            Self::Written(whose) => format!("it is {whose}'s export as text: request it again, as JSON"),
            Self::Html => "it is a web page or a feed (HTML, XML): request the same data as JSON".to_owned(),
            Self::Json { keys, .. } if keys.is_empty() => {
                "it is JSON, but holds no objects where posts would be".to_owned()
            }
            Self::Json { keys, .. } => format!("it is JSON of another kind, with the keys {}", first_names(keys)),
            Self::Cut => {
                "it is JSON that ends in the middle, so it was not downloaded or saved completely: download it again"
                    .to_owned()
            }
            Self::Table { columns, .. } => {
                format!("it is a table of another kind, with the columns {}", first_names(columns))
            }
            Self::Script(name) => format!("it is a script that assigns to {name}, which holds no posts"),
            Self::Text => "it is text of another kind".to_owned(),
            Self::Binary => "it is neither JSON nor other text".to_owned(),
        }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.kind())?;
        for near in self.near() {
            write!(formatter, "; {near}")?;
        }
        Ok(())
    }
}

fn first_names(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(12).map(String::as_str).collect();
    shown.join(", ") + if names.len() > shown.len() { ", ..." } else { "" }
}
