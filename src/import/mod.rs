//! Reading the files that users have: bytes in, canonical lines or refusals out.
//!
//! A file is recognised by what it holds ([`sniff`]), cut into elements ([`elements`]), and each element is
//! converted by the file of its format. Formats share how they repair text ([`repair`]) and read values ([`json`],
//! [`number`], [`when`], [`snowflake`]). A new format is a variant of [`Format`], its signs in [`sniff`], and a file
//! beside this one.

pub mod canonical;
pub mod elements;
pub mod json;
pub mod number;
pub mod repair;
pub mod sniff;
pub mod snowflake;
pub mod tiktok;
pub mod when;
pub mod x;
pub mod zeeschuimer;

#[cfg(test)]
mod tests;

use crate::post::line::{AuthorLine, PostLine};
use crate::time::Timestamp;
use core::fmt;
use serde_json::Value;
use std::sync::Arc;

/// A family of files that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Canonical posts, one a line.
    Canonical,
    /// The archive that X gives an account's owner.
    XArchive,
    /// What the browser extension Zeeschuimer collected.
    Zeeschuimer,
}

impl Format {
    /// All formats, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Canonical, Self::XArchive, Self::Zeeschuimer];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::XArchive => "x-archive",
            Self::Zeeschuimer => "zeeschuimer",
        }
    }

    /// One line on what it is and where it comes from.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Canonical => "canonical posts, one JSON object a line, as `postern sample` writes them",
            Self::XArchive => {
                "the archive that X gives an account's owner: its folder, its data folder, or tweets.js"
            }
            Self::Zeeschuimer => "NDJSON collected with the browser extension Zeeschuimer, of X and TikTok",
        }
    }

    /// The format of a name on the command line.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What a conversion needs beside the element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The author of posts whose file names none, without `@`.
    pub author: Option<String>,
    /// The present, which no post may be more than two days ahead of.
    pub now: Timestamp,
    /// When the file was last changed: when its counts were read, where it does not say.
    pub file_time: Option<Timestamp>,
}

/// What one element of a file turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A post.
    Post(Box<Found>),
    /// Not a post, by a rule of its format: no error. The text says what it is.
    Skipped(&'static str),
}

/// A post that was found, and the ids under which its versions are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The post.
    pub post: PostLine,
    /// Where the post was edited: the id of its first version, which all versions share.
    pub first_version: Option<String>,
}

impl From<PostLine> for Item {
    fn from(post: PostLine) -> Self {
        Self::Post(Box::new(Found { post, first_version: None }))
    }
}

/// Why an element gave no post although it should have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code} {reason}")]
pub struct Refusal {
    /// What is wrong, for programs.
    pub code: &'static str,
    /// What was expected and what came, for people.
    pub reason: String,
}

impl Refusal {
    /// A refusal of a code with its reason.
    pub fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    /// The element is no JSON.
    pub fn not_json(error: &serde_json::Error) -> Self {
        // The parser ends what it says with the place, which is said first here.
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        let place =
            if line > 1 { format!("line {line} column {column}") } else { format!("column {column}") };
        Self::new("INVALID_JSON", format!("expected JSON, and at {place} there is none ({what})"))
    }

    /// The element has no id that can be relied on.
    pub fn no_id(expected: &str) -> Self {
        Self::new("MISSING_ID", format!("expected the post's whole id in {expected}"))
    }

    /// Neither the element nor the operator names the author.
    pub fn no_author() -> Self {
        Self::new("MISSING_AUTHOR", "the file does not name the post's author: give it with --author NAME")
    }
}

/// An author of whom only the name is known.
fn named(username: String) -> AuthorLine {
    AuthorLine { username, ..AuthorLine::default() }
}

/// The author that the source names, else the one that the operator names.
fn author_or(found: Option<AuthorLine>, settings: &Settings) -> Result<AuthorLine, Refusal> {
    found.or_else(|| settings.author.clone().map(named)).ok_or_else(Refusal::no_author)
}

/// What a file's elements are converted by.
#[derive(Debug, Clone)]
pub enum Converter {
    /// Canonical posts.
    Canonical,
    /// What Zeeschuimer collected.
    Zeeschuimer,
    /// Posts of an X archive, with what its other files say.
    XArchive(Arc<x::archive::Archive>),
    /// Posts that are not to be imported, by a rule of their format.
    Skip(&'static str),
}

impl Converter {
    /// Converts the text of one element, repaired.
    ///
    /// # Errors
    /// When it is a post, or should be one, but can't be imported.
    pub fn convert(&self, text: &str, settings: &Settings) -> Result<Item, Refusal> {
        match self {
            Self::Canonical => canonical::convert(text),
            Self::Zeeschuimer => zeeschuimer::convert(&object(text)?, settings),
            Self::XArchive(archive) => archive.convert(&object(text)?, settings),
            Self::Skip(reason) => Ok(Item::Skipped(reason)),
        }
    }
}

/// Parses an element that has to be an object.
///
/// # Errors
/// When it is no JSON, or another value.
pub fn object(text: &str) -> Result<Value, Refusal> {
    let value: Value = serde_json::from_str(text).map_err(|error| Refusal::not_json(&error))?;
    if value.is_object() {
        Ok(value)
    } else {
        Err(Refusal::new("NOT_AN_OBJECT", "expected a JSON object, got another value"))
    }
}
