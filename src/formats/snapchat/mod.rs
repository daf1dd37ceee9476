//! Snapchat posts: the owner's export, the data in Snapchat's pages, and the files of scrapers.

pub mod apify;
pub mod export;
pub mod page;

use super::{Settings, json};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use crate::time::Timestamp;
use serde_json::Value;

/// Snapchat's title for a Spotlight without a title.
const DEFAULT_TITLE: &str = "Spotlight Snap";

/// The id in the address of a Spotlight.
pub(crate) fn id_in(url: &Value) -> Option<String> {
    let url = url.as_str()?;
    let (_, rest) = url.split_once("/spotlight/").or_else(|| url.split_once("snapchat.com/o/"))?;
    let id = rest.split(['/', '?', '#']).next()?;
    is_id(id).then(|| id.to_owned())
}

/// A Spotlight's id, from a value that is one.
fn id(value: &Value) -> Option<String> {
    json::id(value).filter(|id| is_id(id))
}

fn is_id(id: &str) -> bool {
    (4..=200).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// The address of a Spotlight's page.
fn page(id: &str) -> String {
    format!("https://www.snapchat.com/spotlight/{id}")
}

/// An author with username and display name.
fn author(username: &Value, display_name: &Value) -> Option<AuthorLine> {
    let username = json::text(username)?.trim().trim_start_matches('@').to_owned();
    Some(AuthorLine { username, display_name: json::short_text(display_name), ..AuthorLine::default() })
}

/// A post with its author, and when it was collected.
fn new_post(id: String, author: AuthorLine, published: Timestamp, settings: &Settings) -> PostLine {
    let mut post = PostLine::new(Network::Snapchat, id, author.username.clone(), published);
    let url = Some(format!("https://www.snapchat.com/add/{}", author.username));
    post.author = AuthorLine { url: author.url.clone().or(url), ..author };
    post.collected_at = settings.collected_at(published);
    post
}

/// The first of several texts that is not empty or the default title.
fn text(texts: &[&Value]) -> Option<String> {
    let found = texts.iter().find_map(|text| json::text(text).filter(|text| text.trim() != DEFAULT_TITLE));
    found.map(|text| json::unix_lines(&text))
}

/// The media file of a Spotlight.
fn video(url: &Value, preview: &Value, duration_ms: Option<u64>) -> Option<Media> {
    let found = super::fill::file(FileType::Video, url)?;
    Some(Media { preview_url: json::address(preview), duration_ms, ..found })
}
