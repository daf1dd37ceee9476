//! The filters of the API: one table, which everything that handles filters uses.
//!
//! A filter of a known [`Kind`] is one entry of [`FILTERS`]. The parser ([`super::query`]), the echo, what cursors are bound
//! to, the address of a page ([`super::url`]), the SQL condition ([`super::statements`]), the offline engine and the options
//! of `postern export` follow from it; `www/openapi.json`, the npm package's types and the explorer's form are checked against
//! it by `tests/native/filters.rs`. A new kind needs its parser in `kind.rs` and `value.rs`, its
//! condition in `statements/page` and in `offline`, and, if it has an index, a set in [`super::plan::Set`].

mod kind;
mod value;

pub use kind::Kind;
pub use value::Value;

use super::keyword;
use super::param::{Count, Hashtag, Keyword, Minimum, Username};
use super::post::MediaType;
use crate::http::error::ValidationError;
use crate::platform::Platform;
use std::sync::Arc;

/// A filter: a parameter that selects posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// The name of the parameter.
    pub name: &'static str,
    /// Which values it has, and which posts pass.
    pub kind: Kind,
    /// Whether the pages of an author and of a hashtag have it. If not, only searches and exports do: in the others, it is in the
    /// path or replaced by the path.
    pub is_common: bool,
    /// What it does, for help texts.
    pub help: &'static str,
}

/// A table of filters, in the order of the echo.
pub type Table = &'static [Filter];

/// Every filter.
pub const FILTERS: Table = &[
    Filter { name: "platform", kind: Kind::Platform, is_common: false, help: "Only posts of this network" },
    Filter { name: "username", kind: Kind::Username, is_common: false, help: "Only posts of this author" },
    Filter { name: "hashtag", kind: Kind::Hashtag, is_common: false, help: "Only posts with this hashtag" },
    Filter {
        name: "keyword",
        kind: Kind::Keyword,
        is_common: false,
        help: "Only posts with these words, as in a search",
    },
    Filter {
        name: "media_type",
        kind: Kind::MediaType,
        is_common: true,
        help: "Only posts of this type: image, video, carousel or reel",
    },
    Filter {
        name: "min_likes",
        kind: Kind::Minimum(Count::Likes),
        is_common: true,
        help: "Only posts with at least this many likes",
    },
    Filter {
        name: "min_comments",
        kind: Kind::Minimum(Count::Comments),
        is_common: true,
        help: "Only posts with at least this many comments",
    },
];

/// The filter with this name.
pub fn find_filter(table: Table, name: &str) -> Option<&'static Filter> {
    table.iter().find(|filter| filter.name == name)
}

/// The filters of a query: a value or none for each filter of a table, in its order.
#[derive(Debug, Clone, PartialEq)]
pub struct Filters {
    table: Table,
    values: Vec<Option<Value>>,
}

impl Default for Filters {
    fn default() -> Self {
        Self::new(FILTERS)
    }
}

impl Filters {
    /// The filters of a table, without values.
    pub fn new(table: Table) -> Self {
        Self { table, values: vec![None; table.len()] }
    }

    /// The table of the filters.
    pub const fn table(&self) -> Table {
        self.table
    }

    /// Parses the value of a filter. Returns whether there is a filter with this name.
    ///
    /// # Errors
    /// When the value is invalid.
    pub fn set(&mut self, name: &str, text: &str) -> Result<bool, ValidationError> {
        let slot = self.table.iter().zip(&mut self.values).find(|(filter, _)| filter.name == name);
        let Some((filter, value)) = slot else { return Ok(false) };
        *value = Some(Value::parse(filter.kind, text)?);
        Ok(true)
    }

    /// Every filter, with its value if it has one.
    pub fn all(&self) -> impl Iterator<Item = (&'static Filter, Option<&Value>)> {
        self.table.iter().zip(self.values.iter().map(Option::as_ref))
    }

    /// The filters that have a value, with it.
    pub fn given(&self) -> impl Iterator<Item = (&'static Filter, &Value)> {
        self.all().filter_map(|(filter, value)| Some((filter, value?)))
    }

    /// The values of the filters that have one.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.values.iter().flatten()
    }

    /// The network, with the name that the caller used.
    pub fn platform(&self) -> Option<Platform> {
        self.values()
            .find_map(|value| if let Value::Platform(platform) = value { Some(*platform) } else { None })
    }

    /// The author.
    pub fn username(&self) -> Option<&Username> {
        self.values()
            .find_map(|value| if let Value::Username(username) = value { Some(username) } else { None })
    }

    /// The hashtag.
    pub fn hashtag(&self) -> Option<&Hashtag> {
        self.values().find_map(|value| if let Value::Hashtag(hashtag) = value { Some(hashtag) } else { None })
    }

    /// The keyword.
    pub fn keyword(&self) -> Option<&Keyword> {
        self.values().find_map(|value| if let Value::Keyword(keyword) = value { Some(keyword) } else { None })
    }

    /// The media type.
    pub fn media_type(&self) -> Option<MediaType> {
        self.values().find_map(|value| if let Value::MediaType(kind) = value { Some(*kind) } else { None })
    }

    /// The minimums above 0, with their counts. A minimum of 0 excludes no post.
    pub fn minimums(&self) -> impl Iterator<Item = (Count, Minimum)> {
        self.values().filter_map(|value| match value {
            Value::Minimum(count, minimum) if minimum.0 > 0 => Some((*count, *minimum)),
            _ => None,
        })
    }

    /// The minimum of a count, if it is above 0.
    pub fn minimum(&self, count: Count) -> Option<Minimum> {
        self.minimums().find_map(|(other, minimum)| (other == count).then_some(minimum))
    }

    /// The same filters with another form of the keyword.
    #[must_use]
    pub fn with_keyword(&self, parsed: keyword::Keyword) -> Self {
        let parsed = Arc::new(parsed);
        let replaced = |value: &Option<Value>| match value {
            Some(Value::Keyword(keyword)) => {
                Some(Value::Keyword(Keyword { text: keyword.text.clone(), parsed: Arc::clone(&parsed) }))
            }
            other => other.clone(),
        };
        Self { table: self.table, values: self.values.iter().map(replaced).collect() }
    }

    /// The same filters without the keyword.
    #[must_use]
    pub fn without_keyword(&self) -> Self {
        let kept = |value: &Option<Value>| value.clone().filter(|value| !matches!(value, Value::Keyword(_)));
        Self { table: self.table, values: self.values.iter().map(kept).collect() }
    }
}
