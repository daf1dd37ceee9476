//! The list of an answer: posts, or changes.

use super::cut::{CutPost, cut};
use super::size;
use crate::posts::answer::Served;
use crate::posts::shape::Fields;
use crate::store::{AsText, StorageError, json};

/// What says that a post is cut, before the names of the keys that are not whole.
const TRUNCATED: &str = r#""truncated":true,"truncated_keys""#;

/// The list of an answer, which may end after any of its entries.
#[derive(Debug)]
pub(in crate::mcp) struct List {
    /// The key of the list.
    pub(in crate::mcp) name: &'static str,
    /// The JSON around each post.
    pub(in crate::mcp) around: [&'static str; 2],
    /// The keys of each post. `None` for all.
    pub(in crate::mcp) fields: Option<Fields>,
    /// The entries, in the order in which they are taken. `None` for one that says nothing.
    pub(in crate::mcp) entries: Vec<Option<Entry>>,
}

/// An entry of a list.
#[derive(Debug)]
pub(in crate::mcp) enum Entry {
    /// A post.
    Post(Served<String>),
    /// JSON that is short. Texts stand after posts, and those of a higher rank after those of a lower one.
    Text(u8, String),
}

/// An entry as it is written.
pub(super) struct Written<'a> {
    pub(super) rank: u8,
    pub(super) text: String,
    pub(super) post: Option<&'a Served<String>>,
}

impl List {
    /// A list of posts only.
    pub(in crate::mcp) fn of_posts<T: AsText>(posts: &[Served<T>], fields: Option<Fields>) -> Self {
        let entries = posts.iter().map(|post| Some(Entry::Post(post.to_text()))).collect();
        Self { name: "posts", around: ["", ""], fields, entries }
    }

    /// Every entry as it is written.
    ///
    /// # Errors
    /// When a stored text is damaged.
    pub(super) fn written(&self) -> Result<Vec<Option<Written<'_>>>, StorageError> {
        self.entries.iter().map(|entry| entry.as_ref().map(|entry| self.write(entry)).transpose()).collect()
    }

    fn write<'a>(&self, entry: &'a Entry) -> Result<Written<'a>, StorageError> {
        let [before, after] = self.around;
        match entry {
            Entry::Post(post) => {
                let text = format!("{before}{}{after}", post.json(self.fields)?);
                Ok(Written { rank: 0, text, post: Some(post) })
            }
            Entry::Text(rank, text) => Ok(Written { rank: *rank, text: text.clone(), post: None }),
        }
    }

    /// The data of an answer that has these texts.
    pub(super) fn data(&self, texts: &[&str], about: &str) -> String {
        format!(r#"{{"{}":[{}],{about}}}"#, self.name, texts.join(","))
    }

    /// How much is left for a post that is cut, and the names of its keys that are not whole.
    pub(super) fn room(&self, max_chars: usize, about: &str) -> usize {
        let [before, after] = self.around;
        let fixed = [&self.data(&[], about), before, after, TRUNCATED, ":,"];
        max_chars.saturating_sub(fixed.into_iter().map(size).sum())
    }

    /// The data of an answer that has a post only, cut to the [`Self::room`] that there is.
    ///
    /// # Errors
    /// When a stored text is damaged.
    pub(super) fn cut(
        &self,
        post: &Served<String>,
        room: usize,
        about: &str,
    ) -> Result<String, StorageError> {
        let [before, after] = self.around;
        let CutPost { text, keys } = cut(post, self.fields, room)?;
        let about = format!("{TRUNCATED}:{},{about}", json(&keys));
        Ok(self.data(&[&format!("{before}{text}{after}")], &about))
    }
}
