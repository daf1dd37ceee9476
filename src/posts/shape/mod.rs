//! The shape of an answer: which keys of its posts it has, and how it is written. It changes neither which posts an answer has nor
//! what it costs, so it belongs neither to the echo of a query nor to its cursors.
//!
//! With `fields`, the database leaves the other keys out (`statements/document.rs`), and `pick` writes what it sends.
//! Alternatively the database sends whole documents, and Rust parses them. Processor time of workerd, databases included, in
//! milliseconds (in brackets: quartiles), as medians of 12 interleaved rounds of 200 calls:
//!
//! | a page of | the database leaves out | Rust parses whole documents |
//! | --- | --- | --- |
//! | 50 whole posts (55 KB), to compare | 11.9 (11.5 to 12.9) | 12.2 (11.4 to 13.1) |
//! | 50 posts: id, likes | 11.7 (10.5 to 11.9) | 13.8 (13.3 to 14.5) |
//! | 50 posts: text, author's name, likes, time | 12.2 (11.4 to 12.4) | 13.3 (12.4 to 14.1) |
//! | 100 posts: id, likes | 11.1 (10.6 to 12.2) | 13.9 (13.4 to 15.8) |

mod csv;
pub mod fields;
mod format;
mod parser;
mod pick;

use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::parameters::parse_pairs;
use crate::http::url::Url;
pub(crate) use csv::{CsvPosts, Guard};
pub use fields::Fields;
pub use format::{Format, Formats};
pub(crate) use parser::ShapeParser;
pub(crate) use pick::pick;

/// The shape of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shape {
    /// The keys of each post. `None` for all of them, as they are stored.
    pub fields: Option<Fields>,
    /// How it is written.
    pub format: Format,
    /// Whether a CSV file begins with a byte order mark.
    pub has_mark: bool,
}

impl Shape {
    /// The keys that have to be read of each post. `None` for all: a line of CSV is made from a whole post.
    pub(crate) fn read_fields(&self) -> Option<Fields> {
        self.fields.filter(|_| self.format != Format::Csv)
    }

    /// Adds the parameters that ask for this shape to an address. Defaults are left out.
    pub(crate) fn address(&self, address: String) -> String {
        let mut url = Url::new(address);
        url.pair("fields", self.fields.map(Fields::text));
        url.pair("format", (self.format != Format::default()).then(|| self.format.name()));
        url.pair("mark", self.has_mark.then_some(1));
        url.text
    }
}

/// Checks that `Accept` allows one of these formats, or that the address names one, which decides.
///
/// # Errors
/// When neither is so.
pub(crate) fn check_accept(call: &Call<'_>, formats: &'static Formats) -> Result<(), ApiError> {
    let names_format = || parse_pairs(call.query).0.iter().any(|(name, _)| name == "format");
    if formats.accepted(call.accept.as_deref()).is_some() || names_format() {
        return Ok(());
    }
    Err(ApiError::NotAcceptable { offered: formats.media_types })
}

#[cfg(test)]
mod tests;
