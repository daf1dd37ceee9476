//! The rows that a transaction writes and removes.

use super::Stored;
use super::statements::import;
use super::statements::import::{DocumentRow, LogEntry, PostRow, Version};
use crate::encoding::stamp;
use crate::key::tag_key;
use crate::platform::Network;
use crate::posts::post::{MediaType, Post};
use crate::store::Statement;
use crate::text::{fold_name, index_text};

/// Rows to write and to remove.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    posts: Vec<PostRow>,
    documents: Vec<DocumentRow>,
    words: Vec<(i64, String)>,
    hashtags: Vec<(String, i64)>,
    removed_posts: Vec<i64>,
    removed_words: Vec<i64>,
    removed_hashtags: Vec<(String, i64)>,
    /// How many posts each network gains, in the order of [`Network::ALL`].
    added: [i64; Network::ALL.len()],
}

impl Writes {
    /// Adds all rows of a post.
    pub(crate) fn insert(&mut self, network: Network, post_id: i64, post: &Post, is_new: bool) {
        self.posts.push(post_row(network, post_id, post));
        self.documents.push(document_row(network, post_id, post));
        self.words.extend(text_of(post).map(|text| (post_id, text)));
        self.hashtags.extend(tags(network, post).into_iter().map(|tag| (tag, post_id)));
        if is_new {
            self.add(network, 1);
        }
    }

    fn add(&mut self, network: Network, posts: i64) {
        for (known, sum) in Network::ALL.iter().zip(&mut self.added) {
            *sum += if *known == network { posts } else { 0 };
        }
    }

    /// Removes all rows of a post, which is then gone, or written again under another key.
    pub(crate) fn remove(&mut self, network: Network, stored: &Stored, is_gone: bool) {
        if is_gone {
            self.add(network, -1);
        }
        self.removed_posts.push(stored.post_id);
        self.removed_words.extend(text_of(&stored.post).map(|_| stored.post_id));
        self.removed_hashtags
            .extend(tags(network, &stored.post).into_iter().map(|tag| (tag, stored.post_id)));
    }

    /// Writes the rows that differ.
    pub(crate) fn update(&mut self, network: Network, post_id: i64, before: &Post, after: &Post) {
        let row = post_row(network, post_id, after);
        if row != post_row(network, post_id, before) {
            self.posts.push(row);
        }
        self.documents.push(document_row(network, post_id, after));
        let (old, new) = (text_of(before), text_of(after));
        if old != new {
            self.removed_words.extend(old.map(|_| post_id));
            self.words.extend(new.map(|text| (post_id, text)));
        }
        let (old, new) = (tags(network, before), tags(network, after));
        let without = |tags: &[String], others: &[String]| {
            let only = tags.iter().filter(|tag| !others.contains(tag));
            only.map(|tag| (tag.clone(), post_id)).collect::<Vec<_>>()
        };
        self.removed_hashtags.extend(without(&old, &new));
        self.hashtags.extend(without(&new, &old));
    }

    /// Sorts rows by their keys. Then each page of a table is visited once, and the full-text index keeps the words of a
    /// transaction together: it starts a new segment when a row comes before the last one.
    fn sort(&mut self) {
        self.posts.sort_unstable_by_key(|row| row.0);
        self.documents.sort_unstable_by_key(|row| row.0);
        self.words.sort_unstable_by_key(|row| row.0);
        self.hashtags.sort_unstable();
        self.removed_posts.sort_unstable();
        self.removed_words.sort_unstable();
        self.removed_hashtags.sort_unstable();
    }

    /// The transaction. Removals come before rows that may take their places.
    pub(crate) fn statements(mut self, version: i64, log_entry: LogEntry<'_>) -> Vec<Statement> {
        self.sort();
        let mut statements = vec![Version { read: version, log_entry, added: self.added }.statement()];
        statements.extend(import::remove_posts(&self.removed_posts));
        statements.extend(import::remove_words(&self.removed_words));
        statements.extend(import::remove_hashtags(&self.removed_hashtags));
        statements.extend(import::posts(&self.posts));
        statements.extend(import::documents(&self.documents));
        statements.extend(import::words(&self.words));
        statements.extend(import::hashtags(&self.hashtags));
        statements
    }
}

fn post_row(network: Network, post_id: i64, post: &Post) -> PostRow {
    PostRow(
        post_id,
        network.number(),
        post.author_key(network),
        post.media_type.map_or(0, MediaType::number),
        post.likes_count,
        post.comments_count,
        post.views_count,
    )
}

/// The document and its stamp.
fn document_row(network: Network, post_id: i64, post: &Post) -> DocumentRow {
    let json = post.document();
    DocumentRow(post_id, post.id.clone(), network.number(), stamp(&json), json)
}

/// The words of a post for the full-text index; none if it has no text.
fn text_of(post: &Post) -> Option<String> {
    Some(index_text(post.content.as_deref(), &post.hashtags)).filter(|text| !text.is_empty())
}

/// The keys of a post's hashtags, each once.
fn tags(network: Network, post: &Post) -> Vec<String> {
    let mut tags: Vec<_> = post.hashtags.iter().map(|tag| tag_key(network, &fold_name(tag))).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}
