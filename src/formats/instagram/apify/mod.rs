//! Datasets of Apify's Instagram scrapers: posts one by one, or profiles with their latest posts.

use super::{author, code, code_for_number, code_in, file, media_type, new_post, page_or, published};
use crate::formats::fill::Counts;
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Datasets of Apify's Instagram scrapers.
pub static FORMAT: Format = Format {
    name: "apify-instagram",
    description: "datasets of Apify's Instagram scrapers, as JSON, JSONL, CSV or XLSX",
    networks: &[Network::Instagram],
    parts: &[
        Part {
            what: "posts",
            signatures: &[
                Signature::Keys(&["shortCode", "ownerUsername|ownerId"]),
                Signature::Keys(&["shortCode", "likesCount", "displayUrl"]),
                Signature::Columns(&["shortcode", "ownerusername", "likescount|displayurl|type|timestamp"]),
            ],
            at: &[""],
            role: Role::Posts(convert),
        },
        Part {
            what: "profiles with their latest posts",
            signatures: &[
                Signature::Keys(&["username", "latestPosts[]"]),
                Signature::Columns(&["username", "latestposts/0/shortcode|latestposts.0.shortcode"]),
            ],
            at: &[""],
            role: Role::Posts(convert),
        },
    ],
};

/// Converts one row of a dataset.
///
/// # Errors
/// When it is a post without code, author or time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    if let Value::Array(latest) = json::dig(row, "latestPosts") {
        let owner = profile(row);
        let posts = latest.iter().filter(|post| post.is_object());
        return Ok(Item::Many(posts.map(|post| convert_row(post, owner.as_ref(), settings)).collect()));
    }
    convert_row(row, None, settings)
}

/// The profile's owner, who is the author of its latest posts unless they name another.
fn profile(row: &Value) -> Option<AuthorLine> {
    let found = author(json::dig(row, "username"), json::dig(row, "id"), json::dig(row, "fullName"))?;
    let avatar_url = json::address(json::first(row, &["profilePicUrlHD", "profilePicUrl"]));
    let followers_count = json::count(json::dig(row, "followersCount")).map(|count| count.value);
    let verified = json::flag(json::dig(row, "verified"));
    Some(AuthorLine { avatar_url, verified, followers_count, ..found })
}

fn convert_row(row: &Value, owner: Option<&AuthorLine>, settings: &Settings) -> Outcome {
    let id = code(json::dig(row, "shortCode"))
        .or_else(|| code_in(json::dig(row, "url")))
        .or_else(|| code_for_number(json::dig(row, "id")));
    if let Some(reason) = skip_reason(row) {
        return Ok(Item::Skipped(reason));
    }
    let id = id.ok_or_else(|| ImportError::no_id("shortCode or url"))?;
    let time = published(json::dig(row, "timestamp"), &id, settings, "timestamp")?;
    let named =
        author(json::dig(row, "ownerUsername"), json::dig(row, "ownerId"), json::dig(row, "ownerFullName"));
    // The profile's details apply only if the author is its owner.
    let named = match (named, owner) {
        (Some(named), Some(owner)) if named.username == owner.username => Some(owner.clone()),
        (named, owner) => named.or_else(|| owner.cloned()),
    };
    let mut post = new_post(id, author_or(named, settings)?, time, settings);
    post.url = Some(page_or(json::dig(row, "url"), &post.platform_post_id));
    post.content = Some(json::unix_lines(json::dig(row, "caption").as_str().unwrap_or_default()));
    describe(&mut post, row);
    Counts {
        likes: json::dig(row, "likesCount"),
        comments: json::dig(row, "commentsCount"),
        views: json::best_count(row, &["videoPlayCount", "videoViewCount"]),
        shares: json::best_count(row, &["sharesCount", "reshareCount"]),
        saves: json::dig(row, "savesCount"),
    }
    .fill(&mut post);
    Ok(post.into())
}

/// Why a row is not a post.
fn skip_reason(row: &Value) -> Option<&'static str> {
    let is_set = |key| match json::dig(row, key) {
        Value::Null | Value::Bool(false) => false,
        value => value.as_str().is_none_or(|text| !text.is_empty()),
    };
    let has_id = is_set("shortCode");
    // Error rows contain the requested address, which may be that of a post.
    if !has_id
        && ["error", "errorCode", "errorDescription", "noResults", "note"].iter().any(|key| is_set(key))
    {
        return Some("what the scraper says of an error");
    }
    if json::dig(row, "productType") == "ad" {
        return Some("advertisement");
    }
    (!has_id && is_set("username") && !is_set("ownerUsername")).then_some("profile")
}

fn describe(post: &mut PostLine, row: &Value) {
    let names = |key| {
        let list = json::dig(row, key).as_array();
        list.map(|list| {
            json::names(
                list.iter().map(|entry| json::text(entry).or_else(|| json::text(json::dig(entry, "name")))),
            )
        })
    };
    post.hashtags = names("hashtags");
    post.mentions = names("mentions");
    let files = files(row);
    let kind = media_type(json::dig(row, "type")).or_else(|| fill::media_type(&files));
    post.media_type = match json::dig(row, "productType").as_str() {
        Some("clips") => Some(MediaType::Reel),
        Some("carousel_container") => Some(MediaType::Carousel),
        _ if super::is_reel(json::dig(row, "url")) => Some(MediaType::Reel),
        _ => kind,
    };
    post.media = Some(files);
}

fn files(row: &Value) -> Vec<Media> {
    let children = json::list(json::dig(row, "childPosts"));
    let found: Vec<Media> = children.iter().filter_map(single_file).collect();
    let images = json::list(json::dig(row, "images"));
    if found.is_empty() && images.len() > 1 {
        return images.iter().filter_map(|url| fill::file(FileType::Image, url)).collect();
    }
    if found.is_empty() { single_file(row).into_iter().collect() } else { found }
}

fn single_file(row: &Value) -> Option<Media> {
    let picture = json::dig(row, "displayUrl");
    let is_video = media_type(json::dig(row, "type")) == Some(MediaType::Video);
    let mut found = file(json::dig(row, "videoUrl"), picture)?;
    // The picture of a video is only its preview.
    if is_video && found.kind == FileType::Image {
        return None;
    }
    found.width = json::size(json::dig(row, "dimensionsWidth"));
    found.height = json::size(json::dig(row, "dimensionsHeight"));
    found.alt_text = json::short_text(json::dig(row, "alt"));
    if found.kind == FileType::Video {
        found.duration_ms = json::millis(json::dig(row, "videoDuration"));
    }
    Some(found)
}

#[cfg(test)]
pub(crate) mod tests;
