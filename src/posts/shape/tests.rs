use super::*;
use crate::http::error::ValidationErrorCode::{self, EmptyValue, InvalidValue, UnknownParameter};
use crate::posts::address::parse_query_with;
use crate::posts::query::{Listing, PostQuery};

/// The shape and the errors of a query string, with an `Accept`.
fn parsed(accept: &str, query: &str) -> (Shape, Vec<(String, ValidationErrorCode)>) {
    let parser = ShapeParser::new(Formats::ALL, Some(accept));
    let (_, parser, errors) = parse_query_with(PostQuery::new(Listing::Search), parser, ["", ""], query);
    let (shape, more) = parser.finish();
    let errors = errors.into_iter().chain(more).map(|error| (error.parameter, error.code)).collect();
    (shape, errors)
}

#[test]
fn a_shape_has_one_address_which_is_parsed_as_the_same_shape() {
    for (query, address) in [
        ("", "a"),
        ("format=json&mark=0", "a"),
        ("fields=content,author.username&limit=5", "a?fields=id,author.username,content"),
        ("format=csv&mark=1", "a?format=csv&mark=1"),
        ("mark=1&format=csv&fields=id", "a?fields=id&format=csv&mark=1"),
        ("format=ndjson", "a?format=ndjson"),
    ] {
        let (shape, errors) = parsed("", query);
        assert_eq!(errors, [], "{query}");
        assert_eq!(shape.address("a".to_owned()), address);
        let again = address.split_once('?').map_or("", |(_, query)| query);
        assert_eq!(parsed("", again).0, shape);
    }
    let (shape, _) = parsed("", "format=csv");
    assert_eq!(shape.address("a?b=c".to_owned()), "a?b=c&format=csv");
}

#[test]
fn a_named_format_wins_over_accept() {
    for (accept, query, format) in [
        ("", "", Format::Json),
        ("text/csv", "", Format::Csv),
        ("text/csv", "format=json", Format::Json),
        ("application/json", "format=ndjson", Format::Ndjson),
        ("text/html", "format=csv", Format::Csv),
    ] {
        assert_eq!(parsed(accept, query).0.format, format, "{accept} {query}");
    }
}

#[test]
fn accept_does_not_matter_if_it_excludes_all_and_a_format_is_named() {
    let check = |accept: &str, query| {
        check_accept(&Call { accept: Some(accept.to_owned()), query, ..Call::default() }, Formats::ALL)
    };
    for query in ["format=csv", "limit=1&format=", "%66ormat=xml"] {
        assert_eq!(check("text/html", query), Ok(()), "{query}");
    }
    for query in ["keyword=format", "", "formats=csv"] {
        let error = check("text/html", query).unwrap_err();
        assert_eq!(error, ApiError::NotAcceptable { offered: Formats::ALL.media_types }, "{query}");
        assert_eq!(check("text/csv", query), Ok(()), "{query}");
    }
}

#[test]
fn every_error_of_a_shape_is_named() {
    let errors = |accept, query| parsed(accept, query).1;
    let error = |name: &str, code| (name.to_owned(), code);
    let fields = || error("fields", InvalidValue);
    assert_eq!(errors("", "fields=a,id,b&limit=1"), [fields(), fields()]);
    assert_eq!(errors("", "fields=id,id"), [fields()]);
    assert_eq!(errors("", "fields=&format="), [error("fields", EmptyValue), error("format", EmptyValue)]);
    assert_eq!(errors("", "format=xml&mark=1"), [error("format", InvalidValue)]);
    assert_eq!(errors("", "mark=1"), [error("mark", InvalidValue)]);
    assert_eq!(errors("text/csv", "mark=1"), []);
    assert_eq!(errors("", "mark=yes&format=csv"), [error("mark", InvalidValue)]);
    assert_eq!(errors("", "field=id"), [error("field", UnknownParameter)]);
}
