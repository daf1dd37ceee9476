//! What changed, on its way into an answer, which may end after any change.

use super::ChangesQuery;
use super::progress::Progress;
use crate::posts::answer::{Answer, Next, Served};
use crate::store::json;
use crate::time::Timestamp;
use serde::Serialize;

/// The body before the changes.
const OPENING: &str = r#"{"success":true,"data":{"changes":["#;
/// The JSON around a post.
pub(crate) const AROUND: [&str; 2] = [r#"{"type":"post","post":"#, "}"];

/// A change.
#[derive(Debug)]
pub(crate) enum Change<T> {
    /// A post as it is now.
    Post(Served<T>),
    /// A post that is gone.
    Gone(Gone),
}

/// A post that is gone: from what the filters find, or altogether.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Gone {
    /// It does not pass the filters.
    Left { id: String },
    /// It was erased.
    Erased { id: String, at: Timestamp },
}

impl Gone {
    /// Its place among the kinds of changes in an answer, after the posts.
    pub(crate) const fn rank(&self) -> u8 {
        match self {
            Self::Left { .. } => 1,
            Self::Erased { .. } => 2,
        }
    }
}

/// What changed. An answer may end after any of it.
#[derive(Debug)]
pub(crate) struct Changes<T> {
    /// What each entry of the logs says, in the order in which an answer takes them. `None` if that is nothing: its post is not stored
    /// any more, is being erased, or was in an entry before it.
    pub(crate) entries: Vec<Option<Change<T>>>,
    pub(super) progress: Progress,
}

#[derive(Serialize)]
struct PageInfo {
    limit: u16,
    returned: usize,
    has_more: bool,
    next_since: String,
}

impl<T> Changes<T> {
    /// What an answer that ends after so many entries says about itself and the query: members of an object.
    pub(crate) fn about(&self, query: &ChangesQuery, entries: usize) -> String {
        let (since, has_more) = self.progress.after(entries);
        let returned = self.entries.iter().take(entries).flatten().count();
        let page = PageInfo { limit: query.posts.limit.0, returned, has_more, next_since: since.encode() };
        format!(r#""page":{},"query":{}"#, json(&page), json(query))
    }

    /// The answer that has all of it.
    pub(super) fn into_answer(self, query: &ChangesQuery) -> Answer<T> {
        let all = self.entries.len();
        let ending = format!("],{}}}}}", self.about(query, all));
        let (since, has_more) = self.progress.after(all);
        let next = Next { cursor: since.encode(), address: has_more.then(|| query.from(since).url()) };
        let (mut posts, mut left, mut erased) = (Vec::new(), Vec::new(), Vec::new());
        for change in self.entries.into_iter().flatten() {
            match change {
                Change::Post(post) => posts.push(post),
                Change::Gone(gone @ Gone::Left { .. }) => left.push(json(&gone)),
                Change::Gone(gone @ Gone::Erased { .. }) => erased.push(json(&gone)),
            }
        }
        let others = [left, erased].concat();
        Answer { around: AROUND, others, next: Some(next), ..Answer::of_posts(posts, OPENING, ending) }
    }
}
