//! A post in memory, with the values that queries compare.

use crate::encoding::stamp;
use crate::key::author_key;
use crate::platform::Network;
use crate::posts::answer::Served;
use crate::posts::filters::{List, Value};
use crate::posts::keyword::matches;
use crate::posts::param::{Count, Hashtag, Language, Sort, Username};
use crate::posts::post::Post;
use crate::posts::query::PostQuery;
use crate::text::{fold_name, index_text};

/// A post in memory, with the values that queries compare.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) post: Post,
    pub(super) network: Network,
    /// The folded username.
    pub(super) username: String,
    /// The folded hashtags.
    pub(super) hashtags: Vec<String>,
    /// The folded usernames of those who are mentioned.
    pub(super) mentions: Vec<String>,
    pub(super) language: Language,
    /// The words of the text, as the index has them.
    words: String,
}

impl Member {
    /// Computes the values of a post. `None` if its id names no network.
    pub(super) fn new(post: Post) -> Option<Self> {
        Some(Self {
            network: post.network()?,
            username: fold_name(&post.author.username),
            hashtags: post.hashtags.iter().map(|tag| fold_name(tag)).collect(),
            mentions: post.mentions.iter().map(|name| fold_name(name)).collect(),
            language: Language::of_post(post.language.as_deref()),
            words: index_text(post.content.as_deref(), &post.hashtags),
            post,
        })
    }

    /// The post on its way into an answer, under this name of its network.
    pub(super) fn served(&self, platform: &'static str) -> Served<String> {
        let document = self.post.document();
        Served { platform, stamp: stamp(&document), document }
    }

    pub(super) fn author_key(&self) -> String {
        author_key(self.network, &self.username)
    }

    /// Whether both have the same author.
    pub(super) fn is_by(&self, other: &Self) -> bool {
        (self.network, &self.username) == (other.network, &other.username)
    }

    /// The count that the posts are sorted by, if it is known.
    pub(super) const fn sorted_count(&self, sort: Sort) -> Option<u64> {
        match sort {
            Sort::PublishedAt => None,
            Sort::Count(count) => self.count(count),
        }
    }

    pub(super) const fn count(&self, count: Count) -> Option<u64> {
        match count {
            Count::Likes => self.post.likes_count,
            Count::Comments => self.post.comments_count,
            Count::Views => self.post.views_count,
            Count::Shares => self.post.shares_count,
        }
    }

    /// Whether the post meets every condition of a query. The keyword, which takes longest to check, comes last.
    pub(super) fn matches_query(&self, query: &PostQuery) -> bool {
        let published_at = self.post.published_at;
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
            Value::Keyword(keyword) => matches(&keyword.parsed, &self.words),
            Value::MediaTypes(list) => list.iter().any(|media_type| *media_type == self.post.media_type),
            Value::PostKinds(list) => list.iter().any(|kind| *kind == self.post.kind),
            Value::Languages(list) => list.iter().any(|language| *language == self.language),
            Value::Mentions(list) => self.mentions_any(list),
            Value::RefersTo(id) => self.post.refers_to.as_deref() == Some(&id.0),
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
        hashtags.iter().any(|hashtag| self.hashtags.contains(&hashtag.0.key))
    }

    fn mentions_any(&self, usernames: &List<Username>) -> bool {
        usernames.iter().any(|username| self.mentions.contains(&username.0.key))
    }
}
