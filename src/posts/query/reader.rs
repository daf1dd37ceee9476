//! Reading names and values: each known, each once, none empty, and every fault kept.

use super::Listing;
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::token_in_address::{token_in_path, token_in_query};
use crate::nearest::nearest;
use crate::posts::filters::Table;
use crate::posts::param;
use crate::time::Timestamp;

/// What is made of the values.
pub(crate) trait Values {
    /// Reads the value of a known parameter.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ValidationError>;
    /// The range of time that was read.
    fn range(&self) -> &Range;
}

/// A range of time, as `from_date` and `to_date` say it.
#[derive(Debug, Default)]
pub(crate) struct Range {
    /// The first instant.
    pub(crate) from: Option<Timestamp>,
    /// The first instant after it.
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

    fn fault(&self) -> Option<ValidationError> {
        let (from, to) = (self.from?, self.to_exclusive?);
        (from > to || from == to && !self.from_is_rounded).then(|| {
            let message = "expected it at or before to_date, and it is after it";
            ValidationError::new(ValidationErrorCode::InvalidRange, message).of("from_date")
        })
    }
}

/// Reads what stands in the path, then the pairs of the query string: what could be read, and every fault of every
/// pair, in their order.
pub(crate) fn read<'a, V: Values>(
    known: (Listing, Table),
    values: V,
    path: &[(&'static str, &str)],
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> (V, Vec<ValidationError>) {
    let mut reader = Reader { known, values, seen: Vec::new(), faults: Vec::new() };
    for (name, value) in path {
        match token_in_path(value) {
            Some(fault) => reader.faults.push(fault.of(name)),
            None => reader.value(name, value),
        }
    }
    for (name, value) in pairs {
        reader.pair(name, value);
    }
    reader.finish()
}

/// Reads pairs, and keeps what is wrong.
struct Reader<'a, V> {
    /// Which parameters there are.
    known: (Listing, Table),
    values: V,
    seen: Vec<&'a str>,
    faults: Vec<ValidationError>,
}

impl<'a, V: Values> Reader<'a, V> {
    fn pair(&mut self, name: &'a str, value: &str) {
        if let Some(fault) = token_in_query(name, value) {
            self.faults.push(fault);
        } else if self.seen.contains(&name) {
            self.repeated(name);
        } else {
            self.seen.push(name);
            self.first(name, value);
        }
    }

    fn repeated(&mut self, name: &str) {
        let named = |fault: &ValidationError| fault.parameter == name;
        let known = !self.faults.iter().any(|fault| {
            named(fault)
                && matches!(
                    fault.code,
                    ValidationErrorCode::DuplicateParameter | ValidationErrorCode::UnknownParameter
                )
        });
        if known {
            let message = "expected it once, and it came more than once";
            self.faults.push(ValidationError::new(ValidationErrorCode::DuplicateParameter, message).of(name));
        }
    }

    fn first(&mut self, name: &str, value: &str) {
        let (listing, table) = self.known;
        if !listing.parameters(table).any(|parameter| parameter == name) {
            self.faults.push(unknown(name, self.known));
        } else if value.is_empty() {
            self.empty(name);
        } else {
            self.value(name, value);
        }
    }

    /// An empty value is a fault of its own, with the range or the list that a wrong value's has.
    fn empty(&mut self, name: &str) {
        let message = "expected a value, and none came".to_owned();
        if let Err(wrong) = self.values.set(name, "") {
            self.faults
                .push(ValidationError { code: ValidationErrorCode::EmptyValue, message, ..wrong }.of(name));
        }
    }

    fn value(&mut self, name: &str, value: &str) {
        if let Err(fault) = self.values.set(name, value) {
            self.faults.push(fault.of(name));
        }
    }

    fn finish(mut self) -> (V, Vec<ValidationError>) {
        self.faults.extend(self.values.range().fault());
        (self.values, self.faults)
    }
}

fn unknown(name: &str, (listing, table): (Listing, Table)) -> ValidationError {
    let names: Vec<_> = listing.parameters(table).collect();
    let message = format!("expected one of {}", names.join(", "));
    ValidationError {
        did_you_mean: nearest(name, &names),
        ..ValidationError::new(ValidationErrorCode::UnknownParameter, message)
    }
    .of(&name.chars().take(100).collect::<String>())
}
