//! `get_posts`: posts by their ids or addresses.

use super::definition::{CUT, DATA, Definition};
use super::read::address;
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::ApiError;
use crate::http::limit::Limit;
use crate::http::runtime::Runtime;
use crate::mcp::arguments::Arguments;
use crate::mcp::budget::{self, Entry, List, WithMaxChars};
use crate::mcp::parameter::{self, Parameter, ParameterKind};
use crate::mcp::schema::answers;
use crate::percent::encode;
use crate::posts::answer::{Answer, Served};
use crate::posts::by_id::{AskedPosts, PLAN, Query, parse_ids_with, read_stored, read_test_posts};
use crate::posts::read::TextOf;
use crate::posts::scope;
use crate::posts::serve::{ReadAnswer, Reading, TestPosts};
use crate::posts::shape::{Formats, ShapeParser};
use crate::posts::url::API;
use crate::shards::Shard;
use crate::store::{AsText, StorageError, json};

/// More characters than an answer has besides its posts and what it names.
const FRAME: usize = 100;

pub(super) fn definition() -> Definition {
    let description = format!(
        "Reads posts whose ids (x:123, instagram:C8abc, as posts have them) or web addresses (https://www.tiktok.com/@a/video/1) you \
         have, in that order. Use search_posts to find posts. Those that are not stored are named in missing: do not ask for them \
         again. Those that did not fit into max_chars are named in remaining, by their ids: call again with them. query.ids are those that \
         this answer is about. The answer names every id, so that max_chars has to be about 40 characters an id and 1,000 more. Short \
         links (vm.tiktok.com) can't be resolved. Costs one credit if at least one post is found, whatever their number; the same call again within 10 minutes is \
         free if nothing has changed. {CUT} {DATA}"
    );
    Definition { title: "Get posts by id or address", description, output: answers::posts_by_id() }
}

pub(super) fn parameters() -> Vec<Parameter> {
    let ids = Parameter::new(
        "ids",
        ParameterKind::List(Limit::MAX as usize, None),
        "Ids or web addresses of posts, as their networks write them",
    );
    vec![ids, parameter::FIELDS, parameter::MAX_CHARS]
}

/// Posts, as many as fit.
pub(super) struct PostsReading {
    asked: AskedPosts,
    max_chars: usize,
}

impl<S: Runtime> Reading<S> for PostsReading {
    fn slots(&self) -> u64 {
        u64::MAX
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (stored, shards_read) = read_stored(runtime, shards, &self.asked).await?;
        Ok(ReadAnswer { answer: Some(self.answer(&stored)?), shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        self.answer(&read_test_posts(posts, &self.asked)).map(Some).map_err(ApiError::from)
    }
}

impl PostsReading {
    fn answer<T: AsText, U>(&self, stored: &[Option<Served<T>>]) -> Result<Answer<U>, StorageError> {
        let entries = stored.iter().map(|post| post.as_ref().map(|post| Entry::Post(post.to_text())));
        let list = List {
            name: "posts",
            around: ["", ""],
            fields: self.asked.shape.read_fields(),
            entries: entries.collect(),
        };
        budget::fit(&list, self.max_chars, |count| self.about(&list, count))
    }

    /// What an answer says about so many of the posts that were asked for, be they found or missing. It names the others by their ids,
    /// which are shorter than addresses.
    fn about(&self, list: &List, count: usize) -> String {
        let (answered, others) = self.asked.posts.split_at_checked(count).unwrap_or_default();
        let is_missing = answered.iter().zip(&list.entries).filter(|(_, entry)| entry.is_none());
        let missing: Vec<_> = is_missing.map(|(asked, _)| asked.text.as_str()).collect();
        let remaining: Vec<_> = others.iter().map(|asked| asked.id.as_str()).collect();
        let (missing, remaining, query) = (json(&missing), json(&remaining), json(&Query::new(answered)));
        format!(r#""missing":{missing},"remaining":{remaining},"query":{query}"#)
    }
}

/// Parses the arguments, and checks that the token allows them. Also returns the address that equal arguments share.
///
/// # Errors
/// What the token does not allow, or every error of the arguments.
pub(super) fn parse<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    mut arguments: Arguments,
) -> Result<(PostsReading, String), ApiError> {
    let values = WithMaxChars::new(ShapeParser::new(Formats::JSON, None), &["fields", budget::NAME]);
    let mut errors = core::mem::take(&mut arguments.errors);
    let (asked, values) = parse_ids_with(values, arguments.pairs(), &mut errors);
    scope::check_ids(request, &asked)?;
    let WithMaxChars { more, max_chars, .. } = values;
    let (shape, more) = more.finish();
    errors.extend(more);
    if errors.is_empty() {
        errors.extend(budget::check_room(max_chars, fixed_size(&asked)).err());
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let ids: Vec<_> = asked.posts.iter().map(|post| encode(&post.text)).collect();
    let address = address(format!("{API}/posts?ids={}", ids.join(",")), &shape, max_chars);
    let asked = AskedPosts { shape, ..asked };
    Ok((PostsReading { asked, max_chars }, address))
}

/// More characters than an answer has besides its first post: it names each id once, and the first of them again as it was asked for if
/// that post is missing.
fn fixed_size(asked: &AskedPosts) -> usize {
    let first = asked.posts.first().map(|post| json(&post.text)).unwrap_or_default();
    budget::size(&json(&Query::new(&asked.posts))) + budget::size(&first) + FRAME
}
