//! The arguments of a call, checked as the service checks them.

use super::{Postern, address};
use crate::browser::asked::AskedIds;
use crate::browser::error::PosternError;
use crate::browser::method::Method;
use crate::browser::options::{Arguments, CallOptions, Names, OF_CHANGES, OF_COUNTS, OF_PAGES, Pairs};
use crate::browser::value::Value;
use crate::http::error::ValidationError;
use crate::posts::by_id::{parse_id_with, parse_ids_with};
use crate::posts::changes::check_changes;
use crate::posts::counts::check_counts;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::shape::{Formats, ShapeParser};
use wasm_bindgen::JsValue;

/// The path and query of a call, its options, and the ids that it names.
type Parsed = (String, CallOptions, Option<AskedIds>);

impl Postern {
    /// Parses the arguments of a call: those before its options, and the options.
    ///
    /// # Errors
    /// A `PosternError` that names every wrong argument.
    pub(super) fn parse(
        &self,
        method: Method,
        given: Vec<JsValue>,
        options: &JsValue,
    ) -> Result<Parsed, PosternError> {
        let defaults = &self.call_options;
        let arguments = match method {
            Method::Page(listing) => Arguments::of_listing(listing, OF_PAGES, options, defaults),
            Method::Counts => Arguments::of_listing(Listing::Counts, OF_COUNTS, options, defaults),
            Method::Changes => Arguments::of_listing(Listing::Changes, OF_CHANGES, options, defaults),
            Method::Post | Method::Posts => Arguments::of_ids(options, defaults),
            Method::Account | Method::Health => Arguments::without_parameters(options, defaults),
        };
        let (arguments, ids) = match method {
            Method::Page(listing) => (arguments.with_names(listing.path(), given), None),
            Method::Post => (arguments.with_names(&["id"], given), None),
            Method::Posts => {
                let ids = AskedIds::parse(&Value::from(&given.into_iter().next().unwrap_or_default()));
                (arguments.with_ids(&ids), ids.ok())
            }
            _ => (arguments, None),
        };
        let (path, options) = arguments.validate(|names, pairs| check(method, names, pairs))?;
        Ok((path, options, ids))
    }
}

/// The path and query of a call, and every error of its parameters.
fn check(method: Method, names: &Names<'_>, pairs: &Pairs<'_>) -> (String, Vec<ValidationError>) {
    let values = pairs.iter().copied();
    let (path, checked) = match method {
        Method::Page(listing) => (address::names(listing, names), PostQuery::check(listing, names, values)),
        Method::Counts => ("/posts/counts".to_owned(), check_counts(values)),
        Method::Changes => ("/posts/changes".to_owned(), check_changes(values)),
        Method::Post => {
            // Without an id, there is an error already.
            let id = names.first().map_or("x:1", |(_, id)| id);
            (address::post(id), Err(parse_id_with(id, values).1))
        }
        Method::Posts => ("/posts".to_owned(), Err(check_ids(pairs))),
        Method::Account => ("/account".to_owned(), Ok(())),
        Method::Health => ("/health".to_owned(), Ok(())),
    };
    (address::with_pairs(path, pairs), checked.err().unwrap_or_default())
}

fn check_ids(pairs: &Pairs<'_>) -> Vec<ValidationError> {
    let mut errors = Vec::new();
    let shape = ShapeParser::new(Formats::JSON, None);
    let (_, shape) = parse_ids_with(shape, pairs.iter().copied(), &mut errors);
    errors.extend(shape.finish().1);
    errors
}
