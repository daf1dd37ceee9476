//! LinkedIn posts from Bright Data. Dates may be computed from ages such as "2d", so the time is taken from the id.

use super::urn::Urn;
use super::{line, name_in};
use crate::formats::bright_data::row::date_collected;
use crate::formats::value::fill::{self, Counts};
use crate::formats::{ImportError, Outcome, Settings, author_or, json, timestamps};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media, post_id};
use serde_json::Value;

/// Converts a post.
///
/// # Errors
/// When it has no whole id, no author, or an implausible time.
pub(crate) fn convert(row: &Value, settings: &Settings) -> Outcome {
    let urn =
        urn(json::dig(row, "url"), json::dig(row, "id")).ok_or_else(|| ImportError::no_id("id or url"))?;
    let published = match urn.time() {
        Some(time) => timestamps::plausible(time, settings.now, "id")?,
        None => timestamps::parse_published(json::dig(row, "date_posted"), settings, "date_posted")?,
    };
    let mut post = line(&urn, author_or(find_author(row), settings)?, published);
    let content = json::first_text(row, &["post_text", "original_post_text"]).unwrap_or_default();
    post.content = Some(json::unix_lines(&content));
    let tags = json::dig(row, "hashtags").as_array();
    post.hashtags = tags.map(|tags| json::names(tags.iter().map(json::text)));
    let files = files(row);
    post.media_type = fill::media_type(&files);
    post.media = Some(files);
    Counts {
        likes: json::dig(row, "num_likes"),
        comments: json::dig(row, "num_comments"),
        shares: json::first(row, &["num_shares", "num_reposts"]),
        ..Counts::default()
    }
    .fill(&mut post);
    relate(&mut post, row);
    date_collected(&mut post, row, settings);
    Ok(post.into())
}

/// The URN of a post: that in its address, else one made from its number.
fn urn(url: &Value, id: &Value) -> Option<Urn> {
    json::text(url).and_then(|url| Urn::find(&url)).or_else(|| Urn::activity(&json::id(id)?))
}

fn find_author(row: &Value) -> Option<AuthorLine> {
    let page = json::dig(row, "use_url");
    let username = json::text(json::dig(row, "user_id")).or_else(|| name_in(page))?;
    let page_url = json::address(page).and_then(|page| page.split(['?', '#']).next().map(str::to_owned));
    Some(AuthorLine {
        id: None,
        username,
        display_name: json::short_text(json::dig(row, "user_name")),
        url: page_url.filter(|url| name_in(&url.as_str().into()).is_some()),
        avatar_url: json::address(json::first(row, &["author_profile_pic", "user_profile_pic"])),
        verified: None,
        followers_count: json::count(json::dig(row, "user_followers")).map(|count| count.value),
    })
}

/// The media files. `videos` also lists embedded players of linked sites, which are left out.
fn files(row: &Value) -> Vec<Media> {
    let is_player = |url: &&Value| url.as_str().is_some_and(|url| url.contains("/embed/"));
    let videos = json::list(json::dig(row, "videos")).iter().filter(|url| !is_player(url));
    let preview_url = json::address(json::dig(row, "video_thumbnail"));
    let duration_ms = json::millis(json::dig(row, "video_duration"));
    let videos: Vec<Media> = videos
        .filter_map(|url| fill::file(FileType::Video, url))
        .map(|file| Media { preview_url: preview_url.clone(), duration_ms, ..file })
        .collect();
    if !videos.is_empty() {
        return videos;
    }
    json::list(json::dig(row, "images")).iter().filter_map(|url| fill::file(FileType::Image, url)).collect()
}

/// Sets the kind if the post reshares another: a quote if it has text of its own, else a repost, whose counts belong
/// to the original.
fn relate(post: &mut PostLine, row: &Value) {
    let original = urn(json::dig(row, "repost.repost_url"), json::dig(row, "repost.repost_id"));
    if original.is_none() && json::dig(row, "post_type") != "repost" {
        return;
    }
    let has_words = post.content.as_deref().is_some_and(|text| !text.trim().is_empty());
    post.kind = Some(if has_words { Kind::Quote } else { Kind::Repost });
    post.refers_to = original.map(|urn| post_id(Network::Linkedin, &urn.id()));
    if !has_words {
        (post.likes_count, post.comments_count, post.shares_count) = (None, None, None);
    }
}
