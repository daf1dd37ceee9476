//! Posts on their way into an answer, in any shape.
//!
//! An answer with all keys, as JSON or as lines, passes the stored texts on unparsed, and its digest is computed from their stamps.
//! Every other shape is written here, and its digest is that of its text: what an answer does not show does not change its `ETag`.

use super::shape::{CsvPosts, Fields, Format, Shape, pick};
use crate::http::reply::BodyPart;
use crate::store::{AsText, StorageError};
use sha2::{Digest, Sha256};

/// A post of an answer.
#[derive(Debug, Clone)]
pub struct Served<T> {
    /// The name that the caller used for its network.
    pub platform: &'static str,
    /// A hash of its document.
    pub stamp: String,
    /// Its JSON, without `platform`.
    pub document: T,
}

impl<T: AsText> Served<T> {
    /// The post as JSON, with these of its keys. `None` for all.
    ///
    /// # Errors
    /// When the stored text is damaged.
    pub(crate) fn json(&self, fields: Option<Fields>) -> Result<String, StorageError> {
        let document = self.document.to_text();
        let Some(fields) = fields else {
            return Ok(format!(
                r#"{{"platform":"{}",{}"#,
                self.platform,
                document.get(1..).unwrap_or_default()
            ));
        };
        let mut text = String::new();
        pick(fields, self.platform, &document, &mut text)?;
        Ok(text)
    }
}

/// What was read for a call.
#[derive(Debug, Clone)]
pub struct Answer<T> {
    /// The posts, in order.
    pub posts: Vec<Served<T>>,
    /// The JSON before them.
    pub opening: &'static str,
    /// The JSON after them.
    pub ending: String,
    /// The page that follows.
    pub next: Option<Next>,
    /// Whether it says nothing about any post, and so is free.
    pub is_empty: bool,
    /// How many of the posts that were asked for are not stored, if posts were asked for by their ids.
    pub missing: Option<usize>,
}

/// The page after an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// Its cursor.
    pub cursor: String,
    /// Its path and query.
    pub address: String,
}

/// The body of an answer.
#[derive(Debug, Clone)]
pub struct Body<T> {
    /// Its parts.
    pub parts: Vec<BodyPart<T>>,
    /// A digest of it and of what stands in headers instead. It must not be the entity tag: without a key, it would let anybody
    /// confirm a guessed body.
    pub digest: [u8; 32],
}

impl<T> Answer<T> {
    /// An answer that is one text, which says nothing about any post if it `is_empty`.
    pub(crate) const fn of_text(text: String, is_empty: bool) -> Self {
        Self { posts: Vec::new(), opening: "", ending: text, next: None, is_empty, missing: None }
    }
}

impl<T: AsText> Answer<T> {
    /// The body in a shape.
    ///
    /// # Errors
    /// When a stored text is damaged.
    pub(crate) fn body(self, shape: &Shape) -> Result<Body<T>, StorageError> {
        let Self { posts, opening, ending, .. } = self;
        let json = [opening, ",", &ending];
        let lines = if posts.is_empty() { [""; 3] } else { ["", "\n", "\n"] };
        let text = match (shape.format, shape.fields) {
            (Format::Json, None) => {
                let digest = digest(&posts, [ending.as_str()]);
                return Ok(Body { parts: joined(posts, json), digest });
            }
            (Format::Ndjson, None) => {
                let digest = digest(&posts, [shape.format.name(), &ending]);
                return Ok(Body { parts: joined(posts, lines), digest });
            }
            (Format::Json, Some(fields)) => picked(&posts, fields, json)?,
            (Format::Ndjson, Some(fields)) => picked(&posts, fields, lines)?,
            (Format::Csv, fields) => csv(&posts, fields.unwrap_or(Fields::ALL), shape.has_mark)?,
        };
        // Files have no ending, but headers that say the same.
        let digest = digest::<T>(&[], [shape.format.name(), &ending, &text]);
        Ok(Body { parts: vec![BodyPart::Own(text)], digest })
    }
}

fn digest<'a, T>(posts: &[Served<T>], texts: impl IntoIterator<Item = &'a str>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text);
    }
    for post in posts {
        hash.update(post.platform);
        hash.update(&post.stamp);
    }
    hash.finalize().into()
}

/// The whole posts, joined as text without parsing them. `platform` comes first. `around` stands before, between and after them.
pub(crate) fn joined<T>(posts: Vec<Served<T>>, [opening, between, ending]: [&str; 3]) -> Vec<BodyPart<T>> {
    let mut body = Vec::with_capacity(2 * posts.len() + 1);
    let mut before = opening.to_owned();
    for post in posts {
        before.push_str(r#"{"platform":""#);
        before.push_str(post.platform);
        before.push_str(r#"","#);
        body.push(BodyPart::Own(core::mem::replace(&mut before, between.to_owned())));
        body.push(BodyPart::Opened(post.document));
    }
    // After the last post, what stands between posts is not needed.
    let opening = if body.is_empty() { before } else { String::new() };
    body.push(BodyPart::Own(opening + ending));
    body
}

/// Some keys of the posts, joined as text.
fn picked<T: AsText>(
    posts: &[Served<T>],
    fields: Fields,
    [opening, between, ending]: [&str; 3],
) -> Result<String, StorageError> {
    let mut text = opening.to_owned();
    for (number, post) in posts.iter().enumerate() {
        text.push_str(if number > 0 { between } else { "" });
        pick(fields, post.platform, &post.document.to_text(), &mut text)?;
    }
    text.push_str(ending);
    Ok(text)
}

/// The posts as a CSV file.
fn csv<T: AsText>(posts: &[Served<T>], fields: Fields, has_mark: bool) -> Result<String, StorageError> {
    let mut file = CsvPosts::new(fields, has_mark)?;
    for post in posts {
        file.add(post.platform, &post.document.to_text())?;
    }
    file.finish()
}
