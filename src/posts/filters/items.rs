//! The values that lists have.

use super::list::Item;
use crate::http::error::ValidationError;
use crate::platform::Platform;
use crate::posts::param;
use crate::posts::param::{Hashtag, Language, Username};
use crate::posts::post::{self, MediaType};
use std::borrow::Cow;

/// Compared as the network that is meant, and echoed under the name that was used.
impl Item for Platform {
    fn parse(text: &str) -> Result<Self, ValidationError> {
        param::platform(text)
    }

    fn compared(&self) -> Cow<'_, str> {
        self.network.name().into()
    }

    fn echoed(&self) -> Cow<'_, str> {
        self.name().into()
    }
}

impl Item for Username {
    fn parse(text: &str) -> Result<Self, ValidationError> {
        text.parse()
    }

    fn compared(&self) -> Cow<'_, str> {
        self.0.key.as_str().into()
    }

    fn text(&self) -> Cow<'_, str> {
        self.0.text.as_str().into()
    }
}

impl Item for Hashtag {
    fn parse(text: &str) -> Result<Self, ValidationError> {
        text.parse()
    }

    fn compared(&self) -> Cow<'_, str> {
        self.0.key.as_str().into()
    }

    fn text(&self) -> Cow<'_, str> {
        self.0.text.as_str().into()
    }
}

/// The name of a post without a media type.
const NONE: &str = "none";
/// The names of media types in filters.
pub(super) const MEDIA_TYPES: &[&str] = &["image", "video", "carousel", "reel", NONE];

/// A media type, or `None` for posts without one: without media, or with media of an unknown type.
impl Item for Option<MediaType> {
    fn parse(text: &str) -> Result<Self, ValidationError> {
        match text {
            NONE => Ok(None),
            _ => MediaType::from_name(text)
                .map(Some)
                .ok_or_else(|| ValidationError::not_one_of(MEDIA_TYPES, text)),
        }
    }

    fn compared(&self) -> Cow<'_, str> {
        self.map_or(NONE, MediaType::name).into()
    }
}

impl Item for post::Kind {
    fn parse(text: &str) -> Result<Self, ValidationError> {
        Self::from_name(text).ok_or_else(|| ValidationError::not_one_of(Self::NAMES, text))
    }

    fn compared(&self) -> Cow<'_, str> {
        self.name().into()
    }
}

impl Item for Language {
    fn parse(text: &str) -> Result<Self, ValidationError> {
        Self::parse(text)
    }

    fn compared(&self) -> Cow<'_, str> {
        self.name().into()
    }
}

/// The `id` of a post, with the network's own name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostId(pub String);

impl PostId {
    pub(super) fn parse(text: &str) -> Result<Self, ValidationError> {
        param::post_id(text).map(|(_, id)| Self(id))
    }
}
