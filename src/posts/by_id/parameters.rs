//! Parses the parameters of calls for posts by their ids.

use super::AskedPost;
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::limit::Limit;
use crate::http::list::parse_items;
use crate::http::parameters::parse_pairs as parse_query;
use crate::percent::decode;
use crate::posts::query::pairs::{MoreValues, Range, Values, parse_pairs};
use crate::posts::shape::{Formats, Shape, ShapeParser};

/// The posts that a call asks for, and the shape of its answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AskedPosts {
    /// The posts, each once, in the order asked for.
    pub posts: Vec<AskedPost>,
    /// How many ids and addresses came.
    pub count: usize,
    /// The shape.
    pub shape: Shape,
}

/// Parses the id in a path, still percent-encoded, and the parameters of its query string. Returns what could be parsed, and every
/// error.
pub fn parse_id(id: &str, query: &str) -> (AskedPosts, Vec<ValidationError>) {
    let shape = ShapeParser::new(Formats::JSON, None);
    match decode(id, false) {
        Ok(id) => parse_address(shape, &[], &[("id", &id)], query),
        Err(error) => {
            let (asked, mut errors) = parse_address(shape, &[], &[], query);
            let error = ValidationError::new(ValidationErrorCode::InvalidValue, error.to_string());
            errors.insert(0, error.for_parameter("id"));
            (asked, errors)
        }
    }
}

/// Parses the parameters of a query string with `ids`. `accept` says which format is the default one.
pub fn parse_ids(query: &str, accept: Option<&str>) -> (AskedPosts, Vec<ValidationError>) {
    let (asked, mut errors) = parse_address(ShapeParser::new(Formats::ALL, accept), &["ids"], &[], query);
    require_ids(&asked, &mut errors);
    (asked, errors)
}

/// Parses an id and pairs. Returns what could be parsed, and every error.
pub fn parse_id_with<'a>(
    id: &str,
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> (AskedPosts, Vec<ValidationError>) {
    AskedValues::new(ShapeParser::new(Formats::JSON, None)).parse_shaped(&[], &[("id", id)], pairs)
}

/// Parses pairs with `ids`, and `more` parameters. Returns what could be parsed, and adds every error to `errors`.
pub(crate) fn parse_ids_with<'a, M: MoreValues>(
    more: M,
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    errors: &mut Vec<ValidationError>,
) -> (AskedPosts, M) {
    let (asked, more, found) = AskedValues::new(more).parse(&["ids"], &[], pairs);
    errors.extend(found);
    require_ids(&asked, errors);
    (asked, more)
}

/// Adds an error if no ids came, and nothing was said about them yet.
fn require_ids(asked: &AskedPosts, errors: &mut Vec<ValidationError>) {
    if asked.count == 0 && !errors.iter().any(|error| error.parameter == "ids") {
        let message = "expected ids or web addresses of posts, and none came";
        errors.push(ValidationError::new(ValidationErrorCode::EmptyValue, message).for_parameter("ids"));
    }
}

fn parse_address(
    shape: ShapeParser,
    own: &[&'static str],
    path: &[(&'static str, &str)],
    query: &str,
) -> (AskedPosts, Vec<ValidationError>) {
    let (pairs, mut errors) = parse_query(query);
    let pairs = pairs.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
    let (asked, found) = AskedValues::new(shape).parse_shaped(own, path, pairs);
    errors.extend(found);
    (asked, errors)
}

impl AskedValues<ShapeParser> {
    /// As [`Self::parse`], with the errors of the shape.
    fn parse_shaped<'a>(
        self,
        own: &[&'static str],
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (AskedPosts, Vec<ValidationError>) {
        let (asked, shape, mut errors) = self.parse(own, path, pairs);
        let (shape, more) = shape.finish();
        errors.extend(more);
        (AskedPosts { shape, ..asked }, errors)
    }
}

/// The values that were parsed so far.
struct AskedValues<M> {
    asked: AskedPosts,
    more: M,
    range: Range,
}

impl<M: MoreValues> AskedValues<M> {
    fn new(more: M) -> Self {
        Self { asked: AskedPosts::default(), more, range: Range::default() }
    }

    fn parse<'a>(
        self,
        own: &[&'static str],
        path: &[(&'static str, &str)],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (AskedPosts, M, Vec<ValidationError>) {
        let known = [own, self.more.names()].concat();
        let (values, errors) = parse_pairs(&known, self, path, pairs);
        (values.asked, values.more, errors)
    }
}

impl AskedPosts {
    /// Adds a post, unless it was asked for before.
    fn add(&mut self, post: AskedPost) {
        if !self.posts.iter().any(|known| known.id == post.id) {
            self.posts.push(post);
        }
    }
}

impl<M: MoreValues> Values for AskedValues<M> {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        match name {
            "id" => {
                self.asked.add(AskedPost::from_id(value)?);
                Ok(())
            }
            "ids" => parse_items(value, Limit::MAX.into(), &mut |item| {
                self.asked.count += 1;
                self.asked.add(AskedPost::from_id_or_address(item)?);
                Ok(())
            }),
            _ => self.more.set(name, value).map(drop),
        }
    }

    fn range(&self) -> &Range {
        &self.range
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValidationErrorCode::{
        DuplicateParameter, EmptyValue, InvalidValue, OutOfRange, TokenInQuery, UnknownParameter,
    };

    fn ids(query: &str) -> Vec<String> {
        let (asked, errors) = parse_ids(query, None);
        assert_eq!(errors, [], "{query}");
        asked
            .posts
            .into_iter()
            .map(|post| format!("{} {} {}", post.text, post.platform.name(), post.id))
            .collect()
    }

    fn errors(found: (AskedPosts, Vec<ValidationError>)) -> Vec<(String, ValidationErrorCode)> {
        found.1.into_iter().map(|error| (error.parameter, error.code)).collect()
    }

    #[test]
    fn ids_and_addresses_are_kept_in_order_and_each_post_once() {
        assert_eq!(
            ids("ids=x:2,https%3A%2F%2Ftwitter.com%2Fa%2Fstatus%2F1%3Fs%3D20,x:1,TikTok:5,x:2"),
            ["x:2 x x:2", "https://twitter.com/a/status/1?s=20 twitter x:1", "TikTok:5 tiktok tiktok:5"]
        );
        assert_eq!(parse_ids("ids=x:1,x:1,twitter:1", None).0.count, 3);
        // A comma within an address is encoded once more.
        assert_eq!(
            ids("ids=https://x.com/a%252Cb/status/1,x:2"),
            ["https://x.com/a%2Cb/status/1 x x:1", "x:2 x x:2"]
        );
    }

    #[test]
    fn every_malformed_id_is_named() {
        let error = |code| ("ids".to_owned(), code);
        let found = |query: &str| errors(parse_ids(query, None));
        assert_eq!(found("ids=x,x:1,myspace:1,https://x.com/a"), [(); 3].map(|()| error(InvalidValue)));
        assert_eq!(found("ids="), [error(EmptyValue)]);
        assert_eq!(found(""), [error(EmptyValue)]);
        assert_eq!(found("ids=x:1,,x:2"), [error(InvalidValue)]);
        assert_eq!(found("ids=%ff"), [error(InvalidValue)]);
        assert_eq!(found("ids=x:1&ids=x:2"), [error(DuplicateParameter)]);
        assert_eq!(found("ids=x:1,postern_live_x"), [error(TokenInQuery)]);
        assert_eq!(found(&format!("ids=x:0{}", ",x:1".repeat(100))), [error(OutOfRange)]);
        assert_eq!(found("ids=x:1&limit=5"), [("limit".to_owned(), UnknownParameter)]);
        assert_eq!(found("id=x:1"), [("id".to_owned(), UnknownParameter), error(EmptyValue)]);
        assert_eq!(parse_ids(&format!("ids=x:0{}", ",x:1".repeat(99)), None).1, []);
    }

    #[test]
    fn a_path_has_one_id_and_its_answer_is_json() {
        let (asked, found) = parse_id("Twitter%3A1", "fields=content");
        assert_eq!((asked.posts[0].id.as_str(), found), ("x:1", vec![]));
        let found = |id: &str, query: &str| errors(parse_id(id, query));
        let id = |code| ("id".to_owned(), code);
        assert_eq!(found("x", ""), [id(InvalidValue)]);
        assert_eq!(found("https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1", ""), [id(InvalidValue)]);
        assert_eq!(found("%ff", "format=csv"), [id(InvalidValue), ("format".to_owned(), UnknownParameter)]);
        assert_eq!(found("postern_live_x", ""), [id(TokenInQuery)]);
    }
}
