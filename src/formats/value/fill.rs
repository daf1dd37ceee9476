//! Fills in the fields of posts in the same way for all formats.

use super::json;
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Marks a field of a post as inferred or rounded.
pub fn approximate(post: &mut PostLine, field: &str) {
    let fields = post.approximate.get_or_insert_default();
    if !fields.iter().any(|there| there == field) {
        fields.push(field.to_owned());
        fields.sort_unstable();
    }
}

/// The values of a post's counts in the source, or null. Rounded counts are marked as approximate.
#[derive(Debug, Clone, Copy)]
pub struct Counts<'a> {
    /// Likes.
    pub likes: &'a Value,
    /// Comments or replies.
    pub comments: &'a Value,
    /// Views or plays.
    pub views: &'a Value,
    /// Shares or reposts.
    pub shares: &'a Value,
    /// Saves or bookmarks.
    pub saves: &'a Value,
}

impl Default for Counts<'_> {
    fn default() -> Self {
        let none = &Value::Null;
        Self { likes: none, comments: none, views: none, shares: none, saves: none }
    }
}

impl Counts<'_> {
    /// Sets the counts of a post.
    pub fn fill(self, post: &mut PostLine) {
        let mut rounded = Vec::new();
        for (name, value, field) in [
            ("comments_count", self.comments, &mut post.comments_count),
            ("likes_count", self.likes, &mut post.likes_count),
            ("saves_count", self.saves, &mut post.saves_count),
            ("shares_count", self.shares, &mut post.shares_count),
            ("views_count", self.views, &mut post.views_count),
        ] {
            let count = json::count(value);
            *field = count.map(|count| count.value);
            rounded.extend(count.filter(|count| count.rounded).map(|_| name));
        }
        for name in rounded {
            approximate(post, name);
        }
    }
}

/// A file of a post. `None` if it has no address, or one that is too long.
pub fn file(kind: FileType, url: &Value) -> Option<Media> {
    let url = json::address(url)?;
    Some(Media { kind, url, preview_url: None, width: None, height: None, duration_ms: None, alt_text: None })
}

/// The media type of a post with these files: an image, a video, or a carousel of several.
pub fn media_type(files: &[Media]) -> Option<MediaType> {
    match files {
        [] => None,
        [file] if file.kind == FileType::Image => Some(MediaType::Image),
        [_] => Some(MediaType::Video),
        _ => Some(MediaType::Carousel),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::time::Timestamp;
    use serde_json::json;

    #[test]
    fn rounded_counts_are_approximate() {
        let mut post = PostLine::new(Network::X, "1".into(), "a".into(), Timestamp(0));
        let (likes, views) = (json!("1.2K"), json!("3M"));
        Counts { views: &views, likes: &likes, comments: &json!(-1), ..Counts::default() }.fill(&mut post);
        assert_eq!(
            (post.likes_count, post.views_count, post.comments_count),
            (Some(1200), Some(3_000_000), None)
        );
        assert_eq!(post.approximate, Some(vec!["likes_count".into(), "views_count".into()]));
        approximate(&mut post, "likes_count");
        assert_eq!(post.approximate.map(|fields| fields.len()), Some(2));
    }
}
