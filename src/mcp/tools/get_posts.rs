//! `get_posts`: posts by their ids or addresses.

use super::definition::{DATA, Definition};
use super::read::address;
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::ApiError;
use crate::http::limit::Limit;
use crate::http::runtime::Runtime;
use crate::mcp::arguments::Arguments;
use crate::mcp::budget::{self, List, WithMaxChars};
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

pub(super) fn definition() -> Definition {
    let description = format!(
        "Reads posts whose ids (x:123, instagram:C8abc, as posts have them) or web addresses (https://www.tiktok.com/@a/video/1) you \
         have, in that order. Use search_posts to find posts. Those that are not stored are named in missing: do not ask for them \
         again. Those that did not fit into max_chars are named in remaining: call again with them. Short links (vm.tiktok.com) can't be \
         resolved. Costs one credit if at least one post is found, whatever their number; the same call again within 10 minutes is \
         free if nothing has changed. {DATA}"
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
        Ok(ReadAnswer { answer: Some(self.answer(stored)?), shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        self.answer(read_test_posts(posts, &self.asked)).map(Some).map_err(ApiError::from)
    }
}

impl PostsReading {
    fn answer<T: AsText, U>(&self, stored: Vec<Option<Served<T>>>) -> Result<Answer<U>, StorageError> {
        let (mut posts, mut found, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for (asked, post) in self.asked.posts.iter().zip(stored) {
            match post {
                Some(post) => {
                    posts.push(post);
                    found.push(asked.text.as_str());
                }
                None => missing.push(asked.text.as_str()),
            }
        }
        let query = json(&Query::new(&self.asked));
        let missing = json(&missing);
        let about = |count| {
            let remaining = json(&found.get(count..).unwrap_or_default());
            format!(r#""missing":{missing},"remaining":{remaining},"query":{query}"#)
        };
        budget::fit(&List::of_posts(&posts, self.asked.shape.read_fields()), self.max_chars, about)
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

/// More characters than an answer has besides its posts: it names each id twice at most.
fn fixed_size(asked: &AskedPosts) -> usize {
    let texts: Vec<_> = asked.posts.iter().map(|post| &post.text).collect();
    budget::size(&json(&Query::new(asked))) + budget::size(&json(&texts)) + 100
}
