//! `format`: how an answer is written.

use crate::http::accept;
use crate::http::body::{JSON, NDJSON};
use crate::http::error::ValidationError;
use crate::time::{Timestamp, date_text};

/// The media type of CSV.
pub(crate) const CSV: &str = "text/csv";

/// How an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// JSON in its envelope.
    #[default]
    Json,
    /// A table with a header line.
    Csv,
    /// A post a line, as JSON.
    Ndjson,
}

/// The formats that an answer may have, the default one first.
#[derive(Debug)]
pub struct Formats {
    all: &'static [Format],
    /// Their names.
    pub names: &'static [&'static str],
    /// Their media types.
    pub media_types: &'static [&'static str],
    /// The parameters of such an answer.
    pub parameters: &'static [&'static str],
}

impl Formats {
    /// All of them: for posts.
    pub const ALL: &'static Self = &Self {
        all: &[Format::Json, Format::Csv, Format::Ndjson],
        names: &["json", "csv", "ndjson"],
        media_types: &[JSON, CSV, NDJSON],
        parameters: &["fields", "format", "mark"],
    };
    /// Those that need no columns: for changes.
    pub const LINES: &'static Self = &Self {
        all: &[Format::Json, Format::Ndjson],
        names: &["json", "ndjson"],
        media_types: &[JSON, NDJSON],
        parameters: &["fields", "format"],
    };
    /// Those of files that are written from posts in memory.
    pub const FILES: &'static Self = &Self {
        all: &[Format::Ndjson, Format::Csv],
        names: &["ndjson", "csv"],
        media_types: &[NDJSON, CSV],
        parameters: &["format", "fields", "spreadsheet"],
    };
    /// Only JSON: for one post.
    pub const JSON: &'static Self =
        &Self { all: &[Format::Json], names: &["json"], media_types: &[JSON], parameters: &["fields"] };

    /// The one that an `Accept` likes best. `None` if it excludes all.
    pub(crate) fn accepted(&self, accept: Option<&str>) -> Option<Format> {
        let others = self.media_types.get(1..).unwrap_or_default();
        let media_type = accept::preferred(accept, others)?;
        let place = self.media_types.iter().position(|known| *known == media_type);
        Some(place.and_then(|place| self.all.get(place)).copied().unwrap_or_default())
    }

    /// Parses a name.
    pub(crate) fn parse(&self, text: &str) -> Result<Format, ValidationError> {
        let named = self.all.iter().copied().find(|format| format.name() == text);
        named.ok_or_else(|| ValidationError::not_one_of(self.names, text))
    }
}

impl Format {
    /// The name on the wire, which is also the ending of a file's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
        }
    }

    /// The name of a file in this format. `name` says what it has.
    pub(crate) fn file_name(self, name: &str, now: Timestamp) -> String {
        format!("postern-{name}-{}.{}", date_text(now.day()), self.name())
    }

    /// The `Content-Type`.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Json => crate::http::reply::JSON,
            Self::Csv => "text/csv; charset=utf-8",
            Self::Ndjson => NDJSON,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::error::ValidationErrorCode;

    #[test]
    fn every_format_has_its_name_and_media_type() {
        for formats in [Formats::ALL, Formats::LINES, Formats::JSON] {
            let named = formats.names.iter().zip(formats.media_types);
            for (format, (name, media_type)) in formats.all.iter().zip(named) {
                assert_eq!((format.name(), formats.parse(name)), (*name, Ok(*format)));
                assert_eq!(formats.accepted(Some(media_type)), Some(*format));
                assert!(format.content_type().starts_with(media_type));
            }
            assert_eq!(formats.accepted(Some("text/html")), None);
            assert_eq!(formats.accepted(None), Some(Format::Json));
            let error = formats.parse("CSV").unwrap_err();
            assert_eq!((error.code, error.allowed), (ValidationErrorCode::InvalidValue, Some(formats.names)));
        }
        assert_eq!(Formats::LINES.accepted(Some("text/csv")), None);
        assert_eq!(
            Formats::LINES.accepted(Some("text/csv, application/x-ndjson;q=0.1")),
            Some(Format::Ndjson)
        );
    }
}
