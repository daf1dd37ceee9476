//! Values of filters, as types that can't be invalid.

use super::Kind;
use crate::http::error::ValidationError;
use crate::platform::Platform;
use crate::posts::param;
use crate::posts::param::{Count, Hashtag, Keyword, Minimum, Username};
use crate::posts::post::MediaType;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The value of a filter.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variants are those of Kind")]
pub enum Value {
    Platform(Platform),
    Username(Username),
    Hashtag(Hashtag),
    Keyword(Keyword),
    MediaType(MediaType),
    Minimum(Count, Minimum),
}

impl Value {
    /// Parses the value of a kind of filter.
    ///
    /// # Errors
    /// When it is invalid.
    pub fn parse(kind: Kind, text: &str) -> Result<Self, ValidationError> {
        Ok(match kind {
            Kind::Platform => Self::Platform(param::platform(text)?),
            Kind::Username => Self::Username(text.parse()?),
            Kind::Hashtag => Self::Hashtag(text.parse()?),
            Kind::Keyword => Self::Keyword(text.parse()?),
            Kind::MediaType => Self::MediaType(text.parse()?),
            Kind::Minimum(count) => Self::Minimum(count, text.parse()?),
        })
    }

    /// The text that is parsed as this value.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Platform(platform) => platform.name().into(),
            Self::Username(username) => username.0.text.as_str().into(),
            Self::Hashtag(hashtag) => hashtag.0.text.as_str().into(),
            Self::Keyword(keyword) => keyword.text.as_str().into(),
            Self::MediaType(kind) => kind.name().into(),
            Self::Minimum(_, minimum) => minimum.0.to_string().into(),
        }
    }
}

/// Serializes as in the echo, where names are folded.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Username(username) => serializer.serialize_str(&username.0.key),
            Self::Hashtag(hashtag) => serializer.serialize_str(&hashtag.0.key),
            Self::Minimum(_, minimum) => serializer.serialize_u64(minimum.0),
            Self::Platform(_) | Self::Keyword(_) | Self::MediaType(_) => {
                serializer.serialize_str(&self.text())
            }
        }
    }
}
