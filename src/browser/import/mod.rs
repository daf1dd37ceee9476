//! Export files, read to posts where they are: nothing of them leaves the page.
//!
//! A reading is for one call: `npm/import.js` gives it the bytes of files that it asks for, has it read one file after
//! the other, and does something else in between where somebody waits.

mod options;

use super::error::PosternError;
use super::js::plain;
use crate::formats::files::memory::{Files, Gave, Kind};
use crate::formats::{FORMATS, Format, mapped};
use crate::platform::{Network, Platform};
use crate::posts::post::Post;
use crate::store::json;
use crate::time::Timestamp;
use options::Options;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// How much text of posts is handed over at once.
const MOST_AT_ONCE: usize = 16 << 20;

/// Files that are read together.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reading {
    files: Option<Files>,
    /// The name of its network that a post has, where that is not the network's own.
    platform: Option<&'static str>,
    posts: std::vec::IntoIter<Post>,
}

#[wasm_bindgen]
impl Reading {
    /// Begins.
    ///
    /// # Errors
    /// A `PosternError` with code `INVALID_PARAMETER` that names every option that is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Self, PosternError> {
        let Options { settings, filter, format, platform } = Options::read(options)?;
        let files = Some(Files::new(settings, filter, format));
        Ok(Self { files, platform: platform.map(Platform::name), posts: Vec::new().into_iter() })
    }

    /// Gives a file: its path, its size, and when it was last changed in milliseconds. Answers its number.
    pub fn add(&mut self, path: &str, size: f64, changed: Option<f64>) -> usize {
        let changed = changed.filter(|changed| changed.is_finite()).map(timestamp);
        self.files.as_mut().map_or(0, |files| files.add(path, whole(size), changed))
    }

    /// The ranges of a file's bytes that are needed next, each as its first place and the one after its last; none when
    /// all are there.
    #[expect(clippy::cast_precision_loss, reason = "they came as such numbers")]
    pub fn need(&mut self, number: usize) -> Vec<f64> {
        let ranges = self.files.as_mut().map(|files| files.need(number)).unwrap_or_default();
        ranges.into_iter().flat_map(|(from, to)| [from as f64, to as f64]).collect()
    }

    /// Gives bytes of a file.
    pub fn give(&mut self, number: usize, from: f64, bytes: Vec<u8>) {
        if let Some(files) = &mut self.files {
            files.give(number, whole(from), bytes);
        }
    }

    /// Says why the bytes of a file can't be had.
    pub fn fail(&mut self, number: usize, why: &str) {
        if let Some(files) = &mut self.files {
            files.fail(number, why);
        }
    }

    /// Looks at a file of which all bytes are there.
    pub fn look(&mut self, number: usize) {
        if let Some(files) = &mut self.files {
            files.look(number);
        }
    }

    /// Begins to read the files that were looked at. Answers how many there are, with those in zips.
    pub fn begin(&mut self) -> usize {
        self.files.as_mut().map_or(0, Files::begin)
    }

    /// What the file is called that is read next.
    pub fn name(&self) -> Option<String> {
        self.files.as_ref()?.next().map(|(_, name)| name.to_owned())
    }

    /// The number of the file that was given, of that which is read next.
    pub fn number(&self) -> Option<usize> {
        self.files.as_ref()?.next().map(|(number, _)| number)
    }

    /// Reads the posts of the next file.
    pub fn take(&mut self) {
        if let Some(files) = &mut self.files {
            files.take();
        }
    }

    /// Ends. Gives what is to be said; the posts are then ready.
    pub fn finish(&mut self) -> JsValue {
        let Gave { posts, files, warnings } = self.files.take().map(Files::finish).unwrap_or_default();
        self.posts = posts.into_iter();
        plain(&Said { files, warnings })
    }

    /// Gives JSON of the next posts; nothing after the last.
    pub fn posts(&mut self) -> Option<String> {
        let mut text = String::from("[");
        for post in self.posts.by_ref() {
            text.push_str(if text.len() > 1 { "," } else { "" });
            let platform = self.platform.or_else(|| post.network().map(Network::name)).unwrap_or_default();
            text.push_str(&json(&Served { platform, post }));
            if text.len() >= MOST_AT_ONCE {
                break;
            }
        }
        text.push(']');
        (text.len() > 2).then_some(text)
    }
}

/// A post as the API serves it.
#[derive(Serialize)]
struct Served<'a> {
    platform: &'a str,
    #[serde(flatten)]
    post: Post,
}

#[derive(Serialize)]
struct Said<T> {
    files: T,
    warnings: Vec<String>,
}

/// A format, and the networks that it may have posts of.
#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    kind: Kind,
    platforms: Vec<&'static str>,
}

/// The formats that can be named. What is mapped is not one: its option says how it is read.
#[wasm_bindgen]
pub fn formats() -> JsValue {
    let known = |format: &&'static Format| Known {
        kind: (*format).into(),
        platforms: format.networks.iter().map(|network| network.name()).collect(),
    };
    let named = FORMATS.iter().filter(|format| **format != &mapped::FORMAT);
    plain(&named.map(known).collect::<Vec<_>>())
}

/// A number of JavaScript's that is a size, a place or a count.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what does not fit is the nearest"
)]
const fn whole(number: f64) -> u64 {
    number as u64
}

#[expect(clippy::cast_possible_truncation, reason = "milliseconds have no fraction that counts")]
const fn timestamp(milliseconds: f64) -> Timestamp {
    Timestamp(milliseconds as i64)
}
