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

/// The path and query of a page of posts. `names` are those in the path.
pub(super) fn posts(listing: Listing, names: &[(&'static str, &str)], pairs: &[(&str, &str)]) -> String {
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
    for (at, (name, value)) in pairs.iter().enumerate() {
        text.push(if at == 0 { '?' } else { '&' });
        text.push_str(name);
        text.push('=');
        text.push_str(&encode(value));
    }
    text
}
