//! The options of reading files, checked before anything is read.

use super::timestamp;
use crate::browser::error::PosternError;
use crate::browser::js::{entries, is_given};
use crate::browser::value::{is_plain, no, snake_case};
use crate::formats::files::Filter;
use crate::formats::mapped;
use crate::formats::mapped::Mapping;
use crate::formats::value::zone::Zone;
use crate::formats::{FORMATS, Format, Settings};
use crate::http::error::{Fault, FaultCode, quoted};
use crate::platform::Platform;
use crate::posts::param;
use crate::posts::post::name;
use js_sys::{Array, Date, Function};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::AbortSignal;

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
        let mut faults = Vec::new();
        match entries(options) {
            Ok(entries) if is_plain(options) => {
                for entry in entries.iter() {
                    let entry: Array = entry.unchecked_into();
                    let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
                    let name = snake_case(&name);
                    let set = if is_given(&value) { read.set(&name, &value) } else { Ok(()) };
                    faults.extend(set.err().map(|fault| fault.of(&name)));
                }
            }
            _ if !is_given(options) => {}
            _ => faults.push(no("an object of options", options).of("options")),
        }
        faults.extend(read.fault());
        if faults.is_empty() { Ok(read) } else { Err(PosternError::refused(faults, &[])) }
    }

    /// What does not go together.
    fn fault(&self) -> Option<Fault> {
        let Filter { since, until, .. } = self.filter;
        if since.zip(until).is_some_and(|(since, until)| since >= until) {
            let message = "expected it at or before toDate, and it is after it";
            return Some(Fault::new(FaultCode::InvalidRange, message).of("from_date"));
        }
        let both = self.format.is_some_and(|format| *format != mapped::FORMAT)
            && self.settings.mapping != Mapping::default();
        both.then(|| invalid("expected no format beside it, and one came").of("map"))
    }

    fn set(&mut self, name: &str, value: &JsValue) -> Result<(), Fault> {
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
                let zone = Zone::named(&text);
                self.settings.zone =
                    Some(zone.ok_or_else(|| invalid(format!("{expected}, and {} came", quoted(&text))))?);
            }
            "from_date" => self.filter.since = Some(param::from_date(&date(value)?)?.0),
            "to_date" => self.filter.until = Some(param::to_date(&date(value)?)?),
            "include" => self.include(value)?,
            "exclude" => self.exclude(value)?,
            "signal" if value.has_type::<AbortSignal>() => {}
            "signal" => return Err(no("an AbortSignal", value)),
            "on_progress" if value.is_instance_of::<Function>() => {}
            "on_progress" => return Err(no("a function", value)),
            _ => return Err(Fault::new(FaultCode::UnknownParameter, format!("expected one of {OPTIONS}"))),
        }
        Ok(())
    }

    fn include(&mut self, value: &JsValue) -> Result<(), Fault> {
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

    fn exclude(&mut self, value: &JsValue) -> Result<(), Fault> {
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

fn invalid(message: impl Into<String>) -> Fault {
    Fault::new(FaultCode::InvalidValue, message)
}

fn text(value: &JsValue) -> Result<String, Fault> {
    value.as_string().ok_or_else(|| no("a string", value))
}

/// A day or an instant, as text.
fn date(value: &JsValue) -> Result<String, Fault> {
    let date = value.dyn_ref::<Date>().filter(|date| !date.get_time().is_nan());
    let date = date.map(|date| String::from(date.to_iso_string()));
    date.or_else(|| value.as_string()).ok_or_else(|| no("a day or a time as a string, or a Date", value))
}

fn format(name: &str) -> Result<&'static Format, Fault> {
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
fn mapping(value: &JsValue) -> Result<Mapping, Fault> {
    let fields = entries(value).ok().filter(|_| is_plain(value));
    let fields = fields.ok_or_else(|| no("an object of fields and their columns", value))?;
    let mut pairs = Vec::new();
    for entry in fields.iter() {
        let entry: Array = entry.unchecked_into();
        let column = entry.get(1);
        if is_given(&column) {
            let column = column.as_string().filter(|column| !column.is_empty());
            let column = column.ok_or_else(|| no("the name of a column for each field", &entry.get(1)))?;
            pairs.push((entry.get(0).as_string().unwrap_or_default(), column));
        }
    }
    Mapping::of(pairs.iter().map(|(field, column)| Ok((field.as_str(), column.as_str())))).map_err(invalid)
}

/// Takes each text of a list; `take` answers what there is where it is another.
fn each(value: &JsValue, mut take: impl FnMut(&str) -> Result<(), &'static str>) -> Result<(), Fault> {
    let list = value.dyn_ref::<Array>().ok_or_else(|| no("an array of strings", value))?;
    list.iter().try_for_each(|value| {
        let text = value.as_string().ok_or_else(|| no("strings only", &value))?;
        take(&text).map_err(|known| invalid(format!("expected any of {known}, and {} came", quoted(&text))))
    })
}
