//! Reading a page: from one shard or from several at once, or, if it is expensive and asked for again, from KV.
//!
//! # Expensive pages
//!
//! A query is expensive if it read more than 10,000 rows, or took the databases more than 50 ms (prefixes read
//! few rows and take long). The isolate remembers it (`expensive.rs`). The second time, its page is written to KV with a digest, under a
//! hash of the shards' versions and the query, and from then on it is served from there.
//!
//! The versions are read in the same batches as the rows. So a page can't be filed under a version that it is not of, and an
//! import makes the old keys unreachable. A stored page that is broken, or that is another query's, counts as missing. So
//! does every page if KV fails or takes longer than a second. Cheap pages are never looked up, because a read of KV costs as
//! much as 500 rows.

mod expensive;
mod reader;

pub use expensive::ExpensiveQueries;
use futures_util::future::join_all;
pub use reader::Reader;

use super::page::Page;
use super::plan::{Choice, choose, run};
use super::query::PostQuery;
use super::url::posts_url;
use crate::encoding::hex;
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
    /// The shards that were asked, with the versions that they had.
    pub reading: Vec<Shard>,
}

/// A page under way.
#[derive(Debug)]
pub struct Reading<'a, S> {
    /// Storage.
    pub runtime: &'a S,
    /// What this isolate remembers of expensive queries.
    pub expensive: &'a ExpensiveQueries,
    /// The query.
    pub query: &'a PostQuery,
    /// The names of the plans, as far as they are chosen.
    pub plan: Option<String>,
}

impl<S: Runtime> Reading<'_, S> {
    /// Reads the page from these shards.
    ///
    /// # Errors
    /// When one of them does not answer.
    pub async fn from(&mut self, shards: &[Shard]) -> Result<Read<TextOf<S>>, StorageError> {
        let readers: Vec<_> = shards.iter().map(|shard| Reader::new(self.runtime, shard)).collect();
        let choices = join_all(readers.iter().map(|reader| choose(reader, self.query))).await;
        let choices = choices.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.plan = Some(names(choices.iter().map(|choice| choice.first.name(self.query))));
        if !self.expensive.is_empty()
            && let Some(page) = self.cached(&readers).await?
        {
            self.plan = Some("cached".to_owned());
            return Ok(Read { page, reading: reading(&readers) });
        }
        let page = self.run(&readers, choices).await?;
        self.cache_if_expensive(&readers, &page);
        Ok(Read { page, reading: reading(&readers) })
    }

    async fn run(
        &mut self,
        readers: &[Reader<'_, S>],
        choices: Vec<Choice>,
    ) -> Result<Page<TextOf<S>>, StorageError> {
        let query = self.query;
        let runs = readers.iter().zip(choices).map(|(reader, choice)| run(reader, query, choice));
        let runs = join_all(runs).await.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.plan = Some(names(runs.iter().map(|(_, name)| name.clone())));
        let shards = readers.iter().map(Reader::shard);
        Page::read(shards.zip(runs.iter().map(|(rows, _)| rows)), query)
    }

    /// The cached page, if the query is known to be expensive.
    async fn cached(&self, readers: &[Reader<'_, S>]) -> Result<Option<Page<TextOf<S>>>, StorageError> {
        let query = hash(self.query);
        if !self.expensive.is_known(&query) {
            return Ok(None);
        }
        let key = key(readers, &query).await?;
        let text = self.runtime.cached_page(&key).await;
        Ok(text.and_then(|text| Page::from_cached(&text, &key)))
    }

    /// Caches a page that was expensive for the second time, if all its rows are of one version.
    fn cache_if_expensive(&self, readers: &[Reader<'_, S>], page: &Page<TextOf<S>>) {
        let cost = readers.iter().map(Reader::cost).fold(Cost::NONE, Cost::and);
        if !cost.is_expensive() && self.expensive.is_empty() {
            return;
        }
        let query = hash(self.query);
        let key = key_of(readers, &query);
        let is_of_one = readers.iter().all(|reader| reader.versions().is_some_and(|(old, new)| old == new));
        if self.expensive.has_come_again(&query, &key, cost) && is_of_one {
            self.runtime.cache_page(&key, page.to_cached(&key));
        }
    }
}

/// A hash of a query as it was understood.
fn hash(query: &PostQuery) -> String {
    hex(&Sha256::digest(posts_url(query)))
}

/// The key of a page, as [`key_of`] makes it, once the version of each shard is known.
async fn key<S: Storage>(readers: &[Reader<'_, S>], query: &str) -> Result<String, StorageError> {
    let unknown = readers.iter().filter(|reader| reader.versions().is_none());
    for version in join_all(unknown.map(|reader| reader.ask(Vec::new()))).await {
        version?;
    }
    Ok(key_of(readers, query))
}

/// A hash of the versions of the shards that a page is from, and of its query. In full, those of some forty shards would be
/// longer than the 512 bytes that KV takes.
fn key_of<S: Storage>(readers: &[Reader<'_, S>], query: &str) -> String {
    let versions = reading(readers).into_iter().map(|shard| format!("{}:{}", shard.number, shard.version));
    hex(&Sha256::digest(format!("{}/{query}", versions.collect::<Vec<_>>().join(","))))
}

fn reading<S: Storage>(readers: &[Reader<'_, S>]) -> Vec<Shard> {
    readers.iter().map(Reader::reading).collect()
}

/// Each name once: most often, all shards go the same way.
fn names(names: impl Iterator<Item = String>) -> String {
    let mut all: Vec<_> = names.collect();
    all.sort_unstable();
    all.dedup();
    all.join("|")
}
