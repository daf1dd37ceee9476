//! Media files of X posts.

use crate::formats::json;
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// A post's media entries. `extended_entities` lists all of them; without it, `entities` has one.
pub fn entries(tweet: &Value) -> &[Value] {
    match json::list(json::dig(tweet, "extended_entities.media")) {
        [] => json::list(json::dig(tweet, "entities.media")),
        entries => entries,
    }
}

/// A post's media files, in order. Files without an address are left out.
pub fn files(tweet: &Value) -> Vec<Media> {
    entries(tweet).iter().filter_map(file).collect()
}

fn file(entry: &Value) -> Option<Media> {
    let picture = json::address(json::dig(entry, "media_url_https"))
        .or_else(|| json::address(json::dig(entry, "media_url")));
    let alt_text = json::short_text(json::dig(entry, "ext_alt_text"));
    if !matches!(entry.get("type").and_then(Value::as_str), Some("video" | "animated_gif")) {
        let (width, height) = dimensions(entry);
        let kind = FileType::Image;
        return picture.map(|url| Media {
            kind,
            url,
            preview_url: None,
            width,
            height,
            duration_ms: None,
            alt_text,
        });
    }
    let url = best(json::list(json::dig(entry, "video_info.variants")))?;
    let (width, height) = dimensions_in_url(&url).unwrap_or_else(|| dimensions(entry));
    let duration_ms = json::size(json::dig(entry, "video_info.duration_millis"));
    Some(Media { kind: FileType::Video, url, preview_url: picture, width, height, duration_ms, alt_text })
}

/// The address of the MP4 with the highest bit rate. A GIF's bit rate is 0. A playlist has none and is not a file.
fn best(variants: &[Value]) -> Option<String> {
    let rate = |variant: &&Value| json::count(json::dig(variant, "bitrate")).map_or(0, |rate| rate.value);
    variants
        .iter()
        .filter(|variant| json::dig(variant, "content_type") == "video/mp4")
        .filter(|variant| json::address(json::dig(variant, "url")).is_some())
        .max_by_key(rate)
        .and_then(|variant| json::address(json::dig(variant, "url")))
}

/// Width and height: of the original, or of the largest size if it is below 2,048. At that limit, the image may have
/// been shrunk.
fn dimensions(entry: &Value) -> (Option<u64>, Option<u64>) {
    let pair =
        |width, height| Some((json::size(json::dig(entry, width))?, json::size(json::dig(entry, height))?));
    let found = pair("original_info.width", "original_info.height").or_else(|| {
        pair("sizes.large.w", "sizes.large.h").filter(|(width, height)| width.max(height) < &2048)
    });
    (found.map(|(width, _)| width), found.map(|(_, height)| height))
}

/// Width and height in an address such as `.../vid/avc1/1280x720/name.mp4`.
fn dimensions_in_url(url: &str) -> Option<(Option<u64>, Option<u64>)> {
    url.split('/').find_map(|part| {
        let (width, height) = part.split_once('x')?;
        Some((Some(width.parse().ok()?), Some(height.parse().ok()?)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_mp4_with_the_highest_bitrate_is_taken() {
        let tweet = json!({"extended_entities": {"media": [{
            "type": "video", "media_url_https": "https://pbs.example/still.jpg",
            "video_info": {"duration_millis": "64164", "variants": [
                {"bitrate": "832000", "content_type": "video/mp4", "url": "https://v.example/vid/640x360/a.mp4"},
                {"bitrate": "2176000", "content_type": "video/mp4", "url": "https://v.example/vid/1280x720/b.mp4"},
                {"content_type": "application/x-mpegURL", "url": "https://v.example/c.m3u8"}]}}]}});
        let expected = Media {
            kind: FileType::Video,
            url: "https://v.example/vid/1280x720/b.mp4".into(),
            preview_url: Some("https://pbs.example/still.jpg".into()),
            width: Some(1280),
            height: Some(720),
            duration_ms: Some(64_164),
            alt_text: None,
        };
        assert_eq!(files(&tweet), [expected]);
    }

    #[test]
    fn a_gif_is_a_video_and_a_playlist_alone_is_no_file() {
        let entry = |variant| json!({"entities": {"media": [{"type": "animated_gif", "video_info": {"variants": [variant]}}]}});
        let gif = json!({"bitrate": "0", "content_type": "video/mp4", "url": "https://v.example/g.mp4"});
        assert_eq!(files(&entry(gif)).first().map(|file| file.kind), Some(FileType::Video));
        let playlist = json!({"content_type": "application/x-mpegURL", "url": "https://v.example/c.m3u8"});
        assert_eq!(files(&entry(playlist)), []);
    }

    #[test]
    fn dimensions_of_shrunk_images_are_unknown() {
        let large = |w, h| json!({"sizes": {"large": {"w": w, "h": h}}});
        assert_eq!(dimensions(&large("1737", "976")), (Some(1737), Some(976)));
        assert_eq!(dimensions(&large("2048", "1152")), (None, None));
        let original = json!({"original_info": {"width": 4000, "height": 3000}, "sizes": {"large": {"w": 2048, "h": 1536}}});
        assert_eq!(dimensions(&original), (Some(4000), Some(3000)));
    }
}
