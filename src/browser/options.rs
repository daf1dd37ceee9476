//! Parses the arguments of JavaScript callers. Each error names the option as the caller wrote it.

use super::error::PosternError;
use super::names::snake_case;
use super::value::Value;
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::posts::filters::{FILTERS, find_filter};
use crate::posts::query::Listing;
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

/// The longest time-out, in milliseconds: the most that a timer supports.
const MAX_TIMEOUT: u32 = 2_147_483_647;
/// The most retries.
const MAX_RETRIES: u32 = 10;
/// The parameters whose values may be JavaScript `Date`s.
const DATES: [&str; 2] = ["from_date", "to_date"];

/// The options that every call has: when to give up, and how often to retry.
#[derive(Debug, Clone)]
pub(super) struct CallOptions {
    /// The caller's signal to abort the call.
    pub(super) signal: Option<AbortSignal>,
    /// The time-out of the whole call, in milliseconds.
    pub(super) timeout: u32,
    /// How often a failed call is retried.
    pub(super) retries: u32,
}

impl Default for CallOptions {
    fn default() -> Self {
        Self { signal: None, timeout: 30_000, retries: 2 }
    }
}

impl CallOptions {
    /// Sets an option. Returns whether it is one of these.
    pub(super) fn set(&mut self, name: &str, value: &Value) -> Result<bool, ValidationError> {
        match name {
            "timeout" => self.timeout = value.parse_integer(1, MAX_TIMEOUT)?,
            "retries" => self.retries = value.parse_integer(0, MAX_RETRIES)?,
            "signal" => self.signal = Some(value.signal()?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Arguments that were parsed, and their errors.
pub(super) struct Arguments {
    /// The options that every call has.
    call_options: CallOptions,
    /// The API's parameters and their values.
    pairs: Vec<(String, String)>,
    /// The API's parameters, and the options as the caller wrote them.
    written: Vec<(String, String)>,
    errors: Vec<ValidationError>,
}

impl Arguments {
    /// Parses an options object. If a property, or the whole object, is `undefined` or `null`, it counts as absent. Without a
    /// listing, only [`CallOptions`] are known.
    pub(super) fn parse(options: &JsValue, defaults: &CallOptions, listing: Option<Listing>) -> Self {
        let call_options = defaults.clone();
        let mut parsed = Self { call_options, pairs: Vec::new(), written: Vec::new(), errors: Vec::new() };
        let options = Value::from(options);
        if options.is_given() {
            match options.given_fields("an object of options") {
                Ok(fields) => {
                    for (name, value) in fields {
                        parsed.field(name, &value, listing);
                    }
                }
                Err(error) => parsed.errors.push(error.for_parameter("options")),
            }
        }
        parsed
    }

    fn field(&mut self, written: String, value: &Value, listing: Option<Listing>) {
        let name = snake_case(&written);
        let taken = match (self.call_options.set(&written, value), listing) {
            (Ok(true), _) => Ok(()),
            (Ok(false), None) => Err(unknown_option()),
            (Ok(false), Some(listing)) => self.parameter(listing, &name, written, value),
            (Err(error), _) => Err(error),
        };
        self.errors.extend(taken.err().map(|error| error.for_parameter(&name)));
    }

    /// Adds a parameter. Unknown parameters are added as well, so that the validator reports them with all other errors.
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

    /// Parses an argument that is part of the path.
    fn name(&mut self, name: &str, value: &Value) -> String {
        let text = value.text();
        if text.as_ref().is_none_or(String::is_empty) {
            let came = if text.is_some() { "an empty one".to_owned() } else { value.type_name() };
            let message = format!("expected a string, and {came} came");
            self.errors
                .push(ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter(name));
        }
        text.unwrap_or_default()
    }

    /// Returns the options that every call has, if no argument has an error.
    ///
    /// # Errors
    /// With every error.
    pub(super) fn finish(self) -> Result<CallOptions, PosternError> {
        let Self { call_options, written, errors, .. } = self;
        if errors.is_empty() {
            Ok(call_options)
        } else {
            Err(PosternError::invalid_arguments(errors, &written))
        }
    }
}

/// The names in the path, and the pairs of the query string.
pub(super) type PathAndPairs<'a> = (&'a [(&'static str, &'a str)], &'a [(&'a str, &'a str)]);

/// Parses the arguments of a page. `names` are those in the path. `validate` is the Worker's own validator, which returns its
/// result and every error.
pub(super) fn parse_page_call<T>(
    listing: Listing,
    names: &[(&'static str, JsValue)],
    options: &JsValue,
    defaults: &CallOptions,
    validate: impl FnOnce(PathAndPairs<'_>) -> (T, Vec<ValidationError>),
) -> Result<(T, CallOptions), PosternError> {
    let mut arguments = Arguments::parse(options, defaults, Some(listing));
    let names: Vec<_> =
        names.iter().map(|(name, value)| (*name, arguments.name(name, &value.into()))).collect();
    // A missing name has an error already.
    let path: Vec<_> = names.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let path: Vec<_> = path.into_iter().filter(|(_, name)| !name.is_empty()).collect();
    let pairs = std::mem::take(&mut arguments.pairs);
    let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (result, errors) = validate((&path, &pairs));
    arguments.errors.extend(errors);
    Ok((result, arguments.finish()?))
}

/// The text of a parameter's value.
fn text(name: &str, value: &Value) -> Result<String, ValidationError> {
    let text = value.text();
    if is_number(name) {
        return text.or_else(|| value.digits()).ok_or_else(|| value.type_error("a whole number"));
    }
    if DATES.contains(&name) {
        return value.time();
    }
    if is_list(name) {
        return text.map_or_else(|| value.list(), Ok);
    }
    text.ok_or_else(|| value.type_error("a string"))
}

/// Whether a parameter's value may be an array.
fn is_list(name: &str) -> bool {
    find_filter(FILTERS, name).is_some_and(|filter| filter.kind.is_list())
}

/// Whether a parameter's value may be a JavaScript number.
fn is_number(name: &str) -> bool {
    name == "limit" || find_filter(FILTERS, name).is_some_and(|filter| filter.kind.is_number())
}

/// The error of an unknown option of a call without parameters.
fn unknown_option() -> ValidationError {
    ValidationError::new(ValidationErrorCode::UnknownParameter, "expected one of signal, timeout, retries")
}
