//! What all endpoints of posts have in common: what a call asks for is read, then charged, then sent.
//!
//! An answer that is older than what was acknowledged to operators is read again.
//!
//! The `ETag` is an HMAC, under a key derived from `TOKEN_KEY`, of the digest of the body. A match is a 304, which is free. Only an
//! answer that is paid for has the cursor of the next one, because a cursor contains the time and a count of a post.

mod key;
mod obtain;
mod reply;
mod test_posts;

pub(crate) use obtain::obtain;
pub(crate) use test_posts::{Sources, TestPosts, TestSource};

use super::answer::Answer;
use super::read::TextOf;
use super::shape::Shape;
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::{ApiError, ValidationError};
use crate::http::reply::ReplyOf;
use crate::http::runtime::Runtime;
use crate::shards::Shard;
use obtain::is_charged;

/// Reads the posts that a call asks for.
pub(crate) trait Reading<S: Runtime> {
    /// The slots that may have them, one bit each.
    fn slots(&self) -> u64;

    /// Reads them from these shards.
    ///
    /// # Errors
    /// When one of them does not answer, or can't answer yet.
    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError>;

    /// Reads them from the invented posts. `None` if the call asks for one post, and that is none of them.
    ///
    /// # Errors
    /// When they can't be what the call asks for.
    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError>;
}

/// An answer that was read.
#[derive(Debug)]
pub(crate) struct ReadAnswer<T> {
    /// The answer. `None` if the call asks for one post, and that is not stored.
    pub(crate) answer: Option<Answer<T>>,
    /// The shards that were read, with the versions that they had.
    pub(crate) shards_read: Vec<Shard>,
    /// How it was read, for the log.
    pub(crate) plan: Option<String>,
}

/// What a call asks for.
#[derive(Debug)]
pub(crate) struct Asked<R> {
    /// The posts.
    pub(crate) reading: R,
    /// The shape of the answer.
    pub(crate) shape: Shape,
    /// The canonical address of the posts, without their shape.
    pub(crate) address: String,
    /// What stands for the address in the names of files: ASCII letters, digits and `-`.
    pub(crate) name: &'static str,
}

/// Answers a call for posts. `parse` returns what it asks for, with every error of its parameters, or that the token does not allow
/// the call.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(crate) async fn answer<S: Runtime, R: Reading<S>>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
    parse: impl FnOnce(&AuthorizedRequest<'_, S>) -> Result<(Asked<R>, Vec<ValidationError>), ApiError>,
) -> Result<ReplyOf<S>, ApiError> {
    let admitted = request.admit(is_charged(request)).await?;
    let parsed = parse(request).and_then(|(asked, errors)| {
        let key = key::bound(request, &asked, errors)?;
        Ok((asked, key))
    });
    let (asked, found) = obtain(request, sources.test, admitted, parsed).await?;
    Ok(reply::reply(request, &asked, found))
}
