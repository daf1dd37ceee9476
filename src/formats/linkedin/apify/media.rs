//! Media files of a post, under the names used by the various scrapers.

use crate::formats::{fill, json};
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// The media type and the media files. Previews of links and documents are not media files.
pub(crate) fn read_media(item: &Value) -> (Option<MediaType>, Option<Vec<Media>>) {
    let kind = json::first_text(item, &["media.type", "type"]).unwrap_or_default().to_lowercase();
    let files = if kind.contains("document") || kind.contains("article") {
        Vec::new()
    } else if kind.contains("video") || !video_address(item).is_null() {
        video(item).into_iter().collect()
    } else {
        pictures(item)
    };
    let media_type = fill::media_type(&files).or(kind.contains("video").then_some(MediaType::Video));
    (media_type, Some(files))
}

fn video_address(item: &Value) -> &Value {
    json::first_filled(item, &["postVideo.videoUrl", "postVideo.url"])
}

fn video(item: &Value) -> Option<Media> {
    let streams = json::list(json::dig(item, "linkedinVideo.videoPlayMetadata.progressiveStreams"));
    let streamed = streams
        .iter()
        .flat_map(|stream| json::list(json::dig(stream, "streamingLocations")))
        .map(|place| json::dig(place, "url"));
    let items = json::list(json::dig(item, "media.items")).iter().map(|file| json::dig(file, "url"));
    let single = [video_address(item), json::dig(item, "media.url")];
    let mut file =
        single.into_iter().chain(streamed).chain(items).find_map(|url| fill::file(FileType::Video, url))?;
    let previews = ["postVideo.thumbnailUrl", "media.thumbnail", "linkedinVideo.videoPlayMetadata.thumbnail"];
    file.preview_url = previews.iter().find_map(|path| json::address(json::dig(item, path)));
    Some(file)
}

fn pictures(item: &Value) -> Vec<Media> {
    let lists = ["images", "postImages", "media.items", "media.images"];
    let listed = lists.iter().map(|path| json::list(json::dig(item, path))).find(|list| !list.is_empty());
    let single = [json::dig(item, "media.url"), json::dig(item, "image")];
    let entries: Vec<&Value> =
        listed.map_or_else(|| single.into_iter().take(2).collect(), |list| list.iter().collect());
    let picture = |entry: &Value| {
        let url = entry.get("url").unwrap_or(entry);
        let mut file = fill::file(FileType::Image, url)?;
        (file.width, file.height) =
            (json::size(json::dig(entry, "width")), json::size(json::dig(entry, "height")));
        Some(file)
    };
    entries.into_iter().filter_map(picture).take(100).collect()
}
