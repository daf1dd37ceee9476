//! `GET /api/v1/posts/counts`

use super::{Answered, CountQuery, MoreParameters, Span, read_span};
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::{ApiError, ValidationError};
use crate::http::reply::ReplyOf;
use crate::http::runtime::Runtime;
use crate::posts::answer::{Answer, Next};
use crate::posts::query::Listing;
use crate::posts::read::TextOf;
use crate::posts::scope;
use crate::posts::serve::{self, Asked, ReadAnswer, Reading, Sources, TestPosts};
use crate::posts::shape::Shape;
use crate::posts::slots::query_slots;
use crate::shards::Shard;

/// The name of the plan, for the log.
pub(crate) const PLAN: &str = "counts";

/// Numbers of posts.
struct CountReading(CountQuery);

impl<S: Runtime> Reading<S> for CountReading {
    fn slots(&self) -> u64 {
        query_slots(&self.0.posts)
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (span, shards_read) = read_span(runtime, &self.0, shards).await?;
        Ok(ReadAnswer { answer: Some(self.answer(span)), shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        Ok(Some(self.answer(posts.span(&self.0))))
    }
}

impl CountReading {
    fn answer<T>(&self, span: Span) -> Answer<T> {
        let next = span.furthest.map(|post_id| Next {
            cursor: self.0.cursor(post_id).encode(),
            address: Some(self.0.after(post_id).url()),
        });
        let answered = Answered::new(&self.0, span);
        let is_empty = answered.is_empty();
        Answer { next, ..Answer::of_text(answered.body(), is_empty) }
    }
}

/// Answers a call for numbers of posts.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(crate) async fn answer<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
) -> Result<ReplyOf<S>, ApiError> {
    serve::answer(request, sources, parse).await
}

/// Parses the parameters, and checks that the token allows them.
fn parse<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
) -> Result<(Asked<CountReading>, Vec<ValidationError>), ApiError> {
    let call = request.call;
    let defaults = scope::default_query(request, Listing::Counts);
    let (query, errors) = CountQuery::parse_into(defaults, call.query, MoreParameters::default());
    scope::check(request, &query.posts, &errors)?;
    let (shape, address, name) = (Shape::default(), query.url(), Listing::Counts.name());
    Ok((Asked { reading: CountReading(query), shape, address, name }, errors))
}
