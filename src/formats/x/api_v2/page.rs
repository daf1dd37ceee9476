//! Pages: posts, and beside them the users, media and other posts that they refer to.

use crate::formats::x::OtherPost;
use crate::formats::{ImportError, Item, Outcome, Settings, json, timestamps};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The objects included beside the posts of a page, by id. In a flattened post, they are inline.
#[derive(Debug, Default)]
pub(crate) struct Includes<'a> {
    users: HashMap<&'a str, &'a Value>,
    pub(crate) media: HashMap<&'a str, &'a Value>,
    posts: HashMap<&'a str, &'a Value>,
}

impl<'a> Includes<'a> {
    /// Indexes the objects included in a page.
    pub(crate) fn of(page: &'a Value) -> Self {
        let by = |list: &str, key: &str| {
            let entries = json::list(json::dig(json::dig(page, "includes"), list)).iter();
            entries.filter_map(|entry| Some((json::dig(entry, key).as_str()?, entry))).collect()
        };
        Self { users: by("users", "id"), media: by("media", "media_key"), posts: by("tweets", "id") }
    }

    /// The author of a post. In a flattened post it is inline; otherwise it is found by its id.
    pub(crate) fn author(&self, tweet: &'a Value) -> &'a Value {
        let own = json::first(tweet, &["author", "author_user"]);
        let id = json::dig(tweet, "author_id").as_str().unwrap_or_default();
        if own.is_object() { own } else { self.users.get(id).copied().unwrap_or(&Value::Null) }
    }

    /// For a repost: the id of the original, `None` if it is damaged, and the original, `None` if it is neither
    /// included nor inline.
    pub(crate) fn reposted(&self, tweet: &'a Value) -> Option<(Option<String>, Option<&'a Value>)> {
        let OtherPost { id } = referenced(tweet, "retweeted")?;
        // In a flattened post, the entry in the list of references is the original post itself.
        let flat = json::list(json::dig(tweet, "referenced_tweets"))
            .iter()
            .find(|entry| entry.get("text").is_some() && json::dig(entry, "type") == "retweeted");
        let original = flat.or_else(|| self.posts.get(id.as_deref()?).copied());
        Some((id, original))
    }
}

/// The post that another refers to, by the type of reference. In tables, `referenced_tweets.retweeted.id` is a column.
pub(super) fn referenced(tweet: &Value, reference_type: &str) -> Option<OtherPost> {
    let references = json::dig(tweet, "referenced_tweets");
    let listed = json::list(references).iter().find(|entry| json::dig(entry, "type") == reference_type);
    let ids = [listed.unwrap_or(&Value::Null), json::dig(references, reference_type)]
        .map(|entry| json::dig(entry, "id"));
    OtherPost::find(&ids)
}

/// Entities with their lists parsed. In tables, each list is JSON text.
pub(crate) fn lists(entities: &Value) -> Value {
    let parsed = |(key, value): (&String, &Value)| (key.clone(), json::parsed(value));
    entities
        .as_object()
        .map_or(Value::Null, |map| Value::Object(map.iter().map(parsed).collect::<Map<_, _>>()))
}

/// Converts a page, or a single post from a stream, which is a page with one post.
///
/// # Errors
/// When it has no posts and does not say that there are none.
pub(crate) fn convert(page: &Value, settings: &Settings) -> Outcome {
    let includes = Includes::of(page);
    let retrieved_at = timestamps::parse_value(json::dig(page, "__twarc.retrieved_at"));
    match json::dig(page, "data") {
        Value::Array(posts) => {
            let convert = |tweet| super::convert(tweet, &includes, retrieved_at, settings);
            Ok(Item::Many(posts.iter().map(convert).collect()))
        }
        tweet @ Value::Object(_) => super::convert(tweet, &includes, retrieved_at, settings),
        _ if page.get("errors").is_some() || page.get("meta").is_some() => Ok(Item::Skipped("empty page")),
        // A file may mix pages and flattened posts.
        _ if page.get("text").is_some() => super::convert(page, &includes, retrieved_at, settings),
        _ => Err(ImportError::new("MISSING_DATA", "expected posts in data, got none")),
    }
}
