//! The JSON text of a post, which is stored and served.

use super::Post;
use crate::time::Timestamp;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

impl Post {
    /// The post as JSON, in the order of the contract and without `platform`.
    pub fn document(&self) -> String {
        // Serializing only fails for map keys that are no text and for writers that fail. A post has neither.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses what [`Post::document`] wrote.
    ///
    /// # Errors
    /// When the text is not such a document.
    pub fn parse_document(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(D::Error::custom)
    }
}
