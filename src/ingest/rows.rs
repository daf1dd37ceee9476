//! The rows that a transaction writes and removes.

use super::Stored;
use super::statements::fill::{FilledRow, fill_posts};
use super::statements::import;
use super::statements::import::{DocumentRow, LogEntry, PostRow, Version};
use crate::encoding::stamp;
use crate::key::{author_key, tag_key};
use crate::platform::Network;
use crate::posts::changes::ChangeNumber;
use crate::posts::param::Language;
use crate::posts::post::{MediaType, Post};
use crate::posts::statements::postings::Postings;
use crate::store::Statement;
use crate::text::{fold_name, index_text};

/// A key of a posting, and the post that has it.
type Posting = (String, i64);

/// Rows to write and to remove.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    posts: Vec<PostRow>,
    filled: Vec<FilledRow>,
    documents: Vec<DocumentRow>,
    words: Vec<(i64, String)>,
    hashtags: Vec<Posting>,
    mentions: Vec<Posting>,
    removed_posts: Vec<i64>,
    removed_words: Vec<i64>,
    removed_hashtags: Vec<Posting>,
    removed_mentions: Vec<Posting>,
    /// How many posts each network gains, in the order of [`Network::ALL`].
    added: [i64; Network::ALL.len()],
}

impl Writes {
    /// Adds all rows of a post.
    pub(crate) fn insert(&mut self, network: Network, stored: &Stored, is_new: bool) {
        let (post_id, post) = (stored.post_id, &stored.post);
        self.posts.push(post_row(network, post_id, post, stored.revision));
        self.documents.push(document_row(network, post_id, post));
        self.words.extend(text_of(post).map(|text| (post_id, text)));
        self.hashtags.extend(postings(tags(network, post), post_id));
        self.mentions.extend(postings(mentions(network, post), post_id));
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
        self.removed_hashtags.extend(postings(tags(network, &stored.post), stored.post_id));
        self.removed_mentions.extend(postings(mentions(network, &stored.post), stored.post_id));
    }

    /// Adds what posts from before version 1.1 lack: columns of the narrow row, and mentions.
    pub(crate) fn fill(&mut self, network: Network, stored: &Stored) {
        self.filled.push(filled_row(stored.post_id, &stored.post));
        self.mentions.extend(postings(mentions(network, &stored.post), stored.post_id));
    }

    /// Writes the rows that differ, and the narrow row, which says that the post was changed.
    pub(crate) fn update(&mut self, network: Network, stored: &Stored, after: &Post) {
        let (post_id, before) = (stored.post_id, &stored.post);
        let revision = stored.revision + i64::from(tags(network, before) != tags(network, after));
        self.posts.push(post_row(network, post_id, after, revision));
        self.documents.push(document_row(network, post_id, after));
        let (old, new) = (text_of(before), text_of(after));
        if old != new {
            self.removed_words.extend(old.map(|_| post_id));
            self.words.extend(new.map(|text| (post_id, text)));
        }
        let (old, new) = (tags(network, before), tags(network, after));
        self.removed_hashtags.extend(postings(without(&old, &new), post_id));
        self.hashtags.extend(postings(without(&new, &old), post_id));
        let (old, new) = (mentions(network, before), mentions(network, after));
        self.removed_mentions.extend(postings(without(&old, &new), post_id));
        self.mentions.extend(postings(without(&new, &old), post_id));
    }

    /// Sorts rows by their keys. Then each page of a table is visited once, and the full-text index keeps the words of a
    /// transaction together: it starts a new segment when a row comes before the last one.
    fn sort(&mut self) {
        self.posts.sort_unstable_by_key(|row| row.post_id);
        self.documents.sort_unstable_by_key(|row| row.0);
        self.words.sort_unstable_by_key(|row| row.0);
        self.hashtags.sort_unstable();
        self.mentions.sort_unstable();
        self.removed_posts.sort_unstable();
        self.removed_words.sort_unstable();
        self.removed_hashtags.sort_unstable();
        self.removed_mentions.sort_unstable();
    }

    /// Numbers the changes of the version that the transaction makes.
    fn number(&mut self, version: i64) {
        let written = self.posts.iter_mut().map(|row| &mut row.changed);
        let filled = self.filled.iter_mut().map(|row| &mut row.5);
        for (changed, number) in written.chain(filled).zip(ChangeNumber::of_transaction(version)) {
            *changed = number;
        }
    }

    /// The transaction. Removals come before rows that may take their places.
    pub(crate) fn statements(mut self, version: i64, log_entry: LogEntry<'_>) -> Vec<Statement> {
        self.sort();
        self.number(version + 1);
        let mut statements = vec![Version { read: version, log_entry, added: self.added }.statement()];
        statements.extend(import::remove_posts(&self.removed_posts));
        statements.extend(import::remove_words(&self.removed_words));
        statements.extend(import::remove_postings(Postings::Hashtags, &self.removed_hashtags));
        statements.extend(import::remove_postings(Postings::Mentions, &self.removed_mentions));
        statements.extend(import::posts(&self.posts));
        statements.extend(fill_posts(&self.filled));
        statements.extend(import::documents(&self.documents));
        statements.extend(import::words(&self.words));
        statements.extend(import::insert_postings(Postings::Hashtags, &self.hashtags));
        statements.extend(import::insert_postings(Postings::Mentions, &self.mentions));
        statements
    }
}

/// The narrow row. Its change gets its number with the transaction.
fn post_row(network: Network, post_id: i64, post: &Post, revision: i64) -> PostRow {
    let FilledRow(_, kind, language, shares, refers_to, changed) = filled_row(post_id, post);
    PostRow {
        post_id,
        network: network.number(),
        author_key: post.author_key(network),
        media_type: post.media_type.map_or(0, MediaType::number),
        likes: post.likes_count,
        comments: post.comments_count,
        views: post.views_count,
        kind,
        language,
        shares,
        refers_to,
        changed,
        revision,
    }
}

fn filled_row(post_id: i64, post: &Post) -> FilledRow {
    let language = match Language::of_post(post.language.as_deref()) {
        Language::Known(subtag) => Some(subtag),
        Language::Unknown => None,
    };
    let changed = ChangeNumber::default();
    FilledRow(post_id, post.kind.number(), language, post.shares_count, post.refers_to.clone(), changed)
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
    distinct(post.hashtags.iter().map(|tag| tag_key(network, &fold_name(tag))))
}

/// The keys of those whom a post mentions, each once.
fn mentions(network: Network, post: &Post) -> Vec<String> {
    distinct(post.mentions.iter().map(|name| author_key(network, &fold_name(name))))
}

fn distinct(keys: impl Iterator<Item = String>) -> Vec<String> {
    let mut keys: Vec<_> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The keys that are not among others.
fn without(keys: &[String], others: &[String]) -> Vec<String> {
    keys.iter().filter(|key| !others.contains(key)).cloned().collect()
}

fn postings(keys: Vec<String>, post_id: i64) -> impl Iterator<Item = Posting> {
    keys.into_iter().map(move |key| (key, post_id))
}
