//! Parses the parameters that say which shape an answer has.

use super::{Fields, Format, Formats, Shape};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::posts::query::pairs::MoreValues;

/// A shape while its parameters are parsed.
#[derive(Debug)]
pub(crate) struct ShapeParser {
    formats: &'static Formats,
    shape: Shape,
    /// Whether a format was named that there is not.
    has_unknown_format: bool,
}

impl ShapeParser {
    /// A parser for an answer in one of these formats: if none is named, in that of an `Accept`.
    pub(crate) fn new(formats: &'static Formats, accept: Option<&str>) -> Self {
        let shape = Shape { format: formats.accepted(accept).unwrap_or_default(), ..Shape::default() };
        Self { formats, shape, has_unknown_format: false }
    }

    /// The shape, and the error of values that do not go together.
    pub(crate) fn finish(self) -> (Shape, Option<ValidationError>) {
        let is_csv = self.shape.format == Format::Csv || self.has_unknown_format;
        let error = (self.shape.has_mark && !is_csv).then(|| {
            let message =
                format!("expected it with format=csv only, and the format is {}", self.shape.format.name());
            ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter("mark")
        });
        (self.shape, error)
    }
}

impl MoreValues for ShapeParser {
    #[expect(
        clippy::misnamed_getters,
        reason = "the names of the parameters are meant, not those of the formats"
    )]
    fn names(&self) -> &'static [&'static str] {
        self.formats.parameters
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
        match name {
            _ if !self.names().contains(&name) => return Ok(false),
            "fields" => self.shape.fields = Some(Fields::parse(value)?),
            "format" => {
                let format = self.formats.parse(value);
                self.has_unknown_format = format.is_err();
                self.shape.format = format?;
            }
            "mark" => self.shape.has_mark = parse_mark(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn parse_mark(text: &str) -> Result<bool, ValidationError> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => {
            let message = format!("expected 0 or 1, and {} came", quoted(text));
            Err(ValidationError::new(ValidationErrorCode::InvalidValue, message).among(&["0", "1"]))
        }
    }
}
