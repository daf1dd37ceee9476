//! The address of the service, and the addresses of its posts.

use crate::percent::encode;
use crate::posts::query::Listing;
use crate::posts::url::API;
use web_sys::Url;

/// Parses the address of a service: an origin, optionally with a path, with or without the path of the API at its end. Returns it
/// with the path of the API at its end, and without a final slash.
pub(super) fn parse_base(text: &str) -> Result<String, &'static str> {
    let url =
        Url::new(text).map_err(|_| "expected the address of a service, such as https://posts.example")?;
    if !matches!(url.protocol().as_str(), "http:" | "https:") {
        return Err("expected an address that starts with https:// or http://");
    }
    if !(url.username().is_empty() && url.password().is_empty()) {
        return Err("expected an address without a user's name and password");
    }
    if !(url.search().is_empty() && url.hash().is_empty()) {
        return Err("expected an address without ? and #");
    }
    let path = url.pathname();
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(API).unwrap_or(path);
    Ok(format!("{}{path}{API}", url.origin()))
}

/// The path of a page of posts. `names` are those in it.
pub(super) fn names(listing: Listing, names: &[(&'static str, &str)]) -> String {
    let mut text = String::from(match listing {
        Listing::ByUser => "/posts/by-user",
        Listing::ByHashtag => "/posts/by-hashtag",
        Listing::Search | Listing::Counts | Listing::Changes | Listing::Export => "/posts/search",
    });
    for (name, value) in names {
        text.push('/');
        // The segments `.` and `..` would be resolved. With a mark in front, they mean the same name and are not.
        text.push_str(match (*name, *value) {
            ("username", "." | "..") => "@",
            ("hashtag", "." | "..") => "%23",
            _ => "",
        });
        text.push_str(&encode(value));
    }
    text
}

/// The path of one post. An id has a colon, so it is never a segment that would be resolved.
pub(super) fn post(id: &str) -> String {
    format!("/posts/{}", encode(id))
}

/// A path with its query.
pub(super) fn with_pairs(mut text: String, pairs: &[(&str, &str)]) -> String {
    for (at, (name, value)) in pairs.iter().enumerate() {
        text.push(if at == 0 { '?' } else { '&' });
        text.push_str(name);
        text.push('=');
        text.push_str(&encode(value));
    }
    text
}

/// A path and query that asks for a CSV file.
pub(super) fn csv(mut text: String, has_mark: bool) -> String {
    text.push(if text.contains('?') { '&' } else { '?' });
    text.push_str(if has_mark { "format=csv&mark=1" } else { "format=csv" });
    text
}
