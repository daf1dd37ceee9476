//! Posts in memory. `npm/offline.js` wraps their pages in promises.

use super::error::PosternError;
use super::js::{parse_json, plain};
use super::options::{CallOptions, parse_page_call};
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::offline::{Form, Loaded, PostSet};
use crate::posts::lines::RejectedLine;
use crate::posts::post::Post;
use crate::posts::query::{Listing, PostQuery};
use crate::time::Timestamp;
use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A set of posts.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Posts {
    set: PostSet,
    rejected: Vec<RejectedLine>,
}

#[wasm_bindgen]
impl Posts {
    /// Parses a post from each line. With `served`, lines are posts as the API serves them, otherwise canonical lines.
    #[wasm_bindgen(constructor)]
    pub fn new(lines: &str, served: bool) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds have no fraction that counts")]
        let now = Timestamp(Date::now() as i64);
        let form = if served { Form::Served } else { Form::Canonical };
        let Loaded { set, rejected } = Loaded::parse(lines, form, now);
        Self { set, rejected }
    }

    /// Removes posts by their ids, and then puts others in the place of those with their ids. `lines` are posts as the API serves them. If
    /// one is none, nothing is changed.
    ///
    /// # Errors
    /// A `PosternError` that says what is wrong with a line.
    pub fn apply(&mut self, lines: &str, removed: Vec<String>) -> Result<(), PosternError> {
        let lines = lines.lines().filter(|line| !line.is_empty());
        let posts: Result<Vec<_>, _> = lines.map(Post::parse_document).collect();
        let posts = posts.map_err(|error| {
            let message = format!("expected posts as a service serves them, and one is none: {error}");
            let error = ValidationError::new(ValidationErrorCode::InvalidValue, message);
            PosternError::invalid_arguments(vec![error.for_parameter("changes")], &[])
        })?;
        removed.iter().for_each(|id| self.set.remove(id));
        posts.into_iter().for_each(|post| self.set.replace(post));
        Ok(())
    }

    /// How many posts there are.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.set.len()
    }

    /// The lines that are not posts, and why.
    pub fn refused(&self) -> JsValue {
        plain(&self.rejected)
    }

    /// A page of one author's posts.
    ///
    /// # Errors
    /// A `PosternError` that names every wrong argument.
    #[wasm_bindgen(js_name = byUser)]
    pub fn by_user(
        &self,
        platform: JsValue,
        username: JsValue,
        options: &JsValue,
    ) -> Result<JsValue, PosternError> {
        self.page(Listing::ByUser, &[("platform", platform), ("username", username)], options)
    }

    /// A page of the posts with one hashtag.
    ///
    /// # Errors
    /// As [`Self::by_user`].
    #[wasm_bindgen(js_name = byHashtag)]
    pub fn by_hashtag(
        &self,
        platform: JsValue,
        hashtag: JsValue,
        options: &JsValue,
    ) -> Result<JsValue, PosternError> {
        self.page(Listing::ByHashtag, &[("platform", platform), ("hashtag", hashtag)], options)
    }

    /// A page of a search.
    ///
    /// # Errors
    /// As [`Self::by_user`].
    pub fn search(&self, options: &JsValue) -> Result<JsValue, PosternError> {
        self.page(Listing::Search, &[], options)
    }

    fn page(
        &self,
        listing: Listing,
        names: &[(&'static str, JsValue)],
        options: &JsValue,
    ) -> Result<JsValue, PosternError> {
        let (query, _) =
            parse_page_call(listing, names, options, &CallOptions::default(), |(names, pairs)| {
                PostQuery::parse_into(PostQuery::new(listing), names, pairs.iter().copied())
            })?;
        Ok(parse_json(&self.set.answer(&query).into()).unwrap_or_default())
    }
}
