//! Posts of the libraries called twitter-scraper: n0madic's for Go, and its TypeScript ports by the-convocation and
//! elizaOS.
//!
//! Shape: `types.go` of n0madic/twitter-scraper, which writes field names unchanged (`PermanentURL`), and
//! `src/tweets.ts` and `src/timeline-v2.ts` of the-convocation/twitter-scraper (`permanentUrl`). The keys differ only
//! in case, so case is ignored. Neither library lists GIFs, but forks of the Go library do.

mod links;

use super::entities::Entities;
use super::{
    fill_from_v1, handle_in_page, make_repost, page, published, rounded_id_remarks, text, whole_id,
    with_profile,
};
use crate::formats::table::cell;
use crate::formats::value::fill::{self, Counts};
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, named,
    snowflake,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media, MediaType, post_id};
use serde_json::Value;

/// Posts of twitter-scraper.
pub static FORMAT: Format = Format {
    name: "twitter-scraper",
    description: "JSON of the libraries twitter-scraper (n0madic for Go; the-convocation, elizaOS for TypeScript)",
    networks: &[Network::X],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&[
                "permanentUrl|PermanentURL",
                "timestamp|Timestamp|timeParsed|TimeParsed",
                "text|Text",
            ]),
            Signature::Keys(&["permanentUrl|PermanentURL", "isRetweet|IsRetweet"]),
        ],
        at: &["", "tweets/*", "*"],
        role: Role::Posts(convert),
    }],
};

/// Converts a post, and the posts of its author that continue the thread.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(tweet: &Value, settings: &Settings) -> Outcome {
    let thread = json::list(cell(tweet, "thread"));
    if thread.is_empty() {
        return convert_tweet(tweet, settings);
    }
    Ok(Item::Many([tweet].into_iter().chain(thread).map(|tweet| convert_tweet(tweet, settings)).collect()))
}

fn convert_tweet(tweet: &Value, settings: &Settings) -> Outcome {
    let url = json::text(cell(tweet, "permanenturl")).unwrap_or_default();
    let own = json::id(cell(tweet, "id"));
    if own.is_none() && url.is_empty() && !cell(tweet, "error").is_null() {
        return Ok(Item::Skipped("error of the scraper"));
    }
    let id = whole_id(own.clone(), &url).ok_or_else(|| ImportError::no_id("id or permanentUrl"))?;
    let remarks = rounded_id_remarks(own, &id);
    let time = [cell(tweet, "timeparsed"), cell(tweet, "timestamp")];
    let time = time.into_iter().find(|time| !time.is_null()).unwrap_or(&Value::Null);
    let resolved = published(time, &id, settings, "timeParsed")?;
    let author = author_or(author(tweet, &url), settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), resolved.time);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    let original = cell(tweet, "retweetedstatus");
    let is_repost = json::flag(cell(tweet, "isretweet")) == Some(true);
    if is_repost || !original.is_null() {
        fill_content(&mut post, if original.is_object() { original } else { tweet });
        let by = json::text(cell(original, "username"));
        let id = json::id(cell(original, "id")).or_else(|| json::id(cell(tweet, "retweetedstatusid")));
        make_repost(&mut post, by, id);
    } else {
        fill_content(&mut post, tweet);
        count(&mut post, tweet);
        (post.kind, post.refers_to) = relation(tweet);
    }
    if !resolved.exact && !resolved.carried {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(resolved.time);
    let first_version = first_version(tweet);
    if first_version.as_ref().is_some_and(|first| *first != post.platform_post_id) {
        post.edited_at = snowflake::x(&post.platform_post_id);
    }
    Ok(Found { first_version, remarks, ..post.into() }.into())
}

fn author(tweet: &Value, url: &str) -> Option<AuthorLine> {
    let username = json::text(cell(tweet, "username")).or_else(|| handle_in_page(url))?;
    let display_name = json::short_text(cell(tweet, "name"));
    Some(AuthorLine { id: json::id(cell(tweet, "userid")), display_name, ..named(username) })
}

/// Fills in text, hashtags, mentions and media files. If the response of X's pages was kept, it has more details and
/// is used instead.
fn fill_content(post: &mut PostLine, tweet: &Value) {
    let content = text::decode_note(cell(tweet, "text").as_str().unwrap_or_default());
    let raw = cell(tweet, "rawunstable");
    if raw.is_object() {
        return fill_from_v1(post, raw, &Entities(vec![json::dig(raw, "entities")]), content);
    }
    let html = cell(tweet, "html").as_str().unwrap_or_default();
    post.content = Some(json::unix_lines(&links::expand_links(content, html)));
    let names = |list: &Value, key: &str| {
        let entries = json::list(list).iter();
        json::names(entries.map(|entry| json::text(entry).or_else(|| json::text(cell(entry, key)))))
    };
    // In Go, empty lists are written as null.
    post.hashtags = Some(names(cell(tweet, "hashtags"), "text"));
    let mentions = cell(tweet, "mentions");
    post.mentions = mentions.is_array().then(|| names(mentions, "username"));
    (post.media_type, post.media) = files(tweet);
}

fn files(tweet: &Value) -> (Option<MediaType>, Option<Vec<Media>>) {
    let list = |key| json::list(cell(tweet, key));
    let (photos, videos) = (list("photos"), [list("videos"), list("gifs")].concat());
    let media_type = match (photos.len(), videos.len()) {
        (0, 0) => None,
        (1, 0) => Some(MediaType::Image),
        (0, 1) => Some(MediaType::Video),
        _ => Some(MediaType::Carousel),
    };
    let photo = |photo: &Value| {
        let url = if photo.is_string() { photo } else { cell(photo, "url") };
        let alt_text = json::short_text(cell(photo, "alttext"));
        fill::file(FileType::Image, url).map(|file| Media { alt_text, ..file })
    };
    let video = |video: &Value| {
        let preview_url = json::address(cell(video, "preview"));
        fill::file(FileType::Video, cell(video, "url")).map(|file| Media { preview_url, ..file })
    };
    let files = photos.iter().filter_map(photo).chain(videos.iter().filter_map(video)).collect();
    (media_type, Some(files))
}

fn count(post: &mut PostLine, tweet: &Value) {
    let saves = cell(tweet, "bookmarkcount");
    let views = cell(tweet, "views");
    let is_unknown = json::count(views).is_some_and(|views| views.value == 0);
    Counts {
        likes: cell(tweet, "likes"),
        comments: cell(tweet, "replies"),
        // In Go, unknown views are written as 0.
        views: if is_unknown { &Value::Null } else { views },
        shares: cell(tweet, "retweets"),
        saves: if saves.is_null() { cell(tweet, "bookmarks") } else { saves },
    }
    .fill(post);
}

fn relation(tweet: &Value) -> (Option<Kind>, Option<String>) {
    let related = [
        (Kind::Reply, "isreply", "inreplytostatusid", "inreplytostatus"),
        (Kind::Quote, "isquoted", "quotedstatusid", "quotedstatus"),
    ];
    let found = related.into_iter().find_map(|(kind, flag, key, other)| {
        let id = json::id(cell(tweet, key)).or_else(|| json::id(cell(cell(tweet, other), "id")));
        let is_one = json::flag(cell(tweet, flag)) == Some(true) || id.is_some();
        is_one.then_some((kind, id))
    });
    found.map_or((None, None), |(kind, id)| (Some(kind), id.map(|id| post_id(Network::X, &id))))
}

/// The id that all versions of an edited post share.
fn first_version(tweet: &Value) -> Option<String> {
    let versions = json::list(cell(tweet, "versions"));
    versions.first().filter(|_| versions.len() > 1).and_then(json::id)
}

#[cfg(test)]
pub(crate) mod tests;
