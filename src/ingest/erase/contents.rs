//! What a shard has of the target of an erasure.

use crate::ingest::known::read_version;
use crate::ingest::statements::erase::insert_tombstones;
use crate::ingest::statements::import::{LogEntry, Version, remove_postings, remove_posts, remove_words};
use crate::key::{author_key, tag_key};
use crate::platform::Network;
use crate::posts::statements::postings::Postings;
use crate::store::{Row, Rows, Statement, StorageError, required};
use crate::text::fold_name;

/// A post to erase.
#[derive(Debug)]
pub(crate) struct PostToErase {
    pub(crate) post_id: i64,
    pub(crate) id: String,
    network: Network,
    tags: Vec<String>,
    mentions: Vec<String>,
}

impl PostToErase {
    fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        let key = required(row.text("post_id")?, "post_id")?;
        let number = required(row.integer("network")?, "network")?;
        let network = required(Network::from_number(number), "network")?;
        Ok(Self {
            post_id: key.parse().map_err(|_| StorageError::new("column post_id is no integer"))?,
            id: required(row.text("id")?, "id")?,
            network,
            tags: keys(row, "hashtags", |tag| tag_key(network, tag))?,
            mentions: keys(row, "mentions", |name| author_key(network, name))?,
        })
    }

    fn postings<'a>(&self, keys: &'a [String]) -> impl Iterator<Item = (String, i64)> + use<'a> {
        let post_id = self.post_id;
        keys.iter().map(move |key| (key.clone(), post_id))
    }
}

/// The keys of a column with a JSON list of names.
fn keys(row: &impl Row, column: &str, key: impl Fn(&str) -> String) -> Result<Vec<String>, StorageError> {
    let list = row.text(column)?.unwrap_or_default();
    let names: Vec<String> =
        serde_json::from_str(&list).map_err(|_| StorageError::new(format!("column {column} is no list")))?;
    Ok(names.iter().map(|name| key(&fold_name(name))).collect())
}

/// What a shard has of the target.
#[derive(Debug)]
pub(crate) struct ShardContents {
    pub(crate) shard: u8,
    pub(crate) version: i64,
    pub(crate) has_tombstone: bool,
    pub(crate) posts: Vec<PostToErase>,
}

impl ShardContents {
    /// Reads a shard's results: its version, the tombstone, and the posts.
    pub(crate) fn from_results<R: Row>(shard: u8, results: &[Rows<R>]) -> Result<Self, StorageError> {
        let [version, tombstones, posts] = results else {
            return Err(StorageError::new(format!("expected 3 results, and {} came", results.len())));
        };
        Ok(Self {
            shard,
            version: read_version(version)?,
            has_tombstone: !tombstones.rows.is_empty(),
            posts: posts.rows.iter().map(PostToErase::from_row).collect::<Result<_, _>>()?,
        })
    }

    /// The transaction that inserts the tombstones and removes the posts.
    pub(crate) fn statements(&self, tombstones: &[String], log_entry: LogEntry<'_>) -> Vec<Statement> {
        let (mut keys, mut tags, mut mentions) = (Vec::new(), Vec::new(), Vec::new());
        let mut added = [0; Network::ALL.len()];
        for post in &self.posts {
            keys.push(post.post_id);
            tags.extend(post.postings(&post.tags));
            mentions.extend(post.postings(&post.mentions));
            for (network, added) in Network::ALL.iter().zip(&mut added) {
                *added -= i64::from(*network == post.network);
            }
        }
        let mut statements = vec![Version { read: self.version, log_entry, added }.statement()];
        statements.push(insert_tombstones(tombstones, log_entry.at, self.version + 1));
        statements.extend(remove_posts(&keys));
        statements.extend(remove_words(&keys));
        statements.extend(remove_postings(Postings::Hashtags, &tags));
        statements.extend(remove_postings(Postings::Mentions, &mentions));
        statements
    }
}
