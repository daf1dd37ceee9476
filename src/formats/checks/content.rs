//! Finds text and media in the source that the post lacks.

use crate::formats::Found;
use crate::formats::sniff::signatures::folded;
use crate::formats::value::key_words;
use serde_json::Value;

/// Words in the names of keys and columns with texts, and with files.
const TEXTS: [&str; 10] =
    ["text", "caption", "desc", "content", "body", "title", "message", "comentary", "commentary", "tweet"];
const FILES: [&str; 12] = [
    "video",
    "image",
    "photo",
    "picture",
    "thumbnail",
    "media",
    "display",
    "cover",
    "resource",
    "carousel",
    "play",
    "download",
];
/// How deep they are searched for.
const DEEPEST: usize = 3;
/// The most unused keys of an element.
const MOST: usize = 8;

/// If a post has neither text nor media, notes the keys under which its source has some.
pub(crate) fn note_unused(found: &mut Found, element: &Value) {
    if found.is_bare() {
        find_unused_text(element, "", DEEPEST, found);
    }
}

fn find_unused_text(value: &Value, path: &str, deepest: usize, found: &mut Found) {
    let Some(map) = value.as_object().filter(|_| deepest > 0) else { return };
    for (key, value) in map {
        let name = folded(key);
        if key_words::is_of_another(&name) || found.unused.len() >= MOST {
            continue;
        }
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let is = |words: &[&str]| words.iter().any(|word| name.contains(word));
        match value {
            Value::String(text) if is(&TEXTS) && is_text(text) => found.unused.push(path),
            Value::String(text) if is(&FILES) && text.starts_with("http") && !is_page(text) => {
                found.unused.push(path);
            }
            Value::Array(list) if is(&FILES) && !list.is_empty() => found.unused.push(path),
            Value::Object(_) => find_unused_text(value, &path, deepest - 1, found),
            _ => {}
        }
    }
}

/// Whether it is a text for people, and not an address or a name.
fn is_text(text: &str) -> bool {
    !text.starts_with("http") && text.trim().contains(char::is_whitespace)
}

/// Whether it is the address of a page on a network, and not of a file.
fn is_page(url: &str) -> bool {
    const PAGES: [&str; 7] = ["/video/", "/photo/", "/status/", "/p/", "/reel/", "/posts/", "/feed/"];
    let path = url.rsplit('/').next().unwrap_or_default();
    PAGES.iter().any(|page| url.contains(page)) && !path.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::posts::post::line::PostLine;
    use crate::time::Timestamp;
    use serde_json::json;

    #[test]
    fn unused_text_and_media_are_noted() {
        let mut found: Found = PostLine::new(Network::X, "1".into(), "a".into(), Timestamp(0)).into();
        let element = json!({"caption_text": "Low tide", "video_url": null, "thumbnail_url": "https://cdn.example/1.jpg",
            "resources": [{}], "user": {"text": "about me"}, "title": "", "url": "https://x.com/a/status/1"});
        note_unused(&mut found, &element);
        found.unused.sort_unstable();
        assert_eq!(found.unused, ["caption_text", "resources", "thumbnail_url"]);
        let mut full: Found = PostLine::new(Network::X, "1".into(), "a".into(), Timestamp(0)).into();
        full.post.content = Some("x".into());
        note_unused(&mut full, &element);
        assert!(full.unused.is_empty());
    }
}
