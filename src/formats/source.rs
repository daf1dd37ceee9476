//! The raw elements of a file, and their conversion.

use super::repair::{self, Repairs};
use super::{FORMATS, ImportError, Item, Outcome, Part, Role, Settings, checks, object};
use serde_json::Value;
use std::io;

/// One element of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The index of its place among the places that are read.
    pub place: usize,
    /// Its content.
    pub content: Content,
}

/// The content of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// JSON that is not parsed yet.
    Json(Vec<u8>),
    /// A row of a table, as an object of its cells by the names of their columns.
    Row(Value),
    /// Not a post. The text says what it is.
    Nothing(&'static str),
    /// An element that is too large for a post.
    TooLarge,
    /// An element that can't be read, and why.
    Damaged(ImportError),
}

impl Content {
    /// The content as an object, if it is one and can be parsed.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Json(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let (text, _) = repair::repair(&text);
                object(&text).or_else(|_| object(&repair::repair_syntax(&text).0)).ok()
            }
            Self::Row(row) => Some(row),
            _ => None,
        }
    }
}

/// Reads the elements of a file.
pub trait Source {
    /// The next element.
    ///
    /// # Errors
    /// When the file can't be read any further.
    fn next(&mut self) -> io::Result<Option<Raw>>;
}

/// Converts an element of a part to posts. Also returns what was repaired in it.
///
/// # Errors
/// When it should be a post, but can't be imported.
pub fn convert(content: &Content, part: &Part, settings: &Settings) -> (Outcome, Repairs) {
    let text = match content {
        Content::Json(bytes) => core::str::from_utf8(bytes),
        Content::Row(row) => return (with_remark(value(row, part, settings), row), Repairs::default()),
        Content::Nothing(what) => return (Ok(Item::Skipped(what)), Repairs::default()),
        Content::TooLarge => return (Err(too_large()), Repairs::default()),
        Content::Damaged(error) => return (Err(error.clone()), Repairs::default()),
    };
    let text = match text {
        Ok(text) => text,
        Err(error) => {
            let message = format!("expected UTF-8, got other bytes after byte {}", error.valid_up_to());
            return (Err(ImportError::new("INVALID_UTF8", message)), Repairs::default());
        }
    };
    let (text, repairs) = repair::repair(text);
    let outcome = match part.role {
        Role::Text(convert) => convert(&text),
        Role::Skip(reason) => Ok(Item::Skipped(reason)),
        _ => match object(&text) {
            Ok(element) => {
                value(&element, part, settings).map_err(|error| of_another_format(error, &element, part))
            }
            Err(error) => return tolerant(&text, error, repairs, part, settings),
        },
    };
    (outcome, repairs)
}

/// Replaces the error of an element that is a post of another format.
fn of_another_format(error: ImportError, element: &Value, part: &Part) -> ImportError {
    if part.signatures.is_empty() || part.matches(element) {
        return error;
    }
    let shows =
        |part: &&Part| matches!(part.role, Role::Posts(_)) && part.at.contains(&"") && part.matches(element);
    let other = FORMATS
        .iter()
        .find(|format| !format.parts.contains(part) && format.parts.iter().any(|part| shows(&part)));
    other.map_or(error, |other| {
        let text = format!(
            "a post of another format ({other}) than the first posts of the file: put the posts of each format into a \
             separate file"
        );
        ImportError::new("OTHER_FORMAT", text)
    })
}

/// The remark about a row that may be two.
const SWALLOWED: &str =
    "a text has a line that begins with an id, like a row: is there a quote before it that is not closed?";
/// How many digits a number needs at least to count as an id.
const LONG: usize = 15;

/// Adds a remark to the outcome of a row if an open quote may have made the next row a part of one of its texts.
fn with_remark(outcome: Outcome, row: &Value) -> Outcome {
    let begins_with_id = |line: &str| {
        let digits = line.trim_start_matches(['"', '\'']).bytes().take_while(u8::is_ascii_digit).count();
        let rest = line.trim_start_matches(['"', '\'']).get(digits..).unwrap_or_default();
        digits >= LONG && rest.trim_start_matches(['"', '\'']).starts_with([',', ';', '\t'])
    };
    let mut cells = row.as_object().into_iter().flatten().filter_map(|(_, cell)| cell.as_str());
    match outcome {
        Ok(Item::Post(mut found)) if cells.any(|cell| cell.lines().skip(1).any(begins_with_id)) => {
            found.remarks.push(SWALLOWED);
            Ok(Item::Post(found))
        }
        outcome => outcome,
    }
}

/// Tries again after repairing common mistakes in JSON.
fn tolerant(
    text: &str,
    error: ImportError,
    repairs: Repairs,
    part: &Part,
    settings: &Settings,
) -> (Outcome, Repairs) {
    let (text, more) = repair::repair_syntax(text);
    if more == Repairs::default() {
        return (Err(error), repairs);
    }
    match object(&text) {
        Ok(element) => (value(&element, part, settings), repairs + more),
        Err(_) => (Err(error), repairs),
    }
}

fn too_large() -> ImportError {
    ImportError::new("TOO_LONG", "expected at most 8 MiB, got more: is a quote missing?")
}

/// Skips the posts of an element, each for the given reason.
fn left_out(outcome: Outcome, reason: &'static str) -> Item {
    match outcome {
        Ok(Item::Many(outcomes)) => Item::Many(outcomes.iter().map(|_| Ok(Item::Skipped(reason))).collect()),
        _ => Item::Skipped(reason),
    }
}

fn value(element: &Value, part: &Part, settings: &Settings) -> Outcome {
    match part.role {
        Role::Posts(convert) => checks::post(convert, element, settings),
        Role::Optional(is_included, _, convert) if is_included(settings) => {
            checks::post(convert, element, settings)
        }
        Role::Optional(_, reason, convert) => Ok(left_out(convert(element, settings), reason)),
        Role::Skip(reason) => Ok(Item::Skipped(reason)),
        Role::Text(convert) => convert(&element.to_string()),
        Role::Companion(_) => Ok(Item::Skipped("says something about posts")),
        Role::Document => Ok(Item::Skipped("document without posts")),
    }
}
