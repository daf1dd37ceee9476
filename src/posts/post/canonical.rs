//! The canonical line of a stored post: what `POST /operator/v1/posts` makes the same post of again.

use super::Post;
use super::line::{marked_hashtag, marked_username};
use crate::platform::Network;
use std::borrow::Cow;

/// What a name begins with that an import would take for its mark.
const MARKS: [char; 3] = ['@', '#', '＃'];

/// The line of a document: the post as it is served, under the network's own name.
pub fn canonical(network: Network, document: &str) -> String {
    let document = marked(document);
    let rest = document.strip_prefix('{').unwrap_or(&document);
    format!(r#"{{"platform":"{}",{rest}"#, network.name())
}

/// The document with a mark before each name that begins with one, as an import drops the first.
fn marked(document: &str) -> Cow<'_, str> {
    // A quote that is not escaped opens or closes a text; one before a mark opens it, and texts that are no names don't matter.
    let may_begin_so = |(at, _)| document.get(at + 1..).is_some_and(|rest: &str| rest.starts_with(MARKS));
    if !document.match_indices('"').any(may_begin_so) {
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
    fn a_line_makes_the_document_that_it_is_of() {
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
    fn a_line_is_the_stored_text_where_no_name_begins_with_a_mark() {
        let stored = document(
            r#"{"platform":"x","platform_post_id":"1","author":{"username":"a"},"content":"@b","published_at":"2026-03-01T00:00:00Z"}"#,
        );
        assert_eq!(canonical(Network::X, &stored), format!(r#"{{"platform":"x",{}"#, &stored[1..]));
    }
}
