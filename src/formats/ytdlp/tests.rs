use super::*;
use crate::formats::tests::{code, post, posts, read as read_files, settings};
use crate::posts::post::{FileType, MediaType};
use serde_json::json;

fn with(mut info: Value, over: Value) -> Value {
    let (Some(map), Value::Object(over)) = (info.as_object_mut(), over) else { panic!("no object") };
    map.extend(over);
    info
}

/// The metadata of a TikTok video with some keys replaced.
pub(crate) fn tiktok(over: Value) -> Value {
    let info = json!({
        "extractor_key": "TikTok", "extractor": "TikTok", "_type": "video", "id": "7300000000000000001",
        "title": "Low tide at dawn, with all that lives in the pools between the ro...",
        "description": "Low tide at dawn #reef", "timestamp": 1_699_663_700, "upload_date": "20231111",
        "uploader": "reef.watch", "channel": "Reef Watch", "uploader_id": "17", "channel_id": "MS4wLjABAAAA",
        "like_count": 59, "comment_count": 3, "view_count": 3597, "repost_count": 0, "save_count": 9,
        "webpage_url": "https://www.tiktok.com/@reef.watch/video/7300000000000000001?_r=1",
        "thumbnail": "https://cdn.example/cover.jpg", "duration": 7.5, "epoch": 1_700_000_000,
        "formats": [
            {"url": "https://cdn.example/sound.m4a", "vcodec": "none", "acodec": "aac", "protocol": "https"},
            {"url": "https://cdn.example/1.mp4", "vcodec": "h264", "acodec": "aac", "protocol": "https", "width": 576,
                "height": 1024, "http_headers": {"Cookie": "secret"}, "cookies": "secret"},
            {"url": "https://cdn.example/all.m3u8", "protocol": "m3u8_native"}]});
    with(info, over)
}

fn x(over: Value) -> Value {
    let info = json!({
        "extractor_key": "Twitter", "id": "1799999999999999999", "display_id": "1800000000000000001",
        "title": "Reef - Spawning", "description": "Spawning &amp; more #Reef", "timestamp": 1_717_988_417.0,
        "uploader_id": "reef_watch", "uploader": "Reef", "channel_id": "17", "tags": ["Reef"], "like_count": 5,
        "repost_count": 2, "webpage_url": "https://twitter.com/reef_watch/status/1800000000000000001/video/1"});
    with(info, over)
}

fn instagram(over: Value) -> Value {
    let info = json!({
        "extractor_key": "Instagram", "id": "CI5REoqrS8V", "title": "Video by reef.watch", "channel": "reef.watch",
        "uploader": "Reef Watch", "uploader_id": "17", "description": "Low tide", "timestamp": 1_608_199_400,
        "like_count": 5, "comment_count": 1, "webpage_url": "https://www.instagram.com/reel/CI5REoqrS8V/"});
    with(info, over)
}

fn snap(over: Value) -> Value {
    let info = json!({
        "extractor_key": "SnapchatSpotlight", "id": "W7_EDlXWTBiX", "title": "Views", "description": "",
        "timestamp": 1_637_777_831.369, "view_count": -1, "repost_count": 4, "uploader": "reef_watch",
        "tags": ["#reef"], "duration": 4.665, "url": "https://cdn.example/1.mp4",
        "webpage_url": "https://www.snapchat.com/spotlight/W7_EDlXWTBiX"});
    with(info, over)
}

fn converted(info: &Value) -> PostLine {
    post(convert(info, &settings()))
}

#[test]
fn the_username_of_tiktok_videos_is_in_uploader() {
    let (format, found) = posts(&[tiktok(json!({})).to_string().as_bytes()], &settings());
    let post = &found[0];
    assert_eq!((format, post.platform_post_id.as_str()), ("yt-dlp", "7300000000000000001"));
    assert_eq!(post.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/video/7300000000000000001"));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!(post.author.display_name.as_deref(), Some("Reef Watch"));
    assert_eq!(post.author.url.as_deref(), Some("https://www.tiktok.com/@reef.watch"));
    assert_eq!(post.content.as_deref(), Some("Low tide at dawn #reef"));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(59), Some(3), Some(3597)));
    assert_eq!((post.shares_count, post.saves_count), (Some(0), Some(9)));
    assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:20.000Z");
    assert_eq!(post.collected_at.map(|time| time.to_string()), Some("2023-11-14T22:13:20.000Z".into()));
    let file = &post.media.as_ref().unwrap()[0];
    assert_eq!((file.kind, file.url.as_str()), (FileType::Video, "https://cdn.example/1.mp4"));
    assert_eq!((file.width, file.duration_ms), (Some(576), Some(7500)));
    assert_eq!((post.media_type, &post.approximate), (Some(MediaType::Video), &None));
    assert!(!serde_json::to_string(post).unwrap().contains("secret"));
}

#[test]
fn a_date_without_a_time_takes_the_time_from_the_id() {
    let none = json!(null);
    let same = converted(&tiktok(json!({"timestamp": none})));
    assert_eq!(same.published_at.to_string(), "2023-11-11T00:48:18.000Z");
    let other = converted(&tiktok(json!({"timestamp": none, "upload_date": "20231201"})));
    assert_eq!(other.published_at.to_string(), "2023-12-01T00:00:00.000Z");
    for post in [same, other] {
        assert_eq!(post.approximate, Some(vec!["published_at".into()]));
    }
    let neither = snap(json!({"timestamp": none}));
    assert_eq!(code(convert(&neither, &settings())), "MISSING_DATE");
}

#[test]
fn x_videos_take_the_id_of_their_post() {
    let post = converted(&x(json!({"view_count": 0})));
    assert_eq!(post.platform_post_id, "1800000000000000001");
    assert_eq!(post.url.as_deref(), Some("https://x.com/reef_watch/status/1800000000000000001"));
    assert_eq!(
        (post.author.username.as_str(), post.author.display_name.as_deref()),
        ("reef_watch", Some("Reef"))
    );
    assert_eq!(
        (post.content.as_deref(), post.hashtags),
        (Some("Spawning & more #Reef"), Some(vec!["Reef".into()]))
    );
    assert_eq!((post.shares_count, post.views_count, post.comments_count), (Some(2), None, None));
    let piece = |over| match convert(&x(over), &settings()) {
        Ok(Item::Post(found)) => found.piece,
        other => panic!("{other:?}"),
    };
    assert_eq!(piece(json!({"playlist_id": "1800000000000000001", "playlist_index": 2})), Some(2));
    assert_eq!(piece(json!({"playlist_id": "reef_watch", "playlist_index": 2})), None);
    assert_eq!(
        code(convert(&x(json!({"display_id": null, "webpage_url": null})), &settings())),
        "MISSING_ID"
    );
}

#[test]
fn the_username_of_instagram_videos_is_in_channel() {
    let post = converted(&instagram(json!({})));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!(post.author.display_name.as_deref(), Some("Reef Watch"));
    assert_eq!((post.content.as_deref(), post.media_type), (Some("Low tide"), Some(MediaType::Reel)));
    let older = json!({"channel": null, "uploader_id": "reef.watch", "description": null,
        "webpage_url": "https://www.instagram.com/p/CI5REoqrS8V/"});
    let older = converted(&instagram(older));
    assert_eq!((older.author.username.as_str(), older.author.id), ("reef.watch", None));
    assert_eq!((older.content, older.media_type), (None, Some(MediaType::Video)));
    // A video of a carousel has its own code.
    let part = json!({"id": "CI5REoqrS8W", "webpage_url": "https://www.instagram.com/p/CI5REoqrS8V/",
        "playlist_id": "CI5REoqrS8V", "playlist_index": 1});
    let Ok(Item::Post(found)) = convert(&instagram(part), &settings()) else { panic!() };
    assert_eq!((found.post.platform_post_id.as_str(), found.piece), ("CI5REoqrS8V", Some(1)));
}

#[test]
fn the_title_of_a_spotlight_replaces_a_missing_text() {
    let post = converted(&snap(json!({})));
    assert_eq!((post.platform.name(), post.platform_post_id.as_str()), ("snapchat", "W7_EDlXWTBiX"));
    assert_eq!((post.content.as_deref(), post.hashtags), (Some("Views"), Some(vec!["reef".into()])));
    assert_eq!((post.views_count, post.shares_count), (None, Some(4)));
    assert_eq!(post.published_at.to_string(), "2021-11-24T18:17:11.369Z");
    assert_eq!(post.media.unwrap()[0].duration_ms, Some(4665));
    assert_eq!(converted(&snap(json!({"description": "Kelp"}))).content.as_deref(), Some("Kelp"));
    assert_eq!(converted(&snap(json!({"title": "Spotlight Snap"}))).content, None);
}

#[test]
fn zero_views_on_douyin_are_unknown() {
    let url = "https://www.douyin.com/video/7300000000000000001";
    let post = converted(&tiktok(json!({"extractor_key": "Douyin", "view_count": 0, "webpage_url": url})));
    assert_eq!((post.views_count, post.url.as_deref()), (None, Some(url)));
    assert_eq!(converted(&tiktok(json!({"view_count": 0}))).views_count, Some(0));
}

#[test]
fn tiktok_albums_have_no_media_file() {
    let url = "https://www.tiktok.com/@reef.watch/photo/7300000000000000001";
    let post = converted(&tiktok(json!({"webpage_url": url})));
    assert_eq!(
        (post.media_type, post.media, post.url.as_deref()),
        (Some(MediaType::Carousel), None, Some(url))
    );
}

#[test]
fn playlists_are_skipped_but_their_videos_are_converted() {
    let list = json!({"extractor_key": "TikTokUser", "_type": "playlist", "id": "reef.watch", "title": "reef.watch"});
    let (format, found) = read_files(&[list.to_string().as_bytes()], &settings());
    assert_eq!((format, found), ("yt-dlp", vec![Ok(Item::Skipped("playlist"))]));
    let link =
        json!({"_type": "url", "ie_key": "TikTok", "id": "1", "url": "https://www.tiktok.com/@a/video/1"});
    let whole = with(list, json!({"entries": [tiktok(json!({})), link, null]}));
    assert_eq!(posts(&[whole.to_string().as_bytes()], &settings()).1.len(), 1);
    let lines = format!("{}\n{}\n", tiktok(json!({})), x(json!({})));
    assert_eq!(posts(&[lines.as_bytes()], &settings()).1.len(), 2);
    let flat = json!({"extractor_key": "TikTok", "_type": "url", "id": "1"});
    assert_eq!(convert(&flat, &settings()), Ok(Item::Skipped("link")));
}

#[test]
fn videos_of_other_sites_or_without_an_author_are_rejected() {
    let other = convert(&tiktok(json!({"extractor_key": "Youtube"})), &settings()).unwrap_err();
    assert_eq!(other.code, "UNSUPPORTED_PLATFORM");
    assert!(other.reason.contains("\"Youtube\""), "{other}");
    assert_eq!(code(convert(&tiktok(json!({"uploader": ""})), &settings())), "MISSING_AUTHOR");
    assert_eq!(code(convert(&snap(json!({"id": null})), &settings())), "MISSING_ID");
}

#[test]
fn the_media_type_of_sound_is_unknown() {
    let only_sound = json!({"vcodec": "none", "ext": "mp3", "url": "https://c.example/a.mp3",
        "formats": [{"vcodec": "none", "acodec": "mp3", "url": "https://c.example/a.mp3"}]});
    let post = converted(&tiktok(only_sound));
    assert_eq!((post.media_type, post.media), (None, Some(vec![])));
}
