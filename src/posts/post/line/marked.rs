//! Names as a line writes them: reading takes the first mark of a name away, so one that begins with a mark gets another.

use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// A username that reads as this one.
pub(crate) fn marked_username(name: &str) -> Cow<'_, str> {
    if name.starts_with('@') { Cow::Owned(format!("@{name}")) } else { Cow::Borrowed(name) }
}

/// A hashtag that reads as this one.
pub(crate) fn marked_hashtag(tag: &str) -> Cow<'_, str> {
    if tag.starts_with(['#', '＃']) { Cow::Owned(format!("#{tag}")) } else { Cow::Borrowed(tag) }
}

pub(crate) fn username<S: Serializer>(name: &str, serializer: S) -> Result<S::Ok, S::Error> {
    marked_username(name).serialize(serializer)
}

#[expect(clippy::ref_option, reason = "serde hands over the field")]
pub(crate) fn mentions<S: Serializer>(names: &Option<Vec<String>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(names.iter().flatten().map(|name| marked_username(name)))
}

#[expect(clippy::ref_option, reason = "serde hands over the field")]
pub(crate) fn hashtags<S: Serializer>(tags: &Option<Vec<String>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tags.iter().flatten().map(|tag| marked_hashtag(tag)))
}
