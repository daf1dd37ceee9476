//! `format`: how an answer is written.

use crate::http::accept;
use crate::http::body::{JSON, NDJSON};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use core::str::FromStr;

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

impl Format {
    /// Every name.
    pub const NAMES: &'static [&'static str] = &["json", "csv", "ndjson"];
    /// The media types, the default one first.
    pub const MEDIA_TYPES: &'static [&'static str] = &[JSON, CSV, NDJSON];

    const ALL: [Self; 3] = [Self::Json, Self::Csv, Self::Ndjson];

    /// The name on the wire, which is also the ending of a file's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
        }
    }

    /// The `Content-Type`.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Json => crate::http::reply::JSON,
            Self::Csv => "text/csv; charset=utf-8",
            Self::Ndjson => NDJSON,
        }
    }

    /// The format that an `Accept` likes best. `None` if it excludes all.
    pub(crate) fn from_accept(accept: Option<&str>) -> Option<Self> {
        match accept::preferred(accept, &[CSV, NDJSON])? {
            CSV => Some(Self::Csv),
            NDJSON => Some(Self::Ndjson),
            _ => Some(Self::Json),
        }
    }
}

impl FromStr for Format {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
            let message = format!("expected one of {}, and {} came", Self::NAMES.join(", "), quoted(text));
            ValidationError::new(ValidationErrorCode::InvalidValue, message).among(Self::NAMES)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_name_and_media_type() {
        for (format, (name, media_type)) in
            Format::ALL.into_iter().zip(Format::NAMES.iter().zip(Format::MEDIA_TYPES))
        {
            assert_eq!((format.name(), name.parse()), (*name, Ok(format)));
            assert_eq!(Format::from_accept(Some(media_type)), Some(format));
            assert!(format.content_type().starts_with(media_type));
        }
        assert_eq!(Format::from_accept(Some("text/html")), None);
        assert_eq!(Format::from_accept(None), Some(Format::Json));
        let error = "CSV".parse::<Format>().unwrap_err();
        assert_eq!((error.code, error.allowed), (ValidationErrorCode::InvalidValue, Some(Format::NAMES)));
    }
}
