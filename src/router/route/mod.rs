//! The public API's addresses: what a path and a query string mean.
//!
//! The path is matched before the credential is checked, and the parameters are parsed after it. So a caller without a valid
//! token learns nothing about them. [`Address`] is the matched path, [`Route`] the path with its parameters.

use crate::http::error::{ApiError, ValidationError};
use crate::http::parameters::no_parameters;
use crate::posts::address::parse_query;
use crate::posts::by_id::{AskedPosts, parse_id, parse_ids};
use crate::posts::changes::ChangesQuery;
use crate::posts::counts::{CountQuery, MoreParameters};
use crate::posts::query::{Listing, PostQuery};
use crate::posts::url::API;

/// An address of the public API. Only the shape of its path is checked.
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
    /// `/api/v1/posts/counts`
    Counts,
    /// `/api/v1/posts/changes`
    Changes,
    /// `/api/v1/posts/{id}`
    Post(&'a str),
    /// `/api/v1/posts?ids=...`
    PostsById,
}

impl<'a> Address<'a> {
    /// Finds the address of a path.
    pub fn find(path: &'a str) -> Option<Self> {
        let mut segments = path.strip_prefix(API)?.strip_prefix('/')?.split('/');
        let address = match (segments.next()?, segments.next(), segments.next(), segments.next()) {
            ("health", None, ..) => Self::Health,
            ("openapi.json", None, ..) => Self::OpenApi,
            ("account", None, ..) => Self::Account,
            ("posts", None, ..) => Self::PostsById,
            ("posts", Some("search"), None, _) => Self::Posts(Listing::Search, ["", ""]),
            ("posts", Some("counts"), None, _) => Self::Counts,
            ("posts", Some("changes"), None, _) => Self::Changes,
            ("posts", Some("" | "by-user" | "by-hashtag"), None, _) => return None,
            ("posts", Some(id), None, _) => Self::Post(id),
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
            Self::Posts(..) => "posts/search",
            Self::Counts => "posts/counts",
            Self::Changes => "posts/changes",
            Self::Post(_) => "posts/id",
            Self::PostsById => "posts/ids",
        }
    }
}

/// An address of the public API with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum Route {
    /// The health of the service.
    Health,
    /// `openapi.json`, which describes the API.
    OpenApi,
    /// The account of a token.
    Account,
    /// A page of posts.
    Posts(Box<PostQuery>),
    /// Numbers of posts.
    Counts(Box<CountQuery>),
    /// What changed.
    Changes(Box<ChangesQuery>),
    /// One post.
    Post(AskedPosts),
    /// Several posts.
    PostsById(AskedPosts),
}

impl Route {
    /// Parses a path and a query string.
    ///
    /// # Errors
    /// When there is no such address, or its parameters are invalid.
    pub fn parse(path: &str, query: &str) -> Result<Self, ApiError> {
        match Address::find(path).ok_or(ApiError::NotFound)? {
            Address::Health => Ok(Self::Health),
            Address::OpenApi => Ok(Self::OpenApi),
            Address::Account => Ok(no_parameters(query).map(|()| Self::Account)?),
            Address::Posts(listing, names) => Ok(Self::Posts(Box::new(parse_query(listing, names, query)?))),
            Address::Counts => {
                Ok(Self::Counts(Box::new(CountQuery::parse(query, MoreParameters::default())?)))
            }
            Address::Changes => Ok(Self::Changes(Box::new(ChangesQuery::parse(query)?.0))),
            Address::Post(id) => without_errors(parse_id(id, query)).map(Self::Post),
            Address::PostsById => without_errors(parse_ids(query, None)).map(Self::PostsById),
        }
    }
}

fn without_errors<T>((parsed, errors): (T, Vec<ValidationError>)) -> Result<T, ApiError> {
    if errors.is_empty() { Ok(parsed) } else { Err(errors.into()) }
}

#[cfg(test)]
mod tests;
