//! The answers to calls for posts by their ids.

use super::{AskedPost, AskedPosts};
use crate::posts::answer::{Answer, Served};
use crate::store::json;
use serde::Serialize;

/// What an answer says about the posts that were asked for.
#[derive(Serialize)]
pub(crate) struct Query<'a> {
    ids: Vec<&'a str>,
}

impl<'a> Query<'a> {
    /// The echo of what was asked for.
    pub(crate) fn new(asked: &'a [AskedPost]) -> Self {
        Self { ids: asked.iter().map(|asked| asked.id.as_str()).collect() }
    }
}

/// The answer of the post that is stored, if it is.
pub(crate) fn one_answer<T>(stored: Vec<Option<Served<T>>>) -> Option<Answer<T>> {
    let posts: Vec<_> = stored.into_iter().flatten().collect();
    let opening = r#"{"success":true,"data":{"post":"#;
    (!posts.is_empty()).then(|| Answer::of_posts(posts, opening, "}}".to_owned()))
}

impl AskedPosts {
    /// The answer of those that are stored, and the names of the others.
    pub(crate) fn answer<T>(&self, stored: Vec<Option<Served<T>>>) -> Answer<T> {
        let (mut posts, mut missing) = (Vec::new(), Vec::new());
        for (asked, post) in self.posts.iter().zip(stored) {
            match post {
                Some(post) => posts.push(post),
                None => missing.push(asked.text.as_str()),
            }
        }
        let query = Query::new(&self.posts);
        let opening = r#"{"success":true,"data":{"posts":["#;
        let ending = format!(r#"],"missing":{},"query":{}}}}}"#, json(&missing), json(&query));
        Answer { missing: Some(missing.len()), ..Answer::of_posts(posts, opening, ending) }
    }
}
