//! Posts of X in the shapes in which it gives them away: the owner's archive, and what its own pages are sent.

pub mod archive;
pub mod entities;
pub mod fourcat;
pub mod graphql;
pub mod media;
pub mod notes;
pub mod text;

use super::json;
use crate::platform::Network;
use crate::post::line::{AuthorLine, PostLine};
use crate::post::{Kind, MediaType, post_id};
use entities::Entities;
use serde_json::Value;

/// Fills in what a post in the form of the API's version 1.1 says of itself, but for its text, author and counts.
fn describe(post: &mut PostLine, tweet: &Value, entities: &Entities<'_>) {
    post.hashtags = entities.hashtags();
    post.mentions = entities.mentions();
    let files = media::files(tweet);
    post.media_type = match files.as_slice() {
        [] => None,
        [file] if file.kind == crate::post::FileType::Image => Some(MediaType::Image),
        [_] => Some(MediaType::Video),
        _ => Some(MediaType::Carousel),
    };
    post.media = Some(files);
    post.language = json::text(json::dig(tweet, "lang")).filter(|code| is_language(code));
    (post.kind, post.refers_to) = relation(tweet);
}

/// Whether a code is of a language: X also has some for posts of only links, hashtags, media and the like.
fn is_language(code: &str) -> bool {
    let is_private = code.len() == 3 && code.starts_with('q');
    !is_private && !matches!(code, "und" | "zxx" | "art")
}

/// How a post relates to another. A reply that also quotes is a reply: that is where it stands.
fn relation(tweet: &Value) -> (Option<Kind>, Option<String>) {
    let id = |key| json::id(json::dig(tweet, key));
    let refers = |id: Option<String>| id.map(|id| post_id(Network::X, &id));
    let answered = id("in_reply_to_status_id_str").or_else(|| id("in_reply_to_status_id"));
    if answered.is_some() || json::text(json::dig(tweet, "in_reply_to_screen_name")).is_some() {
        return (Some(Kind::Reply), refers(answered));
    }
    match id("quoted_status_id_str") {
        Some(quoted) => (Some(Kind::Quote), refers(Some(quoted))),
        None => (None, None),
    }
}

/// The address of a post's page.
fn page(username: &str, id: &str) -> String {
    format!("https://x.com/{username}/status/{id}")
}

/// The author with the address of the profile.
fn with_profile(mut author: AuthorLine) -> AuthorLine {
    author.url = Some(format!("https://x.com/{}", author.username));
    author
}
