//! The canonical line: a post as an operator sends it, strictly parsed.

mod error;
mod fields;
mod marked;
mod parse;

use super::{Kind, Media, MediaType};
use crate::platform::{Network, Platform};
use crate::time::Timestamp;
use serde::{Serialize, Serializer};

pub use error::{LineError, LineErrorCode};
pub(crate) use marked::{marked_hashtag, marked_username};
pub use parse::{MAX_CONTENT, MAX_ENTRIES, MAX_ID, MAX_TEXT, parse};

/// A canonical post as it was sent. `None` is a key that was absent or null. Serializes to the canonical line, without the keys
/// that are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostLine {
    /// The network, and the name that the line uses for it.
    #[serde(serialize_with = "name")]
    pub platform: Platform,
    /// The id that the network gave the post: 1 to 256 bytes.
    pub platform_post_id: String,
    /// See [`super::Post::url`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Who published it.
    pub author: AuthorLine,
    /// See [`super::Post::content`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// See [`super::Post::language`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// See [`super::Post::media_type`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<MediaType>,
    /// See [`super::Post::media`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<Vec<Media>>,
    /// See [`super::Post::hashtags`]. If `None`, they are taken from `content`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "marked::hashtags")]
    pub hashtags: Option<Vec<String>>,
    /// See [`super::Post::mentions`]. If `None`, they are taken from `content`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "marked::mentions")]
    pub mentions: Option<Vec<String>>,
    /// See [`super::Post::likes_count`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likes_count: Option<u64>,
    /// See [`super::Post::comments_count`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments_count: Option<u64>,
    /// See [`super::Post::views_count`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views_count: Option<u64>,
    /// See [`super::Post::shares_count`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares_count: Option<u64>,
    /// See [`super::Post::saves_count`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saves_count: Option<u64>,
    /// See [`super::Post::kind`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// See [`super::Post::refers_to`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refers_to: Option<String>,
    /// See [`super::Post::approximate`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximate: Option<Vec<String>>,
    /// When it was published.
    pub published_at: Timestamp,
    /// See [`super::Post::edited_at`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// When its counts were read from the network. `None` means the time of the import.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collected_at: Option<Timestamp>,
}

/// Who published a post, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct AuthorLine {
    /// See [`super::Author::id`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name in addresses: 1 to 100 code points, no blanks, control characters or `/`.
    #[serde(serialize_with = "marked::username")]
    pub username: String,
    /// See [`super::Author::display_name`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// See [`super::Author::url`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// See [`super::Author::avatar_url`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avatar_url: Option<String>,
    /// See [`super::Author::verified`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
    /// See [`super::Author::followers_count`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followers_count: Option<u64>,
}

impl PostLine {
    /// A line with only the required fields.
    pub fn new(
        network: Network,
        platform_post_id: String,
        username: String,
        published_at: Timestamp,
    ) -> Self {
        Self {
            platform: network.into(),
            platform_post_id,
            url: None,
            author: AuthorLine { username, ..AuthorLine::default() },
            content: None,
            language: None,
            media_type: None,
            media: None,
            hashtags: None,
            mentions: None,
            likes_count: None,
            comments_count: None,
            views_count: None,
            shares_count: None,
            saves_count: None,
            kind: None,
            refers_to: None,
            approximate: None,
            published_at,
            edited_at: None,
            collected_at: None,
        }
    }
}

fn name<S: Serializer>(platform: &Platform, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(platform.name())
}

#[cfg(test)]
mod tests;
