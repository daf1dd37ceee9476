//! Reads posts by their ids from all databases.

use super::AskedPost;
use super::answer::one_answer;
use super::parameters::AskedPosts;
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::posts::answer::{Answer, Served};
use crate::posts::read::{ShardReader, TextOf};
use crate::posts::serve::{ReadAnswer, Reading, TestPosts};
use crate::posts::statements::by_id::posts_by_id;
use crate::shards::Shard;
use crate::store::at_once::at_once;
use crate::store::{Posts as _, Row, StorageError, text};
use std::collections::BTreeMap;

/// The name of the plan, for the log.
pub(crate) const PLAN: &str = "ids";

/// The posts that are stored, by their ids: stamp and text of each.
type Found<T> = BTreeMap<String, (String, T)>;

/// One post.
pub(super) struct OneReading(pub(super) AskedPosts);

/// Several posts.
pub(super) struct ManyReading(pub(super) AskedPosts);

impl<S: Runtime> Reading<S> for OneReading {
    fn slots(&self) -> u64 {
        u64::MAX
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (stored, shards_read) = read_stored(runtime, shards, &self.0).await?;
        Ok(ReadAnswer { answer: one_answer(stored), shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        Ok(one_answer(read_test_posts(posts, &self.0)))
    }
}

impl<S: Runtime> Reading<S> for ManyReading {
    fn slots(&self) -> u64 {
        u64::MAX
    }

    async fn read(&self, runtime: &S, shards: &[Shard]) -> Result<ReadAnswer<TextOf<S>>, ApiError> {
        let (stored, shards_read) = read_stored(runtime, shards, &self.0).await?;
        Ok(ReadAnswer { answer: Some(self.0.answer(stored)), shards_read, plan: Some(PLAN.to_owned()) })
    }

    fn read_test(&self, posts: &dyn TestPosts) -> Result<Option<Answer<String>>, ApiError> {
        Ok(Some(self.0.answer(read_test_posts(posts, &self.0))))
    }
}

/// As [`read_stored`], of the invented posts.
pub(crate) fn read_test_posts(posts: &dyn TestPosts, asked: &AskedPosts) -> Vec<Option<Served<String>>> {
    asked.posts.iter().map(|asked| posts.post(&asked.id, asked.platform.name())).collect()
}

/// A post that was found, under the name that the caller used for its network.
fn serve<T: Clone>(asked: &AskedPost, found: &Found<T>) -> Option<Served<T>> {
    let (stamp, document) = found.get(&asked.id)?.clone();
    Some(Served { platform: asked.platform.name(), stamp, document })
}

/// Reads posts from all of these shards, in the order in which they were asked for. `None` for those that are not stored. Also returns
/// the shards with the versions that they had.
///
/// # Errors
/// When a shard does not answer.
pub(crate) async fn read_stored<S: Runtime>(
    runtime: &S,
    shards: &[Shard],
    asked: &AskedPosts,
) -> Result<(Vec<Option<Served<TextOf<S>>>>, Vec<Shard>), StorageError> {
    let (found, shards_read) = find(runtime, shards, asked).await?;
    Ok((asked.posts.iter().map(|asked| serve(asked, &found)).collect(), shards_read))
}

/// Reads posts from all of these shards. A post that is being moved is on two, and counts only on the one that has it according to
/// `shards`.
async fn find<S: Runtime>(
    runtime: &S,
    shards: &[Shard],
    asked: &AskedPosts,
) -> Result<(Found<TextOf<S>>, Vec<Shard>), StorageError> {
    let ids: Vec<_> = asked.posts.iter().map(|post| post.id.as_str()).collect();
    let fields = asked.shape.read_fields();
    let readers: Vec<_> = shards.iter().map(|shard| ShardReader::new(runtime, shard)).collect();
    let results = at_once(readers.iter().map(|reader| reader.query(vec![posts_by_id(&ids, fields)]))).await;
    let mut found = BTreeMap::new();
    for (reader, results) in readers.iter().zip(results) {
        for row in results?.iter().flat_map(|rows| &rows.rows) {
            let key = text(row, "post_id")?.parse();
            if reader.shard().has(key.map_err(|_| StorageError::new("column post_id is no integer"))?) {
                found.insert(text(row, "id")?, (text(row, "stamp")?, row.stored("json")?));
            }
        }
    }
    Ok((found, readers.iter().map(ShardReader::as_read).collect()))
}
