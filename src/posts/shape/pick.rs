//! Some keys of a stored post, copied as they were written.

use super::fields::{Fields, NAMES};
use crate::json::position_from;
use crate::store::StorageError;
use core::fmt;
use serde::Deserializer as _;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Appends the keys of a document that are asked for as a JSON object, in the order of [`NAMES`], which is that of documents.
///
/// # Errors
/// When the document is not one.
pub(crate) fn pick(
    fields: Fields,
    platform: &str,
    document: &str,
    made: &mut String,
) -> Result<(), StorageError> {
    let mut parser = serde_json::Deserializer::from_str(document);
    let picker = Picker { fields, platform, parent: "", made };
    parser
        .deserialize_map(picker)
        .map_err(|error| StorageError::new(format!("a document is damaged: {error}")))
}

/// Copies members of an object.
struct Picker<'a> {
    fields: Fields,
    platform: &'a str,
    /// What stands before the keys of this object in [`NAMES`].
    parent: &'static str,
    made: &'a mut String,
}

impl Picker<'_> {
    /// The place of a key in [`NAMES`]. Keys come in their order, so the search begins after the last one.
    fn place(&self, key: &str, next: usize) -> Option<usize> {
        position_from(NAMES, next, |name| name.strip_prefix(self.parent) == Some(key))
    }

    /// Adds the start of a member. The first one follows the opening brace.
    fn key(&mut self, key: &str) {
        if !self.made.ends_with('{') {
            self.made.push(',');
        }
        self.made.push('"');
        self.made.push_str(key);
        self.made.push_str("\":");
    }

    fn platform(&mut self) {
        self.key("platform");
        self.made.push('"');
        self.made.push_str(self.platform);
        self.made.push('"');
    }
}

impl<'de> Visitor<'de> for Picker<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        self.made.push('{');
        let mut next = 0;
        while let Some(key) = members.next_key::<&str>()? {
            let place = self.place(key, next);
            next = place.map_or(next, |place| place + 1);
            if place.is_some_and(|place| self.fields.has(place)) {
                self.key(key);
                self.made.push_str(members.next_value::<&RawValue>()?.get());
            } else if key == "author" && self.fields.has_author() {
                self.key(key);
                members.next_value_seed(Picker {
                    fields: self.fields,
                    platform: self.platform,
                    parent: "author.",
                    made: self.made,
                })?;
            } else {
                members.next_value::<IgnoredAny>()?;
            }
            if place == Some(0) && self.fields.has(1) {
                self.platform();
            }
        }
        self.made.push('}');
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Picker<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posts::post::Post;

    const DOCUMENT: &str = r#"{"id":"x:1","platform_post_id":"1","url":null,"author":{"id":"7","username":"a\"{","display_name":null,"url":null,"avatar_url":null,"verified":true,"followers_count":9007199254740991},"content":"}{\"author\":\u0001 \\","language":null,"media_type":"image","media":[{"type":"image","url":"u","preview_url":null,"width":1,"height":null,"duration_ms":null,"alt_text":null}],"hashtags":["a","b"],"mentions":[],"likes_count":7,"comments_count":null,"views_count":null,"shares_count":null,"saves_count":null,"kind":"original","refers_to":null,"approximate":[],"published_at":"2026-03-01T00:00:00.000Z","edited_at":null,"collected_at":"2026-03-01T00:00:00.000Z"}"#;

    fn picked(list: &str) -> String {
        let mut made = "[".to_owned();
        pick(Fields::parse(list).unwrap(), "twitter", DOCUMENT, &mut made).unwrap();
        made.split_off(1)
    }

    #[test]
    fn values_are_copied_as_they_were_written() {
        assert_eq!(picked("id"), r#"{"id":"x:1"}"#);
        assert_eq!(picked("platform"), r#"{"id":"x:1","platform":"twitter"}"#);
        assert_eq!(
            picked("collected_at,likes_count,content"),
            r#"{"id":"x:1","content":"}{\"author\":\u0001 \\","likes_count":7,"collected_at":"2026-03-01T00:00:00.000Z"}"#
        );
        assert_eq!(picked("url,hashtags"), r#"{"id":"x:1","url":null,"hashtags":["a","b"]}"#);
    }

    #[test]
    fn the_author_is_whole_or_in_part() {
        assert_eq!(
            picked("author.username,author.followers_count"),
            r#"{"id":"x:1","author":{"username":"a\"{","followers_count":9007199254740991}}"#
        );
        // The author's `id` and `url` are other keys than the post's.
        assert_eq!(picked("author.url"), r#"{"id":"x:1","author":{"url":null}}"#);
        assert_eq!(picked("author.id"), r#"{"id":"x:1","author":{"id":"7"}}"#);
        let whole = picked("author");
        assert!(
            whole.starts_with(r#"{"id":"x:1","author":{"id":"7","username":"a\"{","display_name""#),
            "{whole}"
        );
    }

    #[test]
    fn all_keys_are_the_post_with_its_platform() {
        assert_eq!(picked(&NAMES.join(",")), DOCUMENT.replace(r#""x:1","#, r#""x:1","platform":"twitter","#));
    }

    #[test]
    fn the_names_are_the_keys_of_documents_in_their_order() {
        let document = Post::parse_document(DOCUMENT).unwrap().document();
        let mut made = String::new();
        pick(Fields::ALL, "x", &document, &mut made).unwrap();
        let mut at = 0;
        for name in NAMES.iter().filter(|name| !name.contains('.')) {
            let key = format!("\"{name}\":");
            at +=
                made[at..].find(&key).unwrap_or_else(|| panic!("{name} is no key, or stands before others"));
        }
        assert_eq!(document, DOCUMENT);
    }

    #[test]
    fn a_damaged_document_is_an_error_of_storage() {
        for document in ["", "[]", r#"{"id":"x:1""#, r#"{"id":}"#] {
            assert!(pick(Fields::ALL, "x", document, &mut String::new()).is_err(), "{document}");
        }
    }
}
