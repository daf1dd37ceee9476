//! Reads a page: from one shard, from several at once, or, if it is expensive and requested again, from KV.
//!
//! # Expensive pages
//!
//! A query is expensive if it read more than 10,000 rows, or took the databases more than 50 ms (prefixes read few rows and take
//! long). The isolate remembers it (`expensive.rs`). The second time, its page is written to KV with a digest, under a hash of the
//! shards' versions and the query. From then on it is served from there.
//!
//! The versions are read in the same batches as the rows. So a page can't be stored under the key of another version, and an
//! import makes the old keys unreachable. A stored page that is damaged or belongs to another query counts as missing. So does
//! every page if KV fails or takes longer than a second. Cheap pages are never looked up, because a read of KV costs as
//! much as 500 rows.

mod expensive;
mod reader;

use crate::store::at_once::at_once;
pub use expensive::ExpensiveQueries;
pub use reader::ShardReader;

use super::page::Page;
use super::plan;
use super::query::PostQuery;
use super::shape::Fields;
use super::url::posts_url;
use crate::encoding::hex;
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::shards::Shard;
use crate::store::{Posts, Row, Storage, StorageError};
use expensive::Cost;
use sha2::{Digest, Sha256};

/// The text type of a storage.
pub type TextOf<S> = <<S as Storage>::Row as Row>::Text;

/// A page that was read.
#[derive(Debug)]
pub struct Read<T> {
    /// The page.
    pub page: Page<T>,
    /// The shards that were read, with the versions that they had.
    pub shards_read: Vec<Shard>,
}

/// Reads one page.
#[derive(Debug)]
pub struct PageReader<'a, S> {
    /// Storage.
    pub runtime: &'a S,
    /// The expensive queries that this isolate remembers.
    pub expensive: &'a ExpensiveQueries,
    /// The query.
    pub query: &'a PostQuery,
    /// The names of the access paths that were the first to end, one for each way that shards went.
    pub plan: Option<String>,
}

impl<S: Runtime> PageReader<'_, S> {
    /// Reads the page from these shards.
    ///
    /// # Errors
    /// When one of them does not answer, or the query has filters for which posts are not filled yet.
    pub async fn read(&mut self, shards: &[Shard]) -> Result<Read<TextOf<S>>, ApiError> {
        let readers: Vec<_> = shards.iter().map(|shard| ShardReader::new(self.runtime, shard)).collect();
        if !self.expensive.is_empty()
            && let Some(page) = self.cached(&readers).await?
        {
            self.plan = Some("cached".to_owned());
            return Ok(Read { page, shards_read: shards_read(&readers) });
        }
        let page = self.run(&readers).await?;
        if self.query.filters.need_filled_posts() && readers.iter().any(ShardReader::is_unfilled) {
            return Err(ApiError::PostsAreBeingFilled);
        }
        self.cache_if_expensive(&readers, &page);
        Ok(Read { page, shards_read: shards_read(&readers) })
    }

    async fn run(&mut self, readers: &[ShardReader<'_, S>]) -> Result<Page<TextOf<S>>, StorageError> {
        let query = self.query;
        let answers = at_once(readers.iter().map(|reader| plan::run(reader, query))).await;
        let answers = answers.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.plan = Some(names(answers.iter().map(|answer| answer.plan.clone())));
        let shards = readers.iter().map(ShardReader::shard);
        Page::from_rows(shards.zip(answers.iter().map(|answer| &answer.rows)), query)
    }

    /// The cached page, if the query is known to be expensive.
    async fn cached(&self, readers: &[ShardReader<'_, S>]) -> Result<Option<Page<TextOf<S>>>, StorageError> {
        let query = query_hash(self.query);
        if !self.expensive.is_known(&query) {
            return Ok(None);
        }
        let key = read_cache_key(readers, &query).await?;
        let text = self.runtime.cached_page(&key).await;
        Ok(text.and_then(|text| Page::from_cached(&text, &key)))
    }

    /// Caches a page that was expensive for the second time, if all its rows are of one version.
    fn cache_if_expensive(&self, readers: &[ShardReader<'_, S>], page: &Page<TextOf<S>>) {
        let cost = readers.iter().map(ShardReader::cost).fold(Cost::NONE, Cost::plus);
        if !cost.is_expensive() && self.expensive.is_empty() {
            return;
        }
        let query = query_hash(self.query);
        let key = cache_key(readers, &query);
        let is_one_version =
            readers.iter().all(|reader| reader.versions().is_some_and(|(old, new)| old == new));
        if self.expensive.record(&query, &key, cost) && is_one_version {
            self.runtime.cache_page(&key, page.to_cached(&key));
        }
    }
}

/// A hash of the canonical form of a query, and of the keys that are read.
fn query_hash(query: &PostQuery) -> String {
    let fields = query.fields.map(Fields::text).unwrap_or_default();
    hex(&Sha256::digest(posts_url(query) + &fields))
}

/// The [`cache_key`] of a page. Reads the versions of the shards that are not known yet.
async fn read_cache_key<S: Storage>(
    readers: &[ShardReader<'_, S>],
    query: &str,
) -> Result<String, StorageError> {
    let unknown = readers.iter().filter(|reader| reader.versions().is_none());
    for version in at_once(unknown.map(|reader| reader.query(Vec::new()))).await {
        version?;
    }
    Ok(cache_key(readers, query))
}

/// The key of a page in the cache: a hash of the query and of the versions of the shards that were read. Unhashed, the versions of
/// forty shards would exceed KV's limit of 512 bytes.
fn cache_key<S: Storage>(readers: &[ShardReader<'_, S>], query: &str) -> String {
    let versions =
        shards_read(readers).into_iter().map(|shard| format!("{}:{}", shard.number, shard.version));
    hex(&Sha256::digest(format!("{}/{query}", versions.collect::<Vec<_>>().join(","))))
}

fn shards_read<S: Storage>(readers: &[ShardReader<'_, S>]) -> Vec<Shard> {
    readers.iter().map(ShardReader::as_read).collect()
}

/// The names, each once. Mostly all shards use the same plan.
fn names(names: impl Iterator<Item = String>) -> String {
    let mut all: Vec<_> = names.collect();
    all.sort_unstable();
    all.dedup();
    all.join("|")
}
