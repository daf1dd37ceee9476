//! Finds elements of known formats at any depth of a document, because the objects around them may be unknown.

use crate::formats::sniff::signatures::folded;
use crate::formats::split::Path;
use crate::formats::value::key_words;
use crate::formats::{Format, Part, Role};
use serde_json::Value;

/// How deep elements are searched for.
const DEEPEST: usize = 24;
/// The most different places.
const MOST: usize = 64;
/// From how many entries on an object whose values are all objects is a map by id.
const MANY: usize = 8;

/// The places in a document that have elements of a format, by parts that need no place of their own. Elements inside such
/// elements, and inside quoted posts and reposts, do not count.
pub(crate) fn find_places(format: &Format, document: &Value) -> Vec<(Path, &'static Part)> {
    // In exports, lists of posts look the same as lists of what the owner watched.
    if format.is_export() {
        return Vec::new();
    }
    let mut search = Search { format, places: Vec::new() };
    search.search(document, &mut Vec::new());
    search.places
}

struct Search<'a> {
    format: &'a Format,
    places: Vec<(Path, &'static Part)>,
}

impl Search<'_> {
    fn search(&mut self, value: &Value, keys: &mut Vec<Option<String>>) {
        if keys.len() > DEEPEST || self.places.len() >= MOST {
            return;
        }
        match value {
            Value::Object(map) => {
                if let Some(part) = self.part(value).filter(|_| !keys.is_empty()) {
                    return self.add(keys, part);
                }
                let by_id = map.len() >= MANY && map.values().all(Value::is_object);
                for (key, inner) in map.iter().filter(|(key, _)| !is_of_another(key)) {
                    let is_id = by_id || !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
                    self.enter(inner, keys, (!is_id).then(|| key.clone()));
                }
            }
            Value::Array(list) => list.iter().for_each(|inner| self.enter(inner, keys, None)),
            _ => {}
        }
    }

    fn enter(&mut self, value: &Value, keys: &mut Vec<Option<String>>, key: Option<String>) {
        if value.is_object() || value.is_array() {
            keys.push(key);
            self.search(value, keys);
            keys.pop();
        }
    }

    /// The part with posts that an element matches, among the parts that need no place of their own.
    fn part(&self, element: &Value) -> Option<&'static Part> {
        let stands_alone = |part: &&'static Part| part.has_posts() && part.at.contains(&"");
        let parts = self.format.parts.iter().filter(stands_alone);
        parts.filter(|part| !matches!(part.role, Role::Text(_))).find(|part| part.matches(element))
    }

    fn add(&mut self, keys: &[Option<String>], part: &'static Part) {
        let path = Path::from_keys(keys.iter().cloned());
        if !self.places.iter().any(|(known, _)| *known == path) {
            self.places.push((path, part));
        }
    }
}

/// Whether the value of a key belongs to another post or person, and not to what somebody collected.
fn is_of_another(key: &str) -> bool {
    let name = folded(key);
    // Objects about an author may contain a list of posts.
    let holds =
        ["user", "owner", "author", "profile", "account", "channel", "creator", "source", "input", "about"];
    name == "includes" || key_words::is_of_another(&name) && !holds.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{instagram, tiktok, x};
    use serde_json::json;

    fn found(format: &Format, document: &Value) -> Vec<Path> {
        find_places(format, document).into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn elements_are_found_at_any_depth() {
        let item = json!({"id": "1", "desc": "x", "createTime": 1, "stats": {}});
        assert_eq!(
            found(&tiktok::item::FORMAT, &json!({"a": {"b": [item, {"c": item}]}, "5": item})),
            [Path::new("*"), Path::new("a/b/*"), Path::new("a/b/*/c")]
        );
    }

    #[test]
    fn posts_in_posts_and_in_exports_are_ignored() {
        let tweet = json!({"id_str": "1", "created_at": "x", "user": {"screen_name": "a"}});
        let quoting = json!({"response": {"quoted_status": tweet, "includes": [tweet]}});
        assert!(found(&x::api_v1::FORMAT, &quoting).is_empty());
        let post = json!({"media": [{"uri": "a.jpg", "creation_timestamp": 1}]});
        assert!(found(&instagram::export::FORMAT, &json!({"x": [post]})).is_empty());
    }
}
