//! Arguments of JavaScript callers, read into what a call needs. Each fault names the option as it was written.

use super::error::PosternError;
use super::js::{entries, get, is_given, kind};
use crate::error::{Fault, FaultCode};
use crate::query::{Listing, PostQuery};
use js_sys::{Array, Date, Function, Object};
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
    pub(super) manner: Manner,
    /// The API's parameters and their values.
    pub(super) pairs: Vec<(String, String)>,
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
    pub(super) fn name(&mut self, name: &str, value: &JsValue) -> String {
        let text = value.as_string();
        if text.as_ref().is_none_or(String::is_empty) {
            let came = if text.is_some() { "an empty one".to_owned() } else { kind(value) };
            let message = format!("expected a string, and {came} came");
            self.faults.push(Fault::new(FaultCode::InvalidValue, message).of(name));
        }
        text.unwrap_or_default()
    }

    /// Checks all of it, by the rules of an address where it asks for posts.
    pub(super) fn check(
        &mut self,
        posts: Option<(Listing, &[(&'static str, &str)])>,
    ) -> Result<(), PosternError> {
        let mut faults = std::mem::take(&mut self.faults);
        if let Some((listing, names)) = posts {
            let pairs = self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let names: Vec<_> = names.iter().copied().filter(|(_, name)| !name.is_empty()).collect();
            faults.extend(PostQuery::check(listing, &names, pairs).err().into_iter().flatten());
        }
        if faults.is_empty() { Ok(()) } else { Err(PosternError::refused(faults, &self.written)) }
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

/// Reads a whole number. Floating point is left to JavaScript: writing and reading it is a tenth of this module.
fn whole(value: &JsValue, least: u32, most: u32) -> Result<u32, Fault> {
    let number = value.as_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what does not fit is refused"
    )]
    let whole = number.map_or(0, |number| number as u32);
    if number == Some(f64::from(whole)) && (least..=most).contains(&whole) {
        return Ok(whole);
    }
    let (came, code) = match number {
        Some(_) => (digits(value), FaultCode::OutOfRange),
        None => (described(value), FaultCode::InvalidValue),
    };
    Err(Fault::new(code, format!("expected a whole number from {least} to {most}, and {came} came")))
}

/// A number as JavaScript writes it.
fn digits(number: &JsValue) -> String {
    Object::from(number.clone()).to_string().into()
}

/// A fault of type: what was expected, and the kind of what came.
pub(super) fn no(expected: &str, value: &JsValue) -> Fault {
    Fault::new(FaultCode::InvalidValue, format!("expected {expected}, and {} came", described(value)))
}

fn described(value: &JsValue) -> String {
    if Array::is_array(value) { "an array".to_owned() } else { kind(value) }
}

/// An option that a call without parameters does not have.
fn unknown() -> Fault {
    Fault::new(FaultCode::UnknownParameter, "expected one of signal, timeout, retries")
}

fn is_plain(options: &JsValue) -> bool {
    options.is_object() && !Array::is_array(options)
}

/// `minLikes` as the API writes it: `min_likes`.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// `min_likes` as JavaScript writes it: `minLikes`. Other text stays as it is.
pub(super) fn camel_case(text: &str) -> String {
    let mut camel = String::with_capacity(text.len());
    let mut after = false;
    for c in text.chars() {
        match c {
            '_' => after = true,
            _ if after => {
                camel.push(c.to_ascii_uppercase());
                after = false;
            }
            _ => camel.push(c),
        }
    }
    camel
}
