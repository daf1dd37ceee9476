//! The address of a query: its canonical form, which is also what a page is cached under.

use super::param::Sort;
use super::query::{Listing, PostQuery};
use crate::percent::encode;
use crate::time::{DAY, Timestamp, date_text};
use core::fmt::Write as _;

/// Where the public API is.
pub const API: &str = "/api/v1";

/// Where operators get posts as lines.
const EXPORT: &str = "/operator/v1/posts";

/// The canonical address of a query: the one of all that mean the same. Defaults are left out.
pub fn posts_url(query: &PostQuery) -> String {
    let platform = query.platform.map(crate::platform::Platform::name);
    let username = query.username.as_ref().map(|username| encode(&username.0.text));
    let hashtag = query.hashtag.as_ref().map(|hashtag| encode(&hashtag.0.text));
    let start = if query.listing == Listing::Export { EXPORT.to_owned() } else { format!("{API}/posts/") };
    let mut url = Url { text: start, separator: '?' };
    match query.listing {
        Listing::ByUser => {
            url.path(["by-user", platform.unwrap_or_default(), &username.unwrap_or_default()]);
        }
        Listing::ByHashtag => {
            url.path(["by-hashtag", platform.unwrap_or_default(), &hashtag.unwrap_or_default()]);
        }
        Listing::Search | Listing::Export => {
            if query.listing == Listing::Search {
                url.text.push_str("search");
            }
            url.pair("platform", platform);
            url.pair("username", username);
            url.pair("hashtag", hashtag);
            url.pair("keyword", query.keyword.as_ref().map(|keyword| encode(&keyword.text)));
        }
    }
    url.pair("media_type", query.media_type.map(super::post::MediaType::name));
    url.pair("min_likes", query.min_likes.map(|minimum| minimum.0));
    url.pair("min_comments", query.min_comments.map(|minimum| minimum.0));
    url.pair("from_date", query.from.map(|from| day_or_instant(from, from)));
    url.pair("to_date", query.to_exclusive.map(|to| day_or_instant(to, Timestamp(to.0 - 1))));
    url.pair("sort_by", (query.sort != Sort::default()).then(|| query.sort.name()));
    url.pair("sort_order", (query.order != query.listing.order()).then(|| query.order.name()));
    url.pair("limit", (query.limit != query.listing.usual()).then_some(query.limit.0));
    url.pair("cursor", query.position.map(|position| query.cursor(position).encode()));
    url.text
}

/// `shown` as a day where the bound is at midnight, as an instant otherwise.
fn day_or_instant(bound: Timestamp, shown: Timestamp) -> String {
    if bound.0 % DAY == 0 { date_text(shown.day()) } else { encode(&shown.to_string()) }
}

struct Url {
    text: String,
    separator: char,
}

impl Url {
    fn path(&mut self, segments: [&str; 3]) {
        self.text.push_str(&segments.join("/"));
    }

    fn pair(&mut self, name: &str, value: Option<impl core::fmt::Display>) {
        if let Some(value) = value {
            // Writing to a string can't fail.
            let _ = write!(self.text, "{}{name}={value}", self.separator);
            self.separator = '&';
        }
    }
}
