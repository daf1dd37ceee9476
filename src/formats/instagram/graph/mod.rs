//! Media of Instagram's Graph API. `paging` contains secrets and is ignored.

use super::{author, code, code_in, media_type, new_post, page_or, published, story_code};
use crate::formats::fill::Counts;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json,
};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Media of Instagram's Graph API.
pub static FORMAT: Format = Format {
    name: "instagram-graph",
    description: "answers of Instagram's Graph API: pages of an account's media",
    networks: &[Network::Instagram],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Keys(&[
            "media_type=IMAGE|media_type=VIDEO|media_type=CAROUSEL_ALBUM",
            "permalink^https://www.instagram.com/|permalink^https://instagram.com/|media_product_type",
        ])],
        at: &["", "data/*", "media/data/*", "business_discovery/media/data/*"],
        role: Role::Posts(convert),
    }],
};

/// Converts one post. Its `id` in the API differs from the id in its address, and can't be converted to it.
///
/// # Errors
/// When it has no address or code, no author or no time.
pub fn convert(media: &Value, settings: &Settings) -> Outcome {
    let product = json::dig(media, "media_product_type").as_str().unwrap_or_default();
    if product == "AD" {
        return Ok(Item::Skipped("advertisement"));
    }
    let permalink = json::dig(media, "permalink");
    let id = code(json::dig(media, "shortcode"))
        .or_else(|| code_in(permalink))
        .or_else(|| story_code(permalink))
        .ok_or_else(|| ImportError::no_id("shortcode or permalink: ask the API for one of these fields"))?;
    let time = published(json::dig(media, "timestamp"), &id, settings, "timestamp")?;
    let author = author(
        json::first(media, &["username", "owner.username"]),
        // The API's account ids are not the ones that other sources have.
        &Value::Null,
        &Value::Null,
    );
    let mut post = new_post(id, author_or(author, settings)?, time, settings);
    post.url = Some(page_or(permalink, &post.platform_post_id));
    post.content = Some(json::unix_lines(json::dig(media, "caption").as_str().unwrap_or_default()));
    describe(&mut post, media, product);
    counts(&mut post, media);
    Ok(Found { story: product == "STORY", ..post.into() }.into())
}

fn describe(post: &mut PostLine, media: &Value, product: &str) {
    let children = json::list(json::dig(media, "children.data"));
    let found: Vec<Media> = children.iter().filter_map(file).collect();
    let files = if found.is_empty() { file(media).into_iter().collect() } else { found };
    let kind = media_type(json::dig(media, "media_type"));
    let is_reel = product == "REELS" || super::is_reel(json::dig(media, "permalink"));
    post.media_type = if is_reel { Some(MediaType::Reel) } else { kind.or_else(|| fill::media_type(&files)) };
    post.media = Some(files);
}

fn file(media: &Value) -> Option<Media> {
    let is_video = media_type(json::dig(media, "media_type")) == Some(MediaType::Video);
    let kind = if is_video { FileType::Video } else { FileType::Image };
    let found = fill::file(kind, json::dig(media, "media_url"))?;
    let preview_url = json::address(json::dig(media, "thumbnail_url")).filter(|_| is_video);
    Some(Media { preview_url, alt_text: json::short_text(json::dig(media, "alt_text")), ..found })
}

/// The counts. Counts that were not requested, or are hidden, are missing. Some are only among the insights.
fn counts(post: &mut PostLine, media: &Value) {
    let insight = |names: &[&str]| {
        let list = json::list(json::dig(media, "insights.data"));
        let named = |name: &&str| {
            let found = list.iter().find(|insight| json::dig(insight, "name") == *name)?;
            let first = json::list(json::dig(found, "values")).first().map(|value| json::dig(value, "value"));
            first.or_else(|| Some(json::dig(found, "total_value.value"))).filter(|value| !value.is_null())
        };
        names.iter().find_map(named).unwrap_or(&Value::Null)
    };
    let either = |key: &str, names: &[&str]| match json::dig(media, key) {
        Value::Null => insight(names),
        value => value,
    };
    Counts {
        likes: either("like_count", &["likes"]),
        comments: either("comments_count", &["comments"]),
        views: either("view_count", &["views", "plays", "video_views", "impressions"]),
        shares: insight(&["shares"]),
        saves: insight(&["saved"]),
    }
    .fill(post);
}

#[cfg(test)]
pub(crate) mod tests;
