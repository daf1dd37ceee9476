//! Parameters of tools: their types, which the schemas and the parser of arguments share.

use super::budget;
use super::schema::{self, text_of};
use crate::http::limit::Limit;
use crate::numbers::MAX_COUNT;
use crate::posts::filters::{FILTERS, Filter, Kind, MAX_ITEMS};
use crate::posts::param::MAX_KEYWORD;
use crate::posts::query::Listing;
use crate::posts::shape::fields::NAMES;
use std::borrow::Cow;

/// A closed set of values.
type Allowed = Option<&'static [&'static str]>;

/// A parameter of a tool.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    /// Its name.
    pub(super) name: &'static str,
    /// Its type.
    pub(super) kind: ParameterKind,
    /// What it means.
    help: Cow<'static, str>,
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterKind {
    /// A list of this many different texts at most.
    List(usize, Allowed),
    /// A text of this many characters at most, if there is a limit.
    Text(Option<usize>, Allowed),
    /// A whole number in a range, and its default value if it has one.
    Number(u64, u64, Option<u64>),
}

impl Parameter {
    /// A parameter of this type.
    pub(super) const fn new(name: &'static str, kind: ParameterKind, help: &'static str) -> Self {
        Self { name, kind, help: Cow::Borrowed(help) }
    }

    /// Its schema.
    pub(super) fn schema(&self) -> String {
        let about = match self.kind {
            ParameterKind::List(most, allowed) => {
                let items = text_of(None, allowed);
                format!(r#""type":"array","items":{items},"minItems":1,"maxItems":{most},"uniqueItems":true"#)
            }
            ParameterKind::Text(longest, allowed) => schema::text_members(longest, allowed),
            ParameterKind::Number(minimum, maximum, default) => {
                let default = default.map(|default| format!(r#","default":{default}"#)).unwrap_or_default();
                format!(r#""type":"integer","minimum":{minimum},"maximum":{maximum}{default}"#)
            }
        };
        format!(r#"{{"description":{},{about}}}"#, crate::store::json(&self.help))
    }
}

impl From<&Filter> for Parameter {
    fn from(filter: &Filter) -> Self {
        let kind = match filter.kind {
            Kind::Minimum(_) => ParameterKind::Number(0, MAX_COUNT, None),
            Kind::Keyword => ParameterKind::Text(Some(MAX_KEYWORD), None),
            kind if kind.is_list() => ParameterKind::List(MAX_ITEMS, kind.allowed()),
            kind => ParameterKind::Text(None, kind.allowed()),
        };
        let help = format!("{}{}", filter.help, more_help(filter.kind));
        Self { name: filter.name, kind, help: help.into() }
    }
}

/// What a model has to know besides the help of the command line.
const fn more_help(kind: Kind) -> &'static str {
    match kind {
        Kind::Keyword => {
            ". All words must be in the text, in any order and case. \"a phrase\", -without, either OR or, and prefix* (three \
             letters at least) work; words are not stemmed"
        }
        Kind::Platform => ". x and twitter are the same",
        Kind::Username | Kind::Mentions => ", without @",
        Kind::Hashtag => ", without #",
        Kind::RefersTo => ", such as x:123",
        _ => "",
    }
}

/// The filters of changes.
pub(super) fn changes_filters() -> impl Iterator<Item = Parameter> {
    FILTERS.iter().filter(|filter| Listing::Changes.has_filter(filter)).map(Parameter::from)
}

/// Every filter, and the range of time.
pub(super) fn filters() -> Vec<Parameter> {
    let day = ParameterKind::Text(None, None);
    let range = [
        Parameter::new(
            "from_date",
            day,
            "Only posts published at this time or later: a day in UTC, as 2026-03-01, or an RFC 3339 time with an offset",
        ),
        Parameter::new(
            "to_date",
            day,
            "Only posts published at this time or earlier; a day is included whole",
        ),
    ];
    FILTERS.iter().map(Parameter::from).chain(range).collect()
}

/// `cursor`, to go on.
pub(super) const CURSOR: Parameter = Parameter::new(
    "cursor",
    ParameterKind::Text(None, None),
    "The page.next_cursor of the answer before, with all other arguments the same; max_chars may differ",
);

/// `fields`, of tools that answer posts.
pub(super) const FIELDS: Parameter = Parameter::new(
    "fields",
    ParameterKind::List(NAMES.len(), Some(NAMES)),
    "Only these keys of each post, and id. Without it a post has all keys, about 800 characters; with content, \
     author.username, likes_count and published_at far fewer, so that more posts fit",
);

/// `max_chars`, of tools whose answers may be long.
pub(super) const MAX_CHARS: Parameter = Parameter::new(
    budget::NAME,
    ParameterKind::Number(budget::LEAST, budget::MOST, Some(budget::DEFAULT as u64)),
    "The most characters of the answer. What does not fit is left for the next call",
);

/// The `limit` of answers, unless the call says otherwise.
pub(super) const DEFAULT_LIMIT: Limit = Limit(20);

/// `limit`, of tools that answer pages.
pub(super) const fn limit(help: &'static str) -> Parameter {
    let default = Some(DEFAULT_LIMIT.0 as u64);
    Parameter::new("limit", ParameterKind::Number(1, Limit::MAX as u64, default), help)
}
