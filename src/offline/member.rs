//! A post in memory, with the values that queries compare.

use crate::encoding::stamp;
use crate::key::author_key;
use crate::platform::Network;
use crate::posts::answer::Served;
use crate::posts::filters::{List, Value};
use crate::posts::keyword::matches;
use crate::posts::param::{Count, Hashtag, Language, Sort, Username};
use crate::posts::post::{Kind, MediaType, Post};
use crate::posts::query::PostQuery;
use crate::text::{fold_name, index_text};
use crate::time::Timestamp;
use core::cell::OnceCell;
use serde::Deserialize;
use std::borrow::Cow;

/// A post in memory: its document, and what its place depends on. The values that only some queries compare are computed when they are
/// first needed, so that a large set is quickly there.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) id: String,
    pub(super) network: Network,
    pub(super) published_at: Timestamp,
    /// The folded username.
    pub(super) username: String,
    /// The post as JSON, without `platform`.
    pub(super) document: String,
    values: OnceCell<Values>,
    /// The words of the text: computed apart, since folding them takes longer than all else, and only keywords need them.
    words: OnceCell<Box<str>>,
}

/// What the place of a post depends on.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    author: HeadOfAuthor<'a>,
    published_at: Timestamp,
}

#[derive(Deserialize)]
struct HeadOfAuthor<'a> {
    #[serde(borrow)]
    username: Cow<'a, str>,
}

/// What queries compare, apart from the words. Of a document that is no post, there is nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    /// The folded hashtags.
    pub(super) hashtags: Vec<String>,
    /// The folded usernames of those who are mentioned.
    pub(super) mentions: Vec<String>,
    pub(super) language: Language,
    pub(super) media_type: Option<MediaType>,
    pub(super) kind: Kind,
    refers_to: Option<String>,
    counts: [Option<u64>; 4],
}

/// The keys of a document that [`Values`] come from. Parsing only these takes a third of the time that a whole post takes.
#[derive(Deserialize)]
struct Compared<'a> {
    hashtags: Vec<Cow<'a, str>>,
    mentions: Vec<Cow<'a, str>>,
    language: Option<Cow<'a, str>>,
    media_type: Option<MediaType>,
    kind: Kind,
    refers_to: Option<String>,
    likes_count: Option<u64>,
    comments_count: Option<u64>,
    views_count: Option<u64>,
    shares_count: Option<u64>,
}

/// The keys of a document that the words come from.
#[derive(Deserialize)]
struct Text<'a> {
    content: Option<Cow<'a, str>>,
    hashtags: Vec<String>,
}

impl Values {
    fn of_document(document: &str) -> Option<Self> {
        let post: Compared<'_> = serde_json::from_str(document).ok()?;
        Some(Self {
            hashtags: post.hashtags.iter().map(|tag| fold_name(tag)).collect(),
            mentions: post.mentions.iter().map(|name| fold_name(name)).collect(),
            language: Language::of_post(post.language.as_deref()),
            media_type: post.media_type,
            kind: post.kind,
            refers_to: post.refers_to,
            counts: [post.likes_count, post.comments_count, post.views_count, post.shares_count],
        })
    }
}

/// The words of a document's text, as the index has them.
fn words_of(document: &str) -> Option<String> {
    let Text { content, hashtags } = serde_json::from_str(document).ok()?;
    Some(index_text(content.as_deref(), &hashtags))
}

impl Member {
    /// A post. `None` if its id names no network.
    pub(super) fn new(post: &Post) -> Option<Self> {
        Some(Self {
            network: post.network()?,
            id: post.id.clone(),
            published_at: post.published_at,
            username: fold_name(&post.author.username),
            document: post.document(),
            values: OnceCell::new(),
            words: OnceCell::new(),
        })
    }

    /// A post by its document, of which only the head is parsed.
    pub(super) fn of_document(document: String) -> Option<Self> {
        let Head { id, author, published_at } = serde_json::from_str(&document).ok()?;
        let (id, username) = (id.into_owned(), fold_name(&author.username));
        Some(Self {
            network: Network::of_id(&id)?,
            id,
            published_at,
            username,
            document,
            values: OnceCell::new(),
            words: OnceCell::new(),
        })
    }

    /// The whole post.
    pub(super) fn post(&self) -> Option<Post> {
        Post::parse_document(&self.document).ok()
    }

    pub(super) fn values(&self) -> &Values {
        self.values.get_or_init(|| Values::of_document(&self.document).unwrap_or_default())
    }

    /// Whether nothing is left to compute.
    pub(super) fn is_prepared(&self) -> bool {
        self.values.get().is_some() && self.words.get().is_some()
    }

    /// Computes all that queries compare.
    pub(super) fn prepare(&self) {
        self.values();
        self.words();
    }

    /// The words of the text, as the index has them.
    fn words(&self) -> &str {
        self.words.get_or_init(|| words_of(&self.document).unwrap_or_default().into())
    }

    /// The post on its way into an answer, under this name of its network.
    pub(super) fn served(&self, platform: &'static str) -> Served<String> {
        Served { platform, stamp: stamp(&self.document), document: self.document.clone() }
    }

    pub(super) fn author_key(&self) -> String {
        author_key(self.network, &self.username)
    }

    /// Whether both have the same author.
    pub(super) fn is_by(&self, other: &Self) -> bool {
        (self.network, &self.username) == (other.network, &other.username)
    }

    /// The count that the posts are sorted by, if it is known.
    pub(super) fn sorted_count(&self, sort: Sort) -> Option<u64> {
        match sort {
            Sort::PublishedAt => None,
            Sort::Count(count) => self.count(count),
        }
    }

    pub(super) fn count(&self, count: Count) -> Option<u64> {
        let [likes, comments, views, shares] = self.values().counts;
        match count {
            Count::Likes => likes,
            Count::Comments => comments,
            Count::Views => views,
            Count::Shares => shares,
        }
    }

    /// Whether the post meets every condition of a query. The keyword, which takes longest to check, comes last.
    pub(super) fn matches_query(&self, query: &PostQuery) -> bool {
        let published_at = self.published_at;
        let passes = |are_words: bool| {
            let mut values =
                query.filters.values().filter(|value| matches!(value, Value::Keyword(_)) == are_words);
            values.all(|value| self.passes(value))
        };
        query.from.is_none_or(|from| published_at >= from)
            && query.to_exclusive.is_none_or(|end| published_at < end)
            && passes(false)
            && passes(true)
    }

    /// Whether the post passes a filter.
    fn passes(&self, value: &Value) -> bool {
        match value {
            Value::Platforms(list) => list.iter().any(|platform| platform.network == self.network),
            Value::Usernames(list) => self.is_by_any(list),
            Value::Hashtags(list) => self.has_any(list),
            Value::Keyword(keyword) => matches(&keyword.parsed, self.words()),
            Value::MediaTypes(list) => list.iter().any(|media_type| *media_type == self.values().media_type),
            Value::PostKinds(list) => list.iter().any(|kind| *kind == self.values().kind),
            Value::Languages(list) => list.iter().any(|language| *language == self.values().language),
            Value::Mentions(list) => self.mentions_any(list),
            Value::RefersTo(id) => self.values().refers_to.as_deref() == Some(&id.0),
            Value::Minimum(count, minimum) => self.count(*count).unwrap_or(0) >= minimum.0,
            Value::ExcludedUsernames(list) => !self.is_by_any(list),
            Value::ExcludedHashtags(list) => !self.has_any(list),
            Value::ExcludedMentions(list) => !self.mentions_any(list),
        }
    }

    fn is_by_any(&self, usernames: &List<Username>) -> bool {
        usernames.iter().any(|username| username.0.key == self.username)
    }

    fn has_any(&self, hashtags: &List<Hashtag>) -> bool {
        hashtags.iter().any(|hashtag| self.values().hashtags.contains(&hashtag.0.key))
    }

    fn mentions_any(&self, usernames: &List<Username>) -> bool {
        usernames.iter().any(|username| self.values().mentions.contains(&username.0.key))
    }
}
