//! TikTok posts from Bright Data. `account_id` is the username, `profile_username` the display name.

use super::{line, link, published, set_media, set_page};
use crate::formats::bright_data::row::date_collected;
use crate::formats::value::fill::{self, Counts};
use crate::formats::{ImportError, Outcome, Settings, author_or, json};
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// Converts a post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub(crate) fn convert(row: &Value, settings: &Settings) -> Outcome {
    let url = json::text(json::dig(row, "url")).unwrap_or_default();
    let id = link::id(&url)
        .or_else(|| json::id(json::first(row, &["post_id", "shortcode"])))
        .ok_or_else(|| ImportError::no_id("post_id or url"))?;
    let (published, inferred) = published(json::dig(row, "create_time"), &id, settings, "create_time")?;
    let author = author_or(find_author(row, &url), settings)?;
    let mut post = line(id, author, published);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.content = Some(json::unix_lines(json::dig(row, "description").as_str().unwrap_or_default()));
    let tags = json::dig(row, "hashtags").as_array();
    post.hashtags = tags.map(|tags| json::names(tags.iter().map(json::text)));
    describe(&mut post, row, &url);
    let count = |key| json::dig(row, key);
    Counts {
        likes: count("digg_count"),
        comments: count("comment_count"),
        views: count("play_count"),
        shares: json::first(row, &["num_share_count", "share_count"]),
        saves: count("collect_count"),
    }
    .fill(&mut post);
    date_collected(&mut post, row, settings);
    Ok(post.into())
}

fn find_author(row: &Value, url: &str) -> Option<AuthorLine> {
    let profile = json::text(json::dig(row, "profile_url")).unwrap_or_default();
    let username = json::text(json::dig(row, "account_id"))
        .or_else(|| link::username(url))
        .or_else(|| link::username(&profile))?;
    Some(AuthorLine {
        id: json::id(json::dig(row, "profile_id")),
        username,
        display_name: json::short_text(json::dig(row, "profile_username")),
        url: None,
        avatar_url: json::address(json::dig(row, "profile_avatar")),
        verified: json::flag(json::dig(row, "is_verified")),
        followers_count: json::count(json::dig(row, "profile_followers")).map(|count| count.value),
    })
}

fn describe(post: &mut PostLine, row: &Value, url: &str) {
    let pictures: Vec<Media> = json::list(json::dig(row, "carousel_images"))
        .iter()
        .filter_map(|image| {
            fill::file(FileType::Image, if image.is_string() { image } else { json::dig(image, "url") })
        })
        .collect();
    let is_album = !pictures.is_empty() || url.contains("/photo/");
    set_page(post, is_album);
    let video = video(row);
    let kind_is_known = is_album || video.is_some() || json::dig(row, "post_type") == "video";
    set_media(post, if is_album { pictures } else { video.into_iter().collect() }, is_album);
    if !kind_is_known {
        post.media_type = None;
    }
}

fn video(row: &Value) -> Option<Media> {
    let url = json::first_filled(row, &["video_url", "cdn_url"]);
    Some(Media {
        preview_url: json::address(json::dig(row, "preview_image")),
        width: json::size(json::dig(row, "width")),
        duration_ms: json::millis(json::dig(row, "video_duration")),
        ..fill::file(FileType::Video, url)?
    })
}
