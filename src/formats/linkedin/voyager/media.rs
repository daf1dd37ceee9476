//! Media files of a post in Voyager's shape. The fields of `content` may be in an object named after their component.

use crate::formats::{fill, json};
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// The media type and the media files.
pub(crate) fn read_media(content: &Value) -> (Option<MediaType>, Option<Vec<Media>>) {
    let entries = content.as_object();
    let wrapped = entries.into_iter().flat_map(|map| map.values()).filter(|value| value.is_object());
    let layers: Vec<&Value> = core::iter::once(content).chain(wrapped).collect();
    let names = entries.into_iter().flat_map(|map| map.iter()).filter(|(_, value)| !value.is_null());
    let is_video = names.map(|(name, _)| name.to_lowercase()).any(|name| name.contains("video"));
    let mut files: Vec<Media> = layers.iter().flat_map(|layer| pictures(layer)).take(100).collect();
    if is_video {
        files = layers.iter().find_map(|layer| video(layer)).into_iter().collect();
        return (Some(MediaType::Video), Some(files));
    }
    (fill::media_type(&files), Some(files))
}

/// The largest version of each picture.
fn pictures(layer: &Value) -> Vec<Media> {
    let images = json::list(json::dig(layer, "images")).iter();
    let picture = |image: &Value| {
        let marks = json::list(json::dig(image, "attributes"));
        let vector = marks.iter().find_map(|mark| {
            let found = json::first(mark, &["vectorImage", "detailData.vectorImage"]);
            found.is_object().then_some(found)
        })?;
        let artifacts = json::list(json::dig(vector, "artifacts")).iter();
        let largest = artifacts.max_by_key(|artifact| json::size(json::dig(artifact, "width")))?;
        let root = json::dig(vector, "rootUrl").as_str().unwrap_or_default();
        let rest = json::text(json::dig(largest, "fileIdentifyingUrlPathSegment"))?;
        let mut file = fill::file(FileType::Image, &Value::from(format!("{root}{rest}")))?;
        file.width = json::size(json::dig(largest, "width"));
        file.height = json::size(json::dig(largest, "height"));
        file.alt_text = json::short_text(json::dig(image, "accessibilityText"));
        Some(file)
    };
    images.filter_map(picture).collect()
}

fn video(layer: &Value) -> Option<Media> {
    let play = json::first(layer, &["*videoPlayMetadata", "videoPlayMetadata"]);
    let streams = json::list(json::dig(play, "progressiveStreams")).iter();
    let mut places = streams.flat_map(|stream| json::list(json::dig(stream, "streamingLocations")));
    let mut file = places.find_map(|place| fill::file(FileType::Video, json::dig(place, "url")))?;
    file.duration_ms = json::size(json::dig(play, "duration"));
    Some(file)
}
