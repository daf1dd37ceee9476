//! Parses pairs of names and values. Every name must be known and unique, and no value empty. All errors are collected.

use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::token_in_address::{token_in_path, token_in_query};
use crate::nearest::nearest;
use crate::posts::param;
use crate::time::Timestamp;

/// Receives the values, and either keeps or only checks them.
pub(crate) trait Values {
    /// Parses the value of a known parameter. Returns every error of it.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>>;
    /// Parses a name in the path, which is one value even if it has a comma.
    fn set_in_path(&mut self, name: &str, value: &str) -> Result<(), Vec<ValidationError>> {
        self.set(name, value)
    }
    /// The errors of values that contradict one another, apart from those of the range of time.
    fn conflicts(&self) -> Vec<ValidationError> {
        Vec::new()
    }
    /// The range of time that was parsed so far.
    fn range(&self) -> &Range;
}

/// The values of parameters that an address has besides those of a query.
pub(crate) trait MoreValues {
    /// The names of the parameters.
    fn names(&self) -> &'static [&'static str];
    /// Parses a value, if the parameter is one of these. Returns whether it is, or every error of the value.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>>;
}

/// No parameters.
impl MoreValues for () {
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    fn set(&mut self, _: &str, _: &str) -> Result<bool, Vec<ValidationError>> {
        Ok(false)
    }
}

/// The range of time of `from_date` and `to_date`.
#[derive(Debug, Default)]
pub(crate) struct Range {
    /// The first instant of the range.
    pub(crate) from: Option<Timestamp>,
    /// The first instant after the range.
    pub(crate) to_exclusive: Option<Timestamp>,
    from_is_rounded: bool,
}

impl Range {
    pub(crate) fn set_from(&mut self, value: &str) -> Result<(), ValidationError> {
        let (from, rounded) = param::from_date(value)?;
        (self.from, self.from_is_rounded) = (Some(from), rounded);
        Ok(())
    }

    pub(crate) fn set_to(&mut self, value: &str) -> Result<(), ValidationError> {
        self.to_exclusive = Some(param::to_date(value)?);
        Ok(())
    }

    fn error(&self) -> Option<ValidationError> {
        let (from, to) = (self.from?, self.to_exclusive?);
        (from > to || from == to && !self.from_is_rounded).then(|| {
            let message = "expected it at or before to_date, and it is after it";
            ValidationError::new(ValidationErrorCode::InvalidRange, message).for_parameter("from_date")
        })
    }
}

/// Parses the names in the path, then the pairs of the query string, which may have the `known` names. Returns the values, and the
/// errors of all pairs in order.
pub(crate) fn parse_pairs<'a, V: Values>(
    known: &[&'static str],
    mut values: V,
    path: &[(&'static str, &str)],
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> (V, Vec<ValidationError>) {
    let pairs: Vec<_> = pairs.into_iter().collect();
    let errors = parse_into(known, &mut values, path, &pairs);
    (values, errors)
}

/// As [`parse_pairs`], compiled once for values of all kinds.
fn parse_into(
    known: &[&'static str],
    values: &mut dyn Values,
    path: &[(&'static str, &str)],
    pairs: &[(&str, &str)],
) -> Vec<ValidationError> {
    let mut parser = PairParser { known, values, seen: Vec::new(), errors: Vec::new() };
    for (name, value) in path {
        match token_in_path(value) {
            Some(error) => parser.errors.push(error.for_parameter(name)),
            None => parser.in_path(name, value),
        }
    }
    for (name, value) in pairs {
        parser.pair(name, value);
    }
    parser.finish()
}

/// Parses pairs and collects errors.
struct PairParser<'k, 'v, 'a> {
    /// The names of the parameters that are known.
    known: &'k [&'static str],
    values: &'v mut dyn Values,
    seen: Vec<&'a str>,
    errors: Vec<ValidationError>,
}

impl<'a> PairParser<'_, '_, 'a> {
    fn in_path(&mut self, name: &str, value: &str) {
        let parsed = self.values.set_in_path(name, value);
        self.add_errors(name, parsed);
    }

    fn add_errors(&mut self, name: &str, parsed: Result<(), Vec<ValidationError>>) {
        let errors = parsed.err().into_iter().flatten();
        self.errors.extend(errors.map(|error| error.for_parameter(name)));
    }

    fn pair(&mut self, name: &'a str, value: &str) {
        if let Some(error) = token_in_query(name, value) {
            self.errors.push(error);
        } else if self.seen.contains(&name) {
            self.repeated(name);
        } else {
            self.seen.push(name);
            self.first(name, value);
        }
    }

    fn repeated(&mut self, name: &str) {
        let named = |error: &ValidationError| error.parameter == name;
        let known = !self.errors.iter().any(|error| {
            named(error)
                && matches!(
                    error.code,
                    ValidationErrorCode::DuplicateParameter | ValidationErrorCode::UnknownParameter
                )
        });
        if known {
            let message = "expected it once, and it came more than once";
            self.errors.push(
                ValidationError::new(ValidationErrorCode::DuplicateParameter, message).for_parameter(name),
            );
        }
    }

    fn first(&mut self, name: &str, value: &str) {
        if !self.known.contains(&name) {
            self.errors.push(unknown(name, self.known));
        } else if value.is_empty() {
            self.empty(name);
        } else {
            self.value(name, value);
        }
    }

    /// Adds the error of an empty value, with the range or the allowed values from the error of a wrong value.
    fn empty(&mut self, name: &str) {
        let message = "expected a value, and none came".to_owned();
        let wrong = self.values.set(name, "").err().into_iter().flatten().next();
        let empty = |wrong| ValidationError { code: ValidationErrorCode::EmptyValue, message, ..wrong };
        self.errors.extend(wrong.map(empty).map(|error| error.for_parameter(name)));
    }

    fn value(&mut self, name: &str, value: &str) {
        let parsed = self.values.set(name, value);
        self.add_errors(name, parsed);
    }

    fn finish(mut self) -> Vec<ValidationError> {
        self.errors.extend(self.values.conflicts());
        self.errors.extend(self.values.range().error());
        self.errors
    }
}

fn unknown(name: &str, known: &[&'static str]) -> ValidationError {
    let message = format!("expected one of {}", known.join(", "));
    ValidationError {
        did_you_mean: nearest(name, known),
        ..ValidationError::new(ValidationErrorCode::UnknownParameter, message)
    }
    .for_parameter(&name.chars().take(100).collect::<String>())
}
