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
    /// The post with its text copied into a `String`.
    pub(crate) fn to_text(&self) -> Served<String> {
        Served { platform: self.platform, stamp: self.stamp.clone(), document: self.document.to_text() }
    }

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
    /// The JSON around each of them.
    pub around: [&'static str; 2],
    /// What follows the posts in their list: JSON.
    pub others: Vec<String>,
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
    /// Its path and query. `None` if there is no such page yet.
    pub address: Option<String>,
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
    /// An answer of posts only, which nothing follows.
    pub const fn of_posts(posts: Vec<Served<T>>, opening: &'static str, ending: String) -> Self {
        let is_empty = posts.is_empty();
        Self {
            posts,
            around: ["", ""],
            others: Vec::new(),
            opening,
            ending,
            next: None,
            is_empty,
            missing: None,
        }
    }

    /// What stands before, between and after the posts, as JSON or else as lines.
    fn around_posts(&self, format: Format) -> [String; 3] {
        let has_lines = !self.posts.is_empty() || !self.others.is_empty();
        self.between(match format {
            Format::Json => [self.opening, ",", &self.ending],
            _ if has_lines => ["", "\n", "\n"],
            _ => [""; 3],
        })
    }

    /// These texts before, between and after the posts, with the others after them.
    fn between(&self, [opening, between, ending]: [&str; 3]) -> [String; 3] {
        let [before, after] = self.around;
        let others = self.others.join(between);
        if self.posts.is_empty() {
            return [opening.to_owned(), String::new(), others + ending];
        }
        let separator = if others.is_empty() { "" } else { between };
        let ending = format!("{after}{separator}{others}{ending}");
        [format!("{opening}{before}"), format!("{after}{between}{before}"), ending]
    }

    /// An answer that is one text, which says nothing about any post if it `is_empty`.
    pub(crate) fn of_text(text: String, is_empty: bool) -> Self {
        Self { is_empty, ..Self::of_posts(Vec::new(), "", text) }
    }
}

impl Answer<String> {
    /// The same answer, with texts as a storage has them.
    pub(crate) fn into_stored<T: AsText>(self) -> Answer<T> {
        let Self { posts, around, others, opening, ending, next, is_empty, missing } = self;
        let stored = |Served { platform, stamp, document }: Served<String>| Served {
            platform,
            stamp,
            document: T::from_text(document),
        };
        let posts = posts.into_iter().map(stored).collect();
        Answer { posts, around, others, opening, ending, next, is_empty, missing }
    }
}

impl<T: AsText> Answer<T> {
    /// The body in a shape.
    ///
    /// # Errors
    /// When a stored text is damaged.
    pub(crate) fn body(self, shape: &Shape) -> Result<Body<T>, StorageError> {
        let name = shape.format.name();
        let text = match (shape.format, shape.fields) {
            (Format::Csv, fields) => csv(&self.posts, fields.unwrap_or(Fields::ALL), shape.has_mark)?,
            (_, Some(fields)) => picked(&self.posts, fields, &self.around_posts(shape.format))?,
            (format, None) => {
                let others = self.others.concat();
                // JSON was the only format once, and its tags stay as they were.
                let name = if format == Format::Json { "" } else { name };
                let digest = digest(&self.posts, [name, &others, &self.ending]);
                let around = self.around_posts(format);
                return Ok(Body { parts: joined(self.posts, &around), digest });
            }
        };
        // Files have no ending, but headers that say the same.
        let digest = digest::<T>(&[], [name, &self.ending, &text]);
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
fn joined<T>(posts: Vec<Served<T>>, around: &[String; 3]) -> Vec<BodyPart<T>> {
    let [opening, between, ending] = around;
    let mut body = Vec::with_capacity(2 * posts.len() + 1);
    let mut before = opening.clone();
    for post in posts {
        before.push_str(r#"{"platform":""#);
        before.push_str(post.platform);
        before.push_str(r#"","#);
        body.push(BodyPart::Own(core::mem::replace(&mut before, between.clone())));
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
    [opening, between, ending]: &[String; 3],
) -> Result<String, StorageError> {
    let mut text = opening.clone();
    for (number, post) in posts.iter().enumerate() {
        text.push_str(if number > 0 { between } else { "" });
        pick(fields, post.platform, &post.document.to_text(), &mut text)?;
    }
    text.push_str(ending);
    Ok(text)
}

/// The posts as a CSV file.
fn csv<T: AsText>(posts: &[Served<T>], fields: Fields, has_mark: bool) -> Result<String, StorageError> {
    let mut file = CsvPosts::new(fields, has_mark);
    for post in posts {
        file.add(post.platform, &post.document.to_text())?;
    }
    Ok(file.finish())
}
