//! The options of an import, checked before any file is read.

use super::timestamp;
use crate::browser::error::PosternError;
use crate::browser::names::snake_case;
use crate::browser::value::Value;
use crate::formats::files::Filter;
use crate::formats::mapped::Mapping;
use crate::formats::value::zone::Zone;
use crate::formats::{FORMATS, Format, Settings, mapped};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::platform::Platform;
use crate::posts::param;
use crate::posts::post::name;
use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The names of the options, for messages.
const OPTIONS: &str =
    "author, platform, format, map, timeZone, fromDate, toDate, include, exclude, signal, onProgress";

/// The parsed options of an import.
pub(super) struct Options {
    pub(super) settings: Settings,
    pub(super) filter: Filter,
    pub(super) format: Option<&'static Format>,
    pub(super) platform: Option<Platform>,
}

impl Options {
    /// Parses the options. Absent ones have their defaults.
    ///
    /// # Errors
    /// With every wrong option.
    pub(super) fn parse(options: &JsValue) -> Result<Self, PosternError> {
        let settings = Settings::at(timestamp(Date::now()));
        let mut parsed = Self { settings, filter: Filter::default(), format: None, platform: None };
        let mut errors = Vec::new();
        let options = Value::from(options);
        match options.given_fields("an object of options") {
            Ok(fields) => {
                for (name, value) in fields {
                    let name = snake_case(&name);
                    errors.extend(parsed.set(&name, &value).err().map(|error| error.for_parameter(&name)));
                }
            }
            Err(error) if options.is_given() => errors.push(error.for_parameter("options")),
            Err(_) => {}
        }
        errors.extend(parsed.conflict());
        if errors.is_empty() { Ok(parsed) } else { Err(PosternError::invalid_arguments(errors, &[])) }
    }

    /// The error of options that contradict each other.
    fn conflict(&self) -> Option<ValidationError> {
        let Filter { since, until, .. } = self.filter;
        if since.zip(until).is_some_and(|(since, until)| since >= until) {
            let message = "expected it at or before toDate, and it is after it";
            return Some(
                ValidationError::new(ValidationErrorCode::InvalidRange, message).for_parameter("from_date"),
            );
        }
        let both = self.format.is_some_and(|format| *format != mapped::FORMAT)
            && self.settings.mapping != Mapping::default();
        both.then(|| invalid("expected no format beside it, and one came").for_parameter("map"))
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), ValidationError> {
        match name {
            "author" => {
                let text = text(value)?;
                let author = name::username(&text);
                let author = author
                    .map_err(|_| invalid(format!("expected {}, and {} came", name::USERNAME, quoted(&text))));
                self.settings.author = Some(author?.to_owned());
            }
            "platform" => {
                let platform = param::platform(&text(value)?)?;
                self.filter.network = Some(platform.network);
                self.platform = Some(platform);
            }
            "format" => self.format = Some(format(&text(value)?)?),
            "map" => {
                self.settings.mapping = mapping(value)?;
                self.format = self.format.or(Some(&mapped::FORMAT));
            }
            "time_zone" => {
                let text = text(value)?;
                let expected = "expected a time zone such as Europe/Vienna, or an offset such as +02:00";
                let zone = Zone::fixed(&text).or_else(|| zone_by_name(&text));
                self.settings.zone =
                    Some(zone.ok_or_else(|| invalid(format!("{expected}, and {} came", quoted(&text))))?);
            }
            "from_date" => self.filter.since = Some(param::from_date(&value.time()?)?.0),
            "to_date" => self.filter.until = Some(param::to_date(&value.time()?)?),
            "include" => self.include(value)?,
            "exclude" => self.exclude(value)?,
            // The package's JavaScript uses these two.
            "signal" => value.signal().map(drop)?,
            "on_progress" => value.function().map(drop)?,
            _ => {
                return Err(ValidationError::new(
                    ValidationErrorCode::UnknownParameter,
                    format!("expected one of {OPTIONS}"),
                ));
            }
        }
        Ok(())
    }

    fn include(&mut self, value: &Value) -> Result<(), ValidationError> {
        let include = &mut self.settings.include;
        each(value, |kind| {
            *match kind {
                "deleted" => &mut include.deleted,
                "private" => &mut include.private,
                "memories" => &mut include.memories,
                _ => return Err("deleted, private, memories"),
            } = true;
            Ok(())
        })
    }

    fn exclude(&mut self, value: &Value) -> Result<(), ValidationError> {
        let exclude = &mut self.filter.exclude;
        each(value, |kind| {
            *match kind {
                "reposts" => &mut exclude.reposts,
                "replies" => &mut exclude.replies,
                "stories" => &mut exclude.stories,
                _ => return Err("reposts, replies, stories"),
            } = true;
            Ok(())
        })
    }
}

#[wasm_bindgen(module = "/npm/zone.js")]
extern "C" {
    /// When the offset of a zone changes, and the offset from UTC that it changes to, both in milliseconds. `undefined` if there
    /// is no such zone.
    fn shifts(name: &str) -> Option<Vec<f64>>;
}

/// A time zone that the browser knows.
#[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
fn zone_by_name(name: &str) -> Option<Zone> {
    let shifts = shifts(name)?;
    let pairs = shifts.as_chunks().0.iter().map(|[at, ahead]| (*at as i64, *ahead as i64));
    Some(Zone::set(pairs))
}

fn invalid(message: impl Into<String>) -> ValidationError {
    ValidationError::new(ValidationErrorCode::InvalidValue, message)
}

fn text(value: &Value) -> Result<String, ValidationError> {
    value.text().ok_or_else(|| value.type_error("a string"))
}

fn format(name: &str) -> Result<&'static Format, ValidationError> {
    let known = || FORMATS.iter().filter(|format| **format != &mapped::FORMAT).map(|format| format.name);
    if name == mapped::FORMAT.name {
        return Err(invalid("expected the option map instead, which says which column is which field"));
    }
    Format::from_name(name).ok_or_else(|| {
        let known = known().collect::<Vec<_>>().join(", ");
        invalid(format!("expected one of {known}, and {} came", quoted(name)))
    })
}

/// Parses `{ platform: ":x", id: "Post ID", time: "Created" }`.
fn mapping(value: &Value) -> Result<Mapping, ValidationError> {
    if value.text().as_deref() == Some("auto") {
        return "auto".parse().map_err(|error: String| invalid(error));
    }
    let fields = value.given_fields("an object of fields and their columns")?;
    let columns = fields.iter().map(|(_, column)| {
        let text = column.text().filter(|text| !text.is_empty());
        text.ok_or_else(|| column.type_error("the name of a column for each field"))
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let pairs = fields.iter().zip(&columns).map(|((field, _), column)| Ok((field.as_str(), column.as_str())));
    Mapping::from_pairs(pairs).map_err(invalid)
}

/// Passes each text of a list to `take`, which returns the known ones if it does not know a text.
fn each(
    value: &Value,
    mut take: impl FnMut(&str) -> Result<(), &'static str>,
) -> Result<(), ValidationError> {
    value.strings()?.iter().try_for_each(|text| {
        take(text).map_err(|known| invalid(format!("expected any of {known}, and {} came", quoted(text))))
    })
}
