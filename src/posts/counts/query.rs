//! A query for numbers of posts.

use super::{GroupBy, MoreParameters};
use crate::http::cursor::{Cursor, Fingerprint, Position};
use crate::http::error::ValidationError;
use crate::http::url::Url;
use crate::posts::address::parse_query_with;
use crate::posts::page::Place;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::url::posts_url;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The most groups of an answer, unless `top` says otherwise.
const DEFAULT_TOP: u16 = 20;

/// A query for numbers of posts.
#[derive(Debug, Clone, PartialEq)]
pub struct CountQuery {
    /// Which posts are counted: those after its position, from the newest on.
    pub posts: PostQuery,
    /// What they are grouped by.
    pub group_by: Option<GroupBy>,
    /// The most groups, if it was given.
    pub top: Option<u16>,
    /// Whether an answer has all groups if it was not given, as for operators.
    pub has_all_groups: bool,
}

impl CountQuery {
    /// Parses a query string.
    ///
    /// # Errors
    /// Every error of the parameters.
    pub fn parse(text: &str, more: MoreParameters) -> Result<Self, Vec<ValidationError>> {
        let (query, errors) = Self::parse_into(PostQuery::new(Listing::Counts), text, more);
        if errors.is_empty() { Ok(query) } else { Err(errors) }
    }

    /// As [`Self::parse`], but begins with the query `defaults`. Returns what could be parsed, and every error.
    pub fn parse_into(defaults: PostQuery, text: &str, more: MoreParameters) -> (Self, Vec<ValidationError>) {
        let (posts, more, mut errors) = parse_query_with(defaults, more, ["", ""], text);
        (more.finish(posts, &mut errors), errors)
    }

    /// The query for what comes after a post.
    #[must_use]
    pub fn after(&self, post_id: i64) -> Self {
        let posts = PostQuery { position: Some(Position::Time { post_id }), ..self.posts.clone() };
        Self { posts, ..self.clone() }
    }

    /// The canonical address, which is the same for all queries that mean the same. Defaults are left out.
    pub fn url(&self) -> String {
        let place = self.posts.position.map(|position| Place::from(position).post_id);
        let mut url = Url::new(posts_url(&PostQuery { position: None, ..self.posts.clone() }));
        url.pair("group_by", self.group_by.map(GroupBy::name));
        url.pair("top", self.top);
        url.pair("cursor", place.map(|post_id| self.cursor(post_id).encode()));
        url.text
    }

    /// The most groups of an answer. `None` if it has all.
    pub fn most_groups(&self) -> Option<u16> {
        let default = if self.has_all_groups { None } else { Some(DEFAULT_TOP) };
        self.group_by.filter(|group| group.has_top()).and_then(|_| self.top.or(default))
    }

    /// The cursor that goes on after a post.
    pub fn cursor(&self, post_id: i64) -> Cursor {
        Cursor { query: self.fingerprint(), position: Position::Time { post_id } }
    }

    /// The fingerprint that its cursors contain.
    pub fn fingerprint(&self) -> Fingerprint {
        let meaning = (self.posts.meaning(), self.group_by.map(GroupBy::name), self.most_groups());
        let hash = Sha256::digest(crate::store::json(&meaning));
        hash.first_chunk().copied().unwrap_or_default()
    }
}

/// Serializes as the echo: every filter, the range of time, and the groups.
impl Serialize for CountQuery {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut echo = serializer.serialize_map(None)?;
        self.posts.echo().add_filters(&mut echo)?;
        echo.serialize_entry("group_by", &self.group_by.map(GroupBy::name))?;
        echo.serialize_entry("top", &self.most_groups())?;
        echo.end()
    }
}
