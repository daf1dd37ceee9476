//! Posts that changed, as they are now.

use super::ChangesQuery;
use super::changed::{Change, Gone};
use crate::platform::Network;
use crate::posts::answer::Served;
use crate::posts::read::ShardReader;
use crate::posts::statements::changes::{erased_among, posts_as_they_are};
use crate::shards::Shard;
use crate::store::at_once::at_once;
use crate::store::{Posts as _, Row, Rows, Storage, StorageError, integer, required, text};
use std::collections::{BTreeMap, BTreeSet};

/// The newest copies of some posts.
#[derive(Debug)]
pub(super) struct StoredPosts<T> {
    /// `None` for one that was taken.
    copies: BTreeMap<String, Option<Copy<T>>>,
    /// Posts whose erasure is under way.
    erased: BTreeSet<String>,
}

/// A stored copy of a post.
#[derive(Debug)]
struct Copy<T> {
    network: Network,
    revision: i64,
    passes: bool,
    stamp: String,
    document: T,
}

impl<T> StoredPosts<T> {
    /// No posts.
    pub(super) const fn none() -> Self {
        Self { copies: BTreeMap::new(), erased: BTreeSet::new() }
    }

    /// Reads the posts with these ids from all of these shards. Also returns the shards with the versions that they had.
    ///
    /// # Errors
    /// When one of them does not answer.
    pub(super) async fn read<S: Storage>(
        storage: &S,
        shards: &[Shard],
        query: &ChangesQuery,
        ids: &[&str],
    ) -> Result<(Self, Vec<Shard>), StorageError>
    where
        S::Row: Row<Text = T>,
    {
        let (filters, fields) = (&query.posts.filters, query.posts.fields);
        let readers: Vec<_> = shards.iter().map(|shard| ShardReader::new(storage, shard)).collect();
        let statements = || vec![posts_as_they_are(ids, filters, fields), erased_among(ids)];
        let results = at_once(readers.iter().map(|reader| reader.query(statements()))).await;
        let mut stored = Self::none();
        for (reader, results) in readers.iter().zip(results) {
            stored.add(reader.shard(), &results?)?;
        }
        Ok((stored, readers.iter().map(ShardReader::as_read).collect()))
    }

    fn add<R: Row<Text = T>>(&mut self, shard: &Shard, results: &[Rows<R>]) -> Result<(), StorageError> {
        let [posts, erased] = results else {
            return Err(StorageError::new(format!("expected 2 results, and {} came", results.len())));
        };
        for row in &posts.rows {
            let post_id = text(row, "post_id")?.parse();
            let is_own = shard.has(post_id.map_err(|_| StorageError::new("column post_id is no integer"))?);
            let (id, copy) = (text(row, "id")?, Copy::from_row(row)?);
            let known = self.copies.get(&id).and_then(Option::as_ref);
            let is_newer = known.is_none_or(|known| copy.revision > known.revision);
            if is_own && is_newer {
                self.copies.insert(id, Some(copy));
            }
        }
        for row in &erased.rows {
            self.erased.insert(text(row, "id")?);
        }
        Ok(())
    }

    /// Takes a post that changed. `None` if it is not stored, is being erased, or was taken before.
    pub(super) fn take(&mut self, id: String, query: &ChangesQuery) -> Option<Change<T>> {
        let Copy { network, passes, stamp, document, .. } =
            self.copies.get_mut(&id)?.take().filter(|_| !self.erased.contains(&id))?;
        if !passes {
            return Some(Change::Gone(Gone::Left { id }));
        }
        let platform = query.posts.filters.platform_name(network);
        Some(Change::Post(Served { platform, stamp, document }))
    }
}

impl<T> Copy<T> {
    fn from_row<R: Row<Text = T>>(row: &R) -> Result<Self, StorageError> {
        Ok(Self {
            network: required(Network::from_number(integer(row, "network")?), "network")?,
            revision: integer(row, "revision")?,
            passes: integer(row, "passes")? == 1,
            stamp: text(row, "stamp")?,
            document: row.stored("json")?,
        })
    }
}
