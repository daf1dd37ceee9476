//! `list_changes`: what changed since a copy was last brought up to date.

use super::definition::{CUT, DATA, Definition};
use super::read::{address, default_query};
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::mcp::arguments::Arguments;
use crate::mcp::budget::{self, Entry, List, WithMaxChars};
use crate::mcp::parameter::{self, Parameter, ParameterKind};
use crate::mcp::schema::answers;
use crate::posts::answer::Answer;
use crate::posts::changes::{AROUND, Change, Changes, ChangesQuery, MoreParameters, PLAN, Since};
use crate::posts::query::{Listing, PostQuery};
use crate::posts::read::TextOf;
use crate::posts::scope;
use crate::posts::serve::{ReadAnswer, Reading, TestPosts};
use crate::posts::shape::{Formats, ShapeParser};
use crate::shards::Shard;
use crate::store::{AsText, StorageError, json};

/// More characters than an answer has besides its changes, the echo and `next_since`.
const FRAME: usize = 150;

pub(super) fn definition() -> Definition {
    let description = format!(
        "Says what changed since you last asked: posts that were stored or changed, whole and as they are now, and posts that are gone. \
         Use it to keep a copy or a report up to date, or to see what came in since the last time; don't use it to search, as it goes \
         through everything in the order in which it was stored. Without since it names no posts, only where now is, for free: keep \
         page.next_since, and ask with it later, after minutes or months. Since \"0\" begins with the oldest change. While page.has_more is \
         true, call again with the same filters and since set to page.next_since, even if an answer has no changes. Of each change, \
         type says what to do with your copy: post, put it in the place of an older state; left, which comes only with username or \
         hashtag, drop it, as it does not match any more; erased, drop it and don't repeat what it said. The same post may come \
         again. After SINCE_GONE drop the whole copy, and begin with since \"0\". An answer with at least one post costs one credit, any \
         other is free, and so is the same call again within 10 minutes if nothing has changed. {CUT} {DATA}"
    );
    Definition { title: "List what changed", description, output: answers::changes() }
}

pub(super) fn parameters() -> Vec<Parameter> {
    let since = Parameter::new(
        "since",
        ParameterKind::Text(None, None),
        "The page.next_since of an earlier answer, or \"0\" for the beginning. Without it only where now is",
    );
    let limit = parameter::limit(
        "The most changes of an answer. An answer costs the same whatever its number of changes",
    );
    let more = [limit, parameter::FIELDS, parameter::MAX_CHARS];
    [since].into_iter().chain(parameter::changes_filters()).chain(more).collect()
}

/// Changes, as many as fit.
pub(super) struct ChangesReading {
    query: ChangesQuery,
    max_chars: usize,
}

impl<S: Runtime> Reading<S> for ChangesReading {
    fn slots(&self) -> u64 {
        u64::MAX
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (changes, shards_read) = self.query.read(runtime, shards).await?;
        Ok(ReadAnswer { answer: Some(self.answer(&changes)?), shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        self.answer(&self.query.read_test(posts)?).map(Some).map_err(ApiError::from)
    }
}

impl ChangesReading {
    /// The answer with changes, which ends before it grows longer than it may be.
    fn answer<T: AsText, U>(&self, changes: &Changes<T>) -> Result<Answer<U>, StorageError> {
        let entry = |change: &Change<T>| match change {
            Change::Post(post) => Entry::Post(post.to_text()),
            Change::Gone(gone) => Entry::Text(gone.rank(), json(gone)),
        };
        let list = List {
            name: "changes",
            around: AROUND,
            fields: self.query.posts.fields,
            entries: changes.entries.iter().map(|change| change.as_ref().map(entry)).collect(),
        };
        budget::fit(&list, self.max_chars, |entries| changes.about(&self.query, entries))
    }
}

/// Parses the arguments, and checks that the token allows them. Also returns the address that equal arguments share.
///
/// # Errors
/// What the token does not allow, or every error of the arguments.
pub(super) fn parse<S: Runtime>(
    request: &AuthorizedRequest<'_, S>,
    arguments: Arguments,
) -> Result<(ChangesReading, String), ApiError> {
    let defaults = default_query(request, Listing::Changes);
    let more = MoreParameters::new(ShapeParser::new(Formats::JSON, None));
    let values = WithMaxChars::new(more, &["since", "fields", budget::NAME]);
    let (posts, values, found) = PostQuery::parse_with(defaults, values, &[], arguments.pairs());
    let mut errors = arguments.errors;
    errors.extend(found);
    scope::check(request, &posts, &errors)?;
    let WithMaxChars { more, max_chars, .. } = values;
    let (query, shape) = more.finish(posts, &mut errors);
    if errors.is_empty() {
        let fixed = budget::size(&json(&query)) + Since::text_size(databases(request)) + FRAME;
        errors.extend(budget::check_room(max_chars, fixed).err());
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let address = address(query.url(), &shape, max_chars);
    Ok((ChangesReading { query, max_chars }, address))
}

/// How many databases `next_since` names: all that have posts, or the one that has the invented ones.
fn databases<S: Runtime>(request: &AuthorizedRequest<'_, S>) -> usize {
    let known = request.service.shards.shard_map().filter(|_| request.test.is_none());
    known.map_or(1, |shard_map| shard_map.in_use().count())
}
