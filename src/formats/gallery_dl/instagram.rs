//! gallery-dl's metadata of Instagram posts.

use super::{not_zero, piece};
use crate::formats::fill::Counts;
use crate::formats::instagram::{file, new_post, published};
use crate::formats::{Found, ImportError, Outcome, Settings, author_or, instagram, json};
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, MediaType};
use serde_json::Value;

pub(crate) fn convert(entry: &Value, settings: &Settings) -> Outcome {
    let is_story = is_story(entry);
    // A story is one file. Its post id and address are those of the whole day, or of a highlight.
    let (url, keys) = if is_story {
        (&Value::Null, ["shortcode", "media_id"])
    } else {
        (json::dig(entry, "post_url"), ["post_shortcode", "post_id"])
    };
    let id = keys
        .iter()
        .find_map(|key| instagram::post_code(&Value::Null, &[json::dig(entry, key)]))
        .or_else(|| instagram::post_code(url, &[]))
        .ok_or_else(|| ImportError::no_id(&format!("{} or {}", keys[0], keys[1])))?;
    let dates: &[&str] = if is_story { &["date", "post_date"] } else { &["post_date", "date"] };
    let time = published(json::first(entry, dates), &id, settings, dates.first().unwrap_or(&"date"))?;
    let author = instagram::author(
        json::dig(entry, "username"),
        json::dig(entry, "owner_id"),
        json::dig(entry, "fullname"),
    );
    let mut post = new_post(id, author_or(author, settings)?, time, settings);
    if !is_story {
        post.url = Some(instagram::page_or(url, &post.platform_post_id));
    }
    post.content = json::dig(entry, "description").as_str().map(json::unix_lines);
    if post.content.is_none() {
        let tags = json::dig(entry, "tags").as_array();
        post.hashtags = tags.map(|tags| json::names(tags.iter().map(json::text)));
    }
    media(&mut post, entry);
    Counts { likes: not_zero(entry, "likes"), ..Counts::default() }.fill(&mut post);
    Ok(Found { piece: (!is_story).then(|| piece(entry)), story: is_story, ..post.into() }.into())
}

fn is_story(entry: &Value) -> bool {
    let kind = json::first_text(entry, &["type", "subcategory"]).unwrap_or_default();
    let url = json::dig(entry, "post_url").as_str().unwrap_or_default();
    matches!(kind.as_str(), "story" | "stories" | "highlight" | "highlights") || url.contains("/stories/")
}

fn media(post: &mut PostLine, entry: &Value) {
    let found = file(json::dig(entry, "video_url"), json::dig(entry, "display_url")).map(|mut found| {
        found.width = json::size(json::dig(entry, "width"));
        found.height = json::size(json::dig(entry, "height"));
        found
    });
    let several = json::count(json::dig(entry, "count")).is_some_and(|count| count.value > 1)
        || entry.get("sidecar_media_id").is_some();
    let is_reel = json::dig(entry, "type") == "reel" || instagram::is_reel(json::dig(entry, "post_url"));
    let is_video = found.as_ref().is_some_and(|file| file.kind == FileType::Video)
        || json::dig(entry, "extension") == "mp4";
    let is_picture = found.is_some()
        || matches!(json::dig(entry, "extension").as_str(), Some("jpg" | "jpeg" | "png" | "webp" | "heic"));
    post.media_type = match () {
        () if is_reel => Some(MediaType::Reel),
        () if several => Some(MediaType::Carousel),
        () if is_video => Some(MediaType::Video),
        () => is_picture.then_some(MediaType::Image),
    };
    post.media = Some(found.into_iter().collect());
}
