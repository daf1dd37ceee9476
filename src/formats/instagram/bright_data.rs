//! Instagram posts and reels from Bright Data.

use super::{author, file, is_reel, media_type, new_post, page_or, post_code, published};
use crate::formats::bright_data::row::date_collected;
use crate::formats::value::fill::{self, Counts};
use crate::formats::{ImportError, Outcome, Settings, author_or, json};
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Converts a post.
///
/// # Errors
/// When it has no code or number, no author or no time.
pub(crate) fn convert(row: &Value, settings: &Settings) -> Outcome {
    let url = json::dig(row, "url");
    let ids = ["shortcode", "content_id", "pk", "post_id"].map(|key| json::dig(row, key));
    let code = post_code(url, &ids).ok_or_else(|| ImportError::no_id("shortcode, pk or url"))?;
    let time = published(json::dig(row, "date_posted"), &code, settings, "date_posted")?;
    let mut post = new_post(code, author_or(find_author(row), settings)?, time, settings);
    post.url = Some(page_or(url, &post.platform_post_id));
    post.content = Some(json::unix_lines(json::dig(row, "description").as_str().unwrap_or_default()));
    let tags = json::dig(row, "hashtags").as_array();
    post.hashtags = tags.map(|tags| json::names(tags.iter().map(json::text)));
    describe(&mut post, row);
    let views = json::best_count(row, &["video_play_count", "views", "video_view_count"]);
    let is_still = matches!(post.media_type, Some(MediaType::Image | MediaType::Carousel));
    Counts {
        likes: json::dig(row, "likes"),
        comments: json::dig(row, "num_comments"),
        // Images are given zero views, although nobody counts them.
        views: if is_still && json::size(views).is_none() { &Value::Null } else { views },
        ..Counts::default()
    }
    .fill(&mut post);
    date_collected(&mut post, row, settings);
    Ok(post.into())
}

fn find_author(row: &Value) -> Option<AuthorLine> {
    let found = author(json::dig(row, "user_posted"), json::dig(row, "user_posted_id"), &Value::Null)?;
    Some(AuthorLine {
        avatar_url: json::address(json::dig(row, "profile_image_link")),
        verified: json::flag(json::dig(row, "is_verified")),
        followers_count: json::count(json::dig(row, "followers")).map(|count| count.value),
        ..found
    })
}

fn describe(post: &mut PostLine, row: &Value) {
    let content_type = json::first_text(row, &["content_type", "product_type"]).unwrap_or_default();
    let is_clip = json::dig(row, "product_type") == "clips" || is_reel(json::dig(row, "url"));
    let kind = if is_clip { Some(MediaType::Reel) } else { media_type(&content_type.into()) };
    let is_video = matches!(kind, Some(MediaType::Reel | MediaType::Video));
    let files = if is_video { video(row).into_iter().collect() } else { ordered_media(row) };
    post.media_type = kind.or_else(|| fill::media_type(&files));
    post.media = Some(files);
}

/// The post's video. Its pictures are only previews.
fn video(row: &Value) -> Option<Media> {
    let parts = json::list(json::dig(row, "post_content")).iter().filter_map(part);
    let listed = json::list(json::dig(row, "videos")).iter().filter_map(|url| file(url, &Value::Null));
    let single = file(json::dig(row, "video_url"), &Value::Null);
    let found = single.into_iter().chain(listed).chain(parts).find(|file| file.kind == FileType::Video)?;
    let preview_url = json::address(json::dig(row, "thumbnail"));
    let duration_ms = json::millis(json::dig(row, "length"));
    Some(Media { preview_url, duration_ms, ..found })
}

/// The media files in order, if the source has their order; otherwise pictures before videos.
fn ordered_media(row: &Value) -> Vec<Media> {
    let list = |key| json::list(json::dig(row, key)).iter();
    let parts: Vec<Media> = list("post_content").filter_map(part).collect();
    if !parts.is_empty() {
        return parts;
    }
    let videos = list("videos").filter_map(|url| fill::file(FileType::Video, url));
    let photos: Vec<Media> = list("photos").filter_map(|url| fill::file(FileType::Image, url)).collect();
    if photos.is_empty() {
        let pictures =
            list("images").filter_map(|image| fill::file(FileType::Image, json::dig(image, "url")));
        return pictures.chain(videos).collect();
    }
    photos.into_iter().chain(videos).collect()
}

fn part(part: &Value) -> Option<Media> {
    let is_video = json::dig(part, "type").as_str().is_some_and(|kind| kind.eq_ignore_ascii_case("video"));
    let kind = if is_video { FileType::Video } else { FileType::Image };
    let alt_text = json::short_text(json::dig(part, "alt_text"));
    fill::file(kind, json::dig(part, "url")).map(|file| Media { alt_text, ..file })
}
