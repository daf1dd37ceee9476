//! The post as the text that storage keeps and pages carry.

use super::Post;

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
    pub fn parse_document(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}
