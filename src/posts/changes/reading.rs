//! Reads an answer: what changed on each database, and then the posts as they are now.

use super::log::{Erased, Part, ShardLog, read_end};
use super::since::ShardSince;
use super::stored::StoredPosts;
use super::walk::Walked;
use super::{ChangeNumber, ChangesQuery, MOST_ROWS, Since};
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::posts::answer::{Answer, Next, Served};
use crate::posts::read::TextOf;
use crate::posts::serve::{ReadAnswer, Reading, TestPosts};
use crate::shards::Shard;
use crate::store::at_once::at_once;
use crate::store::{StorageError, json};
use crate::time::Timestamp;
use serde::Serialize;

/// The name of the plan, for the log.
const PLAN: &str = "changes";
/// The body before the changes.
const OPENING: &str = r#"{"success":true,"data":{"changes":["#;
/// What stands around a post.
const AROUND: [&str; 2] = [r#"{"type":"post","post":"#, "}"];

/// The version that has the invented posts, and its era.
const TEST_VERSION: i64 = 1;
const TEST_ERA: [u8; 8] = [0; 8];

/// What changed.
pub(crate) struct ChangesReading(pub(super) ChangesQuery);

impl<S: Runtime> Reading<S> for ChangesReading {
    /// All of them: who asks for an author hears of posts that are another's now.
    fn slots(&self) -> u64 {
        u64::MAX
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (answer, shards_read) = match &self.0.since {
            None => self.now(runtime, shards).await?,
            Some(since) => self.after(runtime, shards, since).await?,
        };
        Ok(ReadAnswer { answer: Some(answer), shards_read, plan: Some(PLAN.to_owned()) })
    }

    /// The posts were stored by one import, and nothing has changed since.
    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        let end = ChangeNumber::end_of(TEST_VERSION);
        let since = |change| Since {
            shards: vec![ShardSince { shard: 0, era: TEST_ERA, change }],
            erasure: Some(end),
        };
        let known = match self.0.since.as_ref().map(|since| (since.of(0), since.erasure)) {
            None => return Ok(Some(self.answer(Vec::new(), Vec::new(), &since(end), false))),
            Some((None, None)) => ChangeNumber::default(),
            Some((Some(ShardSince { era: TEST_ERA, change, .. }), _)) => change,
            Some(_) => return Err(ApiError::SinceGone),
        };
        let numbers: Vec<_> = ChangeNumber::of_transaction(TEST_VERSION).take(posts.count()).collect();
        let places = numbers.iter().filter(|number| **number <= known).count();
        let mut found = posts.stored_after(places, &self.0.posts);
        let left = found.split_off(found.len().min(self.0.posts.limit.0.into()));
        let next = left.first().and_then(|(place, _)| numbers.get(place - 1));
        let posts = found.into_iter().map(|(_, post)| post).collect();
        let since = since(next.map_or(end, |number| number.before()));
        Ok(Some(self.answer(posts, Vec::new(), &since, !left.is_empty())))
    }
}

type AnswerAndShards<S> = (Answer<TextOf<S>>, Vec<Shard>);

impl ChangesReading {
    /// Where now is.
    async fn now<S: Runtime>(&self, runtime: &S, shards: &[Shard]) -> Result<AnswerAndShards<S>, ApiError> {
        let ends = at_once(shards.iter().map(|shard| read_end(runtime, shard))).await;
        let ends = ends.into_iter().collect::<Result<Vec<_>, _>>()?;
        let (known, shards_read): (Vec<_>, _) = ends.into_iter().unzip();
        let since = Since { erasure: known.first().map(|first: &ShardSince| first.change), shards: known };
        Ok((self.answer(Vec::new(), Vec::new(), &since, false), shards_read))
    }

    /// What changed after `since`.
    async fn after<S: Runtime>(
        &self,
        runtime: &S,
        shards: &[Shard],
        since: &Since,
    ) -> Result<AnswerAndShards<S>, ApiError> {
        let logs = self.logs(runtime, shards, since).await?;
        let mut shards_read: Vec<_> = logs.iter().map(|log| log.shard.clone()).collect();
        let taken = Taken::from_logs(logs, self.0.posts.limit.0.into());
        let ids: Vec<_> = taken.posts.iter().map(String::as_str).collect();
        let mut stored = StoredPosts::none();
        if !ids.is_empty() {
            let (found, read_again) = StoredPosts::read(runtime, &shards_read, &self.0, &ids).await?;
            stored = found;
            for (shard, again) in shards_read.iter_mut().zip(read_again) {
                shard.version = shard.version.min(again.version);
            }
        }
        let (mut posts, mut others) = (Vec::new(), Vec::new());
        for id in &taken.posts {
            match stored.take(id, &self.0) {
                Some(Some(post)) => posts.push(post),
                Some(None) => others.push(json(&Change::Left { id })),
                None => {}
            }
        }
        others.extend(taken.erased.iter().map(|Erased { id, at }| json(&Change::Erased { id, at: *at })));
        Ok((self.answer(posts, others, &taken.since, taken.has_more), shards_read))
    }

    /// Reads the logs of all databases at once.
    async fn logs<S: Runtime>(
        &self,
        runtime: &S,
        shards: &[Shard],
        since: &Since,
    ) -> Result<Vec<ShardLog>, ApiError> {
        let rows = MOST_ROWS / shards.len().max(1) as u64;
        let read = shards.iter().enumerate().map(|(place, shard)| {
            Part { query: &self.0, since, rows, has_erasures: place == 0 }.read(runtime, shard)
        });
        let logs = at_once(read).await.into_iter().collect::<Result<Option<Vec<_>>, StorageError>>()?;
        let logs = logs.ok_or(ApiError::SinceGone)?;
        if logs.iter().any(|log| log.is_unfilled) { Err(ApiError::PostsAreBeingFilled) } else { Ok(logs) }
    }

    fn answer<T>(
        &self,
        posts: Vec<Served<T>>,
        others: Vec<String>,
        since: &Since,
        has_more: bool,
    ) -> Answer<T> {
        let next_since = since.encode();
        let page = PageInfo {
            limit: self.0.posts.limit.0,
            returned: posts.len() + others.len(),
            has_more,
            next_since: &next_since,
        };
        let ending = format!(r#"],"page":{},"query":{}}}}}"#, json(&page), json(&self.0));
        let address = has_more.then(|| self.0.from(since.clone()).url());
        let next = Some(Next { cursor: next_since, address });
        Answer { around: AROUND, others, next, ..Answer::of_posts(posts, OPENING, ending) }
    }
}

/// A change that is no post.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Change<'a> {
    Left { id: &'a str },
    Erased { id: &'a str, at: Timestamp },
}

#[derive(Serialize)]
struct PageInfo<'a> {
    limit: u16,
    returned: usize,
    has_more: bool,
    next_since: &'a str,
}

/// As many changes as an answer has: erasures first.
struct Taken {
    /// The ids of posts, each once.
    posts: Vec<String>,
    erased: Vec<Erased>,
    /// What is known after the answer.
    since: Since,
    has_more: bool,
}

impl Taken {
    fn from_logs(logs: Vec<ShardLog>, limit: usize) -> Self {
        let mut taken =
            Self { posts: Vec::new(), erased: Vec::new(), since: Since::beginning(), has_more: false };
        let (mut room, mut posts) = (limit, Vec::new());
        for ShardLog { shard, era, posts: changed, erased, .. } in logs {
            if let Some(erased) = erased {
                let (erased, known) = taken.take(erased, &mut room);
                (taken.erased, taken.since.erasure) = (erased, Some(known));
            }
            posts.push((shard.number, era, changed));
        }
        for (shard, era, changed) in posts {
            let (ids, change) = taken.take(changed, &mut room);
            taken.since.shards.push(ShardSince { shard, era, change });
            // A post that is on its way from one database to another is in both logs.
            for id in ids {
                if !taken.posts.contains(&id) {
                    taken.posts.push(id);
                }
            }
        }
        taken
    }

    /// Takes entries as long as there is room. Returns them, and the last change that is known then.
    fn take<T>(&mut self, walked: Walked<T>, room: &mut usize) -> (Vec<T>, ChangeNumber) {
        let Walked { mut found, reached, has_more } = walked;
        let left = found.split_off((*room).min(found.len()));
        *room -= found.len();
        self.has_more |= has_more || !left.is_empty();
        let known = left.first().map_or(reached, |(number, _)| number.before());
        (found.into_iter().map(|(_, entry)| entry).collect(), known)
    }
}
