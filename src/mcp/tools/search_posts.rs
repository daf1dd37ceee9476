//! `search_posts`: pages of posts that match filters.

use super::definition::{CUT, DATA, Definition};
use super::read::{address, default_query};
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::mcp::arguments::Arguments;
use crate::mcp::budget::{self, List, WithMaxChars};
use crate::mcp::parameter::{self, Parameter, ParameterKind};
use crate::mcp::schema::answers;
use crate::posts::answer::Answer;
use crate::posts::page::Page;
use crate::posts::param::{Order, Sort};
use crate::posts::query::{Listing, PostQuery};
use crate::posts::read::{ExpensiveQueries, PageReader, Read, TextOf};
use crate::posts::scope;
use crate::posts::serve::{ReadAnswer, Reading, TestPosts};
use crate::posts::shape::{Formats, ShapeParser};
use crate::posts::slots::query_slots;
use crate::posts::url::posts_url;
use crate::shards::Shard;
use crate::store::{AsText, StorageError, json};

/// More characters than an answer has besides its posts and the echo.
const FRAME: usize = 200;

pub(super) fn definition() -> Definition {
    let description = format!(
        "Reads stored posts from TikTok, Instagram, X, Snapchat and LinkedIn: by author, hashtag, words, network, language, time or \
         popularity. All arguments are optional; all filters must hold, and of a list any value. Without sort_by the newest come first. \
         For numbers, trends or rankings use count_posts instead: it counts thousands of posts for the price of one page. For posts \
         whose ids or web addresses you have, use get_posts. A page with at least one post costs one credit; an empty one is free, and \
         so is the same call again within 10 minutes if nothing has changed. Ask for the fields you need, to fit more posts into a page. \
         To go on while page.has_more is true, call again with the same arguments and cursor set to page.next_cursor; a page that \
         max_chars ended early goes on at exactly the next post. Only stored posts can be found: no result does not mean that nobody \
         wrote about it. Counts that are null are unknown. {CUT} {DATA}"
    );
    Definition { title: "Search posts", description, output: answers::page_of_posts() }
}

pub(super) fn parameters() -> Vec<Parameter> {
    let sort = Parameter::new(
        "sort_by",
        ParameterKind::Text(None, Some(Sort::NAMES)),
        "What posts are sorted by; posts whose count is unknown come last",
    );
    let order = Parameter::new(
        "sort_order",
        ParameterKind::Text(None, Some(Order::NAMES)),
        "desc, the default, is newest or most first",
    );
    let limit =
        parameter::limit("The most posts of a page. A page costs the same whatever its number of posts");
    let more = [sort, order, limit, parameter::CURSOR, parameter::FIELDS, parameter::MAX_CHARS];
    parameter::filters().into_iter().chain(more).collect()
}

/// A page of posts that has a size.
pub(super) struct SearchReading<'a> {
    expensive: &'a ExpensiveQueries,
    query: PostQuery,
    max_chars: usize,
}

impl<S: Runtime> Reading<S> for SearchReading<'_> {
    fn slots(&self) -> u64 {
        query_slots(&self.query)
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let Self { expensive, query, .. } = self;
        let mut reader = PageReader { runtime, expensive, query, plan: None };
        let Read { page, shards_read } = reader.read(shards).await?;
        Ok(ReadAnswer { answer: Some(self.answer(page)?), shards_read, plan: reader.plan })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        self.answer(posts.page(&self.query)).map(Some).map_err(ApiError::from)
    }
}

impl SearchReading<'_> {
    /// The answer with a page, which ends before it grows longer than it may be.
    fn answer<T: AsText, U>(&self, mut page: Page<T>) -> Result<Answer<U>, StorageError> {
        let query = &self.query;
        let posts: Vec<_> = page.posts(query).collect();
        budget::fit(&List::of_posts(&posts, query.fields), self.max_chars, |count| {
            page.leave_after(count);
            let cursor = page.next(query).map(|position| query.cursor(position).encode());
            page.about(query, cursor.as_deref())
        })
    }
}

/// Parses the arguments, and checks that the token allows them. Also returns the address that equal arguments share.
///
/// # Errors
/// What the token does not allow, or every error of the arguments.
pub(super) fn parse<'a, S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    expensive: &'a ExpensiveQueries,
    arguments: Arguments,
) -> Result<(SearchReading<'a>, String), ApiError> {
    let defaults = default_query(request, Listing::Search);
    let values = WithMaxChars::new(ShapeParser::new(Formats::JSON, None), &["fields", budget::NAME]);
    let (mut query, values, found) = PostQuery::parse_with(defaults, values, &[], arguments.pairs());
    let mut errors = arguments.errors;
    errors.extend(found);
    scope::check(request, &query, &errors)?;
    let WithMaxChars { more, max_chars, .. } = values;
    let (shape, more) = more.finish();
    errors.extend(more);
    if errors.is_empty() {
        let fixed = budget::size(&json(&query.echo())) + FRAME;
        errors.extend(budget::check_room(max_chars, fixed).err());
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    query.fields = shape.read_fields();
    let address = address(posts_url(&query), &shape, max_chars);
    Ok((SearchReading { expensive, query, max_chars }, address))
}
