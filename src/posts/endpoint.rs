//! `GET /api/v1/posts/by-user/{platform}/{username}`, `.../by-hashtag/{platform}/{hashtag}`, `.../search`.

use super::address::parse_query_with;
use super::answer::Answer;
use super::query::{Listing, PostQuery};
use super::read::{ExpensiveQueries, PageReader, Read, TextOf};
use super::scope;
use super::serve::{self, Asked, ReadAnswer, Reading, Sources, TestPosts};
use super::shape::{Formats, ShapeParser};
use super::slots::query_slots;
use super::url::posts_url;
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::{ApiError, ValidationError};
use crate::http::reply::ReplyOf;
use crate::http::runtime::Runtime;
use crate::shards::Shard;

/// A page of posts.
struct PageReading<'a> {
    expensive: &'a ExpensiveQueries,
    query: PostQuery,
}

impl<S: Runtime> Reading<S> for PageReading<'_> {
    fn slots(&self) -> u64 {
        query_slots(&self.query)
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let Self { expensive, query } = self;
        let mut reader = PageReader { runtime, expensive, query, plan: None };
        let Read { page, shards_read } = reader.read(shards).await?;
        Ok(ReadAnswer { answer: Some(page.into_answer(query)), shards_read, plan: reader.plan })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        Ok(Some(posts.page(&self.query).into_answer(&self.query)))
    }
}

/// Answers a call for a page of posts. `names` are those in the path.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(crate) async fn answer<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
    listing: Listing,
    names: [&str; 2],
) -> Result<ReplyOf<S>, ApiError> {
    serve::answer(request, sources, |request| parse(request, sources.expensive, listing, names)).await
}

/// Parses the parameters, and checks that the token allows them.
fn parse<'a, S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    expensive: &'a ExpensiveQueries,
    listing: Listing,
    names: [&str; 2],
) -> Result<(Asked<PageReading<'a>>, Vec<ValidationError>), ApiError> {
    let call = request.call;
    let shape = ShapeParser::new(Formats::ALL, call.accept.as_deref());
    let defaults = scope::default_query(request, listing);
    let (mut query, shape, mut errors) = parse_query_with(defaults, shape, names, call.query);
    scope::check(request, &query, &errors)?;
    let (shape, more) = shape.finish();
    errors.extend(more);
    query.fields = shape.read_fields();
    let (address, name) = (posts_url(&query), listing.name());
    Ok((Asked { reading: PageReading { expensive, query }, shape, address, name }, errors))
}
