//! The settings of a client.

use super::address;
use super::token::Token;
use super::{CallOptions, Postern};
use crate::browser::error::PosternError;
use crate::browser::value::Value;
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use wasm_bindgen::JsValue;

/// Parses the settings of a client.
///
/// # Errors
/// A `PosternError` with code `INVALID_PARAMETER` that names every wrong setting.
pub(super) fn parse(settings: &JsValue) -> Result<Postern, PosternError> {
    let fields = Value::from(settings).fields("an object of settings");
    let fields = fields
        .map_err(|error| PosternError::invalid_arguments(vec![error.for_parameter("settings")], &[]))?;
    let setting = |name| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
    let given = |name| setting(name).filter(|value| value.is_given());
    let mut errors = unknown_settings(&fields);
    let mut call_options = CallOptions::default();
    for name in ["timeout", "retries"] {
        let set = given(name).map_or(Ok(true), |value| call_options.set(name, value));
        errors.extend(set.err().map(|error| error.for_parameter(name)));
    }
    let base = parse_base(setting("baseUrl")).map_err(|error| errors.push(error.for_parameter("baseUrl")));
    let token = Token::parse(given("token")).map_err(|error| errors.push(error.for_parameter("token")));
    let fetch = given("fetch").map(Value::function).transpose();
    let fetch = fetch.map_err(|error| errors.push(error.for_parameter("fetch")));
    match (base, token, fetch) {
        (Ok(base), Ok(token), Ok(fetch)) if errors.is_empty() => {
            Ok(Postern { base, token, fetch, call_options })
        }
        _ => Err(PosternError::invalid_arguments(errors, &[])),
    }
}

fn parse_base(value: Option<&Value>) -> Result<String, ValidationError> {
    let missing = Value::default();
    let value = value.unwrap_or(&missing);
    let text = value.address().ok_or_else(|| value.type_error("the address of a service as a string"))?;
    address::parse_base(&text).map_err(|expected| {
        // An address with a password is not repeated.
        let came = if text.contains('@') { "another one".to_owned() } else { quoted(&text) };
        ValidationError::new(ValidationErrorCode::InvalidValue, format!("{expected}, and {came} came"))
    })
}

/// The names of a client's settings.
const SETTINGS: [&str; 5] = ["baseUrl", "token", "timeout", "retries", "fetch"];

/// The errors of unknown settings.
fn unknown_settings(fields: &[(String, Value)]) -> Vec<ValidationError> {
    let unknown = fields.iter().filter(|(name, _)| !SETTINGS.contains(&name.as_str())).map(|(name, _)| {
        let message = format!("expected one of {}", SETTINGS.join(", "));
        ValidationError::new(ValidationErrorCode::UnknownParameter, message).for_parameter(name)
    });
    unknown.collect()
}
