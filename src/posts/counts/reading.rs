//! Reads the posts that are counted, from the shards that have them.

use super::{Budget, CountQuery, MOST_POSTS, MOST_ROWS, Span, count_shards};
use crate::http::error::ApiError;
use crate::posts::read::ShardReader;
use crate::shards::Shard;
use crate::store::Storage;

/// What an answer may come to.
const MOST: Budget = Budget { rows: MOST_ROWS, posts: MOST_POSTS };

/// Counts the posts of these shards. Also returns the shards with the versions that they had.
///
/// # Errors
/// When one of them does not answer, or its posts are not filled yet: every answer adds up their shares.
pub async fn read_span<S: Storage>(
    storage: &S,
    query: &CountQuery,
    shards: &[Shard],
) -> Result<(Span, Vec<Shard>), ApiError> {
    let readers: Vec<_> = shards.iter().map(|shard| ShardReader::new(storage, shard)).collect();
    let span = count_shards(&readers, query, MOST).await?;
    if readers.iter().any(ShardReader::is_unfilled) {
        return Err(ApiError::PostsAreBeingFilled);
    }
    Ok((span, readers.iter().map(ShardReader::as_read).collect()))
}
