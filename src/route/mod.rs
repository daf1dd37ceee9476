//! Addresses: what a path and a query mean, and the inverse.
//!
//! An address is found before anybody's credential is looked at, and its parameters are read after, so that an
//! outsider learns nothing about them. [`Address`] is the first half, [`Route`] both.

use crate::error::{ApiError, Fault, FaultCode};
use crate::param::Sort;
use crate::percent::{decode, encode};
use crate::query::{Listing, PostQuery, token_in_query};
use crate::time::{DAY, Timestamp};
use core::fmt::Write as _;
use std::borrow::Cow;

/// The most bytes of an address: path, `?` and query.
pub const MAX_URI: usize = 8 * 1024;

/// Where the public API is.
pub const API: &str = "/api/v1";

/// Where operators get posts as lines.
const EXPORT: &str = "/operator/v1/posts";

/// A place of the public API, its path not yet checked beyond its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address<'a> {
    /// `/api/v1/health`
    Health,
    /// `/api/v1/openapi.json`
    OpenApi,
    /// `/api/v1/account`
    Account,
    /// `/api/v1/posts/...`
    Posts(Listing, [&'a str; 2]),
}

impl<'a> Address<'a> {
    /// Finds the address of a path.
    pub fn find(path: &'a str) -> Option<Self> {
        let mut segments = path.strip_prefix(API)?.strip_prefix('/')?.split('/');
        let address = match (segments.next()?, segments.next(), segments.next(), segments.next()) {
            ("health", None, ..) => Self::Health,
            ("openapi.json", None, ..) => Self::OpenApi,
            ("account", None, ..) => Self::Account,
            ("posts", Some("search"), None, _) => Self::Posts(Listing::Search, ["", ""]),
            ("posts", Some("by-user"), Some(platform), Some(name)) => {
                Self::Posts(Listing::ByUser, [platform, name])
            }
            ("posts", Some("by-hashtag"), Some(platform), Some(name)) => {
                Self::Posts(Listing::ByHashtag, [platform, name])
            }
            _ => return None,
        };
        let empty = matches!(address, Self::Posts(Listing::ByUser | Listing::ByHashtag, names) if names.contains(&""));
        (segments.next().is_none() && !empty).then_some(address)
    }

    /// The name in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Health => "health",
            Self::OpenApi => "openapi",
            Self::Account => "account",
            Self::Posts(Listing::ByUser, _) => "posts/by-user",
            Self::Posts(Listing::ByHashtag, _) => "posts/by-hashtag",
            Self::Posts(Listing::Search | Listing::Export, _) => "posts/search",
        }
    }

    /// Reads the parameters of an address of posts.
    ///
    /// # Errors
    /// Every fault of the path and of the query string.
    pub fn posts(listing: Listing, names: [&str; 2], query: &str) -> Result<PostQuery, Vec<Fault>> {
        let (query, faults) = Self::read(PostQuery::new(listing), names, query);
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The same, into a query that may have another limit: what could be read, and what could not.
    pub fn read(usual: PostQuery, names: [&str; 2], query: &str) -> (PostQuery, Vec<Fault>) {
        let (pairs, mut faults) = pairs(query);
        let mut path = Vec::new();
        for (name, text) in path_names(usual.listing).iter().zip(names) {
            match decode(text, false) {
                Ok(text) => path.push((*name, text)),
                Err(error) => faults.push(Fault::new(FaultCode::InvalidValue, error.to_string()).of(name)),
            }
        }
        let path: Vec<_> = path.iter().map(|(name, text)| (*name, text.as_ref())).collect();
        let pairs = pairs.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
        let (query, more) = PostQuery::read(usual, &path, pairs);
        faults.extend(more);
        (query, faults)
    }
}

const fn path_names(listing: Listing) -> &'static [&'static str] {
    match listing {
        Listing::ByUser => &["platform", "username"],
        Listing::ByHashtag => &["platform", "hashtag"],
        Listing::Search | Listing::Export => &[],
    }
}

type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Cuts a query string into decoded pairs, and says which can't be decoded.
fn pairs(query: &str) -> (Vec<Pair<'_>>, Vec<Fault>) {
    let (mut pairs, mut faults) = (Vec::new(), Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match (decode(name, true), decode(value, true)) {
            (Ok(name), Ok(value)) => pairs.push((name, value)),
            (name, value) => {
                let message = [name.as_ref().err(), value.as_ref().err()].into_iter().flatten().next();
                let message = message.map(ToString::to_string).unwrap_or_default();
                let name = name.unwrap_or_default();
                faults.push(
                    token_in_query(&name, "")
                        .unwrap_or_else(|| Fault::new(FaultCode::InvalidValue, message).of(&name)),
                );
            }
        }
    }
    (pairs, faults)
}

/// Hands each name and value to `read`, and collects what is wrong with them.
///
/// # Errors
/// One fault for each name at most.
pub fn each_parameter(
    query: &str,
    read: &mut dyn FnMut(&str, &str) -> Result<(), Fault>,
) -> Result<(), Vec<Fault>> {
    let (pairs, mut faults) = pairs(query);
    for (name, value) in &pairs {
        let fault = if value.is_empty() && token_in_query(name, value).is_none() {
            read(name, value).err().map(|fault| match fault.code {
                FaultCode::UnknownParameter | FaultCode::DuplicateParameter => fault,
                _ => Fault::new(FaultCode::EmptyValue, "expected a value, and none came"),
            })
        } else {
            token_in_query(name, value).or_else(|| read(name, value).err().map(|fault| fault.of(name)))
        };
        let fault = fault.map(|fault| if fault.parameter.is_empty() { fault.of(name) } else { fault });
        faults.extend(fault.filter(|fault| !faults.contains(fault)));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Refuses every parameter, for an address that takes none.
///
/// # Errors
/// One fault for each name.
pub fn no_parameters(query: &str) -> Result<(), Vec<Fault>> {
    each_parameter(query, &mut |_, _| {
        Err(Fault::new(FaultCode::UnknownParameter, "expected no parameters here"))
    })
}

/// A place of the public API with all that it was asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Route {
    /// Whether the service works.
    Health,
    /// What the service can do.
    OpenApi,
    /// The account of a token.
    Account,
    /// Posts.
    Posts(Box<PostQuery>),
}

impl Route {
    /// Reads a path and a query string.
    ///
    /// # Errors
    /// When there is no such address, or its parameters are at fault.
    pub fn parse(path: &str, query: &str) -> Result<Self, ApiError> {
        match Address::find(path).ok_or(ApiError::NotFound)? {
            Address::Health => Ok(Self::Health),
            Address::OpenApi => Ok(Self::OpenApi),
            Address::Account => Ok(no_parameters(query).map(|()| Self::Account)?),
            Address::Posts(listing, names) => {
                Ok(Self::Posts(Box::new(Address::posts(listing, names, query)?)))
            }
        }
    }
}

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
    url.pair("media_type", query.media_type.map(crate::post::MediaType::name));
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
    if bound.0 % DAY == 0 { shown.date_time().date().to_string() } else { encode(&shown.to_string()) }
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

#[cfg(test)]
mod tests;
