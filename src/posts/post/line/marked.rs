//! Names as a line has them. Parsing a line removes the first mark (`@` or `#`) of a name, so a name that begins with a mark gets a
//! second one.

use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The text that is parsed as this username.
pub(crate) fn marked_username(name: &str) -> Cow<'_, str> {
    if name.starts_with('@') { Cow::Owned(format!("@{name}")) } else { Cow::Borrowed(name) }
}

/// The text that is parsed as this hashtag.
pub(crate) fn marked_hashtag(tag: &str) -> Cow<'_, str> {
    if tag.starts_with(['#', '＃']) { Cow::Owned(format!("#{tag}")) } else { Cow::Borrowed(tag) }
}

pub(crate) fn username<S: Serializer>(name: &str, serializer: S) -> Result<S::Ok, S::Error> {
    marked_username(name).serialize(serializer)
}

#[expect(clippy::ref_option, reason = "serde passes the field")]
pub(crate) fn mentions<S: Serializer>(names: &Option<Vec<String>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(names.iter().flatten().map(|name| marked_username(name)))
}

#[expect(clippy::ref_option, reason = "serde passes the field")]
pub(crate) fn hashtags<S: Serializer>(tags: &Option<Vec<String>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tags.iter().flatten().map(|tag| marked_hashtag(tag)))
}
