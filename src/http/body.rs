//! Bodies of calls: their type, their size, and the fields of a JSON object, strictly read.

use super::call::Call;
use super::error::{ApiError, Fault, FaultCode, quoted};
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
    faults: Vec<Fault>,
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
        let text = core::str::from_utf8(body).map_err(|_| body_fault("expected UTF-8"))?;
        match json::parse(text) {
            Ok(Value::Object(members)) => Ok(Self::sort(members, names)),
            Ok(_) => Err(body_fault("expected a JSON object").into()),
            Err(error) => Err(body_fault(&format!("expected JSON: {error}")).into()),
        }
    }

    fn sort(members: json::Members<'_>, names: &'static [&'static str]) -> Self {
        let mut fields = Self::default();
        for (name, value) in members {
            match names.iter().find(|known| **known == name) {
                None => fields.faults.push(unknown(&name, names)),
                Some(known) if fields.values.iter().any(|(given, _)| given == known) => {
                    let message = "expected it once, and it came more than once";
                    fields.faults.push(Fault::new(FaultCode::DuplicateParameter, message).of(known));
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

    /// Keeps a fault of a field.
    pub(crate) fn fault(&mut self, name: &str, fault: Fault) {
        self.faults.push(fault.of(name));
    }

    /// A text of at most so many characters; none where it is absent or null.
    pub(crate) fn text(&mut self, name: &str, most: usize) -> Option<String> {
        let text = match self.take(name) {
            Value::Null => return None,
            Value::Text(text) => text.into_owned(),
            other => {
                self.fault(name, wrong("a text", &other));
                return None;
            }
        };
        let length = text.chars().count();
        if length > most {
            let message = format!("expected at most {most} characters, and {length} came");
            self.fault(name, Fault::new(FaultCode::OutOfRange, message));
        } else if text.contains(is_unprintable) {
            let message = "expected a text without control characters and marks of direction";
            self.fault(name, Fault::new(FaultCode::InvalidValue, message));
        }
        Some(text)
    }

    /// A text that must be there.
    pub(crate) fn required_text(&mut self, name: &str, most: usize) -> String {
        let before = self.faults.len();
        let text = self.text(name, most).unwrap_or_default();
        if text.is_empty() && self.faults.len() == before {
            self.fault(name, Fault::new(FaultCode::EmptyValue, "expected a text, and none came"));
        }
        text
    }

    /// A whole number; none where it is absent or null.
    pub(crate) fn integer(&mut self, name: &str) -> Option<i64> {
        let whole = match self.take(name) {
            Value::Null => return None,
            Value::Whole(number) => Ok(i64::try_from(number).unwrap_or(i64::MAX)),
            Value::Number(number) => whole(&number).ok_or(Value::Number(number)),
            other => Err(other),
        };
        Some(whole.unwrap_or_else(|value| {
            self.fault(name, wrong("a whole number", &value));
            0
        }))
    }

    /// A whole number that has to be there.
    pub(crate) fn required_integer(&mut self, name: &str) -> Option<i64> {
        let number = self.integer(name);
        if number.is_none() {
            self.fault(name, Fault::new(FaultCode::EmptyValue, "expected a whole number, and none came"));
        }
        number
    }

    /// A flag: off where it is absent or null.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        match self.take(name) {
            Value::Null => false,
            Value::Bool(flag) => flag,
            other => {
                self.fault(name, wrong("true or false", &other));
                false
            }
        }
    }

    /// Whether this field was given, also as null.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| *known == name)
    }

    /// Whether this field is at fault so far.
    pub(crate) fn is_at_fault(&self, name: &str) -> bool {
        self.faults.iter().any(|fault| fault.parameter == name)
    }

    /// Goes on with a value, which is there if nothing is wrong.
    pub(crate) fn finish_with<T>(self, value: Option<T>) -> Result<T, Vec<Fault>> {
        self.finish()?;
        value.ok_or_else(Vec::new)
    }

    /// Goes on only if nothing is wrong.
    pub(crate) fn finish(self) -> Result<(), Vec<Fault>> {
        if self.faults.is_empty() { Ok(()) } else { Err(self.faults) }
    }
}

/// The field `email`, which must be there and an address; none where it is at fault.
pub(crate) fn email_of(fields: &mut Fields) -> Option<EmailAddress> {
    let text = fields.required_text("email", MAX_EMAIL);
    let email = EmailAddress::parse(&text);
    if email.is_none() && !fields.is_at_fault("email") {
        let message = "expected an e-mail address such as reef@example.com: letters, digits and !#$%&'*+-=?^_`{|}~ with single \
                       dots, an @, and a domain with a dot";
        fields.fault("email", Fault::new(FaultCode::InvalidValue, message));
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
    if !fields.is_at_fault(name) && !allowed.contains(&value.as_str()) {
        let message = format!("expected one of {}, and {} came", allowed.join(", "), quoted(&value));
        fields.fault(name, Fault::new(FaultCode::InvalidValue, message).among(allowed));
    }
    fields.finish()?;
    Ok(value)
}

/// What has no place in a name or a reason: it would rearrange the page or the terminal that shows it.
fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn body_fault(message: &str) -> Fault {
    Fault::new(FaultCode::InvalidValue, message).of("body")
}

fn unknown(name: &str, names: &'static [&'static str]) -> Fault {
    let message = format!("expected one of {}", names.join(", "));
    Fault { did_you_mean: nearest(name, names), ..Fault::new(FaultCode::UnknownParameter, message) }
        .of(&name.chars().take(100).collect::<String>())
}

fn wrong(expected: &str, value: &Value<'_>) -> Fault {
    Fault::new(FaultCode::InvalidValue, format!("expected {expected}, and {} came", value.excerpt()))
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
        Value::Whole(number) => Value::Whole(number),
        Value::Number(number) => Value::Number(number.into_owned().into()),
        Value::Text(text) => Value::Text(text.into_owned().into()),
        Value::List(_) => Value::List(Vec::new()),
        Value::Object(_) => Value::Object(Vec::new()),
    }
}
