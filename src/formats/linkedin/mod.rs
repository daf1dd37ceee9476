//! LinkedIn posts.

pub mod analytics;
pub mod api;
pub mod apify;
pub(crate) mod bright_data;
pub mod fourcat;
pub mod shares;
pub mod urn;
pub mod voyager;

use super::json;
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::time::Timestamp;
use serde_json::Value;
use urn::Urn;

/// A post with its id, the address of its page, and its author.
fn line(urn: &Urn, author: AuthorLine, published: Timestamp) -> PostLine {
    let mut post = PostLine::new(Network::Linkedin, urn.id(), author.username.clone(), published);
    post.url = Some(urn.page());
    post.author = author;
    post
}

/// The username in the address of a post's page, if it has one:
/// `/posts/ada-keel_low-tide-activity-7300000000000000001-AbCd`.
pub(crate) fn name_in_post(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("/posts/")?;
    let (name, _) = rest.split('/').next()?.split_once('_')?;
    let name = crate::percent::decode(name, false).ok()?;
    (Urn::find(url).is_some() && !name.is_empty()).then(|| name.into_owned())
}

/// The username in the address of a profile or company page.
fn name_in(page: &Value) -> Option<String> {
    let page = json::text(page)?;
    let path = page.split(['?', '#']).next()?;
    let (_, path) =
        ["/in/", "/company/", "/showcase/", "/school/"].iter().find_map(|kind| path.split_once(kind))?;
    let name = crate::percent::decode(path.split('/').next()?, false).ok()?;
    Some(name.into_owned()).filter(|name| !name.is_empty() && !name.contains(char::is_whitespace))
}
