//! Datasets of Apify's TikTok scrapers (clockworks and compatible ones), as JSON, JSON lines or CSV.

use super::{line, link, published, set_media};
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// Datasets of Apify's TikTok scrapers.
pub static FORMAT: Format = Format {
    name: "apify-tiktok",
    description: "datasets of Apify's TikTok scrapers (clockworks), as JSON, JSONL, CSV or XLSX, also their overview",
    networks: &[Network::Tiktok],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["webVideoUrl", "diggCount"]),
            Signature::Keys(&["webVideoUrl", "authorMeta"]),
            Signature::Keys(&["authorMeta{}", "input|diggCount"]),
            Signature::Columns(&["webvideourl", "diggcount"]),
            Signature::Columns(&["webvideourl", "authormeta.name|authormeta/name"]),
        ],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts an item of a dataset.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(item: &Value, settings: &Settings) -> Outcome {
    if let Some(reason) = skip_reason(item) {
        return Ok(Item::Skipped(reason));
    }
    let page = json::text(json::dig(item, "webVideoUrl")).unwrap_or_default();
    let id = link::id(&page)
        .or_else(|| json::id(json::dig(item, "id")))
        .ok_or_else(|| ImportError::no_id("id or webVideoUrl"))?;
    let time = json::first_filled(item, &["createTimeISO", "createTime"]);
    let (published, inferred) = published(time, &id, settings, "createTimeISO")?;
    let author = author_or(find_author(item, &page), settings)?;
    let mut post = line(id, author, published);
    describe(&mut post, item, &page);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = timestamps::parse_value(json::dig(item, "scrapedAt"))
        .or(settings.file_time)
        .filter(|time| time.is_kept() && *time >= published);
    Ok(post.into())
}

/// Why an item is not a post.
fn skip_reason(item: &Value) -> Option<&'static str> {
    let has = |key| !matches!(json::dig(item, key), Value::Null) && json::dig(item, key).as_str() != Some("");
    if has("error") || has("errorCode") || json::flag(json::dig(item, "noResults")) == Some(true) {
        Some("report of what was not found")
    } else if json::flag(json::dig(item, "isAd")) == Some(true) {
        Some("advertisement")
    } else if !has("id") && !has("webVideoUrl") {
        Some("profile")
    } else {
        None
    }
}

fn find_author(item: &Value, page: &str) -> Option<AuthorLine> {
    let author = json::dig(item, "authorMeta");
    Some(AuthorLine {
        id: json::id(json::dig(author, "id")),
        username: json::text(json::dig(author, "name")).or_else(|| link::username(page))?,
        display_name: json::short_text(json::dig(author, "nickName")),
        url: None,
        avatar_url: ["avatar", "originalAvatarUrl"]
            .iter()
            .find_map(|key| json::address(json::dig(author, key))),
        verified: json::flag(json::dig(author, "verified")),
        followers_count: json::count(json::dig(author, "fans")).map(|count| count.value),
    })
}

/// Fills in text, tags, media files, counts and the page.
fn describe(post: &mut PostLine, item: &Value, page: &str) {
    post.content = Some(json::unix_lines(json::dig(item, "text").as_str().unwrap_or_default()));
    post.language = json::text(json::dig(item, "textLanguage")).filter(|code| code != "un");
    post.hashtags = named(item, "hashtags", "name");
    // `detailedMentions` has usernames. `mentions` has the names shown in the text.
    let detailed = named(item, "detailedMentions", "name").filter(|names| !names.is_empty());
    post.mentions = detailed.or_else(|| named(item, "mentions", "name"));
    let is_album = json::flag(json::dig(item, "isSlideshow")) == Some(true) || page.contains("/photo/");
    let files = if is_album { pictures(item) } else { video(item).into_iter().collect() };
    set_media(post, files, is_album);
    let page_url = page.split(['?', '#']).next().unwrap_or_default();
    if link::id(page_url).is_some() && link::username(page_url).is_some() && page_url.len() <= 2048 {
        post.url = Some(page_url.to_owned());
    } else {
        super::set_page(post, is_album);
    }
    let count = |key| json::dig(item, key);
    fill::Counts {
        likes: count("diggCount"),
        comments: count("commentCount"),
        views: count("playCount"),
        shares: count("shareCount"),
        saves: count("collectCount"),
    }
    .fill(post);
}

/// The names in a list of objects or texts. `None` if there is no list; tables without any entry have none.
fn named(item: &Value, list: &str, key: &str) -> Option<Vec<String>> {
    let list = json::dig(item, list).as_array()?;
    Some(json::names(
        list.iter().map(|entry| json::text(entry).or_else(|| json::text(json::dig(entry, key)))),
    ))
}

fn pictures(item: &Value) -> Vec<Media> {
    let links = json::list(json::dig(item, "slideshowImageLinks")).iter();
    links
        .filter_map(|link| fill::file(FileType::Image, json::first(link, &["tiktokLink", "downloadLink"])))
        .collect()
}

fn video(item: &Value) -> Option<Media> {
    let meta = json::dig(item, "videoMeta");
    let urls = json::list(json::dig(item, "mediaUrls")).first().into_iter();
    let url = urls.chain([json::dig(meta, "downloadAddr")]).find_map(json::address)?;
    let milliseconds = |seconds: u64| seconds.saturating_mul(1000);
    Some(Media {
        kind: FileType::Video,
        url,
        preview_url: ["coverUrl", "originalCoverUrl"]
            .iter()
            .find_map(|key| json::address(json::dig(meta, key))),
        width: json::size(json::dig(meta, "width")),
        height: json::size(json::dig(meta, "height")),
        duration_ms: json::size(json::dig(meta, "duration")).map(milliseconds),
        alt_text: None,
    })
}

#[cfg(test)]
pub(crate) mod tests;
