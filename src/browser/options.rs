//! Arguments of JavaScript callers, read into what a call needs. Each fault names the option as it was written.

use super::error::PosternError;
use super::js::{entries, get, is_given, kind};
use super::value::{digits, is_plain, no, snake_case, whole};
use crate::http::error::{Fault, FaultCode};
use crate::posts::query::Listing;
use js_sys::{Array, Date, Function};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::AbortSignal;

/// The longest time-out, in milliseconds: what a timer can wait for.
const LONGEST_TIMEOUT: u32 = 2_147_483_647;
/// The most retries.
const MOST_RETRIES: u32 = 10;
/// The parameters whose values may be JavaScript's numbers.
const NUMBERS: [&str; 3] = ["limit", "min_likes", "min_comments"];
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
    pub(super) fn set(&mut self, name: &str, value: &JsValue) -> Result<bool, Fault> {
        match name {
            "timeout" => self.timeout = whole(value, 1, LONGEST_TIMEOUT)?,
            "retries" => self.retries = whole(value, 0, MOST_RETRIES)?,
            "signal" => {
                let listens = get(value, "addEventListener").is_instance_of::<Function>();
                if !listens || get(value, "aborted").as_bool().is_none() {
                    return Err(no("an AbortSignal", value));
                }
                self.signal = Some(value.clone().unchecked_into());
            }
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
    faults: Vec<Fault>,
}

impl Arguments {
    /// Reads an options object. Properties that are `undefined` or `null` count as absent, and so does an object
    /// that is. Where nothing is listed, only [`Manner`]'s options are known.
    pub(super) fn read(options: &JsValue, usual: &Manner, listing: Option<Listing>) -> Self {
        let manner = usual.clone();
        let mut read = Self { manner, pairs: Vec::new(), written: Vec::new(), faults: Vec::new() };
        if is_given(options) {
            match entries(options) {
                Ok(entries) if is_plain(options) => read.entries(&entries, listing),
                Ok(_) => read.faults.push(no("an object of options", options).of("options")),
                Err(_) => {
                    let message = "expected an object of options, and one came that can't be read";
                    read.faults.push(Fault::new(FaultCode::InvalidValue, message).of("options"));
                }
            }
        }
        read
    }

    fn entries(&mut self, entries: &Array, listing: Option<Listing>) {
        for entry in entries.iter() {
            let entry: Array = entry.unchecked_into();
            let (written, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
            if !is_given(&value) {
                continue;
            }
            let taken = match (self.manner.set(&written, &value), listing) {
                (Ok(true), _) => Ok(()),
                (Ok(false), None) => Err(unknown()),
                (Ok(false), Some(listing)) => self.parameter(listing, &written, &value),
                (Err(fault), _) => Err(fault),
            };
            self.faults.extend(taken.err().map(|fault| fault.of(&snake_case(&written))));
        }
    }

    /// Takes a parameter; one that there is none of, too, so that it is refused with all the others.
    fn parameter(&mut self, listing: Listing, written: &str, value: &JsValue) -> Result<(), Fault> {
        let name = snake_case(written);
        self.written.push((name.clone(), written.to_owned()));
        let text = match text(&name, value) {
            Err(_) if listing.parameters().all(|known| known != name) => String::new(),
            text => text?,
        };
        self.pairs.push((name, text));
        Ok(())
    }

    /// Reads an argument that stands in the path.
    fn name(&mut self, name: &str, value: &JsValue) -> String {
        let text = value.as_string();
        if text.as_ref().is_none_or(String::is_empty) {
            let came = if text.is_some() { "an empty one".to_owned() } else { kind(value) };
            let message = format!("expected a string, and {came} came");
            self.faults.push(Fault::new(FaultCode::InvalidValue, message).of(name));
        }
        text.unwrap_or_default()
    }

    /// Refuses what is wrong, if anything is.
    pub(super) fn check(self) -> Result<Manner, PosternError> {
        let Self { manner, written, faults, .. } = self;
        if faults.is_empty() { Ok(manner) } else { Err(PosternError::refused(faults, &written)) }
    }
}

/// A call for a page, as it was written: the address, and what stands in its path and after it.
pub(super) struct PageCall {
    listing: Listing,
    names: Vec<(&'static str, String)>,
    arguments: Arguments,
}

impl PageCall {
    /// Reads a page's arguments. `names` are those that stand in the path.
    pub(super) fn read(
        listing: Listing,
        names: &[(&'static str, JsValue)],
        options: &JsValue,
        usual: &Manner,
    ) -> Self {
        let mut arguments = Arguments::read(options, usual, Some(listing));
        let names = names.iter().map(|(name, value)| (*name, arguments.name(name, value))).collect();
        Self { listing, names, arguments }
    }

    /// Hands them to whoever reads names and pairs, and refuses what either finds wrong.
    pub(super) fn check<T>(
        self,
        read: impl FnOnce(Listing, &[(&'static str, &str)], &[(&str, &str)]) -> Result<T, Vec<Fault>>,
    ) -> Result<(T, Manner), PosternError> {
        let Self { listing, names, mut arguments } = self;
        let pairs = std::mem::take(&mut arguments.pairs);
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let names: Vec<_> = names.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let names: Vec<_> = names.into_iter().filter(|(_, name)| !name.is_empty()).collect();
        match read(listing, &names, &pairs) {
            Ok(value) => arguments.check().map(|manner| (value, manner)),
            Err(faults) => {
                arguments.faults.extend(faults);
                Err(PosternError::refused(arguments.faults, &arguments.written))
            }
        }
    }
}

/// The text of a parameter's value.
fn text(name: &str, value: &JsValue) -> Result<String, Fault> {
    if let Some(text) = value.as_string() {
        return Ok(text);
    }
    if NUMBERS.contains(&name) {
        return value.as_f64().map(|_| digits(value)).ok_or_else(|| no("a whole number", value));
    }
    if DATES.contains(&name) {
        let date = value.dyn_ref::<Date>().filter(|date| !date.get_time().is_nan());
        let date = date.map(|date| String::from(date.to_iso_string()));
        return date.ok_or_else(|| no("a day or a time as a string, or a Date", value));
    }
    Err(no("a string", value))
}

/// An option that a call without parameters does not have.
fn unknown() -> Fault {
    Fault::new(FaultCode::UnknownParameter, "expected one of signal, timeout, retries")
}
