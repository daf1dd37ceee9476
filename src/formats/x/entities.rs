//! The entities that X found in a post's text: hashtags, mentions and links.

use super::text;
use crate::formats::json;
use serde_json::Value;

/// The entities of one post. For a long post, those of its full text come first.
#[derive(Debug, Clone)]
pub struct Entities<'a>(pub Vec<&'a Value>);

impl Entities<'_> {
    /// The hashtags. `None` if there is no list of them.
    pub fn hashtags(&self) -> Option<Vec<String>> {
        self.names(&["hashtags"], &["text", "tag"])
    }

    /// The mentioned names. `None` if there is no list of them.
    pub fn mentions(&self) -> Option<Vec<String>> {
        self.names(&["user_mentions", "mentions"], &["screen_name", "screenName", "username"])
    }

    fn names(&self, lists: &[&str], keys: &[&str]) -> Option<Vec<String>> {
        let found: Vec<&Value> =
            self.all(lists).filter(|list| list.is_array()).flat_map(json::list).collect();
        let any = self.all(lists).any(Value::is_array);
        any.then(|| json::names(found.into_iter().map(|entity| json::first_text(entity, keys))))
    }

    fn all<'b>(&'b self, lists: &'b [&str]) -> impl Iterator<Item = &'b Value> {
        self.0.iter().flat_map(move |entities| lists.iter().map(move |list| json::dig(entities, list)))
    }

    /// The text as readers see it: short links are expanded, and the links to the post's own media are removed. Takes
    /// text that is already decoded.
    pub fn expand_links(&self, content: String, media: &[Value]) -> String {
        let mut content = content;
        for file in media {
            if let Some(link) = json::text(json::dig(file, "url")).filter(|link| is_short(link)) {
                content = text::drop_link(&content, &link);
            }
        }
        for entity in self.all(&["urls"]).flat_map(json::list) {
            let link = json::first_text(entity, &["url", "shortUrl"]).filter(|link| is_short(link));
            if let (Some(link), Some(url)) =
                (link, json::first_text(entity, &["expanded_url", "expandedUrl"]))
            {
                content = text::replace_link(&content, &link, &url);
            }
        }
        json::unix_lines(&content)
    }
}

/// Whether a link was shortened by X.
fn is_short(link: &str) -> bool {
    link.split_once("://").is_some_and(|(_, rest)| rest.starts_with("t.co/") && rest.len() > 5)
}
