//! Bodies of calls: their type, their size, and the fields of a JSON object, strictly read.

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
/// The type of everything else.
pub(crate) const JSON: &str = "application/json";
/// The most characters of a name or a company.
pub(crate) const MAX_NAME: usize = 200;
/// The most bytes of a JSON body: many times what its fields can hold.
const MAX_JSON: usize = 1 << 16;

/// Reads a body of a type.
pub(crate) async fn read<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    expected: &'static str,
    most: usize,
) -> Result<Vec<u8>, ApiError> {
    let plain =
        call.content_encoding.as_deref().is_none_or(|encoding| encoding.eq_ignore_ascii_case("identity"));
    if !plain || !is_of_type(call.content_type.as_deref().unwrap_or_default(), expected) {
        return Err(ApiError::UnsupportedMediaType { expected });
    }
    let body = service.runtime.body(most).await?;
    body.ok_or_else(|| ApiError::PayloadTooLarge(format!("expected a body of at most {most} bytes")))
}

/// Whether a `Content-Type` is the expected one. Its charset, if it names one, has to be UTF-8.
fn is_of_type(content_type: &str, expected: &str) -> bool {
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
    /// Reads the body of a call, which may have these fields.
    pub(crate) async fn read<S: Runtime>(
        call: &Call<'_>,
        service: &Service<'_, S>,
        names: &'static [&'static str],
    ) -> Result<Self, ApiError> {
        super::parameters::no_parameters(call.query)?;
        let body = read(call, service, JSON, MAX_JSON).await?;
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body);
        let text = core::str::from_utf8(body).map_err(|_| body_error("expected UTF-8"))?;
        match json::parse(text) {
            Ok(Value::Object(members)) => Ok(Self::sort(members, names)),
            Ok(_) => Err(body_error("expected a JSON object").into()),
            Err(error) => Err(body_error(&format!("expected JSON: {error}")).into()),
        }
    }

    fn sort(members: json::Members<'_>, names: &'static [&'static str]) -> Self {
        let mut fields = Self::default();
        for (name, value) in members {
            match names.iter().find(|known| **known == name) {
                None => fields.errors.push(unknown(&name, names)),
                Some(known) if fields.values.iter().any(|(given, _)| given == known) => {
                    let message = "expected it once, and it came more than once";
                    fields.errors.push(
                        ValidationError::new(ValidationErrorCode::DuplicateParameter, message).of(known),
                    );
                }
                Some(known) => fields.values.push((known, owned(value))),
            }
        }
        fields
    }

    fn take(&mut self, name: &str) -> Value<'static> {
        let found = self.values.iter_mut().find(|(known, _)| *known == name);
        found.map(|(_, value)| core::mem::take(value)).unwrap_or_default()
    }

    /// Keeps an error of a field.
    pub(crate) fn add_error(&mut self, name: &str, error: ValidationError) {
        self.errors.push(error.of(name));
    }

    /// A text of at most so many characters; none where it is absent or null.
    pub(crate) fn text(&mut self, name: &str, most: usize) -> Option<String> {
        let text = match self.take(name) {
            Value::Null => return None,
            Value::Text(text) => text.into_owned(),
            other => {
                self.add_error(name, wrong("a text", &other));
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

    /// A text that must be there.
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

    /// A whole number; none where it is absent or null.
    pub(crate) fn integer(&mut self, name: &str) -> Option<i64> {
        let whole = match self.take(name) {
            Value::Null => return None,
            Value::Number(number) => whole(&number).ok_or(Value::Number(number)),
            other => Err(other),
        };
        Some(whole.unwrap_or_else(|value| {
            self.add_error(name, wrong("a whole number", &value));
            0
        }))
    }

    /// A whole number that has to be there.
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

    /// A flag: off where it is absent or null.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        match self.take(name) {
            Value::Null => false,
            Value::Bool(flag) => flag,
            other => {
                self.add_error(name, wrong("true or false", &other));
                false
            }
        }
    }

    /// Whether this field was given, also as null.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| *known == name)
    }

    /// Whether this field is at fault so far.
    pub(crate) fn has_error(&self, name: &str) -> bool {
        self.errors.iter().any(|error| error.parameter == name)
    }

    /// Goes on with a value, which is there if nothing is wrong.
    pub(crate) fn finish_with<T>(self, value: Option<T>) -> Result<T, Vec<ValidationError>> {
        self.finish()?;
        value.ok_or_else(Vec::new)
    }

    /// Goes on only if nothing is wrong.
    pub(crate) fn finish(self) -> Result<(), Vec<ValidationError>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}

/// The field `email`, which must be there and an address; none where it is at fault.
pub(crate) fn email_of(fields: &mut Fields) -> Option<EmailAddress> {
    let text = fields.required_text("email", MAX_EMAIL);
    let email = EmailAddress::parse(&text);
    if email.is_none() && !fields.has_error("email") {
        let message = "expected an e-mail address such as reef@example.com: letters, digits and !#$%&'*+-=?^_`{|}~ with single \
                       dots, an @, and a domain with a dot";
        fields.add_error("email", ValidationError::new(ValidationErrorCode::InvalidValue, message));
    }
    email
}

/// Reads a body of one field, which has one of these values. `names` is that of the field alone.
pub(crate) async fn one_of<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    names: &'static [&'static str; 1],
    allowed: &'static [&'static str],
) -> Result<String, ApiError> {
    let [name] = *names;
    let mut fields = Fields::read(call, service, names).await?;
    let value = fields.required_text(name, MAX_NAME);
    if !fields.has_error(name) && !allowed.contains(&value.as_str()) {
        let message = format!("expected one of {}, and {} came", allowed.join(", "), quoted(&value));
        fields
            .add_error(name, ValidationError::new(ValidationErrorCode::InvalidValue, message).among(allowed));
    }
    fields.finish()?;
    Ok(value)
}

/// What has no place in a name or a reason: it would rearrange the page or the terminal that shows it.
fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn body_error(message: &str) -> ValidationError {
    ValidationError::new(ValidationErrorCode::InvalidValue, message).of("body")
}

fn unknown(name: &str, names: &'static [&'static str]) -> ValidationError {
    let message = format!("expected one of {}", names.join(", "));
    ValidationError {
        did_you_mean: nearest(name, names),
        ..ValidationError::new(ValidationErrorCode::UnknownParameter, message)
    }
    .of(&name.chars().take(100).collect::<String>())
}

fn wrong(expected: &str, value: &Value<'_>) -> ValidationError {
    ValidationError::new(
        ValidationErrorCode::InvalidValue,
        format!("expected {expected}, and {} came", value.excerpt()),
    )
}

/// A whole number, or the nearest one that fits; none where it has a fraction or an exponent.
fn whole(number: &str) -> Option<i64> {
    match number.parse().map_err(|error: core::num::ParseIntError| *error.kind()) {
        Ok(number) => Some(number),
        Err(IntErrorKind::PosOverflow) => Some(i64::MAX),
        Err(IntErrorKind::NegOverflow) => Some(i64::MIN),
        Err(_) => None,
    }
}

/// A value that no longer borrows from the body. Lists and objects are wrong everywhere here, so they lose their content.
fn owned(value: Value<'_>) -> Value<'static> {
    match value {
        Value::Null => Value::Null,
        Value::Bool(flag) => Value::Bool(flag),
        Value::Number(number) => Value::Number(number.into_owned().into()),
        Value::Text(text) => Value::Text(text.into_owned().into()),
        Value::List(_) => Value::List(Vec::new()),
        Value::Object(_) => Value::Object(Vec::new()),
    }
}
