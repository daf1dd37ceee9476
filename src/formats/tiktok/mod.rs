//! TikTok posts.

pub mod apidojo;
pub mod apify;
pub mod aweme;
pub(crate) mod bright_data;
pub mod export;
pub mod fourcat;
pub mod item;
pub mod link;
pub mod minet;
pub mod pyktok;
pub mod research;
pub mod studio;

use super::{ImportError, Settings, snowflake, timestamps};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, MAX_ENTRIES, PostLine};
use crate::posts::post::{Media, MediaType};
use crate::time::Timestamp;
use serde_json::Value;

/// A post with its id, its author, and the address of the author's profile.
fn line(id: String, author: AuthorLine, published: Timestamp) -> PostLine {
    let profile = format!("https://www.tiktok.com/@{}", author.username);
    let mut post = PostLine::new(Network::Tiktok, id, author.username.clone(), published);
    post.author = AuthorLine { url: Some(profile), ..author };
    post
}

/// A post's time: the written time, else the one in its id. Also returns whether it was inferred from the id.
fn published(
    written: &Value,
    id: &str,
    settings: &Settings,
    field: &str,
) -> Result<(Timestamp, bool), ImportError> {
    let resolved = timestamps::in_utc(written, snowflake::tiktok(id), settings, field)?;
    Ok((resolved.time, !resolved.exact))
}

/// Sets the address of the post's page, which is a video or a photo page.
fn set_page(post: &mut PostLine, is_album: bool) {
    let kind = if is_album { "photo" } else { "video" };
    post.url =
        Some(format!("https://www.tiktok.com/@{}/{kind}/{}", post.author.username, post.platform_post_id));
}

/// Sets the media files and the media type of a video or an album.
fn set_media(post: &mut PostLine, mut files: Vec<Media>, is_album: bool) {
    files.truncate(MAX_ENTRIES);
    post.media_type = Some(match files.len() {
        _ if !is_album => MediaType::Video,
        1 => MediaType::Image,
        _ => MediaType::Carousel,
    });
    post.media = Some(files);
}
