//! Posts in memory. `npm/offline.js` wraps their answers in promises.

use super::asked::AskedIds;
use super::code::{DECODE_ERROR, UNSUPPORTED_VERSION};
use super::error::PosternError;
use super::js::{get, parse_json, plain};
use super::method::Method;
use super::options::{Arguments, CallOptions, OF_COUNTS, OF_PAGES};
use super::value::Value;
use crate::http::cursor::Cursor;
use crate::http::error::message::POST_NOT_STORED;
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::limit::Limit;
use crate::offline::{Answered, ExportParameters, Form, Loaded, PostSet, SavedError};
use crate::posts::by_id::{AskedPosts, parse_id_with, parse_ids_with};
use crate::posts::counts::MoreParameters;
use crate::posts::lines::RejectedLine;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::shape::{Format, Formats, Shape, ShapeParser};
use crate::store::StorageError;
use crate::time::Timestamp;
use js_sys::Date;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A set of posts.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Posts {
    set: PostSet,
    rejected: Vec<RejectedLine>,
    /// The key up to which posts are prepared.
    prepared: Option<i64>,
}

/// Makes memory grow at once by what posts of so many bytes need, and some more: engines of JavaScript look for garbage whenever it
/// grows, so that growing page by page takes ten times as long.
fn reserve(bytes: usize) {
    let least = if bytes < LARGE { bytes } else { bytes.saturating_mul(8).min(MOST_RESERVED) };
    drop(core::hint::black_box(Vec::<u8>::with_capacity(least)));
}

/// Texts that are read in several parts, with more to come.
const LARGE: usize = 1 << 18;
/// The most that memory grows by at once.
const MOST_RESERVED: usize = 1 << 26;

#[wasm_bindgen]
impl Posts {
    /// Parses a post from each line. With `served`, lines are posts as the API serves them, otherwise canonical lines.
    #[wasm_bindgen(constructor)]
    pub fn new(lines: &str, served: bool) -> Self {
        let form = if served { Form::Served } else { Form::Canonical };
        reserve(lines.len());
        let Loaded { set, rejected } = Loaded::parse(lines, form, now());
        Self { set, rejected, prepared: None }
    }

    /// Reads the bytes of a set.
    ///
    /// # Errors
    /// A `PosternError`: `UNSUPPORTED_VERSION` if a later version made them, `DECODE_ERROR` if they are not as they were made.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PosternError> {
        let set = PostSet::from_bytes(bytes).map_err(|error| {
            let code = if matches!(error, SavedError::Newer(_)) { UNSUPPORTED_VERSION } else { DECODE_ERROR };
            PosternError::plain(code, &error.to_string())
        })?;
        Ok(Self { set, rejected: Vec::new(), prepared: None })
    }

    /// The set as bytes, without the lines that are not posts.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.set.to_bytes()
    }

    /// Removes posts by their ids, and then puts others in the place of those with their ids. Each of `lines` is a post's document, as the
    /// API serves it, but without `platform`; `stored` lines were such documents before. If one is none, nothing is changed.
    ///
    /// # Errors
    /// A `PosternError` that says what is wrong with a line.
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands lists over by value")]
    pub fn apply(&mut self, lines: &str, removed: Vec<String>, stored: bool) -> Result<(), PosternError> {
        reserve(lines.len());
        self.prepared = None;
        self.set.apply(lines, &removed, stored).map_err(|number| {
            let message = format!("expected posts as a service serves them, and number {number} is none");
            let error = ValidationError::new(ValidationErrorCode::InvalidValue, message);
            PosternError::invalid_arguments(vec![error.for_parameter("changes")], &[])
        })
    }

    /// Computes what queries compare of some posts. Returns whether there may be more.
    pub fn prepare(&mut self, most: usize) -> bool {
        let last = self.set.prepare(self.prepared, most);
        self.prepared = last.or(self.prepared);
        last.is_some()
    }

    /// How many posts there are.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.set.len()
    }

    /// The lines that are not posts, and why.
    pub fn refused(&self) -> JsValue {
        plain(&self.rejected)
    }

    /// Answers a call. `method` is its name in JavaScript, `arguments` are those before its options. With `mark`, the answer is a CSV
    /// file, which begins with a byte order mark if that is true.
    ///
    /// # Errors
    /// A `PosternError` that names every wrong argument; `POST_NOT_FOUND` if it asks for one post, and that is not there.
    pub fn call(
        &self,
        method: &str,
        arguments: Vec<JsValue>,
        options: &JsValue,
        mark: Option<bool>,
    ) -> Result<JsValue, PosternError> {
        let method = Method::from_name(method);
        let (name, answer) = match method {
            Method::Page(listing) => (listing.name(), self.page(listing, arguments, options, mark)?),
            Method::Posts => return self.many(arguments, options, mark),
            Method::Counts => return self.counts(options).map(|body| data(&body)),
            _ => return self.one(arguments, options).map(|answer| data(&answer.body)),
        };
        Ok(if mark.is_some() { file(name, answer) } else { data(&answer.body) })
    }

    /// The next part of a file of posts, after the `next` of the part before.
    ///
    /// # Errors
    /// A `PosternError` that names every wrong option.
    pub fn export(&self, options: &JsValue, after: Option<String>) -> Result<JsValue, PosternError> {
        let more = ExportParameters::NAMES;
        let arguments = Arguments::of_listing(Listing::Counts, more, options, &CallOptions::default());
        let ((query, file), _) = arguments.validate(|_, pairs| {
            // Like counts, a file has the posts of all pages.
            let (query, more) = (PostQuery::new(Listing::Counts), ExportParameters::default());
            let (query, more, mut errors) = PostQuery::parse_with(query, more, &[], pairs.iter().copied());
            let (file, found) = more.finish();
            errors.extend(found);
            ((query, file), errors)
        })?;
        let position = after.and_then(|cursor| Cursor::decode(&cursor)).map(|cursor| cursor.position);
        let query = PostQuery { position, limit: AT_ONCE, ..query };
        let part = self.set.export(&query, file).map_err(|error| damaged(&error))?;
        let next = part.next.map(|position| query.cursor(position).encode());
        let name = file.format().file_name(Listing::Export.name(), now());
        Ok(plain(&Exported {
            text: part.text,
            posts: part.posts,
            next,
            name,
            content_type: file.content_type(),
        }))
    }
}

/// How many posts of a file are written at once: some megabytes.
const AT_ONCE: Limit = Limit(2_000);

impl Posts {
    /// A page of posts. With `mark`, as CSV.
    fn page(
        &self,
        listing: Listing,
        names: Vec<JsValue>,
        options: &JsValue,
        mark: Option<bool>,
    ) -> Result<Answered, PosternError> {
        let arguments = Arguments::of_listing(listing, OF_PAGES, options, &CallOptions::default());
        let arguments = arguments.with_names(listing.path(), names);
        let ((query, shape), _) = arguments.validate(|names, pairs| {
            let more = ShapeParser::new(Formats::JSON, None);
            let (query, more, mut errors) =
                PostQuery::parse_with(PostQuery::new(listing), more, names, pairs.iter().copied());
            let (shape, found) = more.finish();
            errors.extend(found);
            ((query, shape), errors)
        })?;
        self.set.page(&query, &shaped(shape, mark)).map_err(|error| damaged(&error))
    }

    /// One post by its id.
    fn one(&self, id: Vec<JsValue>, options: &JsValue) -> Result<Answered, PosternError> {
        let arguments = Arguments::of_ids(options, &CallOptions::default()).with_names(&["id"], id);
        let (asked, _) = arguments.validate(|names, pairs| {
            // Without an id, there is an error already.
            parse_id_with(names.first().map_or("x:1", |(_, id)| id), pairs.iter().copied())
        })?;
        let answer = self.set.post(&asked).map_err(|error| damaged(&error))?;
        answer.ok_or_else(|| PosternError::plain("POST_NOT_FOUND", POST_NOT_STORED))
    }

    /// Posts by their ids or web addresses. With `mark`, as CSV.
    fn many(
        &self,
        ids: Vec<JsValue>,
        options: &JsValue,
        mark: Option<bool>,
    ) -> Result<JsValue, PosternError> {
        let ids = AskedIds::parse(&Value::from(&ids.into_iter().next().unwrap_or_default()));
        let arguments = Arguments::of_ids(options, &CallOptions::default()).with_ids(&ids);
        let (asked, _) = arguments.validate(|_, pairs| {
            let mut errors = Vec::new();
            let more = ShapeParser::new(Formats::JSON, None);
            let (asked, more) = parse_ids_with(more, pairs.iter().copied(), &mut errors);
            let (shape, found) = more.finish();
            errors.extend(found);
            (AskedPosts { shape: shaped(shape, mark), ..asked }, errors)
        })?;
        let answer = self.set.posts(&asked).map_err(|error| damaged(&error))?;
        if mark.is_some() {
            return Ok(file("posts", answer));
        }
        let answer = data(&answer.body);
        if let Ok(ids) = ids {
            ids.name_missing(&answer);
        }
        Ok(answer)
    }

    /// The body of numbers of posts.
    fn counts(&self, options: &JsValue) -> Result<String, PosternError> {
        let arguments = Arguments::of_listing(Listing::Counts, OF_COUNTS, options, &CallOptions::default());
        let (query, _) = arguments.validate(|_, pairs| {
            let (posts, more) = (PostQuery::new(Listing::Counts), MoreParameters::default());
            let (posts, more, mut errors) = PostQuery::parse_with(posts, more, &[], pairs.iter().copied());
            (more.finish(posts, &mut errors), errors)
        })?;
        Ok(self.set.counts(&query))
    }
}

/// A part of a file of posts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Exported {
    text: String,
    posts: usize,
    next: Option<String>,
    name: String,
    content_type: &'static str,
}

/// A file, and what the service's headers would say.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File {
    text: String,
    name: String,
    next_cursor: Option<String>,
    missing: Option<usize>,
}

fn file(name: &str, answer: Answered) -> JsValue {
    let Answered { body: text, next_cursor, missing } = answer;
    plain(&File { text, name: Format::Csv.file_name(name, now()), next_cursor, missing })
}

/// The data of a body in JSON.
fn data(body: &str) -> JsValue {
    get(&parse_json(&body.into()).unwrap_or_default(), "data")
}

/// The shape of a CSV file if there is a `mark`, and otherwise this one.
fn shaped(shape: Shape, mark: Option<bool>) -> Shape {
    match mark {
        Some(has_mark) => Shape { format: Format::Csv, has_mark, ..shape },
        None => shape,
    }
}

/// No post in memory is damaged.
fn damaged(error: &StorageError) -> PosternError {
    PosternError::plain("INTERNAL_ERROR", &error.to_string())
}

#[expect(clippy::cast_possible_truncation, reason = "milliseconds have no fraction that counts")]
fn now() -> Timestamp {
    Timestamp(Date::now() as i64)
}
