//! A query for changes, and its parameters.

use super::Since;
use crate::http::error::ValidationError;
use crate::http::url::Url;
use crate::posts::query::pairs::MoreValues;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::shape::{Formats, Shape, ShapeParser};
use crate::posts::url::posts_url;
use serde::Serialize;

/// A query for what changed.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangesQuery {
    /// The filters, how many changes an answer has, and the keys of each post.
    pub posts: PostQuery,
    /// How far the copy has come. `None` asks only where now is.
    pub since: Option<Since>,
}

impl ChangesQuery {
    /// Parses a query string. Begins with the query `defaults`, and `accept` says which format is the default one. Returns what could
    /// be parsed, and every error.
    pub fn parse_into(
        defaults: PostQuery,
        query: &str,
        accept: Option<&str>,
    ) -> (Self, Shape, Vec<ValidationError>) {
        let more = MoreParameters::new(ShapeParser::new(Formats::LINES, accept));
        let (posts, more, mut errors) =
            crate::posts::address::parse_query_with(defaults, more, ["", ""], query);
        let (query, shape) = more.finish(posts, &mut errors);
        (query, shape, errors)
    }

    /// As [`Self::parse_into`], for a caller who may ask for anything.
    ///
    /// # Errors
    /// Every error of the parameters.
    pub fn parse(query: &str) -> Result<(Self, Shape), Vec<ValidationError>> {
        let (query, shape, errors) = Self::parse_into(PostQuery::new(Listing::Changes), query, None);
        if errors.is_empty() { Ok((query, shape)) } else { Err(errors) }
    }

    /// The same query from another point on.
    #[must_use]
    pub(super) fn from(&self, since: Since) -> Self {
        Self { posts: self.posts.clone(), since: Some(since) }
    }

    /// The canonical address, which is the same for all queries that mean the same. Defaults are left out.
    pub fn url(&self) -> String {
        let mut url = Url::new(posts_url(&self.posts));
        url.pair("since", self.since.as_ref().map(Since::encode));
        url.text
    }
}

/// Serializes as the echo: every filter.
impl Serialize for ChangesQuery {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut echo = serializer.serialize_map(None)?;
        for (filter, value) in self.posts.filters.all() {
            if Listing::Changes.has_filter(filter) {
                echo.serialize_entry(filter.name, &value)?;
            }
        }
        echo.end()
    }
}

/// The parameters besides the filters and the limit.
#[derive(Debug)]
pub(crate) struct MoreParameters {
    since: Option<Since>,
    shape: ShapeParser,
}

impl MoreParameters {
    /// No values yet.
    pub(crate) const fn new(shape: ShapeParser) -> Self {
        Self { since: None, shape }
    }

    /// The query and its shape. Adds the errors of the shape.
    pub(crate) fn finish(self, posts: PostQuery, errors: &mut Vec<ValidationError>) -> (ChangesQuery, Shape) {
        let (shape, found) = self.shape.finish();
        errors.extend(found);
        let posts = PostQuery { fields: shape.read_fields(), ..posts };
        (ChangesQuery { posts, since: self.since }, shape)
    }
}

impl MoreValues for MoreParameters {
    fn names(&self) -> &'static [&'static str] {
        &["since", "fields", "format"]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
        if name == "since" {
            self.since = Some(value.parse()?);
            return Ok(true);
        }
        self.shape.set(name, value)
    }
}

/// Checks a call for what changed as [`PostQuery::check`] does a page.
///
/// # Errors
/// The errors of all pairs, in order.
pub fn check_changes<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<(), Vec<ValidationError>> {
    let more = Checked(ShapeParser::new(Formats::JSON, None));
    let (Checked(shape), mut errors) = PostQuery::check_with(Listing::Changes, more, &[], pairs);
    errors.extend(shape.finish().1);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The parameters besides the filters and the limit. `since` is only looked at.
struct Checked(ShapeParser);

impl MoreValues for Checked {
    fn names(&self) -> &'static [&'static str] {
        &["since", "fields"]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
        if name == "since" {
            Since::check(value)?;
            return Ok(true);
        }
        self.0.set(name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::error::ValidationErrorCode::{
        DuplicateParameter, EmptyValue, InvalidCursor, InvalidValue, OutOfRange, UnknownParameter,
    };
    use crate::posts::shape::Format;

    fn errors(query: &str) -> Vec<(String, crate::http::error::ValidationErrorCode)> {
        let errors = ChangesQuery::parse(query).err().unwrap_or_default();
        errors.into_iter().map(|error| (error.parameter, error.code)).collect()
    }

    #[test]
    fn only_networks_authors_and_hashtags_are_filters() {
        for (query, found) in [
            ("since=1", vec![("since", InvalidCursor)]),
            ("since=", vec![("since", EmptyValue)]),
            ("since=0&since=0", vec![("since", DuplicateParameter)]),
            ("cursor=x", vec![("cursor", UnknownParameter)]),
            ("keyword=a&kind=reply", vec![("keyword", UnknownParameter), ("kind", UnknownParameter)]),
            ("from_date=2026-01-01", vec![("from_date", UnknownParameter)]),
            ("sort_by=likes_count", vec![("sort_by", UnknownParameter)]),
            ("limit=101&platform=x,twitter", vec![("limit", OutOfRange), ("platform", InvalidValue)]),
            ("format=csv", vec![("format", InvalidValue)]),
            ("mark=1", vec![("mark", UnknownParameter)]),
            ("fields=like", vec![("fields", InvalidValue)]),
        ] {
            let found: Vec<_> = found.into_iter().map(|(name, code)| (name.to_owned(), code)).collect();
            assert_eq!(errors(query), found, "{query}");
        }
    }

    #[test]
    fn the_echo_has_the_filters_and_the_address_all_that_was_asked_for() {
        let (query, shape) =
            ChangesQuery::parse("hashtag=Reef,coral&limit=5&format=ndjson&platform=twitter&since=0").unwrap();
        assert_eq!(
            crate::store::json(&query),
            r#"{"platform":"twitter","username":null,"hashtag":"coral,reef"}"#
        );
        assert_eq!(shape.format, Format::Ndjson);
        assert_eq!(
            query.url(),
            "/api/v1/posts/changes?platform=twitter&hashtag=coral%2CReef&limit=5&since=0"
        );
    }
}
