//! Merges a line into the stored post.
//!
//! The line that was collected later wins, value by value, and values that it lacks stay. If nothing changes, nothing is written.

use super::line::{AuthorLine, PostLine};
use super::{Author, Post, post_id, tags};
use crate::time::Timestamp;

/// What a line does to its post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The post is new.
    Inserted(Post),
    /// The post has changed to this. Its author and `published_at` may have changed as well.
    Updated(Post),
    /// The post has not changed, so nothing is to be written.
    Unchanged,
}

/// Merges a line into the known post with the same id, if there is one. `now` is the `collected_at` of a line without one.
///
/// A line that was collected before the known post changes nothing. Any other line replaces the values that it has. If nothing but
/// `collected_at` differs, that is only a change if the line itself has a `collected_at`.
pub fn merge(known: Option<&Post>, line: PostLine, now: Timestamp) -> Change {
    match known {
        None => Change::Inserted(insert(line, now)),
        Some(known) if line.collected_at.unwrap_or(now) < known.collected_at => Change::Unchanged,
        Some(known) => {
            let sent = line.collected_at;
            let mut post = update(known, line);
            post.collected_at = sent.unwrap_or(known.collected_at);
            if post == *known {
                return Change::Unchanged;
            }
            post.collected_at = sent.unwrap_or(now);
            Change::Updated(post)
        }
    }
}

fn insert(line: PostLine, now: Timestamp) -> Post {
    let content = line.content.as_deref();
    let hashtags = line.hashtags.or_else(|| content.map(tags::hashtags)).unwrap_or_default();
    let mentions = line.mentions.or_else(|| content.map(tags::mentions)).unwrap_or_default();
    Post {
        id: post_id(line.platform.network, &line.platform_post_id),
        platform_post_id: line.platform_post_id,
        url: line.url,
        author: line.author.into(),
        content: line.content,
        language: line.language,
        media_type: line.media_type,
        media: line.media.unwrap_or_default(),
        hashtags,
        mentions,
        likes_count: line.likes_count,
        comments_count: line.comments_count,
        views_count: line.views_count,
        shares_count: line.shares_count,
        saves_count: line.saves_count,
        kind: line.kind.unwrap_or_default(),
        refers_to: line.refers_to,
        approximate: line.approximate.unwrap_or_default(),
        published_at: line.published_at,
        edited_at: line.edited_at,
        collected_at: line.collected_at.unwrap_or(now),
    }
}

/// The known post with the values of the line, except for `collected_at`.
fn update(known: &Post, mut line: PostLine) -> Post {
    line.content.take_if(|content| is_truncated(content, known.content.as_deref()));
    let new_content = line.content.as_deref().filter(|content| known.content.as_deref() != Some(content));
    line.hashtags = line.hashtags.or_else(|| new_content.map(tags::hashtags));
    line.mentions = line.mentions.or_else(|| new_content.map(tags::mentions));
    let approximate = approximate(&known.approximate, &line);
    Post {
        id: known.id.clone(),
        platform_post_id: line.platform_post_id,
        url: line.url.or_else(|| known.url.clone()),
        author: update_author(&known.author, line.author),
        content: line.content.or_else(|| known.content.clone()),
        language: line.language.or_else(|| known.language.clone()),
        media_type: line.media_type.or(known.media_type),
        media: line.media.unwrap_or_else(|| known.media.clone()),
        hashtags: line.hashtags.unwrap_or_else(|| known.hashtags.clone()),
        mentions: line.mentions.unwrap_or_else(|| known.mentions.clone()),
        likes_count: line.likes_count.or(known.likes_count),
        comments_count: line.comments_count.or(known.comments_count),
        views_count: line.views_count.or(known.views_count),
        shares_count: line.shares_count.or(known.shares_count),
        saves_count: line.saves_count.or(known.saves_count),
        kind: line.kind.unwrap_or(known.kind),
        refers_to: line.refers_to.or_else(|| known.refers_to.clone()),
        approximate,
        published_at: line.published_at,
        edited_at: line.edited_at.or(known.edited_at),
        collected_at: known.collected_at,
    }
}

/// Whether a text is the beginning of the known one, cut short by its source and ending with `…`.
fn is_truncated(content: &str, known: Option<&str>) -> bool {
    let start = content.strip_suffix('…').map(str::trim_end);
    start.zip(known).is_some_and(|(start, known)| known.len() > content.len() && known.starts_with(start))
}

impl From<AuthorLine> for Author {
    fn from(line: AuthorLine) -> Self {
        Self {
            id: line.id,
            username: line.username,
            display_name: line.display_name,
            url: line.url,
            avatar_url: line.avatar_url,
            verified: line.verified,
            followers_count: line.followers_count,
        }
    }
}

fn update_author(known: &Author, line: AuthorLine) -> Author {
    Author {
        id: line.id.or_else(|| known.id.clone()),
        username: line.username,
        display_name: line.display_name.or_else(|| known.display_name.clone()),
        url: line.url.or_else(|| known.url.clone()),
        avatar_url: line.avatar_url.or_else(|| known.avatar_url.clone()),
        verified: line.verified.or(known.verified),
        followers_count: line.followers_count.or(known.followers_count),
    }
}

/// The approximate fields after an update. The line decides for the values that it has, the known post for the others.
fn approximate(known: &[String], line: &PostLine) -> Vec<String> {
    let from_line = line.approximate.as_deref().unwrap_or_default();
    let kept = known.iter().filter(|name| !has(line, name));
    let mut names: Vec<String> =
        kept.chain(from_line.iter().filter(|name| has(line, name))).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a line has a value for a field.
fn has(line: &PostLine, field: &str) -> bool {
    let author = &line.author;
    match field {
        "url" => line.url.is_some(),
        "content" => line.content.is_some(),
        "language" => line.language.is_some(),
        "media_type" => line.media_type.is_some(),
        "media" => line.media.is_some(),
        "hashtags" => line.hashtags.is_some(),
        "mentions" => line.mentions.is_some(),
        "likes_count" => line.likes_count.is_some(),
        "comments_count" => line.comments_count.is_some(),
        "views_count" => line.views_count.is_some(),
        "shares_count" => line.shares_count.is_some(),
        "saves_count" => line.saves_count.is_some(),
        "kind" => line.kind.is_some(),
        "refers_to" => line.refers_to.is_some(),
        "edited_at" => line.edited_at.is_some(),
        "collected_at" => line.collected_at.is_some(),
        "author.id" => author.id.is_some(),
        "author.display_name" => author.display_name.is_some(),
        "author.url" => author.url.is_some(),
        "author.avatar_url" => author.avatar_url.is_some(),
        "author.verified" => author.verified.is_some(),
        "author.followers_count" => author.followers_count.is_some(),
        _ => true, // what every line has
    }
}

#[cfg(test)]
mod tests;
