//! Addresses: what a path and a query mean, and the inverse.
//!
//! An address is found before anybody's credential is looked at, and its parameters are read after, so that an
//! outsider learns nothing about them. [`Address`] is the first half, [`Route`] both.

use crate::http::error::ApiError;
use crate::http::parameters::no_parameters;
use crate::posts::address::query_of;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::url::API;

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
            Address::Posts(listing, names) => Ok(Self::Posts(Box::new(query_of(listing, names, query)?))),
        }
    }
}

#[cfg(test)]
mod tests;
