//! Files of the browser extension twitter-web-exporter, as JSON or CSV.
//!
//! Shape: `src/components/table/columns-tweet.tsx`, `src/utils/api.ts` and `src/utils/exporter.ts` of
//! prinsss/twitter-web-exporter. The option "All metadata" adds, under `metadata`, the post in the shape that X's
//! pages receive. In tables, line breaks are written as the two characters `\n`, and some cells contain JSON.

use super::text::{self, decode_note};
use super::{OtherPost, graphql, is_language, make_repost, page, with_profile};
use crate::formats::value::fill::{self, Counts};
use crate::formats::value::{date_text, snowflake, timestamps};
use crate::formats::{Format, Found, ImportError, Outcome, Part, Role, Settings, Signature, author_or, json};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media, MediaType};
use crate::time::Timestamp;
use serde_json::Value;

/// Files of twitter-web-exporter.
pub static FORMAT: Format = Format {
    name: "twitter-web-exporter",
    description: "JSON or CSV of the browser extension twitter-web-exporter, from X",
    networks: &[Network::X],
    parts: &[
        Part {
            what: "posts",
            signatures: &[
                Signature::Keys(&[
                    "id",
                    "full_text",
                    "screen_name",
                    "favorite_count",
                    "retweeted_status|quoted_status",
                ]),
                Signature::Columns(&[
                    "id",
                    "fulltext",
                    "screenname",
                    "favoritecount",
                    "retweetedstatus|quotedstatus",
                ]),
            ],
            at: &[""],
            role: Role::Posts(convert),
        },
        Part {
            what: "people",
            signatures: &[
                Signature::Keys(&["id", "screen_name", "profile_image_url", "followers_count", "!full_text"]),
                Signature::Columns(&["id", "screenname", "profileimageurl", "followerscount", "!fulltext"]),
            ],
            at: &[""],
            role: Role::Skip("profile"),
        },
    ],
};

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(tweet: &Value, settings: &Settings) -> Outcome {
    let raw = json::parsed(json::dig(tweet, "metadata"));
    if !json::dig(&raw, "legacy.full_text").is_null() {
        return graphql::convert(&raw, settings);
    }
    let url = json::text(json::dig(tweet, "url")).unwrap_or_default();
    let own = json::id(json::dig(tweet, "id"));
    let id = super::whole_id(own.clone(), &url).ok_or_else(|| ImportError::no_id("id or url"))?;
    let remarks = super::rounded_id_remarks(own, &id);
    let (published, exact) = published(json::dig(tweet, "created_at"), &id, settings)?;
    let author = author_or(author(tweet), settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    fill_content(&mut post, tweet);
    relate(&mut post, tweet);
    post.collected_at = settings.collected_at(published);
    if !exact {
        fill::approximate(&mut post, "published_at");
    }
    let no_zone = timestamps::lacks_zone(json::dig(tweet, "created_at"), settings) && !exact;
    let remarks = remarks.into_iter().chain(no_zone.then_some(timestamps::NO_ZONE)).collect();
    Ok(Found { remarks, ..post.into() }.into())
}

/// The publication time. The user chooses how it is written, so it may lack the zone or the time of day. Then the id's
/// time is used.
fn published(value: &Value, id: &str, settings: &Settings) -> Result<(Timestamp, bool), ImportError> {
    let written = value.as_str().and_then(date_text::parse);
    let is_exact = written.is_some_and(|written| written.zoned && written.clock);
    match snowflake::x(id).filter(|_| !is_exact) {
        Some(time) => Ok((timestamps::plausible(time, settings.now, "id")?, true)),
        None => timestamps::parse_local(value, settings, "created_at"),
    }
}

fn author(tweet: &Value) -> Option<AuthorLine> {
    Some(AuthorLine {
        id: json::id(json::dig(tweet, "user_id")),
        username: json::text(json::dig(tweet, "screen_name"))?,
        display_name: json::short_text(json::dig(tweet, "name")),
        avatar_url: json::address(json::dig(tweet, "profile_image_url")),
        ..AuthorLine::default()
    })
}

/// Fills in text and media files.
fn fill_content(post: &mut PostLine, tweet: &Value) {
    let media = json::parsed(json::dig(tweet, "media"));
    let mut content = json::dig(tweet, "full_text").as_str().unwrap_or_default().to_owned();
    // In a table, numbers are text.
    if json::dig(tweet, "favorite_count").is_string() {
        content = content.replace("\\r", "").replace("\\n", "\n");
    }
    let mut content = decode_note(&json::unix_lines(&content));
    for link in json::list(&media).iter().filter_map(|entry| json::text(json::dig(entry, "url"))) {
        if link.contains("://t.co/") {
            content = text::drop_link(&content, &link);
        }
    }
    post.content = Some(content);
    post.language = json::text(json::dig(tweet, "lang")).filter(|code| is_language(code));
    post.media_type = match json::list(&media) {
        [] => None,
        [entry] if is_video(entry) => Some(MediaType::Video),
        [_] => Some(MediaType::Image),
        _ => Some(MediaType::Carousel),
    };
    post.media = media.is_array().then(|| json::list(&media).iter().filter_map(file).collect());
}

fn is_video(entry: &Value) -> bool {
    matches!(json::dig(entry, "type").as_str(), Some("video" | "animated_gif"))
}

fn file(entry: &Value) -> Option<Media> {
    let original = json::dig(entry, "original");
    let alt_text = json::short_text(json::dig(entry, "ext_alt_text"));
    if !is_video(entry) {
        return fill::file(FileType::Image, original).map(|file| Media { alt_text, ..file });
    }
    // If there is no MP4, the extension writes a playlist or the preview instead.
    let preview_url = json::address(json::dig(entry, "thumbnail"));
    let is_file = original.as_str().is_some_and(|url| !url.contains(".m3u8") && !url.contains("name=orig"));
    fill::file(FileType::Video, original).filter(|_| is_file).map(|file| Media {
        preview_url,
        alt_text,
        ..file
    })
}

/// Sets how the post relates to another, and its counts.
fn relate(post: &mut PostLine, tweet: &Value) {
    let other = |key| OtherPost::find(&[json::dig(tweet, key)]);
    let content = post.content.as_deref().unwrap_or_default();
    let original = other("retweeted_status");
    if original.is_some() || text::is_repost(content) {
        return make_repost(post, None, original.and_then(|original| original.id));
    }
    let related = [(Kind::Reply, other("in_reply_to")), (Kind::Quote, other("quoted_status"))];
    if let Some((kind, other)) = related.into_iter().find_map(|(kind, other)| Some((kind, other?))) {
        (post.kind, post.refers_to) = (Some(kind), other.into_reference());
    }
    let count = |key| json::dig(tweet, key);
    Counts {
        likes: count("favorite_count"),
        comments: count("reply_count"),
        views: count("views_count"),
        shares: count("retweet_count"),
        saves: count("bookmark_count"),
    }
    .fill(post);
}

#[cfg(test)]
pub(crate) mod tests;
