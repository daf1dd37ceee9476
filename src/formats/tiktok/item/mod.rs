//! TikTok's own shape of a post, in which its pages receive it.

use super::{line, published, set_media, set_page};
use crate::formats::number::Count;
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, page,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// The wrappers around one or several posts.
const WRAPPERS: &[Signature] = &[Signature::Keys(&[
    "itemList[]|item_list[]|ItemModule{}|itemInfo.itemStruct{}|__DEFAULT_SCOPE__{}|data.itemList[]",
])];
const PLACES: &[&str] = &[
    "itemList/*",
    "item_list/*",
    "ItemModule/*",
    "itemInfo/itemStruct",
    "__DEFAULT_SCOPE__/webapp.video-detail/itemInfo/itemStruct",
    "data/itemList/*",
    "data/*/item",
];

/// Posts in the shape in which TikTok's pages receive them.
pub static FORMAT: Format = Format {
    name: "tiktok-web",
    description: "posts as TikTok's pages are sent them (itemStruct): TikTokApi, pyktok, saved answers of its API",
    networks: &[Network::Tiktok],
    parts: &[
        Part { what: "a page of posts", signatures: WRAPPERS, at: &[""], role: Role::Document },
        Part {
            what: "posts",
            signatures: &[Signature::Keys(&["desc", "createTime", "stats|statsV2"])],
            at: &[""],
            role: Role::Posts(convert_with_file_time),
        },
        Part {
            what: "posts in a page",
            signatures: &[Signature::Keys(&["desc", "createTime", "author|stats|statsV2"])],
            at: PLACES,
            role: Role::Posts(convert_with_file_time),
        },
        Part {
            what: "pages of posts",
            signatures: WRAPPERS,
            at: &[""],
            role: Role::Posts(|element, settings| {
                Ok(page(element, PLACES, convert_with_file_time, settings))
            }),
        },
    ],
};

/// Converts one post from a file that does not say when the post was collected.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub(crate) fn convert_with_file_time(item: &Value, settings: &Settings) -> Outcome {
    let mut item = convert(item, settings)?;
    if let Item::Post(found) = &mut item {
        let published = found.post.published_at;
        found.post.collected_at = settings.collected_at(published);
    }
    Ok(item)
}

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(item: &Value, settings: &Settings) -> Outcome {
    if item.get("liveRoomInfo").is_some_and(|live| !live.is_null()) {
        return Ok(Item::Skipped("live stream"));
    }
    if json::dig(item, "isAd") == &Value::Bool(true) {
        return Ok(Item::Skipped("advertisement"));
    }
    let id = item
        .get("id")
        .filter(|id| id.is_string())
        .and_then(json::id)
        .ok_or_else(|| ImportError::no_id("id, as text"))?;
    let (published, inferred) = published(json::dig(item, "createTime"), &id, settings, "createTime")?;
    let author = author_or(find_author(item), settings)?;
    let mut post = line(id, author, published);
    describe(&mut post, item);
    set_page(&mut post, is_album(item));
    let mut approximate = counts(&mut post, item);
    approximate.extend(inferred.then(|| "published_at".to_owned()));
    post.approximate = Some(approximate).filter(|fields| !fields.is_empty());
    Ok(post.into())
}

/// The author: an object, or a username with the other fields beside it.
fn find_author(item: &Value) -> Option<AuthorLine> {
    let author = json::dig(item, "author");
    let followers = json::count(json::dig(item, "authorStatsV2.followerCount"))
        .or_else(|| json::count(json::dig(item, "authorStats.followerCount")));
    let followers_count = followers.map(|count| count.value);
    if let Some(username) = json::text(author) {
        let display_name = json::text(json::dig(item, "nickname"));
        let id = json::id(json::dig(item, "authorId"));
        return Some(AuthorLine { id, username, display_name, followers_count, ..AuthorLine::default() });
    }
    Some(AuthorLine {
        id: json::id(json::dig(author, "id")),
        username: json::text(json::dig(author, "uniqueId"))?,
        display_name: json::text(json::dig(author, "nickname")),
        url: None,
        avatar_url: ["avatarLarger", "avatarMedium", "avatarThumb"]
            .iter()
            .find_map(|key| json::address(json::dig(author, key))),
        verified: json::dig(author, "verified").as_bool(),
        followers_count,
    })
}

/// Fills in text, hashtags, mentions, language and media.
fn describe(post: &mut PostLine, item: &Value) {
    post.content = Some(json::unix_lines(json::dig(item, "desc").as_str().unwrap_or_default()));
    post.language = json::text(json::dig(item, "textLanguage")).filter(|code| code != "un");
    let marks = json::dig(item, "textExtra").as_array();
    let named = |key| {
        let names =
            |marks: &Vec<Value>| json::names(marks.iter().map(|mark| json::text(json::dig(mark, key))));
        marks.map(names)
    };
    post.mentions = named("userUniqueId");
    let challenges = json::dig(item, "challenges").as_array();
    let challenges =
        challenges.map(|list| json::names(list.iter().map(|tag| json::text(json::dig(tag, "title")))));
    post.hashtags =
        named("hashtagName").filter(|tags| !tags.is_empty()).or(challenges).or(named("hashtagName"));
    let files = if is_album(item) { pictures(item) } else { video(item).into_iter().collect() };
    set_media(post, files, is_album(item));
}

fn is_album(item: &Value) -> bool {
    json::dig(item, "imagePost.images").is_array()
}

fn pictures(item: &Value) -> Vec<Media> {
    let picture = |image: &Value| {
        Some(Media {
            kind: FileType::Image,
            url: json::address(json::list(json::dig(image, "imageURL.urlList")).first()?)?,
            preview_url: None,
            width: json::size(json::dig(image, "imageWidth")),
            height: json::size(json::dig(image, "imageHeight")),
            duration_ms: None,
            alt_text: None,
        })
    };
    json::list(json::dig(item, "imagePost.images")).iter().filter_map(picture).collect()
}

fn video(item: &Value) -> Option<Media> {
    let video = json::dig(item, "video");
    let address = |key| json::address(json::dig(video, key));
    Some(Media {
        kind: FileType::Video,
        url: address("playAddr").or_else(|| address("downloadAddr"))?,
        preview_url: address("cover"),
        width: json::size(json::dig(video, "width")),
        height: json::size(json::dig(video, "height")),
        duration_ms: json::size(json::dig(video, "duration")).map(|seconds| seconds.saturating_mul(1000)),
        alt_text: None,
    })
}

/// Fills in the counts, and returns the names of those that are rounded.
fn counts(post: &mut PostLine, item: &Value) -> Vec<String> {
    let mut rounded = Vec::new();
    for (name, key, field) in [
        ("comments_count", "commentCount", &mut post.comments_count),
        ("likes_count", "diggCount", &mut post.likes_count),
        ("saves_count", "collectCount", &mut post.saves_count),
        ("shares_count", "shareCount", &mut post.shares_count),
        ("views_count", "playCount", &mut post.views_count),
    ] {
        let count = count(item, key);
        *field = count.map(|count| count.value);
        rounded.extend(count.filter(|count| count.rounded).map(|_| name.to_owned()));
    }
    rounded
}

/// A count. `statsV2` has exact counts. `stats` has them as shown, such as 15800 for `15.8K`, so counts that look
/// rounded are marked as such.
fn count(item: &Value, key: &str) -> Option<Count> {
    let read = |stats| json::count(json::dig(json::dig(item, stats), key));
    let shown = || {
        let shown = read("stats")?;
        Some(Count { rounded: shown.rounded || shown.value >= 10_000 && shown.value % 100 == 0, ..shown })
    };
    match read("statsV2") {
        // A zero may mean unknown there.
        Some(exact) if exact.value == 0 => shown().filter(|shown| shown.value > 0).or(Some(exact)),
        exact => exact.or_else(shown),
    }
}

#[cfg(test)]
pub(crate) mod tests;
