//! The media file of a video, from yt-dlp's metadata.

use crate::formats::json;
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Sets a post's media type and media file.
pub(crate) fn fill(post: &mut PostLine, info: &Value) {
    let url = json::dig(info, "webpage_url").as_str().unwrap_or_default();
    let is_album = post.platform.network == Network::Tiktok && url.contains("/photo/");
    let is_reel = post.platform.network == Network::Instagram && url.contains("/reel");
    post.media_type = match () {
        () if is_album => Some(MediaType::Carousel),
        () if is_reel => Some(MediaType::Reel),
        // For a slideshow, yt-dlp has only the sound, under the address of a video.
        () if is_sound_only(info) => None,
        () => Some(MediaType::Video),
    };
    // For an album, yt-dlp has only the sound.
    post.media = (!is_album).then(|| video(info).into_iter().collect());
}

fn video(info: &Value) -> Option<Media> {
    let formats = json::list(json::dig(info, "formats"));
    // Formats are sorted from worst to best.
    let best = core::iter::once(info).chain(formats.iter().rev()).find(|format| is_file(format))?;
    let size = |key| json::size(json::dig(best, key)).or_else(|| json::size(json::dig(info, key)));
    Some(Media {
        kind: FileType::Video,
        url: json::address(json::dig(best, "url"))?,
        preview_url: json::address(json::dig(info, "thumbnail")),
        width: size("width"),
        height: size("height"),
        duration_ms: json::millis(json::dig(info, "duration")),
        alt_text: None,
    })
}

/// Whether everything that yt-dlp found is sound only.
fn is_sound_only(info: &Value) -> bool {
    let formats = json::list(json::dig(info, "formats")).iter();
    let mut codecs =
        formats.chain([info]).map(|format| json::dig(format, "vcodec")).filter(|codec| !codec.is_null());
    let first = codecs.next();
    first.is_some_and(|codec| codec == "none") && codecs.all(|codec| codec == "none")
}

/// Whether the format is a file with both sound and pictures, not a playlist of segments.
fn is_file(format: &Value) -> bool {
    let protocol = json::dig(format, "protocol").as_str().unwrap_or("https");
    let has = |codec| json::dig(format, codec) != "none";
    matches!(protocol, "https" | "http")
        && has("vcodec")
        && has("acodec")
        && json::address(json::dig(format, "url")).is_some_and(|url| url.starts_with("http"))
}
