//! What the npm package exports to JavaScript. It checks parameters by the same code as the Worker, before anything is
//! sent.

mod entries;
mod error;

use crate::error::ApiError;
use crate::query::{Listing, PostQuery};
use crate::route::posts_url;
use entries::entries;
use error::PosternError;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Gives the address of a search: its path and query, in the canonical form of all that mean the same.
///
/// `options` is a plain object of the API's parameters. A property that is `undefined` or `null` counts as absent;
/// numbers are written as decimal digits.
///
/// # Errors
/// A `PosternError` with code `INVALID_PARAMETER` and `details` that name every fault.
#[wasm_bindgen(js_name = searchUrl)]
pub fn search_url(options: &JsValue) -> Result<String, PosternError> {
    let pairs = entries(options)?;
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    match PostQuery::from_pairs(Listing::Search, &[], pairs) {
        Ok(query) => Ok(posts_url(&query)),
        Err(faults) => Err(PosternError::from(&ApiError::from(faults))),
    }
}
