//! Long posts of an archive, which are in a separate file under different ids.

use super::text;
use crate::formats::{json, timestamps};
use crate::time::Timestamp;
use serde_json::Value;
use std::collections::HashMap;

/// The long texts of an archive, by the second in which they were written.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    by_second: HashMap<i64, Vec<Note>>,
}

/// A long text.
#[derive(Debug, Clone)]
pub struct Note {
    /// The full text, decoded.
    pub text: String,
    /// The entities in it: `urls`, `mentions`, `hashtags`.
    pub entities: Value,
}

impl Notes {
    /// Adds an element of `note-tweet.js`. Elements without a time or text are ignored.
    pub fn add(&mut self, element: &Value) {
        let note = element.get("noteTweet").unwrap_or(element);
        let (Some(time), Some(text)) =
            (timestamps::parse_value(json::dig(note, "createdAt")), json::text(json::dig(note, "core.text")))
        else {
            return;
        };
        let mut entities = json::dig(note, "core").clone();
        if let Some(entities) = entities.as_object_mut() {
            entities.remove("text");
        }
        self.by_second
            .entry(second(time))
            .or_default()
            .push(Note { text: text::decode_note(&text), entities });
    }

    /// The long text of a post. As they share no id, both have to be from the same second, and the long text has to
    /// begin with the part of the post before `…`. It may lack the names at the start of a reply.
    pub fn find(&self, time: Timestamp, content: &str) -> Option<&Note> {
        let prefix = text::cut_prefix(content)?;
        let begins = |note: &&Note| {
            note.text.starts_with(prefix) || note.text.starts_with(text::without_leading_names(prefix))
        };
        self.by_second.get(&second(time))?.iter().find(begins)
    }
}

fn second(time: Timestamp) -> i64 {
    time.0.div_euclid(1000)
}
