//! Bodies of calls: their type, their size, and the fields of a JSON object, strictly parsed.

use super::call::Call;
use super::error::{ApiError, ValidationError, ValidationErrorCode, quoted};
use super::runtime::Runtime;
use super::service::Service;
use crate::email::{EmailAddress, MAX_EMAIL};
use crate::json::{self, Value};
use crate::nearest::nearest;
use core::num::IntErrorKind;

/// The type of canonical posts.
pub(crate) const NDJSON: &str = "application/x-ndjson";
/// The type of every other body.
pub(crate) const JSON: &str = "application/json";
/// The most characters of a name or a company.
pub(crate) const MAX_NAME: usize = 200;
/// The most bytes of a JSON body: many times what its fields can take up.
const MAX_JSON: usize = 1 << 16;

/// Reads a body of a media type, of at most `most` bytes.
pub(crate) async fn read_body<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    expected: &'static str,
    most: usize,
) -> Result<Vec<u8>, ApiError> {
    let plain =
        call.content_encoding.as_deref().is_none_or(|encoding| encoding.eq_ignore_ascii_case("identity"));
    if !plain || !has_media_type(call.content_type.as_deref().unwrap_or_default(), expected) {
        return Err(ApiError::UnsupportedMediaType { expected });
    }
    let body = service.runtime.body(most).await?;
    body.ok_or_else(|| ApiError::PayloadTooLarge(format!("expected a body of at most {most} bytes")))
}

/// Whether a `Content-Type` has the expected media type. If it names a charset, that must be UTF-8.
fn has_media_type(content_type: &str, expected: &str) -> bool {
    let mut parts = content_type.split(';').map(str::trim);
    let charset = |parameter: &str| match parameter.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
        }
        _ => true,
    };
    parts.next().is_some_and(|given| given.eq_ignore_ascii_case(expected)) && parts.all(charset)
}

/// The fields of a JSON object, and what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    values: Vec<(&'static str, Value<'static>)>,
    errors: Vec<ValidationError>,
}

impl Fields {
    /// Reads the body of a call: a JSON object with any of these fields.
    pub(crate) async fn from_body<S: Runtime>(
        call: &Call<'_>,
        service: &Service<'_, S>,
        names: &'static [&'static str],
    ) -> Result<Self, ApiError> {
        super::parameters::no_parameters(call.query)?;
        let body = read_body(call, service, JSON, MAX_JSON).await?;
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body);
        let text = core::str::from_utf8(body).map_err(|_| body_error("expected UTF-8"))?;
        match json::parse(text) {
            Ok(Value::Object(members)) => Ok(Self::from_members(members, names)),
            Ok(_) => Err(body_error("expected a JSON object").into()),
            Err(error) => Err(body_error(&format!("expected JSON: {error}")).into()),
        }
    }

    fn from_members(members: json::Members<'_>, names: &'static [&'static str]) -> Self {
        let mut fields = Self::default();
        for (name, value) in members {
            match names.iter().find(|known| **known == name) {
                None => fields.errors.push(unknown_field(&name, names)),
                Some(known) if fields.values.iter().any(|(given, _)| given == known) => {
                    let message = "expected it once, and it came more than once";
                    fields.errors.push(
                        ValidationError::new(ValidationErrorCode::DuplicateParameter, message)
                            .for_parameter(known),
                    );
                }
                Some(known) => fields.values.push((known, into_owned(value))),
            }
        }
        fields
    }

    fn take(&mut self, name: &str) -> Value<'static> {
        let found = self.values.iter_mut().find(|(known, _)| *known == name);
        found.map(|(_, value)| core::mem::take(value)).unwrap_or_default()
    }

    /// Adds an error about a field.
    pub(crate) fn add_error(&mut self, name: &str, error: ValidationError) {
        self.errors.push(error.for_parameter(name));
    }

    /// Takes a text of at most `most` characters. `None` if it is absent or null.
    pub(crate) fn text(&mut self, name: &str, most: usize) -> Option<String> {
        let text = match self.take(name) {
            Value::Null => return None,
            Value::Text(text) => text.into_owned(),
            other => {
                self.add_error(name, wrong_type("a text", &other));
                return None;
            }
        };
        let length = text.chars().count();
        if length > most {
            let message = format!("expected at most {most} characters, and {length} came");
            self.add_error(name, ValidationError::new(ValidationErrorCode::OutOfRange, message));
        } else if text.contains(is_unprintable) {
            let message = "expected a text without control characters and marks of direction";
            self.add_error(name, ValidationError::new(ValidationErrorCode::InvalidValue, message));
        }
        Some(text)
    }

    /// Takes a text that must be there.
    pub(crate) fn required_text(&mut self, name: &str, most: usize) -> String {
        let before = self.errors.len();
        let text = self.text(name, most).unwrap_or_default();
        if text.is_empty() && self.errors.len() == before {
            self.add_error(
                name,
                ValidationError::new(ValidationErrorCode::EmptyValue, "expected a text, and none came"),
            );
        }
        text
    }

    /// Takes a whole number. `None` if it is absent or null.
    pub(crate) fn integer(&mut self, name: &str) -> Option<i64> {
        let integer = match self.take(name) {
            Value::Null => return None,
            Value::Whole(number) => Ok(i64::try_from(number).unwrap_or(i64::MAX)),
            Value::Number(number) => parse_saturating(&number).ok_or(Value::Number(number)),
            other => Err(other),
        };
        Some(integer.unwrap_or_else(|value| {
            self.add_error(name, wrong_type("a whole number", &value));
            0
        }))
    }

    /// Takes a whole number that must be there.
    pub(crate) fn required_integer(&mut self, name: &str) -> Option<i64> {
        let number = self.integer(name);
        if number.is_none() {
            self.add_error(
                name,
                ValidationError::new(
                    ValidationErrorCode::EmptyValue,
                    "expected a whole number, and none came",
                ),
            );
        }
        number
    }

    /// Takes a flag. `false` if it is absent or null.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        match self.take(name) {
            Value::Null => false,
            Value::Bool(flag) => flag,
            other => {
                self.add_error(name, wrong_type("true or false", &other));
                false
            }
        }
    }

    /// Whether this field came, also as null.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| *known == name)
    }

    /// Whether this field has an error so far.
    pub(crate) fn has_error(&self, name: &str) -> bool {
        self.errors.iter().any(|error| error.parameter == name)
    }

    /// Returns `value`, which is there if no field has an error.
    pub(crate) fn finish_with<T>(self, value: Option<T>) -> Result<T, Vec<ValidationError>> {
        self.finish()?;
        value.ok_or_else(Vec::new)
    }

    /// Returns the errors of all fields, if there are any.
    pub(crate) fn finish(self) -> Result<(), Vec<ValidationError>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}

/// Takes the field `email`, which must be there and be an address. `None` if it is not.
pub(crate) fn required_email(fields: &mut Fields) -> Option<EmailAddress> {
    let text = fields.required_text("email", MAX_EMAIL);
    let email = EmailAddress::parse(&text);
    if email.is_none() && !fields.has_error("email") {
        let message = "expected an e-mail address such as reef@example.com: letters, digits and !#$%&'*+-=?^_`{|}~ with single \
                       dots, an @, and a domain with a dot";
        fields.add_error("email", ValidationError::new(ValidationErrorCode::InvalidValue, message));
    }
    email
}

/// Reads a body with one field, `names`, and returns its value, which must be one of those allowed.
pub(crate) async fn read_choice<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    names: &'static [&'static str; 1],
    allowed: &'static [&'static str],
) -> Result<String, ApiError> {
    let [name] = *names;
    let mut fields = Fields::from_body(call, service, names).await?;
    let value = fields.required_text(name, MAX_NAME);
    if !fields.has_error(name) && !allowed.contains(&value.as_str()) {
        let message = format!("expected one of {}, and {} came", allowed.join(", "), quoted(&value));
        fields
            .add_error(name, ValidationError::new(ValidationErrorCode::InvalidValue, message).among(allowed));
    }
    fields.finish()?;
    Ok(value)
}

/// Control characters and marks of direction: they would rearrange the page or the terminal that shows the text.
fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn body_error(message: &str) -> ValidationError {
    ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter("body")
}

fn unknown_field(name: &str, names: &'static [&'static str]) -> ValidationError {
    let message = format!("expected one of {}", names.join(", "));
    ValidationError {
        did_you_mean: nearest(name, names),
        ..ValidationError::new(ValidationErrorCode::UnknownParameter, message)
    }
    .for_parameter(&name.chars().take(100).collect::<String>())
}

fn wrong_type(expected: &str, value: &Value<'_>) -> ValidationError {
    ValidationError::new(
        ValidationErrorCode::InvalidValue,
        format!("expected {expected}, and {} came", value.excerpt()),
    )
}

/// Parses a whole number. One that is too large or too small becomes the nearest that fits. `None` if it has a fraction or an
/// exponent.
fn parse_saturating(number: &str) -> Option<i64> {
    match number.parse().map_err(|error: core::num::ParseIntError| *error.kind()) {
        Ok(number) => Some(number),
        Err(IntErrorKind::PosOverflow) => Some(i64::MAX),
        Err(IntErrorKind::NegOverflow) => Some(i64::MIN),
        Err(_) => None,
    }
}

/// Copies a value, so that it no longer borrows from the body. Lists and objects lose their content, as no field may have one.
fn into_owned(value: Value<'_>) -> Value<'static> {
    match value {
        Value::Null => Value::Null,
        Value::Bool(flag) => Value::Bool(flag),
        Value::Whole(number) => Value::Whole(number),
        Value::Number(number) => Value::Number(number.into_owned().into()),
        Value::Text(text) => Value::Text(text.into_owned().into()),
        Value::List(_) => Value::List(Vec::new()),
        Value::Object(_) => Value::Object(Vec::new()),
    }
}
