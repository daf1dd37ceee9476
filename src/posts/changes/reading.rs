//! Reads what changed on each database, and then the posts as they are now.

use super::changed::{Change, Changes, Gone};
use super::log::{Erased, Part, ShardLog, read_end};
use super::progress::{Entry, Progress};
use super::since::ShardSince;
use super::stored::StoredPosts;
use super::{ChangeNumber, ChangesQuery, MOST_ROWS, Since};
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::posts::answer::Answer;
use crate::posts::read::TextOf;
use crate::posts::serve::{ReadAnswer, Reading, TestPosts};
use crate::shards::Shard;
use crate::store::StorageError;
use crate::store::at_once::at_once;

/// The name of the plan, for the log.
pub(crate) const PLAN: &str = "changes";

/// The version that has the invented posts, and its era.
const TEST_VERSION: i64 = 1;
const TEST_ERA: [u8; 8] = [0; 8];

/// What changed.
pub(crate) struct ChangesReading(pub(crate) ChangesQuery);

impl<S: Runtime> Reading<S> for ChangesReading {
    /// All of them: who asks for an author hears of posts that are another's now.
    fn slots(&self) -> u64 {
        u64::MAX
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (changes, shards_read) = self.0.read(runtime, shards).await?;
        let answer = Some(changes.into_answer(&self.0));
        Ok(ReadAnswer { answer, shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        Ok(Some(self.0.read_test(posts)?.into_answer(&self.0)))
    }
}

type ChangesAndShards<S> = (Changes<TextOf<S>>, Vec<Shard>);

impl ChangesQuery {
    /// Reads what changed from these shards. Also returns the shards with the versions that they had.
    ///
    /// # Errors
    /// When one of them does not answer or is not filled yet, or is not what `since` is about.
    pub(crate) async fn read<S: Runtime>(
        &self,
        runtime: &S,
        shards: &[Shard],
    ) -> Result<ChangesAndShards<S>, ApiError> {
        match &self.since {
            None => Ok(self.now(runtime, shards).await?),
            Some(since) => self.after(runtime, shards, since).await,
        }
    }

    /// As [`Self::read`], of the invented posts: they were stored by one import, and nothing has changed since.
    ///
    /// # Errors
    /// When `since` is about other databases.
    pub(crate) fn read_test(&self, posts: &dyn TestPosts) -> Result<Changes<String>, ApiError> {
        let change = ChangeNumber::end_of(TEST_VERSION);
        let end = ShardSince { shard: 0, era: TEST_ERA, change };
        let known = match self.since.as_ref().map(|since| (since.of(0), since.erasure)) {
            None => change,
            Some((None, None)) => ChangeNumber::default(),
            Some((Some(ShardSince { era: TEST_ERA, change, .. }), _)) => change,
            Some(_) => return Err(ApiError::SinceGone),
        };
        let numbers: Vec<_> = ChangeNumber::of_transaction(TEST_VERSION).take(posts.count()).collect();
        let places = numbers.iter().filter(|number| **number <= known).count();
        let found = posts.stored_after(places, &self.posts);
        let numbers = found.iter().filter_map(|(place, _)| numbers.get(place - 1).copied()).collect();
        let found = found.into_iter().take(self.posts.limit.0.into());
        let entries = found.map(|(_, post)| Some(Change::Post(post))).collect();
        Ok(Changes { entries, progress: Progress::to_end(vec![(end, numbers)]) })
    }

    /// Where now is.
    async fn now<S: Runtime>(
        &self,
        runtime: &S,
        shards: &[Shard],
    ) -> Result<ChangesAndShards<S>, StorageError> {
        let ends = at_once(shards.iter().map(|shard| read_end(runtime, shard))).await;
        let ends = ends.into_iter().collect::<Result<Vec<_>, _>>()?;
        let (known, shards_read): (Vec<_>, _) = ends.into_iter().unzip();
        let progress = Progress::to_end(known.into_iter().map(|end| (end, Vec::new())).collect());
        Ok((Changes { entries: Vec::new(), progress }, shards_read))
    }

    /// What changed after `since`.
    async fn after<S: Runtime>(
        &self,
        runtime: &S,
        shards: &[Shard],
        since: &Since,
    ) -> Result<ChangesAndShards<S>, ApiError> {
        let logs = self.logs(runtime, shards, since).await?;
        let mut shards_read: Vec<_> = logs.iter().map(|log| log.shard.clone()).collect();
        let (entries, progress) = Progress::from_logs(logs, self.posts.limit.0.into());
        let ids = changed_ids(&entries);
        let mut stored = StoredPosts::none();
        if !ids.is_empty() {
            let (found, read_again) = StoredPosts::read(runtime, &shards_read, self, &ids).await?;
            stored = found;
            for (shard, again) in shards_read.iter_mut().zip(read_again) {
                shard.version = shard.version.min(again.version);
            }
        }
        let entries = entries.into_iter().map(|entry| match entry {
            Entry::Erased(Erased { id, at }) => Some(Change::Gone(Gone::Erased { id, at })),
            Entry::Changed(id) => stored.take(id, self),
        });
        Ok((Changes { entries: entries.collect(), progress }, shards_read))
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
            Part { query: self, since, rows, has_erasures: place == 0 }.read(runtime, shard)
        });
        let logs = at_once(read).await.into_iter().collect::<Result<Option<Vec<_>>, StorageError>>()?;
        let logs = logs.ok_or(ApiError::SinceGone)?;
        if logs.iter().any(|log| log.is_unfilled) { Err(ApiError::PostsAreBeingFilled) } else { Ok(logs) }
    }
}

/// The ids of posts that changed, each once: a post that is on its way from one database to another is in both logs.
fn changed_ids(entries: &[Entry]) -> Vec<&str> {
    let mut ids = Vec::new();
    for entry in entries {
        if let Entry::Changed(id) = entry
            && !ids.contains(&id.as_str())
        {
            ids.push(id);
        }
    }
    ids
}
