//! Imports posts from export files within the page. Nothing of the files leaves it.
//!
//! An import serves one call. `npm/import.js` gives it the bytes of files that it asks for, and lets it parse one file after the
//! other, so that the page can respond in between.

mod options;

use super::error::PosternError;
use super::js::plain;
use crate::formats::files::memory::{Files, ImportResult, Kind};
use crate::formats::{FORMATS, Format, mapped};
use crate::platform::{Network, Platform};
use crate::posts::post::Post;
use crate::store::json;
use crate::time::Timestamp;
use options::Options;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// About how many bytes of posts are returned at once.
const CHUNK: usize = 8 << 20;

/// Files that are imported together.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Import {
    files: Option<Files>,
    /// The name of the network that posts are given, if it is not the network's own name.
    platform: Option<&'static str>,
    posts: std::vec::IntoIter<Post>,
}

#[wasm_bindgen]
impl Import {
    /// Starts an import.
    ///
    /// # Errors
    /// A `PosternError` with code `INVALID_PARAMETER` that names every wrong option.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Self, PosternError> {
        let Options { settings, filter, format, platform } = Options::parse(options)?;
        let files = Some(Files::new(settings, filter, format));
        Ok(Self { files, platform: platform.map(Platform::name), posts: Vec::new().into_iter() })
    }

    /// Adds a file: its path, its size in bytes, and when it was last changed, in milliseconds since 1970. Returns its number.
    pub fn add(&mut self, path: &str, size: f64, changed: Option<f64>) -> usize {
        let changed = changed.filter(|changed| changed.is_finite()).map(timestamp);
        self.files.as_mut().map_or(0, |files| files.add(path, to_u64(size), changed))
    }

    /// The ranges of a file's bytes that are needed next, each as its start and its end. Empty when all are there.
    #[expect(clippy::cast_precision_loss, reason = "they came as such numbers")]
    pub fn need(&mut self, number: usize) -> Vec<f64> {
        let ranges = self.files.as_mut().map(|files| files.missing_ranges(number)).unwrap_or_default();
        ranges.into_iter().flat_map(|(from, to)| [from as f64, to as f64]).collect()
    }

    /// Passes bytes of a file, which begin at `from`.
    pub fn give(&mut self, number: usize, from: f64, bytes: Vec<u8>) {
        if let Some(files) = &mut self.files {
            files.supply(number, to_u64(from), bytes);
        }
    }

    /// Reports why the bytes of a file can't be read.
    pub fn fail(&mut self, number: usize, why: &str) {
        if let Some(files) = &mut self.files {
            files.fail(number, why);
        }
    }

    /// Inspects a file of which all needed bytes are there.
    pub fn look(&mut self, number: usize) {
        if let Some(files) = &mut self.files {
            files.recognise(number);
        }
    }

    /// Begins to parse the files that were inspected. Returns how many there are, including those in zips.
    pub fn begin(&mut self) -> usize {
        self.files.as_mut().map_or(0, Files::start)
    }

    /// The name of the file that is parsed next.
    pub fn name(&self) -> Option<String> {
        self.files.as_ref()?.next().map(|(_, name)| name.to_owned())
    }

    /// The number of the file that is parsed next, or of the zip that contains it.
    pub fn number(&self) -> Option<usize> {
        self.files.as_ref()?.next().map(|(number, _)| number)
    }

    /// Parses the posts of the next file.
    pub fn take(&mut self) {
        if let Some(files) = &mut self.files {
            files.import_next();
        }
    }

    /// Finishes parsing. Returns the reports of files and the warnings. The posts can then be taken.
    pub fn finish(&mut self) -> JsValue {
        let ImportResult { posts, files, warnings } =
            self.files.take().map(Files::finish).unwrap_or_default();
        self.posts = posts.into_iter();
        plain(&Summary { files, warnings })
    }

    /// The next posts, as a JSON array. `None` after the last.
    pub fn posts(&mut self) -> Option<String> {
        let platform = self.platform;
        let served = |post: Post| {
            let platform = platform.or_else(|| post.network().map(Network::name)).unwrap_or_default();
            json(&Served { platform, post })
        };
        self.next_posts(",", served).map(|posts| format!("[{posts}]"))
    }

    /// The next posts, as lines with the documents that a set of posts has. `None` after the last.
    pub fn documents(&mut self) -> Option<String> {
        self.next_posts("\n", |post| post.document())
    }
}

impl Import {
    /// The texts of the next posts, joined.
    fn next_posts(&mut self, separator: &str, text: impl Fn(Post) -> String) -> Option<String> {
        let mut joined = text(self.posts.next()?);
        while joined.len() < CHUNK
            && let Some(post) = self.posts.next()
        {
            joined.push_str(separator);
            joined.push_str(&text(post));
        }
        Some(joined)
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
struct Summary<T> {
    files: T,
    warnings: Vec<String>,
}

/// A format, and the networks whose posts it may have.
#[derive(Serialize)]
struct KnownFormat {
    #[serde(flatten)]
    kind: Kind,
    platforms: Vec<&'static str>,
}

/// The formats that the option `format` can name. The mapped format is not among them; the option `map` selects it.
#[wasm_bindgen]
pub fn formats() -> JsValue {
    let known = |format: &&'static Format| KnownFormat {
        kind: (*format).into(),
        platforms: format.networks.iter().map(|network| network.name()).collect(),
    };
    let named = FORMATS.iter().filter(|format| **format != &mapped::FORMAT);
    plain(&named.map(known).collect::<Vec<_>>())
}

/// Converts a JavaScript number that is a size, an offset or a count.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number out of range becomes the nearest"
)]
const fn to_u64(number: f64) -> u64 {
    number as u64
}

#[expect(clippy::cast_possible_truncation, reason = "milliseconds have no fraction that counts")]
const fn timestamp(milliseconds: f64) -> Timestamp {
    Timestamp(milliseconds as i64)
}
