//! Posts in memory as a file: the canonical lines of an export, or a table. It is written in parts, so that a page can respond in between.

use super::PostSet;
use crate::http::cursor::Position;
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::posts::page::Page;
use crate::posts::query::pairs::MoreValues;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::shape::{CsvPosts, Fields, Format, Formats, Guard};
use crate::store::StorageError;

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFile {
    /// The lines of the service's export, which an import takes.
    Lines,
    /// A table.
    Table {
        /// The keys that are columns.
        fields: Fields,
        /// Whether people open it in a spreadsheet: it has a byte order mark, and no part of a text can be taken for a formula.
        is_for_spreadsheets: bool,
    },
}

impl ExportFile {
    /// The format.
    pub const fn format(self) -> Format {
        match self {
            Self::Lines => Format::Ndjson,
            Self::Table { .. } => Format::Csv,
        }
    }

    /// The `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        self.format().content_type()
    }
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedPart {
    /// The text.
    pub text: String,
    /// How many posts it has.
    pub posts: usize,
    /// The position of the query for the next part. `None` after the last.
    pub next: Option<Position>,
}

impl PostSet {
    /// The part of a file that begins after the position of a query, with at most as many posts as its limit. The posts come oldest first.
    ///
    /// # Errors
    /// When a post is damaged, which none in memory is.
    pub fn export(&self, query: &PostQuery, file: ExportFile) -> Result<ExportedPart, StorageError> {
        let query =
            &PostQuery { listing: Listing::Export, order: Listing::Export.default_order(), ..query.clone() };
        let page = self.page_of(query);
        let next = page.next(query);
        let posts = page.len();
        let text = match file {
            ExportFile::Lines => page.into_lines().flat_map(|(_, line)| [line, "\n".to_owned()]).collect(),
            ExportFile::Table { fields, is_for_spreadsheets } => {
                table(&page, query, fields, if is_for_spreadsheets { Guard::Parts } else { Guard::Start })?
            }
        };
        Ok(ExportedPart { text, posts, next })
    }
}

fn table(
    page: &Page<String>,
    query: &PostQuery,
    fields: Fields,
    guard: Guard,
) -> Result<String, StorageError> {
    let is_first = query.position.is_none();
    let make = if is_first { CsvPosts::first_part } else { CsvPosts::later_part };
    let mut part = make(fields, guard);
    for post in page.posts(query) {
        part.add(post.platform, &post.document)?;
    }
    Ok(part.finish())
}

/// The parameters of a file besides the filters.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExportParameters {
    format: Option<Format>,
    fields: Option<Fields>,
    is_for_spreadsheets: Option<bool>,
}

impl ExportParameters {
    /// Their names.
    pub const NAMES: &'static [&'static str] = Formats::FILES.parameters;

    /// The file that is asked for, and the errors of values that do not go together.
    pub fn finish(self) -> (ExportFile, Vec<ValidationError>) {
        let Self { format, fields, is_for_spreadsheets } = self;
        if format == Some(Format::Csv) {
            let (fields, is_for_spreadsheets) =
                (fields.unwrap_or(Fields::ALL), is_for_spreadsheets.unwrap_or_default());
            return (ExportFile::Table { fields, is_for_spreadsheets }, Vec::new());
        }
        let given = [("fields", fields.is_some()), ("spreadsheet", is_for_spreadsheets == Some(true))];
        let errors = given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| only_tables(name));
        (ExportFile::Lines, errors.collect())
    }
}

fn only_tables(name: &str) -> ValidationError {
    let message = "expected it with the format csv only, and the format is ndjson";
    ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter(name)
}

impl MoreValues for ExportParameters {
    fn names(&self) -> &'static [&'static str] {
        Self::NAMES
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
        match name {
            "format" => self.format = Some(Formats::FILES.parse(value)?),
            "fields" => self.fields = Some(Fields::parse(value)?),
            "spreadsheet" => self.is_for_spreadsheets = Some(value == "true"),
            _ => return Ok(false),
        }
        Ok(true)
    }
}
