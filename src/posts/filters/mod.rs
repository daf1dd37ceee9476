//! The filters of the API: one table, which everything that handles filters uses.
//!
//! A filter of a known [`Kind`] is one entry of [`FILTERS`]. The parser ([`super::query`]), the echo, what cursors are bound
//! to, the address of a page ([`super::url`]), the SQL condition ([`super::statements`]), the offline engine and the options
//! of `postern export` follow from it; `www/openapi.json`, the npm package's types and the explorer's form are checked against
//! it by `tests/native/filters.rs`. A new kind needs its parser in `kind.rs` and `value.rs`, its
//! condition in `statements/page` and in `offline`, and, if it has an index, a set in [`super::plan::Set`].

mod items;
mod kind;
mod list;
mod table;
mod value;

pub use items::PostId;
pub use kind::Kind;
pub use list::{Item, List, MAX_ITEMS};
pub use table::{FILTERS, Filter, Table, find_filter};
pub use value::Value;

use super::keyword;
use super::param::{Count, Hashtag, Keyword, Language, Minimum, Username};
use super::post::{self, MediaType};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::platform::{Network, Platform};
use std::sync::Arc;

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
    /// Every error of the value.
    pub fn set(&mut self, name: &str, text: &str) -> Result<bool, Vec<ValidationError>> {
        self.set_parsed(name, |kind| Value::parse(kind, text))
    }

    /// As [`Self::set`], for a name in a path, which is one value even if it has a comma.
    ///
    /// # Errors
    /// When the value is invalid.
    pub fn set_one(&mut self, name: &str, text: &str) -> Result<bool, Vec<ValidationError>> {
        self.set_parsed(name, |kind| Value::parse_one(kind, text))
    }

    fn set_parsed(
        &mut self,
        name: &str,
        parse: impl Fn(Kind) -> Result<Value, Vec<ValidationError>>,
    ) -> Result<bool, Vec<ValidationError>> {
        let slot = self.table.iter().zip(&mut self.values).find(|(filter, _)| filter.name == name);
        let Some((filter, value)) = slot else { return Ok(false) };
        *value = Some(parse(filter.kind)?);
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

    /// The networks, with the names that the caller used.
    pub fn platforms(&self) -> Option<&List<Platform>> {
        self.find(|value| if let Value::Platforms(list) = value { Some(list) } else { None })
    }

    /// The networks whose posts may pass: those of the caller, or all.
    pub fn networks(&self) -> Vec<Network> {
        let of_list = |list: &List<Platform>| list.iter().map(|platform| platform.network).collect();
        self.platforms().map_or(Network::ALL.to_vec(), of_list)
    }

    /// The only network whose posts may pass, if there is one.
    pub fn single_network(&self) -> Option<Network> {
        match self.networks().as_slice() {
            [network] => Some(*network),
            _ => None,
        }
    }

    /// The name of a network in the answer: the caller's, or the network's own.
    pub fn platform_name(&self, network: Network) -> &'static str {
        let named =
            self.platforms().and_then(|list| list.iter().find(|platform| platform.network == network));
        named.map_or(network.name(), |platform| platform.name())
    }

    /// The authors.
    pub fn usernames(&self) -> Option<&List<Username>> {
        self.find(|value| if let Value::Usernames(list) = value { Some(list) } else { None })
    }

    /// The hashtags.
    pub fn hashtags(&self) -> Option<&List<Hashtag>> {
        self.find(|value| if let Value::Hashtags(list) = value { Some(list) } else { None })
    }

    /// The keyword.
    pub fn keyword(&self) -> Option<&Keyword> {
        self.find(|value| if let Value::Keyword(keyword) = value { Some(keyword) } else { None })
    }

    /// The media types. `None` in the list is a post without one.
    pub fn media_types(&self) -> Option<&List<Option<MediaType>>> {
        self.find(|value| if let Value::MediaTypes(list) = value { Some(list) } else { None })
    }

    /// The numbers in storage of the media types whose posts may pass. 0 is a post without one.
    pub fn type_numbers(&self) -> Vec<u8> {
        let number = |media_type: &Option<MediaType>| media_type.map_or(0, MediaType::number);
        match self.media_types() {
            Some(list) => list.iter().map(number).collect(),
            None => (0..=MediaType::Reel.number()).collect(),
        }
    }

    /// The kinds of posts.
    pub fn post_kinds(&self) -> Option<&List<post::Kind>> {
        self.find(|value| if let Value::PostKinds(list) = value { Some(list) } else { None })
    }

    /// The languages.
    pub fn languages(&self) -> Option<&List<Language>> {
        self.find(|value| if let Value::Languages(list) = value { Some(list) } else { None })
    }

    /// Those who are mentioned.
    pub fn mentions(&self) -> Option<&List<Username>> {
        self.find(|value| if let Value::Mentions(list) = value { Some(list) } else { None })
    }

    /// The post that others refer to.
    pub fn refers_to(&self) -> Option<&PostId> {
        self.find(|value| if let Value::RefersTo(id) = value { Some(id) } else { None })
    }

    /// The authors whose posts do not pass.
    pub fn excluded_usernames(&self) -> Option<&List<Username>> {
        self.find(|value| if let Value::ExcludedUsernames(list) = value { Some(list) } else { None })
    }

    /// The hashtags whose posts do not pass.
    pub fn excluded_hashtags(&self) -> Option<&List<Hashtag>> {
        self.find(|value| if let Value::ExcludedHashtags(list) = value { Some(list) } else { None })
    }

    /// Those whose mentions do not pass.
    pub fn excluded_mentions(&self) -> Option<&List<Username>> {
        self.find(|value| if let Value::ExcludedMentions(list) = value { Some(list) } else { None })
    }

    fn find<'a, T>(&'a self, pick: impl Fn(&'a Value) -> Option<&'a T>) -> Option<&'a T> {
        self.values().find_map(pick)
    }

    /// How many filters are about hashtags or mentions, which are in tables of their own.
    pub fn posting_filters(&self) -> u64 {
        let of_postings = |value: &&Value| {
            matches!(
                value,
                Value::Hashtags(_)
                    | Value::Mentions(_)
                    | Value::ExcludedHashtags(_)
                    | Value::ExcludedMentions(_)
            )
        };
        self.values().filter(of_postings).count() as u64
    }

    /// The errors of exclusions whose values are also asked for.
    pub(in crate::posts) fn conflicts(&self) -> Vec<ValidationError> {
        let users = shared(self.usernames(), self.excluded_usernames(), "exclude_username");
        let tags = shared(self.hashtags(), self.excluded_hashtags(), "exclude_hashtag");
        let mentions = shared(self.mentions(), self.excluded_mentions(), "exclude_mentions");
        [users, tags, mentions].into_iter().flatten().collect()
    }

    /// Whether posts have to be filled with what a migration added before the filters can be applied.
    pub fn need_filled_posts(&self) -> bool {
        self.given().any(|(filter, _)| filter.kind.needs_filled_posts())
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

/// The errors of an exclusion: one for each value that is also asked for.
fn shared<T: Item>(asked: Option<&List<T>>, excluded: Option<&List<T>>, name: &str) -> Vec<ValidationError> {
    let error = |both: &T| {
        let message = format!("expected values that are not asked for, and {} is", quoted(&both.text()));
        ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter(name)
    };
    match (asked, excluded) {
        (Some(asked), Some(excluded)) => excluded.shared_with(asked).map(error).collect(),
        _ => Vec::new(),
    }
}
