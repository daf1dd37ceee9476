//! Creates browser tokens. This runs where the API token is, which is never in a web page.

use super::error::PosternError;
use super::names::snake_case;
use super::random::random_bytes;
use super::value::Value;
use crate::accounts::token::{ApiToken, BrowserToken, MAX_LIFETIME};
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::posts::scope::claims::Claims;
use crate::time::Timestamp;
use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The names of the options, for messages.
const OPTIONS: &str = "expiresIn, origins, platforms, usernames, hashtags, maxLimit";

/// Creates a browser token from an API token, without any request. `options` has `expiresIn`, in seconds, and may have `origins`,
/// `platforms`, `usernames`, `hashtags` and `maxLimit`.
///
/// # Errors
/// A `PosternError`: `INVALID_API_TOKEN`, or `INVALID_PARAMETER` with every wrong option.
#[wasm_bindgen(js_name = createBrowserToken)]
pub fn create_browser_token(api_token: &JsValue, options: &JsValue) -> Result<String, PosternError> {
    let token = api_token.as_string().and_then(|text| ApiToken::parse(&text));
    let no_token = "expected an API token (postern_live_...), and what came is none, or is not all of it";
    let token = token.ok_or_else(|| PosternError::plain("INVALID_API_TOKEN", no_token))?;
    let (mut claims, mut errors) =
        parse_options(options).map_err(|error| PosternError::invalid_arguments(vec![error], &[]))?;
    if random_bytes(&mut claims.nonce).is_err() {
        return Err(PosternError::plain(
            "INTERNAL_ERROR",
            "expected random bytes of the platform's `crypto`",
        ));
    }
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds have no fraction that counts")]
    let now = Timestamp(Date::now() as i64);
    match BrowserToken::create(&token, &claims, now) {
        Ok(created) if errors.is_empty() => Ok(created.text().to_owned()),
        created => {
            let has_no_error =
                |error: &ValidationError| errors.iter().all(|own| own.parameter != error.parameter);
            let more: Vec<_> = created.err().into_iter().flatten().filter(has_no_error).collect();
            errors.extend(more);
            Err(PosternError::invalid_arguments(errors, &[]))
        }
    }
}

/// The options, and the errors of those with a wrong type or name.
fn parse_options(options: &JsValue) -> Result<(Claims, Vec<ValidationError>), ValidationError> {
    let (mut claims, mut errors) = (Claims::default(), Vec::new());
    let fields = Value::from(options)
        .given_fields("an object of options")
        .map_err(|error| error.for_parameter("options"))?;
    for (name, value) in fields {
        let name = snake_case(&name);
        errors.extend(set(&mut claims, &name, &value).err().map(|error| error.for_parameter(&name)));
    }
    Ok((claims, errors))
}

fn set(claims: &mut Claims, name: &str, value: &Value) -> Result<(), ValidationError> {
    match name {
        "expires_in" => claims.expires_in = number(value, MAX_LIFETIME)?,
        "max_limit" => claims.max_limit = Some(number(value, 100)?),
        "origins" => claims.origins = Some(value.strings()?),
        "platforms" => claims.platforms = Some(value.strings()?),
        "usernames" => claims.usernames = Some(value.strings()?),
        "hashtags" => claims.hashtags = Some(value.strings()?),
        _ => {
            return Err(ValidationError::new(
                ValidationErrorCode::UnknownParameter,
                format!("expected one of {OPTIONS}"),
            ));
        }
    }
    Ok(())
}

fn number(value: &Value, most: i64) -> Result<i64, ValidationError> {
    value.parse_integer(1, u32::try_from(most).unwrap_or(u32::MAX)).map(i64::from)
}
