//! Posts in the shape in which the apps of TikTok and Douyin receive them, as returned by `EnsembleData`, `TikHub` and
//! others.

use super::{line, published, set_media, set_page};
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json, page,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// The wrappers around one or several posts.
const WRAPPERS: &[Signature] = &[Signature::Keys(&[
    "aweme_list[]|aweme_detail{}|aweme_details[]|data.aweme_list[]|data.aweme_detail{}|data.aweme_details[]|\
     data.search_item_list[]",
])];
const PLACES: &[&str] = &[
    "aweme_list/*",
    "aweme_detail",
    "aweme_details/*",
    "search_item_list/*",
    "data/aweme_list/*",
    "data/search_item_list/*",
    "data/aweme_detail",
    "data/aweme_details/*",
];
/// Lists that other formats have, too, under the same names.
const LISTS: &[&str] = &["data/data/*", "data/*"];
const POST: &[Signature] =
    &[Signature::Keys(&["aweme_id", "statistics"]), Signature::Keys(&["aweme_info.aweme_id"])];

/// Posts in the shape in which TikTok's app receives them.
pub static FORMAT: Format = Format {
    name: "tiktok-app",
    description: "posts as the apps of TikTok and Douyin are sent them (aweme): EnsembleData, TikHub and others",
    networks: &[Network::Tiktok],
    parts: &[
        Part { what: "posts", signatures: POST, at: &[""], role: Role::Posts(convert) },
        Part { what: "posts in a page", signatures: POST, at: PLACES, role: Role::Posts(convert) },
        Part { what: "posts in a list", signatures: POST, at: LISTS, role: Role::Posts(convert) },
        Part {
            what: "pages of posts",
            signatures: WRAPPERS,
            at: &[""],
            role: Role::Posts(|element, settings| Ok(page(element, PLACES, convert, settings))),
        },
    ],
};

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(element: &Value, settings: &Settings) -> Outcome {
    let aweme = element.get("aweme_info").filter(|inner| inner.is_object()).unwrap_or(element);
    if json::flag(json::dig(aweme, "is_ads")) == Some(true) {
        return Ok(Item::Skipped("advertisement"));
    }
    if !settings.include.deleted && json::flag(json::dig(aweme, "status.is_delete")) == Some(true) {
        return Ok(Item::Skipped("deleted by its author"));
    }
    let id = json::id(json::dig(aweme, "aweme_id")).ok_or_else(|| ImportError::no_id("aweme_id"))?;
    let (published, inferred) = published(json::dig(aweme, "create_time"), &id, settings, "create_time")?;
    let is_douyin = is_douyin(aweme);
    let author = author_or(find_author(aweme, is_douyin), settings)?;
    let mut post = line(id, author, published);
    describe(&mut post, aweme);
    if is_douyin {
        post.url = Some(format!("https://www.douyin.com/video/{}", post.platform_post_id));
        let profile = json::text(json::dig(aweme, "author.sec_uid"));
        post.author.url = profile.map(|profile| format!("https://www.douyin.com/user/{profile}"));
        // Douyin always gives 0.
        post.views_count = post.views_count.filter(|views| *views > 0);
    }
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(published);
    Ok(post.into())
}

/// Whether it is from Douyin, TikTok's Chinese counterpart, whose pages have other addresses.
fn is_douyin(aweme: &Value) -> bool {
    let links = ["share_url", "share_info.share_url", "url"];
    links.iter().any(|key| json::dig(aweme, key).as_str().is_some_and(|url| url.contains("douyin.com/")))
}

fn find_author(aweme: &Value, is_douyin: bool) -> Option<AuthorLine> {
    let author = json::dig(aweme, "author");
    let short = || json::id(json::dig(author, "short_id")).filter(|id| is_douyin && id != "0");
    let pictures = ["avatar_larger", "avatar_medium", "avatar_thumb"];
    Some(AuthorLine {
        id: json::id(json::dig(author, "uid")),
        username: json::text(json::dig(author, "unique_id")).or_else(short)?,
        display_name: json::text(json::dig(author, "nickname")),
        url: None,
        avatar_url: pictures.iter().find_map(|key| address(json::dig(author, key))),
        verified: None,
        followers_count: json::count(json::dig(author, "follower_count"))
            .map(|count| count.value)
            .filter(|count| *count > 0),
    })
}

/// Fills in text, tags, media files, counts and the page.
fn describe(post: &mut PostLine, aweme: &Value) {
    post.content = Some(json::unix_lines(json::dig(aweme, "desc").as_str().unwrap_or_default()));
    post.language = json::text(json::dig(aweme, "desc_language")).filter(|code| code != "un");
    let named = |list, key| {
        let list = json::dig(aweme, list).as_array()?;
        Some(json::names(list.iter().map(|entry| json::text(json::dig(entry, key)))))
    };
    let marked = named("text_extra", "hashtag_name");
    post.hashtags =
        marked.clone().filter(|tags| !tags.is_empty()).or(named("cha_list", "cha_name")).or(marked);
    let pictures = pictures(aweme);
    let is_album = !pictures.is_empty();
    let files = if is_album { pictures } else { video(aweme).into_iter().collect() };
    set_media(post, files, is_album);
    set_page(post, is_album);
    let count = |key| json::dig(json::dig(aweme, "statistics"), key);
    fill::Counts {
        likes: count("digg_count"),
        comments: count("comment_count"),
        views: count("play_count"),
        shares: count("share_count"),
        saves: count("collect_count"),
    }
    .fill(post);
}

/// The first address of a file.
fn address(file: &Value) -> Option<String> {
    json::list(json::dig(file, "url_list")).iter().find_map(json::address)
}

fn pictures(aweme: &Value) -> Vec<Media> {
    let listed = json::first_filled(aweme, &["image_post_info.images", "images"]);
    let picture = |image: &Value| {
        let shown = image.get("display_image").unwrap_or(image);
        Some(Media {
            kind: FileType::Image,
            url: address(shown)?,
            preview_url: None,
            width: json::size(json::dig(shown, "width")),
            height: json::size(json::dig(shown, "height")),
            duration_ms: None,
            alt_text: None,
        })
    };
    json::list(listed).iter().filter_map(picture).take(100).collect()
}

fn video(aweme: &Value) -> Option<Media> {
    let video = json::dig(aweme, "video");
    let address = |key| address(json::dig(video, key));
    Some(Media {
        kind: FileType::Video,
        url: address("play_addr").or_else(|| address("download_addr"))?,
        preview_url: address("cover").or_else(|| address("origin_cover")),
        width: json::size(json::dig(video, "width")),
        height: json::size(json::dig(video, "height")),
        duration_ms: json::size(json::dig(video, "duration")),
        alt_text: None,
    })
}

#[cfg(test)]
pub(crate) mod tests;
