//! Values of filters, as types that can't be invalid.

use super::Kind;
use super::items::PostId;
use super::list::List;
use crate::http::error::ValidationError;
use crate::platform::Platform;
use crate::posts::param::{Count, Hashtag, Keyword, Language, Minimum, Username};
use crate::posts::post::{self, MediaType};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The value of a filter.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variants are those of Kind")]
pub enum Value {
    Platforms(List<Platform>),
    Usernames(List<Username>),
    Hashtags(List<Hashtag>),
    Keyword(Keyword),
    MediaTypes(List<Option<MediaType>>),
    PostKinds(List<post::Kind>),
    Languages(List<Language>),
    Mentions(List<Username>),
    RefersTo(PostId),
    Minimum(Count, Minimum),
    ExcludedUsernames(List<Username>),
    ExcludedHashtags(List<Hashtag>),
    ExcludedMentions(List<Username>),
}

impl Value {
    /// Parses the value of a kind of filter.
    ///
    /// # Errors
    /// Every error of it.
    pub fn parse(kind: Kind, text: &str) -> Result<Self, Vec<ValidationError>> {
        Ok(match kind {
            Kind::Platform => Self::Platforms(List::parse(text)?),
            Kind::Username => Self::Usernames(List::parse(text)?),
            Kind::Hashtag => Self::Hashtags(List::parse(text)?),
            Kind::Keyword => Self::Keyword(text.parse()?),
            Kind::MediaType => Self::MediaTypes(List::parse(text)?),
            Kind::PostKind => Self::PostKinds(List::parse(text)?),
            Kind::Language => Self::Languages(List::parse(text)?),
            Kind::Mentions => Self::Mentions(List::parse(text)?),
            Kind::RefersTo => Self::RefersTo(PostId::parse(text)?),
            Kind::Minimum(count) => Self::Minimum(count, text.parse()?),
            Kind::ExcludedUsername => Self::ExcludedUsernames(List::parse(text)?),
            Kind::ExcludedHashtag => Self::ExcludedHashtags(List::parse(text)?),
            Kind::ExcludedMentions => Self::ExcludedMentions(List::parse(text)?),
        })
    }

    /// Parses a name of a path, which is one value even if it has a comma.
    ///
    /// # Errors
    /// When it is invalid.
    pub fn parse_one(kind: Kind, text: &str) -> Result<Self, Vec<ValidationError>> {
        Ok(match kind {
            Kind::Platform => Self::Platforms(List::parse_one(text)?),
            Kind::Username => Self::Usernames(List::parse_one(text)?),
            Kind::Hashtag => Self::Hashtags(List::parse_one(text)?),
            _ => Self::parse(kind, text)?,
        })
    }

    /// The text that is parsed as this value.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Platforms(list) => list.text().into(),
            Self::Usernames(list)
            | Self::Mentions(list)
            | Self::ExcludedUsernames(list)
            | Self::ExcludedMentions(list) => list.text().into(),
            Self::Hashtags(list) | Self::ExcludedHashtags(list) => list.text().into(),
            Self::Keyword(keyword) => keyword.text.as_str().into(),
            Self::MediaTypes(list) => list.text().into(),
            Self::PostKinds(list) => list.text().into(),
            Self::Languages(list) => list.text().into(),
            Self::RefersTo(id) => id.0.as_str().into(),
            Self::Minimum(_, minimum) => minimum.0.to_string().into(),
        }
    }

    /// What is compared: the same for values that mean the same.
    pub(in crate::posts) fn compared(&self) -> Compared<'_> {
        match self {
            Self::Platforms(list) => Compared::of(list.compared()),
            Self::Usernames(list)
            | Self::Mentions(list)
            | Self::ExcludedUsernames(list)
            | Self::ExcludedMentions(list) => Compared::of(list.compared()),
            Self::Hashtags(list) | Self::ExcludedHashtags(list) => Compared::of(list.compared()),
            Self::MediaTypes(list) => Compared::of(list.compared()),
            Self::PostKinds(list) => Compared::of(list.compared()),
            Self::Languages(list) => Compared::of(list.compared()),
            Self::Keyword(_) | Self::RefersTo(_) => Compared::One(self.text()),
            Self::Minimum(_, minimum) => Compared::Number(minimum.0),
        }
    }
}

/// A value as fingerprints have it. A list of one item is that item, so that cursors from before there were lists stay valid, and
/// `a,b` is one name in a path and two in a query string.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::posts) enum Compared<'a> {
    One(Cow<'a, str>),
    Many(Vec<Cow<'a, str>>),
    Number(u64),
}

impl<'a> Compared<'a> {
    fn of(mut items: Vec<Cow<'a, str>>) -> Self {
        if items.len() > 1 {
            return Self::Many(items);
        }
        Self::One(items.pop().unwrap_or_default())
    }
}

/// Serializes as in the echo, where names are folded.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Usernames(list)
            | Self::Mentions(list)
            | Self::ExcludedUsernames(list)
            | Self::ExcludedMentions(list) => serializer.serialize_str(&list.echoed()),
            Self::Hashtags(list) | Self::ExcludedHashtags(list) => serializer.serialize_str(&list.echoed()),
            Self::Minimum(_, minimum) => serializer.serialize_u64(minimum.0),
            Self::Platforms(_)
            | Self::Keyword(_)
            | Self::MediaTypes(_)
            | Self::PostKinds(_)
            | Self::Languages(_)
            | Self::RefersTo(_) => serializer.serialize_str(&self.text()),
        }
    }
}
