//! A post of a set, with what queries compare.

use crate::key::author_key;
use crate::platform::Network;
use crate::posts::keyword::matches;
use crate::posts::param::{Count, Minimum, Sort};
use crate::posts::post::Post;
use crate::posts::query::PostQuery;
use crate::text::{fold_name, index_text};

/// A post of a set.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) post: Post,
    pub(super) network: Network,
    /// The username as it is compared.
    username: String,
    /// The hashtags as they are compared.
    hashtags: Vec<String>,
    /// The words of the text, as they are searched.
    words: String,
}

impl Member {
    /// A post with what is compared; none where its id names no network.
    pub(super) fn new(post: Post) -> Option<Self> {
        Some(Self {
            network: post.network()?,
            username: fold_name(&post.author.username),
            hashtags: post.hashtags.iter().map(|tag| fold_name(tag)).collect(),
            words: index_text(post.content.as_deref(), &post.hashtags),
            post,
        })
    }

    pub(super) fn author_key(&self) -> String {
        author_key(self.network, &self.username)
    }

    /// Whether both have the same author.
    pub(super) fn is_by(&self, other: &Self) -> bool {
        (self.network, &self.username) == (other.network, &other.username)
    }

    /// The count that is sorted by, if it is known.
    pub(super) const fn count(&self, sort: Sort) -> Option<u64> {
        match sort {
            Sort::PublishedAt => None,
            Sort::Count(Count::Likes) => self.post.likes_count,
            Sort::Count(Count::Comments) => self.post.comments_count,
            Sort::Count(Count::Views) => self.post.views_count,
        }
    }

    /// Whether the post meets every condition of a query. What is dear to look at comes last.
    pub(super) fn is_asked_for(&self, query: &PostQuery) -> bool {
        let post = &self.post;
        let reaches = |minimum: Option<Minimum>, count: Option<u64>| {
            minimum.is_none_or(|minimum| count.unwrap_or(0) >= minimum.0)
        };
        query.platform.is_none_or(|platform| platform.network == self.network)
            && query.media_type.is_none_or(|media_type| post.media_type == Some(media_type))
            && reaches(query.min_likes, post.likes_count)
            && reaches(query.min_comments, post.comments_count)
            && query.from.is_none_or(|from| post.published_at >= from)
            && query.to_exclusive.is_none_or(|end| post.published_at < end)
            && query.username.as_ref().is_none_or(|username| username.0.key == self.username)
            && query.hashtag.as_ref().is_none_or(|hashtag| self.hashtags.contains(&hashtag.0.key))
            && query.keyword.as_ref().is_none_or(|keyword| matches(&keyword.parsed, &self.words))
    }
}
