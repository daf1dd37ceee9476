//! Arguments of JavaScript callers, read into what a call needs. Each error names the option as it was written.

use super::error::PosternError;
use super::names::snake_case;
use super::value::Value;
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::posts::filters::{FILTERS, entry};
use crate::posts::query::Listing;
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

/// The longest time-out, in milliseconds: what a timer can wait for.
const LONGEST_TIMEOUT: u32 = 2_147_483_647;
/// The most retries.
const MOST_RETRIES: u32 = 10;
/// The parameters whose values may be JavaScript's dates.
const DATES: [&str; 2] = ["from_date", "to_date"];

/// How a call is made, whatever it asks for.
#[derive(Debug, Clone)]
pub(super) struct Manner {
    /// The caller's wish to stop.
    pub(super) signal: Option<AbortSignal>,
    /// The milliseconds until it is given up.
    pub(super) timeout: u32,
    /// How often it is tried again.
    pub(super) retries: u32,
}

impl Default for Manner {
    fn default() -> Self {
        Self { signal: None, timeout: 30_000, retries: 2 }
    }
}

impl Manner {
    /// Reads an option of this kind. Returns whether it is one.
    pub(super) fn set(&mut self, name: &str, value: &Value) -> Result<bool, ValidationError> {
        match name {
            "timeout" => self.timeout = value.whole(1, LONGEST_TIMEOUT)?,
            "retries" => self.retries = value.whole(0, MOST_RETRIES)?,
            "signal" => self.signal = Some(value.signal()?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Arguments that were read, and what is wrong with them.
pub(super) struct Arguments {
    /// How the call is made.
    manner: Manner,
    /// The API's parameters and their values.
    pairs: Vec<(String, String)>,
    /// The API's parameters and how the caller wrote them.
    written: Vec<(String, String)>,
    errors: Vec<ValidationError>,
}

impl Arguments {
    /// Reads an options object. Properties that are `undefined` or `null` count as absent, and so does an object
    /// that is. Where nothing is listed, only [`Manner`]'s options are known.
    pub(super) fn read(options: &JsValue, usual: &Manner, listing: Option<Listing>) -> Self {
        let manner = usual.clone();
        let mut read = Self { manner, pairs: Vec::new(), written: Vec::new(), errors: Vec::new() };
        let options = Value::from(options);
        if options.is_given() {
            match options.given_fields("an object of options") {
                Ok(fields) => fields.into_iter().for_each(|(name, value)| read.field(name, &value, listing)),
                Err(error) => read.errors.push(error.of("options")),
            }
        }
        read
    }

    fn field(&mut self, written: String, value: &Value, listing: Option<Listing>) {
        let name = snake_case(&written);
        let taken = match (self.manner.set(&written, value), listing) {
            (Ok(true), _) => Ok(()),
            (Ok(false), None) => Err(unknown()),
            (Ok(false), Some(listing)) => self.parameter(listing, &name, written, value),
            (Err(error), _) => Err(error),
        };
        self.errors.extend(taken.err().map(|error| error.of(&name)));
    }

    /// Takes a parameter; one that there is none of, too, so that it is refused with all the others.
    fn parameter(
        &mut self,
        listing: Listing,
        name: &str,
        written: String,
        value: &Value,
    ) -> Result<(), ValidationError> {
        self.written.push((name.to_owned(), written));
        let text = match text(name, value) {
            Err(_) if listing.parameters(FILTERS).all(|known| known != name) => String::new(),
            text => text?,
        };
        self.pairs.push((name.to_owned(), text));
        Ok(())
    }

    /// Reads an argument that stands in the path.
    fn name(&mut self, name: &str, value: &Value) -> String {
        let text = value.text();
        if text.as_ref().is_none_or(String::is_empty) {
            let came = if text.is_some() { "an empty one".to_owned() } else { value.kind() };
            let message = format!("expected a string, and {came} came");
            self.errors.push(ValidationError::new(ValidationErrorCode::InvalidValue, message).of(name));
        }
        text.unwrap_or_default()
    }

    /// Refuses what is wrong, if anything is.
    ///
    /// # Errors
    /// With every error.
    pub(super) fn check(self) -> Result<Manner, PosternError> {
        let Self { manner, written, errors, .. } = self;
        if errors.is_empty() { Ok(manner) } else { Err(PosternError::invalid_arguments(errors, &written)) }
    }
}

/// The names that stand in the path, and the pairs of the query string.
pub(super) type Asked<'a> = (&'a [(&'static str, &'a str)], &'a [(&'a str, &'a str)]);

/// Reads a page's arguments, and how the call is made. `names` are those that stand in the path. `read` is the Worker's own
/// validator: what it makes of them, and every error.
pub(super) fn page_call<T>(
    listing: Listing,
    names: &[(&'static str, JsValue)],
    options: &JsValue,
    usual: &Manner,
    read: impl FnOnce(Asked<'_>) -> (T, Vec<ValidationError>),
) -> Result<(T, Manner), PosternError> {
    let mut arguments = Arguments::read(options, usual, Some(listing));
    let names: Vec<_> =
        names.iter().map(|(name, value)| (*name, arguments.name(name, &value.into()))).collect();
    // One that is missing has an error already.
    let path: Vec<_> = names.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let path: Vec<_> = path.into_iter().filter(|(_, name)| !name.is_empty()).collect();
    let pairs = std::mem::take(&mut arguments.pairs);
    let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (made, errors) = read((&path, &pairs));
    arguments.errors.extend(errors);
    Ok((made, arguments.check()?))
}

/// The text of a parameter's value.
fn text(name: &str, value: &Value) -> Result<String, ValidationError> {
    let text = value.text();
    if is_number(name) {
        return text.or_else(|| value.digits()).ok_or_else(|| value.no("a whole number"));
    }
    if DATES.contains(&name) {
        return value.time();
    }
    text.ok_or_else(|| value.no("a string"))
}

/// Whether a parameter's value may be JavaScript's number.
fn is_number(name: &str) -> bool {
    name == "limit" || entry(FILTERS, name).is_some_and(|filter| filter.kind.is_number())
}

/// An option that a call without parameters does not have.
fn unknown() -> ValidationError {
    ValidationError::new(ValidationErrorCode::UnknownParameter, "expected one of signal, timeout, retries")
}
