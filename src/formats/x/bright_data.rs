//! X posts from Bright Data.

use super::{OtherPost, handle_in_page, make_repost, page, published, text, whole_id, with_profile};
use crate::formats::bright_data::row::date_collected;
use crate::formats::value::fill::{self, Counts};
use crate::formats::{Found, ImportError, Item, Outcome, Settings, author_or, json, named};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media};
use serde_json::Value;

/// Converts the posts of a profile.
pub(crate) fn profile(row: &Value, settings: &Settings) -> Item {
    let owner = json::text(json::dig(row, "id"))
        .map(|username| author(row, username, json::id(json::dig(row, "x_id")), "profile_name"));
    let posts = json::list(json::dig(row, "posts")).iter();
    Item::Many(posts.map(|post| convert_post(post, row, owner.clone(), settings)).collect())
}

/// Converts a post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub(crate) fn convert(row: &Value, settings: &Settings) -> Outcome {
    let url = json::text(json::dig(row, "url")).unwrap_or_default();
    let username = json::text(json::dig(row, "user_posted")).or_else(|| handle_in_page(&url));
    convert_post(row, row, username.map(|username| author(row, username, None, "name")), settings)
}

fn author(row: &Value, username: String, id: Option<String>, name: &str) -> AuthorLine {
    AuthorLine {
        id,
        display_name: json::short_text(json::dig(row, name)),
        avatar_url: json::address(json::dig(row, "profile_image_link")),
        verified: json::flag(json::dig(row, "is_verified")),
        followers_count: json::count(json::dig(row, "followers")).map(|count| count.value),
        ..named(username)
    }
}

fn convert_post(row: &Value, outer_row: &Value, author: Option<AuthorLine>, settings: &Settings) -> Outcome {
    let url = json::first_text(row, &["url", "post_url"]).unwrap_or_default();
    let own = json::id(json::first(row, &["post_id", "id"]));
    let id = whole_id(own.clone(), &url).ok_or_else(|| ImportError::no_id("id, post_id or url"))?;
    let remarks = super::rounded_id_remarks(own, &id);
    let resolved = published(json::dig(row, "date_posted"), &id, settings, "date_posted")?;
    let author = author_or(author, settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), resolved.time);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    fill_content(&mut post, row);
    relate(&mut post, row);
    if !resolved.exact && !resolved.carried {
        fill::approximate(&mut post, "published_at");
    }
    date_collected(&mut post, outer_row, settings);
    Ok(Found { remarks, ..post.into() }.into())
}

fn fill_content(post: &mut PostLine, row: &Value) {
    let whole = json::dig(row, "description").as_str().unwrap_or_default();
    post.content = Some(json::unix_lines(&text::decode(whole)));
    let names = |list: &Value| json::names(json::list(list).iter().map(json::text));
    post.hashtags = json::dig(row, "hashtags").is_array().then(|| names(json::dig(row, "hashtags")));
    let tagged = json::dig(row, "tagged_users").as_array();
    post.mentions = tagged.map(|list| json::names(list.iter().map(|user| handle(json::dig(user, "url")))));
    let photos = json::list(json::dig(row, "photos")).iter();
    let videos = json::list(json::dig(row, "videos")).iter();
    let files: Vec<Media> =
        photos.filter_map(|url| fill::file(FileType::Image, url)).chain(videos.filter_map(video)).collect();
    post.media_type = fill::media_type(&files);
    post.media = Some(files);
}

/// The name in the address of a profile.
fn handle(url: &Value) -> Option<String> {
    let url = json::text(url)?;
    let name = url.split(['?', '#']).next()?.trim_end_matches('/').rsplit('/').next()?;
    Some(name.to_owned())
}

fn video(video: &Value) -> Option<Media> {
    let url = if video.is_string() { video } else { json::dig(video, "video_url") };
    let duration_ms = json::size(json::dig(video, "duration"));
    fill::file(FileType::Video, url).map(|file| Media { duration_ms, ..file })
}

fn relate(post: &mut PostLine, row: &Value) {
    if text::is_repost(post.content.as_deref().unwrap_or_default()) {
        return make_repost(post, None, None);
    }
    let other = |key| OtherPost::find(&[json::dig(row, key)]);
    let related =
        [(Kind::Reply, other("parent_post_details.post_id")), (Kind::Quote, other("quoted_post.post_id"))];
    if let Some((kind, other)) = related.into_iter().find_map(|(kind, other)| Some((kind, other?))) {
        (post.kind, post.refers_to) = (Some(kind), other.into_reference());
    }
    let count = |key| json::dig(row, key);
    Counts {
        likes: count("likes"),
        comments: count("replies"),
        views: count("views"),
        shares: count("reposts"),
        saves: count("bookmarks"),
    }
    .fill(post);
}
