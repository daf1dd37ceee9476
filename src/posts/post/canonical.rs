//! The canonical line of a stored post. Importing it gives the same post again.

use super::Post;
use super::line::{marked_hashtag, marked_username};
use crate::platform::Network;
use std::borrow::Cow;

/// Characters at the beginning of a name that an import would remove as its mark.
const MARKS: [char; 3] = ['@', '#', '＃'];

/// The canonical line of a document: the post as it is served, with the network's own name.
pub fn canonical(network: Network, document: &str) -> String {
    let document = marked(document);
    let rest = document.strip_prefix('{').unwrap_or(&document);
    format!(r#"{{"platform":"{}",{rest}"#, network.name())
}

/// Adds a mark to each name that begins with one, because an import removes the first.
fn marked(document: &str) -> Cow<'_, str> {
    // A quote before a mark may open a name. If it belongs to another text, the work below is not needed, but does no harm.
    let may_open_name = |(at, _)| document.get(at + 1..).is_some_and(|rest: &str| rest.starts_with(MARKS));
    if !document.match_indices('"').any(may_open_name) {
        return Cow::Borrowed(document);
    }
    let Ok(mut post) = Post::parse_document(document) else { return Cow::Borrowed(document) };
    post.author.username = marked_username(&post.author.username).into_owned();
    post.mentions = post.mentions.iter().map(|name| marked_username(name).into_owned()).collect();
    post.hashtags = post.hashtags.iter().map(|tag| marked_hashtag(tag).into_owned()).collect();
    Cow::Owned(post.document())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posts::post::line::parse;
    use crate::posts::post::merge::{Change, merge};
    use crate::time::Timestamp;

    /// The document that a line makes.
    fn document(line: &str) -> String {
        match merge(None, parse(line.as_bytes()).unwrap(), Timestamp(0)) {
            Change::Inserted(post) => post.document(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn importing_a_line_gives_its_document() {
        let required = r#""platform":"twitter","platform_post_id":"1","published_at":"2026-03-01T00:00:00Z""#;
        for rest in [
            r#""author":{"username":"a"},"content":"@b #c \u0001 \\\"@\u2028","kind":"reply","refers_to":"twitter:2""#,
            r###""author":{"username":"@@a"},"hashtags":["##b","#＃c","＃#d","e"],"mentions":["@@f","g"]"###,
            r#""author":{"username":"a"},"content":"b #c @d","hashtags":[],"mentions":[]"#,
            r#""author":{"username":"a"},"approximate":["likes_count"],"media":[{"type":"image","url":"@u"}]"#,
        ] {
            let first = document(&format!("{{{required},{rest}}}"));
            let line = canonical(Network::X, &first);
            assert!(line.starts_with(r#"{"platform":"x","id":"x:1","#), "{line}");
            assert_eq!(document(&line), first);
            let parsed = parse(line.as_bytes()).unwrap();
            assert_eq!(document(&serde_json::to_string(&parsed).unwrap()), first);
            assert_eq!(canonical(Network::X, &document(&line)), line);
        }
    }

    #[test]
    fn without_marks_a_line_contains_the_stored_text() {
        let stored = document(
            r#"{"platform":"x","platform_post_id":"1","author":{"username":"a"},"content":"@b","published_at":"2026-03-01T00:00:00Z"}"#,
        );
        assert_eq!(canonical(Network::X, &stored), format!(r#"{{"platform":"x",{}"#, &stored[1..]));
    }
}
