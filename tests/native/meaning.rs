//! What a query means, in the plainest way: every post is looked at, and what is left is sorted.

use crate::invented::{Asked, Invented};
use postern::platform::Platform;
use postern::posts::keyword::{Keyword, matches};
use postern::posts::post::tags;
use postern::text::{fold_name, index_text};
use std::cmp::Ordering;

/// A post that was loaded, with the key that storage gave it.
#[derive(Debug, Clone)]
pub(crate) struct Loaded {
    pub(crate) id: String,
    pub(crate) key: i64,
    pub(crate) post: Invented,
}

impl Loaded {
    fn hashtags(&self) -> Vec<String> {
        match &self.post.hashtags {
            Some(hashtags) => hashtags.iter().map(|&tag| tag.to_owned()).collect(),
            None => tags::hashtags(self.post.content.as_deref().unwrap_or_default()),
        }
    }

    fn value(&self, sort: &str) -> Option<u64> {
        let [likes, comments, views] = self.post.counts;
        match sort {
            "likes_count" => likes,
            "comments_count" => comments,
            "views_count" => views,
            _ => None,
        }
    }

    /// The name that the post's platform reads as.
    pub(crate) fn platform(&self, asked: &Asked) -> &str {
        asked.platform.unwrap_or_else(|| self.id.split(':').next().unwrap())
    }
}

/// Why a query is refused: the parameter and the code.
pub(crate) type ExpectedError = (&'static str, &'static str);

/// All posts that are asked for, in order.
pub(crate) fn answer<'a>(asked: &Asked, posts: &'a [Loaded]) -> Result<Vec<&'a Loaded>, ExpectedError> {
    let keyword = asked.keyword.as_deref().map(Keyword::parse).transpose();
    let keyword = keyword.map_err(|_| ("keyword", "INVALID_VALUE"))?;
    if let (Some((_, from)), Some((_, to))) = (asked.from, asked.to)
        && from >= to
    {
        return Err(("from_date", "INVALID_RANGE"));
    }
    let mut found: Vec<_> = posts.iter().filter(|post| is_asked_for(asked, keyword.as_ref(), post)).collect();
    found.sort_by(|one, other| compare(asked, one, other));
    Ok(found)
}

fn network(name: &str) -> postern::platform::Network {
    name.parse::<Platform>().unwrap().network
}

fn is_asked_for(asked: &Asked, keyword: Option<&Keyword>, loaded: &Loaded) -> bool {
    let (post, hashtags) = (&loaded.post, loaded.hashtags());
    let same = |one: &str, other: &str| fold_name(one) == fold_name(other);
    let reaches = |minimum: Option<u64>, count: Option<u64>| {
        minimum.is_none_or(|minimum| count.unwrap_or(0) >= minimum)
    };
    asked.platform.is_none_or(|name| network(name) == network(post.platform))
        && asked.username.is_none_or(|name| same(name, post.username))
        && asked.hashtag.is_none_or(|name| hashtags.iter().any(|tag| same(name, tag)))
        && keyword.is_none_or(|keyword| matches(keyword, &index_text(post.content.as_deref(), &hashtags)))
        && asked.media_type.is_none_or(|media_type| post.media_type == Some(media_type))
        && reaches(asked.minima[0], post.counts[0])
        && reaches(asked.minima[1], post.counts[1])
        && asked.from.is_none_or(|(_, from)| post.at.0 >= from)
        && asked.to.is_none_or(|(_, to)| post.at.0 < to)
}

/// Nulls last in both orders; equal values, and the nulls, by time; equal times by key.
fn compare(asked: &Asked, one: &Loaded, other: &Loaded) -> Ordering {
    let (left, right) = (one.value(asked.sort), other.value(asked.sort));
    let rising = left.cmp(&right).then(one.post.at.cmp(&other.post.at)).then(one.key.cmp(&other.key));
    left.is_none().cmp(&right.is_none()).then(if asked.ascending { rising } else { rising.reverse() })
}
