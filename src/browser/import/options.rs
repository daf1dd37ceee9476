//! The options of reading files, checked before anything is read.

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

/// The options that there are.
const OPTIONS: &str =
    "author, platform, format, map, timeZone, fromDate, toDate, include, exclude, signal, onProgress";

/// What files are read with.
pub(super) struct Options {
    pub(super) settings: Settings,
    pub(super) filter: Filter,
    pub(super) format: Option<&'static Format>,
    pub(super) platform: Option<Platform>,
}

impl Options {
    /// Reads options; none are the usual ones.
    ///
    /// # Errors
    /// With every option that is wrong.
    pub(super) fn read(options: &JsValue) -> Result<Self, PosternError> {
        let settings = Settings::at(timestamp(Date::now()));
        let mut read = Self { settings, filter: Filter::default(), format: None, platform: None };
        let mut errors = Vec::new();
        let options = Value::from(options);
        match options.given_fields("an object of options") {
            Ok(fields) => {
                for (name, value) in fields {
                    let name = snake_case(&name);
                    errors.extend(read.set(&name, &value).err().map(|error| error.of(&name)));
                }
            }
            Err(error) if options.is_given() => errors.push(error.of("options")),
            Err(_) => {}
        }
        errors.extend(read.error());
        if errors.is_empty() { Ok(read) } else { Err(PosternError::invalid_arguments(errors, &[])) }
    }

    /// What does not go together.
    fn error(&self) -> Option<ValidationError> {
        let Filter { since, until, .. } = self.filter;
        if since.zip(until).is_some_and(|(since, until)| since >= until) {
            let message = "expected it at or before toDate, and it is after it";
            return Some(ValidationError::new(ValidationErrorCode::InvalidRange, message).of("from_date"));
        }
        let both = self.format.is_some_and(|format| *format != mapped::FORMAT)
            && self.settings.mapping != Mapping::default();
        both.then(|| invalid("expected no format beside it, and one came").of("map"))
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
                let zone = Zone::fixed(&text).or_else(|| named(&text));
                self.settings.zone =
                    Some(zone.ok_or_else(|| invalid(format!("{expected}, and {} came", quoted(&text))))?);
            }
            "from_date" => self.filter.since = Some(param::from_date(&value.time()?)?.0),
            "to_date" => self.filter.until = Some(param::to_date(&value.time()?)?),
            "include" => self.include(value)?,
            "exclude" => self.exclude(value)?,
            // These two are for the package's JavaScript.
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
    /// When the clocks of a zone are set, and how far ahead of UTC they are then; `undefined` if there is no such zone.
    fn shifts(name: &str) -> Option<Vec<f64>>;
}

/// A zone that the page knows.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds, and whole")]
fn named(name: &str) -> Option<Zone> {
    let shifts = shifts(name)?;
    let pairs = shifts.as_chunks().0.iter().map(|[at, ahead]| (*at as i64, *ahead as i64));
    Some(Zone::set(pairs))
}

fn invalid(message: impl Into<String>) -> ValidationError {
    ValidationError::new(ValidationErrorCode::InvalidValue, message)
}

fn text(value: &Value) -> Result<String, ValidationError> {
    value.text().ok_or_else(|| value.no("a string"))
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

/// Reads `{ platform: ":x", id: "Post ID", time: "Created" }`.
fn mapping(value: &Value) -> Result<Mapping, ValidationError> {
    let fields = value.given_fields("an object of fields and their columns")?;
    let columns = fields.iter().map(|(_, column)| {
        let text = column.text().filter(|text| !text.is_empty());
        text.ok_or_else(|| column.no("the name of a column for each field"))
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let pairs = fields.iter().zip(&columns).map(|((field, _), column)| Ok((field.as_str(), column.as_str())));
    Mapping::of(pairs).map_err(invalid)
}

/// Takes each text of a list; `take` answers what there is where it is another.
fn each(
    value: &Value,
    mut take: impl FnMut(&str) -> Result<(), &'static str>,
) -> Result<(), ValidationError> {
    value.strings()?.iter().try_for_each(|text| {
        take(text).map_err(|known| invalid(format!("expected any of {known}, and {} came", quoted(text))))
    })
}
