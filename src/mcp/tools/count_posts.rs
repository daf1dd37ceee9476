//! `count_posts`: numbers of posts, and sums of their counts.

use super::definition::Definition;
use super::read::address;
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::mcp::arguments::Arguments;
use crate::mcp::budget::{self, WithMaxChars, size};
use crate::mcp::parameter::{self, Parameter, ParameterKind};
use crate::mcp::schema::answers;
use crate::posts::answer::Answer;
use crate::posts::counts::endpoint::PLAN;
use crate::posts::counts::{Answered, CountQuery, GroupBy, MAX_TOP, MoreParameters, Span, read_span};
use crate::posts::query::{Listing, PostQuery};
use crate::posts::read::TextOf;
use crate::posts::scope;
use crate::posts::serve::{ReadAnswer, Reading, TestPosts};
use crate::posts::shape::Shape;
use crate::posts::slots::query_slots;
use crate::shards::Shard;
use crate::store::json;

pub(super) fn definition() -> Definition {
    let description =
        "Counts stored posts, and adds up their likes, comments, views and shares: in all, and by group_by. Use it for how many, how \
         much, which days, which authors, which hashtags; use search_posts to read the posts themselves. Takes the same filters. \
         total.posts is the number; of each sum, known says for how many posts the count is known. Groups of time ascend, all others \
         begin with the one that has the most posts; others adds up the groups that were left out by top or by max_chars, the oldest \
         ones of time. An answer covers the newest posts first, as page.from says: while page.has_more is true, older ones are not \
         counted yet, so call again with the same arguments and cursor set to page.next_cursor, and add the answers up. An answer \
         costs one credit if at least one post was counted; the same call again within 10 minutes is free if nothing has changed."
            .to_owned();
    Definition { title: "Count posts", description, output: answers::counts() }
}

pub(super) fn parameters() -> Vec<Parameter> {
    let group_by = Parameter::new(
        "group_by",
        ParameterKind::Text(None, Some(GroupBy::NAMES)),
        "Also count by this. Days are in UTC, weeks begin on Monday; a post with three hashtags is in three groups",
    );
    let top = Parameter::new(
        "top",
        ParameterKind::Number(1, MAX_TOP, None),
        "The most groups, for username, hashtag, mentions and language only, where the default is 20",
    );
    let more = [group_by, top, parameter::CURSOR, parameter::MAX_CHARS];
    parameter::filters().into_iter().chain(more).collect()
}

/// Numbers of posts, with as many groups as fit.
pub(super) struct CountReading {
    query: CountQuery,
    max_chars: usize,
}

impl<S: Runtime> Reading<S> for CountReading {
    fn slots(&self) -> u64 {
        query_slots(&self.query.posts)
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (span, shards_read) = read_span(runtime, &self.query, shards).await?;
        Ok(ReadAnswer { answer: Some(self.answer(span)), shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        Ok(Some(self.answer(posts.span(&self.query))))
    }
}

impl CountReading {
    fn answer<T>(&self, span: Span) -> Answer<T> {
        let answered = Answered::new(&self.query, span);
        let is_empty = answered.is_empty();
        Answer::of_text(answered.within(self.max_chars, size), is_empty)
    }
}

/// Parses the arguments, and checks that the token allows them. Also returns the address that equal arguments share.
///
/// # Errors
/// What the token does not allow, or every error of the arguments.
pub(super) fn parse<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    arguments: Arguments,
) -> Result<(CountReading, String), ApiError> {
    let defaults = scope::default_query(request, Listing::Counts);
    let values = WithMaxChars::new(MoreParameters::default(), &["group_by", "top", "cursor", budget::NAME]);
    let (posts, values, found) = PostQuery::parse_with(defaults, values, &[], arguments.pairs());
    let mut errors = arguments.errors;
    errors.extend(found);
    let WithMaxChars { more, max_chars, .. } = values;
    let query = more.finish(posts, &mut errors);
    scope::check(request, &query.posts, &errors)?;
    if errors.is_empty() {
        errors.extend(budget::check_room(max_chars, size(&json(&query))).err());
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let address = address(query.url(), &Shape::default(), max_chars);
    Ok((CountReading { query, max_chars }, address))
}
