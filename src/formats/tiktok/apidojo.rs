//! Datasets of apidojo's TikTok scrapers on Apify, which use other field names than most scrapers there.
//!
//! Shape: a dataset item as published by apidojo/tiktok-scraper. How it lists the pictures of a slideshow is not known
//! for certain: `images`, with addresses or objects that have one.

use super::{line, link, published, set_media, set_page};
use crate::formats::value::fill::{self, Counts};
use crate::formats::{Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// Datasets of apidojo's TikTok scrapers.
pub static FORMAT: Format = Format {
    name: "apidojo-tiktok",
    description: "datasets of apidojo's TikTok scrapers on Apify, as JSON, JSONL, CSV or XLSX",
    networks: &[Network::Tiktok],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["channel.username", "postPage|uploadedAt", "views|likes|bookmarks"]),
            Signature::Columns(&[
                "channel/username|channel.username",
                "postpage|uploadedat",
                "views|likes|bookmarks",
            ]),
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
    let page = json::text(json::dig(item, "postPage")).unwrap_or_default();
    let own = json::text(json::dig(item, "id"));
    if own.is_none() && page.is_empty() && json::dig(item, "id").is_null() {
        return Ok(Item::Skipped("report of what was not found"));
    }
    let id = link::id(&page)
        .or_else(|| json::id(json::dig(item, "id")))
        .ok_or_else(|| ImportError::no_id("id or postPage"))?;
    let time = json::first_filled(item, &["uploadedAtFormatted", "uploadedAt"]);
    let (published, inferred) = published(time, &id, settings, "uploadedAt")?;
    let author = author_or(find_author(item, &page), settings)?;
    let mut post = line(id, author, published);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    describe(&mut post, item, &page);
    let count = |key| json::dig(item, key);
    Counts {
        likes: count("likes"),
        comments: count("comments"),
        views: count("views"),
        shares: count("shares"),
        saves: count("bookmarks"),
    }
    .fill(&mut post);
    post.collected_at = settings.collected_at(published);
    Ok(post.into())
}

fn find_author(item: &Value, page: &str) -> Option<AuthorLine> {
    let channel = json::dig(item, "channel");
    Some(AuthorLine {
        id: json::id(json::dig(channel, "id")),
        username: json::text(json::dig(channel, "username")).or_else(|| link::username(page))?,
        display_name: json::short_text(json::dig(channel, "name")),
        url: None,
        avatar_url: json::address(json::dig(channel, "avatar")),
        verified: json::flag(json::dig(channel, "verified")),
        followers_count: json::count(json::dig(channel, "followers")).map(|count| count.value),
    })
}

/// Fills in text, tags, media files and the page. The media type is unknown if there is neither a video nor pictures.
fn describe(post: &mut PostLine, item: &Value, page: &str) {
    post.content = Some(json::unix_lines(json::dig(item, "title").as_str().unwrap_or_default()));
    let tags = json::dig(item, "hashtags").as_array();
    post.hashtags = tags.map(|tags| {
        json::names(tags.iter().map(|tag| json::text(tag).or_else(|| json::text(json::dig(tag, "name")))))
    });
    let pictures: Vec<Media> = json::list(json::dig(item, "images")).iter().filter_map(picture).collect();
    let is_album = !pictures.is_empty() || page.contains("/photo/");
    set_page(post, is_album);
    let video = video(json::dig(item, "video"));
    let kind_is_known = is_album || video.is_some();
    set_media(post, if is_album { pictures } else { video.into_iter().collect() }, is_album);
    if !kind_is_known {
        post.media_type = None;
    }
}

fn picture(image: &Value) -> Option<Media> {
    fill::file(FileType::Image, if image.is_string() { image } else { json::dig(image, "url") })
}

fn video(video: &Value) -> Option<Media> {
    Some(Media {
        preview_url: json::address(json::first(video, &["cover", "thumbnail"])),
        width: json::size(json::dig(video, "width")),
        height: json::size(json::dig(video, "height")),
        duration_ms: json::millis(json::dig(video, "duration")),
        ..fill::file(FileType::Video, json::dig(video, "url"))?
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::formats::tests::{code, over, posts, read, settings};
    use crate::posts::post::MediaType;
    use serde_json::json;

    /// An item with some keys replaced.
    pub(crate) fn item(other: Value) -> Value {
        let item = json!({
            "inputSource": "https://www.tiktok.com/@kelp.kitchen", "id": "7582653551500066943", "title": "Soup #kelp",
            "views": 3_515_372, "likes": 128_151, "comments": 18_185, "shares": 19_300, "bookmarks": 9107, "hashtags": ["kelp"],
            "channel": {"id": "661", "name": "Kelp", "username": "kelp.kitchen", "verified": true, "followers": 1233,
                "url": "https://www.tiktok.com/@kelp.kitchen", "avatar": "https://cdn.example/a.jpg"},
            "uploadedAt": 1_765_474_107, "uploadedAtFormatted": "2025-12-11T17:28:27.000Z",
            "video": {"width": 720, "height": 1280, "ratio": "720p", "duration": 93.761, "url": "https://v.example/1.mp4",
                "cover": "https://cdn.example/c.jpg"},
            "song": {"id": 7_580_000_000_000_000_000_u64, "title": "s"},
            "postPage": "https://www.tiktok.com/@kelp.kitchen/video/7582653551500066943"});
        over(item, other)
    }

    fn one(other: Value) -> PostLine {
        let (format, mut posts) = posts(&[json!([item(other)]).to_string().as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("apidojo-tiktok", 1));
        posts.remove(0)
    }

    #[test]
    fn a_video_is_converted_with_all_its_counts() {
        let post = one(json!({}));
        assert_eq!(
            post.url.as_deref(),
            Some("https://www.tiktok.com/@kelp.kitchen/video/7582653551500066943")
        );
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(128_151), Some(18_185), Some(3_515_372))
        );
        assert_eq!((post.shares_count, post.saves_count), (Some(19_300), Some(9107)));
        assert_eq!((post.content.as_deref(), post.hashtags), (Some("Soup #kelp"), Some(vec!["kelp".into()])));
        assert_eq!(post.published_at.to_string(), "2025-12-11T17:28:27.000Z");
        let author = &post.author;
        assert_eq!(
            (author.username.as_str(), author.display_name.as_deref()),
            ("kelp.kitchen", Some("Kelp"))
        );
        let [file] = &post.media.unwrap()[..] else { panic!() };
        assert_eq!(
            (file.kind, file.duration_ms, post.media_type),
            (FileType::Video, Some(93_761), Some(MediaType::Video))
        );
    }

    #[test]
    fn pictures_make_an_album_and_without_files_the_kind_is_unknown() {
        let album = one(
            json!({"video": null, "images": ["https://cdn.example/1.jpg", {"url": "https://cdn.example/2.jpg"}]}),
        );
        assert_eq!((album.media_type, album.media.unwrap().len()), (Some(MediaType::Carousel), 2));
        assert_eq!(
            album.url.as_deref(),
            Some("https://www.tiktok.com/@kelp.kitchen/photo/7582653551500066943")
        );
        let bare = one(json!({"video": {"url": ""}}));
        assert_eq!((bare.media_type, bare.media), (None, Some(vec![])));
    }

    #[test]
    fn tables_are_converted_like_objects() {
        let table = "id,title,views,likes,channel/username,channel/name,hashtags/0,uploadedAt,postPage,video/url\n\
            7.58265E+18,Soup,900,12,kelp.kitchen,Kelp,kelp,1765474107,https://www.tiktok.com/@kelp.kitchen/video/7582653551500066943,https://v.example/1.mp4\n";
        let (format, posts) = posts(&[table.as_bytes()], &settings());
        let post = &posts[0];
        assert_eq!((format, post.platform_post_id.as_str()), ("apidojo-tiktok", "7582653551500066943"));
        assert_eq!((post.likes_count, &post.hashtags), (Some(12), &Some(vec!["kelp".into()])));
    }

    #[test]
    fn other_items_are_skipped_and_damaged_ids_are_rejected() {
        let file = json!([item(json!({})), {"noResults": true}, item(json!({"id": null, "postPage": null}))]);
        let (_, found) = read(&[file.to_string().as_bytes()], &settings());
        assert!(found[1..].iter().all(|outcome| matches!(outcome, Ok(Item::Skipped(_)))), "{found:?}");
        assert_eq!(code(convert(&item(json!({"id": 7.58e18, "postPage": null})), &settings())), "MISSING_ID");
        let timeless = json!({"uploadedAt": null, "uploadedAtFormatted": null});
        assert_eq!(one(timeless).approximate, Some(vec!["published_at".into()]));
    }
}
