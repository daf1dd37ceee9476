//! Reads what changed on one database: which posts, and which were erased.

use super::since::{ShardSince, Since};
use super::walk::{Reach, Walked, known_end, walk};
use super::{ChangeNumber, ChangesQuery};
use crate::posts::read::ShardReader;
use crate::posts::statements::changes::{changed_posts, era, erased_posts};
use crate::shards::Shard;
use crate::store::{PRIMARY, Posts as _, Row, Rows, Storage, StorageError, integer, required, text};
use crate::time::Timestamp;
use futures_util::future::try_join3;

/// One in so many rows is for erasures.
const ERASURES: u64 = 10;

/// An erased post, and when it was erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Erased {
    pub(super) id: String,
    pub(super) at: Timestamp,
}

/// What changed on one database.
#[derive(Debug)]
pub(super) struct ShardLog {
    /// The database, with the version that was read.
    pub(super) shard: Shard,
    /// Its era.
    pub(super) era: [u8; 8],
    /// The ids of posts that were changed.
    pub(super) posts: Walked<String>,
    /// The posts that were erased. Only one database is asked: tombstones are on all.
    pub(super) erased: Option<Walked<Erased>>,
    /// Whether some posts have no numbers yet.
    pub(super) is_unfilled: bool,
}

/// What to read of one database.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) query: &'a ChangesQuery,
    pub(super) since: &'a Since,
    /// The most rows.
    pub(super) rows: u64,
    /// Whether erasures are read here.
    pub(super) has_erasures: bool,
}

impl Part<'_> {
    /// Reads a database. `None` if it is not what `since` is about: another one, or an older state of it. A replica may lag behind, so
    /// the primary is asked before that is said.
    ///
    /// # Errors
    /// When storage does not answer.
    pub(super) async fn read<S: Storage>(
        self,
        storage: &S,
        shard: &Shard,
    ) -> Result<Option<ShardLog>, StorageError> {
        let known = self.since.of(shard.number);
        let primary = Shard { bookmark: PRIMARY.to_owned(), ..shard.clone() };
        for shard in [shard, &primary] {
            let log = self.read_from(storage, shard).await?;
            if known.is_none_or(|known| log.continues(known)) {
                return Ok(Some(log));
            }
        }
        Ok(None)
    }

    async fn read_from<S: Storage>(self, storage: &S, shard: &Shard) -> Result<ShardLog, StorageError> {
        let reader = ShardReader::new(storage, shard);
        let era = async { read_era(&reader.query(vec![era()]).await?) };
        let (era, posts, erased) = try_join3(era, self.posts(&reader), self.erased(&reader)).await?;
        // At the beginning, the erasures of before do not matter.
        let erased = match erased {
            None if self.has_erasures => Some(Walked::nothing(known_end(&reader)?)),
            erased => erased,
        };
        Ok(ShardLog { shard: reader.as_read(), era, posts, erased, is_unfilled: reader.is_unfilled() })
    }

    async fn posts<S: Storage>(self, reader: &ShardReader<'_, S>) -> Result<Walked<String>, StorageError> {
        let known = self.since.of(reader.shard().number);
        let reach =
            self.reach(known.map(|known| known.change).unwrap_or_default(), self.rows - self.rows / ERASURES);
        let filters = &self.query.posts.filters;
        walk(reader, reach, |chunk| changed_posts(filters, chunk), |row| text(row, "id")).await
    }

    async fn erased<S: Storage>(
        self,
        reader: &ShardReader<'_, S>,
    ) -> Result<Option<Walked<Erased>>, StorageError> {
        let Some(after) = self.since.erasure.filter(|_| self.has_erasures) else { return Ok(None) };
        let reach = self.reach(after, self.rows / ERASURES);
        let filters = &self.query.posts.filters;
        walk(reader, reach, |chunk| erased_posts(filters, chunk), erased_post).await.map(Some)
    }

    fn reach(self, after: ChangeNumber, rows: u64) -> Reach {
        Reach { after, most: u64::from(self.query.posts.limit.0) + 1, rows }
    }
}

impl ShardLog {
    /// Whether it is of the era that is known, and at least as new as what is known.
    fn continues(&self, known: ShardSince) -> bool {
        self.era == known.era && self.shard.version >= known.change.version()
    }
}

/// Reads how far a database has come: all that it has counts as known.
///
/// # Errors
/// When storage does not answer.
pub(super) async fn read_end<S: Storage>(
    storage: &S,
    shard: &Shard,
) -> Result<(ShardSince, Shard), StorageError> {
    let reader = ShardReader::new(storage, shard);
    let era = read_era(&reader.query(vec![era()]).await?)?;
    let known = ShardSince { shard: shard.number, era, change: known_end(&reader)? };
    Ok((known, reader.as_read()))
}

fn read_era<R: Row>(results: &[Rows<R>]) -> Result<[u8; 8], StorageError> {
    let era = text(required(results.first().and_then(Rows::first), "era")?, "era")?;
    let bytes = u64::from_str_radix(&era, 16).map(u64::to_be_bytes);
    bytes.map_err(|_| StorageError::new("column era is no 16 hexadecimal digits"))
}

fn erased_post<R: Row>(row: &R) -> Result<Erased, StorageError> {
    Ok(Erased { id: text(row, "id")?, at: Timestamp(integer(row, "erased_at")?) })
}
