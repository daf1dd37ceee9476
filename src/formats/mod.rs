//! Converts users' files to posts: bytes in, posts or errors out.
//!
//! The steps for each file:
//!
//! 1. [`open`] unpacks it (zip, gzip, xz, zstd) and decodes it (UTF-16).
//! 2. [`sniff`] recognises its format by its content, never by its name.
//! 3. [`split`] (JSON) or [`table`] (CSV and workbooks) reads it element by element, without loading the whole file. A row of a
//!    table becomes an object.
//! 4. The converter of its [`Format`] turns each element into a post.
//! 5. `checks` checks every post: its id, whether it is public, and whether a count was left unused.
//!
//! All formats share the parsing and repair of values ([`value`]) and the information from the other files of an export
//! ([`Export`]). All rows of a table are examined before the first one is converted ([`table::Evidence`]). The code is pure. It
//! builds for wasm32 without the Worker or the command line (feature `import`, or `reading` without the time zone database).
//!
//! A [`Format`] is data: its name, the signatures of its files, the paths of its elements, and a converter for each kind.
//! To add one, write a file with a `static` [`Format`] in the folder of its network, and add a line to [`FORMATS`].
//!
//! A run ([`files`]) examines all files before it converts one. Posts in one file of an export may lack what another file
//! has: the author, long texts, counts. The nearest file of each kind is used. If two files name different owners, neither
//! is used. [`merge`] combines the versions, pieces and ids of a post. The command line reads files from disk and sends
//! batches. A web page ([`files::memory`]) has its files in memory and merges with `posts::post::merge`. Both give the same
//! posts, and tests compare them.
//!
//! Memory is bounded. An element may have 8 MiB, and a packed file may unpack to 400 times its size. Of the posts that were
//! sent, only hashes of the last few million ids are kept.
//!
//! | input | memory |
//! | --- | --- |
//! | five million canonical posts, 4.9 GB | 62 MB |
//! | one array, 2 GB | 36 MB |

pub mod bright_data;
pub mod canonical;
mod checks;
pub mod element_reader;
pub mod export;
pub mod files;
pub mod format;
pub mod fourcat;
pub mod gallery_dl;
pub mod instagram;
pub mod linkedin;
pub mod manifest;
pub mod mapped;
pub mod merge;
pub mod open;
pub mod settings;
pub mod snapchat;
pub mod sniff;
pub mod source;
pub mod split;
pub mod table;
pub mod tiktok;
pub mod unpacked;
pub mod value;
pub mod x;
pub mod ytdlp;
pub mod zeeschuimer;

#[cfg(test)]
pub(crate) mod tests;

pub use export::Export;
pub use format::{Convert, FORMATS, Format, Part, Role, Signature};
pub use settings::{Include, Settings};
pub use value::{fill, json, number, repair, snowflake, timestamps};

use crate::posts::post::line::{AuthorLine, PostLine};
use crate::time::Timestamp;
use serde_json::Value;

/// The result of converting an element of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A post.
    Post(Box<Found>),
    /// Several posts, each converted or refused, such as a page of an API.
    Many(Vec<Outcome>),
    /// Not a post, by a rule of its format. This is not an error. The text says what it is.
    Skipped(&'static str),
}

/// The item that an element became, or why it can't be imported.
pub type Outcome = Result<Item, ImportError>;

/// A converted post, and what is needed to merge, filter and report it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The post.
    pub post: PostLine,
    /// If the post was edited: the id of its first version, which all versions share.
    pub first_version: Option<String>,
    /// Other ids of the same post at its network, in the form of `platform_post_id`.
    pub also: Vec<String>,
    /// If the source has an element for each media file of a post: the index of this one, from 0.
    pub piece: Option<u64>,
    /// If the source has the counts of a post for each day: the day of these counts.
    pub day: Option<Timestamp>,
    /// Whether it is a story, which is visible for a day.
    pub story: bool,
    /// Remarks for the operator about how the post was read. Equal remarks are counted.
    pub remarks: Vec<&'static str>,
    /// Keys and columns of its source with counts, text or media that no field of the post used.
    pub unused: Vec<String>,
    /// Whether its source never has text or media, only counts.
    pub counts_only: bool,
}

impl Found {
    /// Whether it has neither text nor media.
    pub(crate) fn is_bare(&self) -> bool {
        let PostLine { content, media, .. } = &self.post;
        content.as_deref().is_none_or(|text| text.trim().is_empty())
            && media.as_ref().is_none_or(Vec::is_empty)
    }
}

impl From<PostLine> for Found {
    fn from(post: PostLine) -> Self {
        Self {
            post,
            first_version: None,
            also: Vec::new(),
            piece: None,
            day: None,
            story: false,
            remarks: Vec::new(),
            unused: Vec::new(),
            counts_only: false,
        }
    }
}

impl From<PostLine> for Item {
    fn from(post: PostLine) -> Self {
        Found::from(post).into()
    }
}

impl From<Found> for Item {
    fn from(found: Found) -> Self {
        Self::Post(Box::new(found))
    }
}

/// Why an element of a user's file that should be a post can't be imported.
///
/// The rest of the file is still imported. The code is part of the interface of the command line and the npm package.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code} {reason}")]
pub struct ImportError {
    /// What is wrong, for programs.
    pub code: &'static str,
    /// What was expected and what was found, for people.
    pub reason: String,
}

impl ImportError {
    /// The code of an element without a reliable id.
    pub const NO_ID: &'static str = "MISSING_ID";
    /// The code of an element whose author is unknown.
    pub const NO_AUTHOR: &'static str = "MISSING_AUTHOR";

    /// An error with its code and reason.
    pub fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    /// An element that is not JSON.
    pub fn not_json(error: &serde_json::Error) -> Self {
        // serde_json's message ends with the place. Here, the place comes first.
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        let place =
            if line > 1 { format!("line {line} column {column}") } else { format!("column {column}") };
        let what = match what {
            _ if error.is_eof() => "it ends in the middle",
            "expected ident" => "expected true, false or null",
            other => other,
        };
        Self::new("INVALID_JSON", format!("expected JSON, got a syntax error at {place} ({what})"))
    }

    /// The element has no reliable id.
    pub fn no_id(expected: &str) -> Self {
        Self::new(Self::NO_ID, format!("expected the post's whole id in {expected}"))
    }

    /// Neither the element nor the operator names the author.
    pub fn no_author() -> Self {
        Self::new(Self::NO_AUTHOR, "the file does not name the post's author: give it with --author NAME")
    }
}

/// An author of whom only the username is known.
pub(crate) fn named(username: String) -> AuthorLine {
    AuthorLine { username, ..AuthorLine::default() }
}

/// The author that the source names, otherwise the owner of the export, otherwise the author that the operator names.
///
/// # Errors
/// When none of these is known.
pub(crate) fn author_or(found: Option<AuthorLine>, settings: &Settings) -> Result<AuthorLine, ImportError> {
    found
        .filter(|author| !value::nothing::is_nothing(&author.username))
        .or_else(|| settings.export.owner.clone())
        .or_else(|| settings.author.clone().map(named))
        .ok_or_else(ImportError::no_author)
}

/// Converts the posts at certain paths of an element that is a page of posts. Each post has its own outcome.
pub(crate) fn page(element: &Value, places: &[&str], convert: Convert, settings: &Settings) -> Item {
    let found = places.iter().flat_map(|place| split::Path::new(place).find(element));
    let settings = checks::author::of_wrapper(element)
        .map(|author| Settings { author: Some(author), ..settings.clone() })
        .map_or(std::borrow::Cow::Borrowed(settings), std::borrow::Cow::Owned);
    Item::Many(found.map(|post| checks::post(convert, post, &settings)).collect())
}

/// Parses an element that must be an object.
///
/// # Errors
/// When it is not JSON, or another value.
pub fn object(text: &str) -> Result<Value, ImportError> {
    let value: Value = serde_json::from_str(text).map_err(|error| ImportError::not_json(&error))?;
    if value.is_object() {
        Ok(value)
    } else {
        Err(ImportError::new("NOT_AN_OBJECT", "expected a JSON object, got another value"))
    }
}
