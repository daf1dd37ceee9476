//! Why a file is not recognised.

use super::signs::{self, Shown};
use crate::formats::Sign;
use core::fmt;

/// Why a file is not recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// It has nothing in it.
    Empty,
    /// It is packed by something that is not unpacked here.
    Packed(&'static str),
    /// It is an export that the network gives as text where JSON can be asked for: whose.
    Written(&'static str),
    /// It is a page.
    Html,
    /// It is JSON of another kind.
    Json {
        /// The keys of its first object.
        keys: Vec<String>,
        /// The formats that it is nearest to.
        near: Vec<Near>,
    },
    /// It is JSON that ends in the middle, before it shows what it is.
    Cut,
    /// It is a table of another kind.
    Table {
        /// Its columns.
        columns: Vec<String>,
        /// The formats that it is nearest to.
        near: Vec<Near>,
    },
    /// It is a script that assigns to another name.
    Script(String),
    /// It is text of another kind.
    Text,
    /// It is a picture, a video or the like.
    Binary,
}

/// A format that a file is near to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// Its name.
    pub format: &'static str,
    /// What of its signs is there, as it stands in the file.
    pub has: Vec<String>,
    /// What is not.
    pub lacks: Vec<String>,
    /// Whether those are keys, which say more than a name, and no columns.
    are_keys: bool,
    nearness: i64,
}

impl Near {
    /// A format by the keys that are there and those that are not.
    pub(crate) fn by_keys(format: &'static str, shown: &Shown) -> Self {
        let listed = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
        let nearness = shown.nearness();
        Self { format, has: listed(&shown.has), lacks: listed(&shown.lacks), are_keys: true, nearness }
    }

    /// A format by the columns that are there, called as in the file, and those that are not.
    pub(crate) fn by_columns(format: &'static str, sign: &Sign, columns: &[String]) -> Self {
        let folded: Vec<String> = columns.iter().map(|column| signs::folded(column)).collect();
        let shown = signs::columns(sign, &folded);
        let as_it_stands = |key: &&str| {
            let there = |name: &str| columns.iter().find(|column| signs::folds_to(column, name));
            key.split('|')
                .find_map(there)
                .map_or_else(|| (*key).to_owned(), |column| column.trim_start_matches('\u{feff}').to_owned())
        };
        // Of the names that a column has in several languages, the first is enough.
        let first = |key: &&str| match key.strip_prefix('!') {
            Some(key) => format!("no {key}"),
            None => key.split('|').next().unwrap_or_default().to_owned(),
        };
        Self {
            format,
            has: shown.has.iter().map(as_it_stands).collect(),
            lacks: shown.lacks.iter().map(first).collect(),
            are_keys: false,
            nearness: shown.nearness(),
        }
    }

    /// What is there and what is not, for people.
    pub fn describe(&self) -> [String; 2] {
        [&self.has, &self.lacks].map(|names| {
            let said = |name: &String| if self.are_keys { signs::describe(name) } else { name.clone() };
            names.iter().map(said).collect::<Vec<_>>().join(", ")
        })
    }

    /// The two that are nearest, of which more is there than one sign.
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
    /// Whether the file could hold posts, so that passing it over needs to be said.
    pub const fn may_hold_posts(&self) -> bool {
        matches!(self, Self::Packed(_) | Self::Json { .. } | Self::Cut | Self::Written(_))
    }

    /// What it is near to.
    pub fn near(&self) -> &[Near] {
        match self {
            Self::Json { near, .. } | Self::Table { near, .. } => near,
            _ => &[],
        }
    }
}

impl Unknown {
    /// What it is instead.
    pub fn kind(&self) -> String {
        match self {
            Self::Empty => "it is empty".to_owned(),
            Self::Packed(with) => format!("it is packed ({with}): unpack it, and import what is in it"),
            Self::Written(whose) => format!("it is {whose}'s export as text: ask for it again, as JSON"),
            Self::Html => "it is a web page or a feed (HTML, XML): ask for the same as JSON".to_owned(),
            Self::Json { keys, .. } if keys.is_empty() => {
                "it is JSON, but holds no objects where posts would be".to_owned()
            }
            Self::Json { keys, .. } => format!("it is JSON of another kind, with the keys {}", first_names(keys)),
            Self::Cut => {
                "it is JSON that ends in the middle, so it was not downloaded or saved to its end: download it again"
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
