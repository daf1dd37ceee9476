//! The post as the text that storage keeps and pages carry.

use super::{Author, FileType, Kind, Media, MediaType, Post};
use crate::json::{self, JsonError, Object, Value};
use crate::time::Timestamp;

/// Why a text is no document of a post.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A value is missing or of another kind.
    #[error("expected a value of the kind that `{0}` has")]
    Value(&'static str),
}

impl Post {
    /// The post as JSON, in the order of the contract and without `platform`.
    pub fn document(&self) -> String {
        // Serialising fails for map keys that are no text and for failing writers; a post has neither.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Post::document`] wrote.
    ///
    /// # Errors
    /// When the text is no such document.
    pub fn parse_document(text: &str) -> Result<Self, DocumentError> {
        Self::read(json::parse(text)?, "post")
    }
}

/// What a document is made of.
trait Part: Sized {
    /// Reads a value of a key.
    fn read(value: Value<'_>, key: &'static str) -> Result<Self, DocumentError>;
}

/// Gives an object its fields, each read from the key of its name or the one that is given.
macro_rules! object {
    ($type:ident: $($field:ident $(= $key:literal)?),+) => {
        impl Part for $type {
            fn read(value: Value<'_>, key: &'static str) -> Result<Self, DocumentError> {
                let Value::Object(members) = value else { return Err(DocumentError::Value(key)) };
                let mut object = Object::from(members);
                Ok(Self { $($field: part(&mut object, object!(@ $field $(= $key)?))?),+ })
            }
        }
    };
    (@ $field:ident) => { stringify!($field) };
    (@ $field:ident = $key:literal) => { $key };
}

object!(Post: id, platform_post_id, url, author, content, language, media_type, media, hashtags, mentions, likes_count,
    comments_count, views_count, shares_count, saves_count, kind, refers_to, approximate, published_at, edited_at,
    collected_at);
object!(Author: id, username, display_name, url, avatar_url, verified, followers_count);
object!(Media: kind = "type", url, preview_url, width, height, duration_ms, alt_text);

fn part<T: Part>(object: &mut Object<'_>, key: &'static str) -> Result<T, DocumentError> {
    T::read(object.take(key), key)
}

impl<T: Part> Part for Option<T> {
    fn read(value: Value<'_>, key: &'static str) -> Result<Self, DocumentError> {
        match value {
            Value::Null => Ok(None),
            value => T::read(value, key).map(Some),
        }
    }
}

impl<T: Part> Part for Vec<T> {
    fn read(value: Value<'_>, key: &'static str) -> Result<Self, DocumentError> {
        let Value::List(values) = value else { return Err(DocumentError::Value(key)) };
        values.into_iter().map(|value| T::read(value, key)).collect()
    }
}

/// Gives a type the values that it is read from.
macro_rules! scalar {
    ($type:ty: $pattern:pat => $read:expr) => {
        impl Part for $type {
            fn read(value: Value<'_>, key: &'static str) -> Result<Self, DocumentError> {
                let read = match value {
                    $pattern => $read,
                    _ => None,
                };
                read.ok_or(DocumentError::Value(key))
            }
        }
    };
}

scalar!(String: Value::Text(text) => Some(text.into_owned()));
scalar!(bool: Value::Bool(flag) => Some(flag));
scalar!(u64: Value::Number(number) => number.parse().ok());
scalar!(Timestamp: Value::Text(text) => Self::parse(&text).ok());
scalar!(MediaType: Value::Text(name) => Self::from_name(&name));
scalar!(FileType: Value::Text(name) => Self::from_name(&name));
scalar!(Kind: Value::Text(name) => Self::from_name(&name));
