//! Parses the arguments of JavaScript callers. Each error names the option as the caller wrote it.

use super::asked::AskedIds;
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
/// The parameters besides filters whose values may be JavaScript numbers. A `since` may be 0.
const NUMBERS: [&str; 3] = ["limit", "top", "since"];
/// The parameters whose values are true or false.
const FLAGS: [&str; 1] = ["spreadsheet"];

/// The options of a page, besides those of its listing.
pub(super) const OF_PAGES: &[&str] = &["fields"];
/// The options of numbers of posts, besides the filters.
pub(super) const OF_COUNTS: &[&str] = &["group_by", "top", "cursor"];
/// The options of changes, besides the filters.
#[cfg(feature = "browser")]
pub(super) const OF_CHANGES: &[&str] = &["since", "fields"];

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
    /// The API's parameters that the call may have.
    known: Vec<&'static str>,
    /// Names in the path and their values.
    path: Vec<(&'static str, String)>,
    /// The API's parameters and their values.
    pairs: Vec<(String, String)>,
    /// The API's parameters, and the options as the caller wrote them.
    written: Vec<(String, String)>,
    errors: Vec<ValidationError>,
}

/// Names and their values.
pub(super) type Pairs<'a> = [(&'a str, &'a str)];
/// Names in a path, and their values.
pub(super) type Names<'a> = [(&'static str, &'a str)];

impl Arguments {
    /// The arguments of a call that has no parameters, but only [`CallOptions`]. If a property of the options, or the whole object,
    /// is `undefined` or `null`, it counts as absent.
    #[cfg(feature = "browser")]
    pub(super) fn without_parameters(options: &JsValue, defaults: &CallOptions) -> Self {
        Self::parse(options, defaults, Vec::new())
    }

    /// As [`Self::without_parameters`], of a call that has the parameters of a listing, and `more`.
    pub(super) fn of_listing(
        listing: Listing,
        more: &[&'static str],
        options: &JsValue,
        defaults: &CallOptions,
    ) -> Self {
        let known = listing.parameters(FILTERS).chain(more.iter().copied()).collect();
        Self::parse(options, defaults, known)
    }

    /// As [`Self::without_parameters`], of a call for posts by their ids.
    pub(super) fn of_ids(options: &JsValue, defaults: &CallOptions) -> Self {
        Self::parse(options, defaults, OF_PAGES.to_vec())
    }

    fn parse(options: &JsValue, defaults: &CallOptions, known: Vec<&'static str>) -> Self {
        let mut parsed = Self {
            call_options: defaults.clone(),
            known,
            path: Vec::new(),
            pairs: Vec::new(),
            written: Vec::new(),
            errors: Vec::new(),
        };
        let options = Value::from(options);
        if options.is_given() {
            match options.given_fields("an object of options") {
                Ok(fields) => fields.into_iter().for_each(|(name, value)| parsed.field(name, &value)),
                Err(error) => parsed.errors.push(error.for_parameter("options")),
            }
        }
        parsed
    }

    fn field(&mut self, written: String, value: &Value) {
        let name = snake_case(&written);
        let taken = match self.call_options.set(&written, value) {
            Ok(true) => Ok(()),
            Ok(false) if self.known.is_empty() => Err(unknown_option()),
            Ok(false) => self.parameter(&name, written, value),
            Err(error) => Err(error),
        };
        self.errors.extend(taken.err().map(|error| error.for_parameter(&name)));
    }

    /// Adds a parameter. Unknown parameters are added as well, so that the validator reports them with all other errors.
    fn parameter(&mut self, name: &str, written: String, value: &Value) -> Result<(), ValidationError> {
        self.written.push((name.to_owned(), written));
        let text = match text(name, value) {
            Err(_) if !self.known.contains(&name) => String::new(),
            text => text?,
        };
        self.pairs.push((name.to_owned(), text));
        Ok(())
    }

    /// Adds the arguments that are part of the path.
    pub(super) fn with_names(mut self, names: &[&'static str], values: Vec<JsValue>) -> Self {
        for (name, value) in names.iter().copied().zip(values) {
            let value = Value::from(&value);
            match value.text().filter(|text| !text.is_empty()) {
                Some(text) => self.path.push((name, text)),
                None => self.errors.push(no_name(&value).for_parameter(name)),
            }
        }
        self
    }

    /// Adds the ids and addresses of posts.
    pub(super) fn with_ids(mut self, ids: &Result<AskedIds, ValidationError>) -> Self {
        match ids {
            Ok(ids) => self.pairs.push(("ids".to_owned(), ids.text.clone())),
            Err(error) => self.errors.push(error.clone().for_parameter("ids")),
        }
        self
    }

    /// Returns what `validate` makes of the names in the path and of the pairs, if no argument has an error. It is the Worker's own
    /// validator, and returns its errors, too.
    ///
    /// # Errors
    /// With every error. What is wrong with a value that is of a wrong type, the validator does not add.
    pub(super) fn validate<T>(
        self,
        validate: impl FnOnce(&Names<'_>, &Pairs<'_>) -> (T, Vec<ValidationError>),
    ) -> Result<(T, CallOptions), PosternError> {
        let Self { call_options, path, pairs, written, mut errors, .. } = self;
        let path: Vec<_> = path.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let (result, mut found) = validate(&path, &pairs);
        found.retain(|error| !errors.iter().any(|known| known.parameter == error.parameter));
        errors.extend(found);
        if errors.is_empty() {
            Ok((result, call_options))
        } else {
            Err(PosternError::invalid_arguments(errors, &written))
        }
    }
}

/// The text of a parameter's value.
fn text(name: &str, value: &Value) -> Result<String, ValidationError> {
    let text = value.text();
    if is_number(name) {
        return text.or_else(|| value.digits()).ok_or_else(|| value.type_error(expected_number(name)));
    }
    if DATES.contains(&name) {
        return value.time();
    }
    if FLAGS.contains(&name) {
        let flag = value.flag().ok_or_else(|| value.type_error("true or false"))?;
        return Ok(flag.to_string());
    }
    if is_list(name) {
        return text.map_or_else(|| value.list(), Ok);
    }
    text.ok_or_else(|| value.type_error("a string"))
}

fn expected_number(name: &str) -> &'static str {
    if name == "since" { "a string or 0" } else { "a whole number" }
}

/// Whether a parameter's value may be an array.
fn is_list(name: &str) -> bool {
    name == "fields" || find_filter(FILTERS, name).is_some_and(|filter| filter.kind.is_list())
}

/// Whether a parameter's value may be a JavaScript number.
fn is_number(name: &str) -> bool {
    NUMBERS.contains(&name) || find_filter(FILTERS, name).is_some_and(|filter| filter.kind.is_number())
}

/// The error of an argument of the path that is no text, or an empty one.
fn no_name(value: &Value) -> ValidationError {
    let came = if value.text().is_some() { "an empty one".to_owned() } else { value.type_name() };
    let message = format!("expected a string, and {came} came");
    ValidationError::new(ValidationErrorCode::InvalidValue, message)
}

/// The error of an unknown option of a call without parameters.
fn unknown_option() -> ValidationError {
    ValidationError::new(ValidationErrorCode::UnknownParameter, "expected one of signal, timeout, retries")
}
