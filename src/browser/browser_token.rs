//! Browser tokens: made where the API token is, which is not in a web page.

use super::error::PosternError;
use super::js::{entries, is_given};
use super::random::random_bytes;
use super::value::{is_plain, no, snake_case, whole};
use crate::accounts::token::{ApiToken, BrowserToken, MAX_LIFETIME};
use crate::http::error::{Fault, FaultCode};
use crate::posts::scope::claims::Claims;
use crate::time::Timestamp;
use js_sys::{Array, Date};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// The options that there are.
const OPTIONS: &str = "expiresIn, origins, platforms, usernames, hashtags, maxLimit";

/// Makes a browser token from an API token. `options` has `expiresIn`, in seconds, and may have `origins`, `platforms`,
/// `usernames`, `hashtags` and `maxLimit`. Asks nobody.
///
/// # Errors
/// A `PosternError`: `INVALID_API_TOKEN`, or `INVALID_PARAMETER` with every wrong option.
#[wasm_bindgen(js_name = createBrowserToken)]
pub fn create_browser_token(api_token: &JsValue, options: &JsValue) -> Result<String, PosternError> {
    let token = api_token.as_string().and_then(|text| ApiToken::parse(&text));
    let no_token = "expected an API token (postern_live_...), and what came is none, or is not all of it";
    let token = token.ok_or_else(|| PosternError::of("INVALID_API_TOKEN", no_token))?;
    let (mut claims, mut faults) = read(options).map_err(|fault| PosternError::refused(vec![fault], &[]))?;
    if random_bytes(&mut claims.nonce).is_err() {
        return Err(PosternError::of("INTERNAL_ERROR", "expected random bytes of the platform's `crypto`"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds have no fraction that counts")]
    let now = Timestamp(Date::now() as i64);
    match BrowserToken::create(&token, &claims, now) {
        Ok(made) if faults.is_empty() => Ok(made.text().to_owned()),
        made => {
            let read_well = |fault: &Fault| faults.iter().all(|own| own.parameter != fault.parameter);
            let more: Vec<_> = made.err().into_iter().flatten().filter(read_well).collect();
            faults.extend(more);
            Err(PosternError::refused(faults, &[]))
        }
    }
}

/// The options, and what is wrong with their kinds.
fn read(options: &JsValue) -> Result<(Claims, Vec<Fault>), Fault> {
    let (mut claims, mut faults) = (Claims::default(), Vec::new());
    match entries(options) {
        Ok(entries) if is_plain(options) => {
            for entry in entries.iter() {
                let entry: Array = entry.unchecked_into();
                let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
                let name = snake_case(&name);
                let set = if is_given(&value) { set(&mut claims, &name, &value) } else { Ok(()) };
                faults.extend(set.err().map(|fault| fault.of(&name)));
            }
        }
        _ => return Err(no("an object of options", options).of("options")),
    }
    Ok((claims, faults))
}

fn set(claims: &mut Claims, name: &str, value: &JsValue) -> Result<(), Fault> {
    match name {
        "expires_in" => claims.expires_in = number(value, MAX_LIFETIME)?,
        "max_limit" => claims.max_limit = Some(number(value, 100)?),
        "origins" => claims.origins = Some(list(value)?),
        "platforms" => claims.platforms = Some(list(value)?),
        "usernames" => claims.usernames = Some(list(value)?),
        "hashtags" => claims.hashtags = Some(list(value)?),
        _ => return Err(Fault::new(FaultCode::UnknownParameter, format!("expected one of {OPTIONS}"))),
    }
    Ok(())
}

fn number(value: &JsValue, most: i64) -> Result<i64, Fault> {
    whole(value, 1, u32::try_from(most).unwrap_or(u32::MAX)).map(i64::from)
}

fn list(value: &JsValue) -> Result<Vec<String>, Fault> {
    let fault = || no("an array of strings", value);
    let values = value.dyn_ref::<Array>().ok_or_else(fault)?;
    values.iter().map(|value| value.as_string().ok_or_else(|| no("strings only", &value))).collect()
}
