use super::*;
use crate::formats::tests::{code, posts, read, settings};
use crate::posts::post::MediaType;
use serde_json::json;

const LINK: &str = "https://www.tiktokv.com/share/video/7300000000000000001/";

fn given() -> Settings {
    Settings { author: Some("reef".into()), ..settings() }
}

pub(crate) fn video(over: Value) -> Value {
    let mut video = json!({"Date": "2023-11-11 00:48:20", "Link": LINK, "Likes": "1,041", "WhoCanView": "Public",
        "Title": "Low tide #Reef", "Sound": "None", "Location": "N/A", "CoverImage": "https://p.example/c.jpeg",
        "NumberOfCollections": "7"});
    let (map, Value::Object(over)) = (video.as_object_mut().unwrap(), over) else { panic!("no object") };
    map.extend(over);
    video
}

/// An export with these posts, and other sections around them.
fn export(videos: &Value) -> Value {
    let watched = json!([{"Date": "2023-11-12 08:00:00", "Link": "https://www.tiktokv.com/share/video/7300000000000000999/"}]);
    json!({
        "Profile And Settings": {"Profile Info": {"App": 1, "ProfileMap": {"userName": "reef.watch", "birthDate": "N/A"}}},
        "Your Activity": {"Watch History": {"VideoList": watched}},
        "Activity": {"Video Browsing History": {"VideoList": watched}},
        "Post": {
            "Posts": {"VideoList": videos},
            "Recently Deleted Posts": {"PostList": [{"Date": "2023-11-01 08:00:00", "DateDeleted": "2023-11-02 08:00:00",
                "Link": "https://www.tiktokv.com/share/video/7300000000000000777/", "Likes": "3"}]}}})
}

fn ids(document: &Value, settings: &Settings) -> Vec<String> {
    let (format, posts) = posts(&[document.to_string().as_bytes()], settings);
    assert_eq!(format, "tiktok-export");
    posts.into_iter().map(|post| post.platform_post_id).collect()
}

fn only(over: Value) -> PostLine {
    let (_, mut posts) = posts(&[export(&json!([video(over)])).to_string().as_bytes()], &settings());
    assert_eq!(posts.len(), 1);
    posts.remove(0)
}

#[test]
fn own_posts_are_converted_with_their_owner() {
    let post = only(json!({}));
    assert_eq!(post.platform_post_id, "7300000000000000001");
    assert_eq!(post.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/video/7300000000000000001"));
    assert_eq!(post.author.username, "reef.watch");
    assert_eq!(post.content.as_deref(), Some("Low tide #Reef"));
    assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:20.000Z");
    assert_eq!((post.likes_count, post.saves_count, post.views_count), (Some(1041), Some(7), None));
    assert_eq!((post.media_type, post.media, post.hashtags), (Some(MediaType::Video), Some(vec![]), None));
    assert_eq!(post.approximate, None);
}

#[test]
fn watched_and_deleted_videos_are_left_out() {
    let document = export(&json!([video(json!({}))]));
    assert_eq!(ids(&document, &settings()), ["7300000000000000001"]);
    let mut inclusive = settings();
    inclusive.include.deleted = true;
    assert_eq!(ids(&document, &inclusive), ["7300000000000000001", "7300000000000000777"]);
    let (_, outcomes) = read(&[document.to_string().as_bytes()], &settings());
    assert_eq!(outcomes[1], Ok(Item::Skipped("deleted by its author")));
}

#[test]
fn older_layouts_and_keys_in_any_case_are_accepted() {
    let older = json!({
        "Activity": {"Video Browsing History": {"VideoList": [{"Date": "2023-11-12 08:00:00", "Link": LINK}]}},
        "Profile": {"Profile Information": {"ProfileMap": {"userName": "reef.watch"}}},
        "Video": {"Videos": {"VideoList": [{"Date": "2023-11-11 00:48:20 UTC", "Link": LINK, "Likes": "5"}]}}});
    let (_, read) = posts(&[older.to_string().as_bytes()], &settings());
    assert_eq!((read.len(), read[0].content.as_deref(), read[0].likes_count), (1, Some(""), Some(5)));
    let lower = json!({"profile": {"profile info": {"profilemap": {"username": "reef.watch"}}},
        "post": {"posts": {"videolist": [{"date": "2023-11-11 00:48:20", "link": LINK, "likes": "5", "whocanview": "Only me"},
            {"date": "2023-11-11 00:48:21", "link": LINK, "likes": "6"}]}}});
    let (_, read) = posts(&[lower.to_string().as_bytes()], &settings());
    assert_eq!(
        (read.len(), read[0].likes_count, read[0].author.username.as_str()),
        (1, Some(6), "reef.watch")
    );
}

#[test]
fn an_export_without_posts_is_recognised() {
    for videos in [json!(null), json!([])] {
        assert_eq!(ids(&export(&videos), &settings()), Vec::<String>::new());
    }
    assert_eq!(
        ids(&json!({"Activity": {}, "Likes and Favorites": {"x": 1}}), &settings()),
        Vec::<String>::new()
    );
}

#[test]
fn posts_are_found_however_much_the_owner_watched_before() {
    let watched: Vec<Value> =
        (0..4000).map(|at| json!({"Date": "2023-11-12 08:00:00", "Link": format!("{LINK}?{at}")})).collect();
    let document = json!({"Activity": {"Watch History": {"VideoList": watched}}, "App Settings": {},
        "Post": {"Posts": {"VideoList": [video(json!({}))]}}});
    assert!(document.to_string().len() > 2 * crate::formats::sniff::HEAD / 2);
    assert_eq!(ids(&document, &given()), ["7300000000000000001"]);
}

#[test]
fn hand_edited_documents_are_converted() {
    let text = format!(
        r#"{{"Profile": {{"Profile Info": {{"ProfileMap": {{"userName": "reef.watch",}}}},}},
        "Post": {{"Posts": {{"VideoList": [{{"Date": "2023-11-11 00:48:20", "Link": "{LINK}",}},],}},}},}}"#
    );
    let (_, read) = posts(&[text.as_bytes()], &settings());
    assert_eq!((read.len(), read[0].author.username.as_str()), (1, "reef.watch"));
}

#[test]
fn posts_that_are_not_public_are_skipped_unless_included() {
    let document =
        export(&json!([video(json!({"WhoCanView": "Only me"})), video(json!({"WhoCanView": "Friends"}))]));
    let (_, outcomes) = read(&[document.to_string().as_bytes()], &settings());
    assert_eq!(outcomes[..2], [Ok(Item::Skipped("not public")), Ok(Item::Skipped("not public"))]);
    let mut inclusive = settings();
    inclusive.include.private = true;
    assert_eq!(ids(&document, &inclusive).len(), 2);
}

#[test]
fn several_links_are_pictures_and_the_time_replaces_a_missing_id() {
    let links = "https://p.example/1.jpeg?x-expires=1\nhttps://p.example/2.jpeg?x-expires=1";
    let album = only(json!({"Link": links, "NumberOfCollections": "N/A", "Title": "None"}));
    assert_eq!((album.platform_post_id.as_str(), album.url), ("exp:2023-11-11T00:48:20Z", None));
    assert_eq!((album.media_type, album.saves_count), (Some(MediaType::Carousel), None));
    let files: Vec<_> = album.media.unwrap().into_iter().map(|file| (file.kind, file.url)).collect();
    assert_eq!(files[1], (FileType::Image, "https://p.example/2.jpeg?x-expires=1".into()));
    assert_eq!((files.len(), album.content.as_deref()), (2, Some("")));
    let video = only(json!({"Link": "https://v.example/1.mp4?x-expires=1", "AlternateText": "Waves"}));
    let file = video.media.unwrap().remove(0);
    assert_eq!((file.kind, file.preview_url.as_deref()), (FileType::Video, Some("https://p.example/c.jpeg")));
    assert_eq!(file.alt_text.as_deref(), Some("Waves"));
    let photo = only(json!({"Link": "https://p.example/~photomode.JPEG?x-expires=1"}));
    assert_eq!(
        (photo.media_type, photo.media.unwrap().remove(0).kind),
        (Some(MediaType::Image), FileType::Image)
    );
}

#[test]
fn times_and_authors_are_required() {
    let rejected = |over| code(convert(&video(over), &given()));
    assert_eq!(rejected(json!({"Date": "soon"})), "INVALID_DATE");
    assert_eq!(rejected(json!({"Date": null, "Link": "N/A"})), "MISSING_DATE");
    assert_eq!(code(convert(&video(json!({})), &settings())), "MISSING_AUTHOR");
    let inferred = only(json!({"Date": null}));
    assert_eq!(inferred.published_at.to_string(), "2023-11-11T00:48:18.000Z");
    assert_eq!(inferred.approximate, Some(vec!["published_at".into()]));
}
