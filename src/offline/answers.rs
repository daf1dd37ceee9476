//! Answers of posts in memory, in any shape.

use super::PostSet;
use crate::http::reply::BodyPart;
use crate::posts::answer::Answer;
use crate::posts::by_id::{AskedPosts, one_answer, read_test_posts};
use crate::posts::query::PostQuery;
use crate::posts::shape::Shape;
use crate::store::StorageError;

/// An answer as the service gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The body.
    pub body: String,
    /// The cursor of the next page, if there is one.
    pub next_cursor: Option<String>,
    /// How many of the posts that were asked for are missing, if posts were asked for by their ids.
    pub missing: Option<usize>,
}

impl PostSet {
    /// The service's answer to a query.
    ///
    /// # Errors
    /// When a post is damaged, which none in memory is.
    pub fn page(&self, query: &PostQuery, shape: &Shape) -> Result<Answered, StorageError> {
        Answered::new(self.page_of(query).into_answer(query), shape)
    }

    /// The service's answer to a call for one post. `None` if it is not there.
    ///
    /// # Errors
    /// As [`Self::page`].
    pub fn post(&self, asked: &AskedPosts) -> Result<Option<Answered>, StorageError> {
        let answer = one_answer(read_test_posts(self, asked));
        answer.map(|answer| Answered::new(answer, &asked.shape)).transpose()
    }

    /// The service's answer to a call for posts by their ids.
    ///
    /// # Errors
    /// As [`Self::page`].
    pub fn posts(&self, asked: &AskedPosts) -> Result<Answered, StorageError> {
        Answered::new(asked.answer(read_test_posts(self, asked)), &asked.shape)
    }
}

impl Answered {
    fn new(answer: Answer<String>, shape: &Shape) -> Result<Self, StorageError> {
        let next_cursor = answer.next.as_ref().map(|next| next.cursor.clone());
        let missing = answer.missing;
        let text = |part: BodyPart<String>| match part {
            BodyPart::Own(text) => text,
            BodyPart::Opened(document) => document.strip_prefix('{').map(str::to_owned).unwrap_or(document),
        };
        let body = answer.body(shape)?.parts.into_iter().map(text).collect();
        Ok(Self { body, next_cursor, missing })
    }
}
