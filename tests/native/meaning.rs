//! What a query means, in the plainest way: every post is looked at, and what is left is sorted.

use crate::invented::{Asked, Invented, primary};
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
    pub(crate) fn hashtags(&self) -> Vec<String> {
        match &self.post.hashtags {
            Some(hashtags) => hashtags.iter().map(|&tag| tag.to_owned()).collect(),
            None => tags::hashtags(self.post.content.as_deref().unwrap_or_default()),
        }
    }

    pub(crate) fn mentions(&self) -> Vec<String> {
        match &self.post.mentions {
            Some(mentions) => mentions.iter().map(|&name| name.to_owned()).collect(),
            None => tags::mentions(self.post.content.as_deref().unwrap_or_default()),
        }
    }

    /// The primary subtag of its language.
    fn language(&self) -> String {
        let known = self.post.language.filter(|tag| !tag.contains(' '));
        known.map_or("und".to_owned(), primary)
    }

    fn value(&self, sort: &str) -> Option<u64> {
        let [likes, comments, views, _] = self.post.counts;
        match sort {
            "likes_count" => likes,
            "comments_count" => comments,
            "views_count" => views,
            _ => None,
        }
    }

    /// The name that the post's platform reads as.
    pub(crate) fn platform(&self, asked: &Asked) -> &str {
        let own = self.id.split(':').next().unwrap();
        asked.platforms.iter().find(|name| network(name).name() == own).unwrap_or(&own)
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
    let (post, hashtags, mentions) = (&loaded.post, loaded.hashtags(), loaded.mentions());
    let has_any = |names: &[&str], own: &[String]| {
        names.iter().any(|name| own.iter().any(|own| fold_name(own) == fold_name(name)))
    };
    let author = [post.username.to_owned()];
    let own = [&author[..], &hashtags, &mentions];
    let asked_for = [&asked.usernames, &asked.hashtags, &asked.mentions];
    let is_any = |values: &[&str], own: &str| values.is_empty() || values.contains(&own);
    let on_network = asked.platforms.is_empty()
        || asked.platforms.iter().any(|name| network(name) == network(post.platform));
    let language = loaded.language();
    on_network
        && asked_for.iter().zip(own).all(|(names, own)| names.is_empty() || has_any(names, own))
        && asked.excluded.iter().zip(own).all(|(names, own)| !has_any(names, own))
        && keyword.is_none_or(|keyword| matches(keyword, &index_text(post.content.as_deref(), &hashtags)))
        && is_any(&asked.media_types, post.media_type.unwrap_or("none"))
        && is_any(&asked.kinds, post.kind)
        && (asked.languages.is_empty() || asked.languages.iter().any(|tag| primary(tag) == language))
        && asked.refers_to.is_none_or(|id| post.refers_to == Some(id))
        && asked
            .minima
            .iter()
            .zip(post.counts)
            .all(|(minimum, count)| count.unwrap_or(0) >= minimum.unwrap_or(0))
        && asked.from.is_none_or(|(_, from)| post.at.0 >= from)
        && asked.to.is_none_or(|(_, to)| post.at.0 < to)
}

/// Nulls last in both orders; equal values, and the nulls, by time; equal times by key.
fn compare(asked: &Asked, one: &Loaded, other: &Loaded) -> Ordering {
    let (left, right) = (one.value(asked.sort), other.value(asked.sort));
    let rising = left.cmp(&right).then(one.post.at.cmp(&other.post.at)).then(one.key.cmp(&other.key));
    left.is_none().cmp(&right.is_none()).then(if asked.ascending { rising } else { rising.reverse() })
}
