//! gallery-dl's metadata of X posts. Its texts are already unescaped.

use super::{id, not_zero, piece};
use crate::formats::fill::Counts;
use crate::formats::{Found, ImportError, Outcome, Settings, author_or, fill, json, snowflake, timestamps};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media, MediaType, post_id};
use serde_json::Value;

pub(crate) fn convert(file: &Value, settings: &Settings) -> Outcome {
    let tweet = id(file, "tweet_id").ok_or_else(|| ImportError::no_id("tweet_id, as a whole number"))?;
    let (published, inferred) = match (json::dig(file, "date"), snowflake::x(&tweet)) {
        (Value::Null, Some(time)) => (timestamps::plausible(time, settings.now, "tweet_id")?, true),
        (value, _) => (timestamps::parse_published(value, settings, "date")?, false),
    };
    let author = author_or(author(json::dig(file, "author")), settings)?;
    let mut post = PostLine::new(Network::X, tweet, author.username.clone(), published);
    let profile = format!("https://x.com/{}", author.username);
    post.url = Some(format!("{profile}/status/{}", post.platform_post_id));
    post.author = AuthorLine { url: Some(profile), ..author };
    post.content = json::dig(file, "content").as_str().map(json::unix_lines);
    post.language =
        json::text(json::dig(file, "lang")).filter(|code| code != "und" && !code.starts_with("zx"));
    post.hashtags = names(json::dig(file, "hashtags"), "text");
    post.mentions = names(json::dig(file, "mentions"), "name");
    (post.kind, post.refers_to) = relation(file);
    media(&mut post, file);
    counts(file).fill(&mut post);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(published);
    Ok(Found { piece: Some(piece(file)), ..post.into() }.into())
}

fn author(author: &Value) -> Option<AuthorLine> {
    Some(AuthorLine {
        id: json::id(json::dig(author, "id")),
        username: json::text(json::dig(author, "name"))?,
        display_name: json::short_text(json::dig(author, "nick")),
        avatar_url: json::address(json::dig(author, "profile_image")),
        verified: json::dig(author, "verified").as_bool(),
        followers_count: json::count(json::dig(author, "followers_count")).map(|count| count.value),
        url: None,
    })
}

/// Names in a list of texts or objects. gallery-dl leaves out lists that would be empty.
fn names(list: &Value, key: &str) -> Option<Vec<String>> {
    let list = list.as_array()?.iter();
    Some(json::names(list.map(|entry| json::text(entry).or_else(|| json::text(json::dig(entry, key))))))
}

/// How a post relates to another. `quote_id` is ignored: it is the post that quotes this one.
fn relation(file: &Value) -> (Option<Kind>, Option<String>) {
    let related = [("retweet_id", Kind::Repost), ("reply_id", Kind::Reply), ("quoted_id", Kind::Quote)];
    let found = related.into_iter().find_map(|(key, kind)| Some((kind, id(file, key)?)));
    match found {
        Some((kind, other)) => (Some(kind), Some(post_id(Network::X, &other))),
        None if json::text(json::dig(file, "reply_to")).is_some() => (Some(Kind::Reply), None),
        None => (None, None),
    }
}

fn media(post: &mut PostLine, file: &Value) {
    let is_type = |word: &str| json::dig(file, "type") == word;
    let extension = json::dig(file, "extension").as_str().unwrap_or_default();
    let kind = match () {
        () if is_type("photo") => Some(FileType::Image),
        () if is_type("video") || is_type("animated_gif") => Some(FileType::Video),
        () if matches!(extension, "mp4" | "m3u8" | "mov") => Some(FileType::Video),
        () if matches!(extension, "jpg" | "jpeg" | "png" | "webp") => Some(FileType::Image),
        () => None,
    };
    let several = json::count(json::dig(file, "count")).is_some_and(|count| count.value > 1);
    post.media_type = kind.map(|kind| match kind {
        _ if several => MediaType::Carousel,
        FileType::Image => MediaType::Image,
        FileType::Video => MediaType::Video,
    });
    let url = json::first(file, &["url", "media_url", "file_url"]);
    post.media = kind.and_then(|kind| fill::file(kind, url)).map(|found| {
        vec![Media {
            width: json::size(json::dig(file, "width")),
            height: json::size(json::dig(file, "height")),
            duration_ms: json::millis(json::dig(file, "duration")),
            alt_text: json::short_text(json::dig(file, "description")),
            ..found
        }]
    });
}

/// The counts. Those of a repost belong to the original post.
fn counts(file: &Value) -> Counts<'_> {
    if id(file, "retweet_id").is_some() {
        return Counts::default();
    }
    Counts {
        likes: json::dig(file, "favorite_count"),
        comments: json::dig(file, "reply_count"),
        views: not_zero(file, "view_count"),
        shares: json::dig(file, "retweet_count"),
        saves: json::dig(file, "bookmark_count"),
    }
}
