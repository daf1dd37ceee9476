//! The canonical address of a query. Its hash is also part of the key of a cached page.

use super::param::Sort;
use super::query::{Listing, PostQuery};
use crate::http::url::Url;
use crate::percent::encode;
use crate::time::{DAY, Timestamp, date_text};

/// The path of the public API.
pub const API: &str = "/api/v1";

/// The path at which operators export posts as lines.
const EXPORT: &str = "/operator/v1/posts";

/// The canonical address of a query, which is the same for all queries that mean the same. Defaults are left out.
pub fn posts_url(query: &PostQuery) -> String {
    let start = match query.listing {
        Listing::ByUser => format!("{API}/posts/by-user"),
        Listing::ByHashtag => format!("{API}/posts/by-hashtag"),
        Listing::Search => format!("{API}/posts/search"),
        Listing::Counts => format!("{API}/posts/counts"),
        Listing::Changes => format!("{API}/posts/changes"),
        Listing::Export => EXPORT.to_owned(),
    };
    let mut url = Url::new(start);
    for segment in query.listing.path() {
        let named = query.filters.given().find(|(filter, _)| filter.name == *segment);
        url.segment(&named.map(|(_, value)| value.text()).unwrap_or_default());
    }
    let pairs = query.filters.given().filter(|(filter, _)| !query.listing.path().contains(&filter.name));
    for (filter, value) in pairs {
        url.pair(filter.name, Some(encode(&value.text())));
    }
    url.pair("from_date", query.from.map(|from| day_or_instant(from, from)));
    url.pair("to_date", query.to_exclusive.map(|to| day_or_instant(to, Timestamp(to.0 - 1))));
    url.pair("sort_by", (query.sort != Sort::default()).then(|| query.sort.name()));
    url.pair("sort_order", (query.order != query.listing.default_order()).then(|| query.order.name()));
    url.pair("limit", (query.limit != query.listing.default_limit()).then_some(query.limit.0));
    url.pair("cursor", query.position.map(|position| query.cursor(position).encode()));
    url.text
}

/// `shown` as a day if the bound is at midnight, otherwise as an instant.
fn day_or_instant(bound: Timestamp, shown: Timestamp) -> String {
    if bound.0 % DAY == 0 { date_text(shown.day()) } else { encode(&shown.to_string()) }
}
