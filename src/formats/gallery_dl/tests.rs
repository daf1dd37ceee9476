use super::*;
use crate::formats::Found;
use crate::formats::merge::{Across, Merger};
use crate::formats::tests::{code, post, posts, read, settings};
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Kind, MediaType};
use serde_json::json;

fn with(mut file: Value, over: Value) -> Value {
    let (Some(map), Value::Object(over)) = (file.as_object_mut(), over) else { panic!("no object") };
    map.extend(over);
    file
}

pub(crate) fn tweet(over: Value) -> Value {
    let file = json!({
        "category": "twitter", "subcategory": "timeline", "tweet_id": 1_800_000_000_000_000_001_u64, "retweet_id": 0,
        "quote_id": 0, "reply_id": 0, "date": "2024-06-10 03:00:17", "content": "Spawning & more",
        "author": {"id": 17, "name": "reef_watch", "nick": "Reef", "verified": true, "followers_count": 900,
            "profile_image": "https://cdn.example/a.jpg"},
        "user": {"id": 18, "name": "somebody"}, "favorite_count": 12, "reply_count": 1, "retweet_count": 3,
        "quote_count": 0, "bookmark_count": 2, "view_count": 0, "lang": "en", "num": 1, "count": 1, "type": "photo",
        "filename": "GPq", "extension": "jpg", "width": 1080, "height": 720, "description": "Rocks"});
    with(file, over)
}

fn picture(over: Value) -> Value {
    let file = json!({
        "category": "instagram", "subcategory": "posts", "post_id": "2466077356296318741",
        "post_shortcode": "CI5REoqrS8V", "post_url": "https://www.instagram.com/p/CI5REoqrS8V/", "username": "reef.watch",
        "fullname": "Reef Watch", "owner_id": "17", "description": "Low #tide at #reef", "tags": ["#reef", "#tide"],
        "likes": 12, "post_date": "2020-12-17 10:03:20", "date": "2020-12-17 10:03:20", "type": "post", "num": 1,
        "count": 1, "media_id": "2466077356296318741", "display_url": "https://cdn.example/1.jpg", "video_url": null,
        "width": 1080, "height": 1350, "filename": "1", "extension": "jpg"});
    with(file, over)
}

fn converted(file: &Value) -> PostLine {
    post(convert(file, &settings()))
}

fn found(file: &Value) -> Found {
    match convert(file, &settings()) {
        Ok(Item::Post(found)) => *found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn zero_views_of_x_posts_are_unknown() {
    let (format, posts) = posts(&[tweet(json!({})).to_string().as_bytes()], &settings());
    let post = &posts[0];
    assert_eq!((format, post.platform_post_id.as_str()), ("gallery-dl", "1800000000000000001"));
    assert_eq!(post.url.as_deref(), Some("https://x.com/reef_watch/status/1800000000000000001"));
    let author = &post.author;
    assert_eq!((author.username.as_str(), author.display_name.as_deref()), ("reef_watch", Some("Reef")));
    assert_eq!((author.id.as_deref(), author.followers_count), (Some("17"), Some(900)));
    assert_eq!(post.content.as_deref(), Some("Spawning & more"));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(1), None));
    assert_eq!((post.shares_count, post.saves_count), (Some(3), Some(2)));
    assert_eq!(post.published_at.to_string(), "2024-06-10T03:00:17.000Z");
    // The metadata gives the kind of file, but not its address.
    assert_eq!((post.media_type, &post.media, post.kind), (Some(MediaType::Image), &None, None));
}

#[test]
fn id_zero_and_the_quoting_post_are_no_references() {
    let related = |over| {
        let post = converted(&tweet(over));
        (post.kind, post.refers_to, post.likes_count)
    };
    assert_eq!(related(json!({"quote_id": 43})), (None, None, Some(12)));
    assert_eq!(related(json!({"quoted_id": 43})), (Some(Kind::Quote), Some("x:43".into()), Some(12)));
    assert_eq!(related(json!({"reply_id": 42})), (Some(Kind::Reply), Some("x:42".into()), Some(12)));
    assert_eq!(related(json!({"reply_to": "wave_rider"})), (Some(Kind::Reply), None, Some(12)));
    assert_eq!(related(json!({"retweet_id": 41})), (Some(Kind::Repost), Some("x:41".into()), None));
}

#[test]
fn the_files_of_a_post_are_merged() {
    let mut merger = Merger::new(Across::default());
    for (num, url) in [(2, "https://cdn.example/2.jpg"), (1, "https://cdn.example/1.jpg")] {
        let piece = picture(json!({"num": num, "count": 2, "display_url": url, "media_id": num,
            "sidecar_media_id": "2466077356296318741"}));
        assert!(merger.add(found(&piece), ()).is_empty());
    }
    let ready = merger.finish();
    let [(post, ())] = ready.as_slice() else { panic!("{ready:?}") };
    let urls: Vec<_> = post.media.iter().flatten().map(|file| file.url.as_str()).collect();
    assert_eq!(urls, ["https://cdn.example/1.jpg", "https://cdn.example/2.jpg"]);
    assert_eq!(post.media_type, Some(MediaType::Carousel));
    let several =
        tweet(json!({"count": 4, "num": 3, "hashtags": ["Reef"], "mentions": [{"name": "wave", "id": 1}]}));
    let several = found(&several);
    assert_eq!((several.piece, several.post.media_type), (Some(3), Some(MediaType::Carousel)));
    assert_eq!(several.post.hashtags, Some(vec!["Reef".into()]));
    assert_eq!(several.post.mentions, Some(vec!["wave".into()]));
}

#[test]
fn instagram_posts_are_converted() {
    let post = converted(&picture(json!({})));
    assert_eq!(post.platform_post_id, "CI5REoqrS8V");
    assert_eq!(post.url.as_deref(), Some("https://www.instagram.com/p/CI5REoqrS8V/"));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("reef.watch", Some("17")));
    // The tag list is sorted; the text has the tags as they were written.
    assert_eq!((post.content.as_deref(), post.hashtags), (Some("Low #tide at #reef"), None));
    assert_eq!((post.likes_count, post.media_type), (Some(12), Some(MediaType::Image)));
    assert_eq!(converted(&picture(json!({"likes": 0}))).likes_count, None);
    let reel = converted(&picture(json!({"type": "reel", "video_url": "https://cdn.example/1.mp4"})));
    assert_eq!((reel.media_type, reel.media.unwrap()[0].kind), (Some(MediaType::Reel), FileType::Video));
    let tags = converted(&picture(json!({"description": null})));
    assert_eq!(tags.hashtags, Some(vec!["reef".into(), "tide".into()]));
}

#[test]
fn each_file_of_a_story_is_a_post() {
    let story = found(&picture(
        json!({"type": "story", "post_id": "17", "post_shortcode": "R", "shortcode": "CI5REoqrS8W",
        "post_url": "https://www.instagram.com/stories/reef.watch/", "num": 5, "count": 9}),
    ));
    assert_eq!((story.post.platform_post_id.as_str(), story.piece), ("CI5REoqrS8W", None));
    assert!(story.story);
}

#[test]
fn each_tiktok_file_has_the_complete_post() {
    let picture = |num: u64| {
        let image = |n: u64| json!({"imageURL": {"urlList": [format!("https://cdn.example/{n}.jpeg")]}, "imageWidth": 1080});
        let own = json!({"category": "tiktok", "subcategory": "post", "user": "reef.watch", "date": "2023-11-11 00:48:20",
            "post_type": "image", "type": "image", "num": num, "file_id": "f", "filename": "x", "extension": "jpeg",
            "title": "Spawning", "imagePost": {"images": [image(1), image(2)]}});
        crate::formats::tiktok::item::tests::item(own)
    };
    let lines = [picture(1), picture(2)].map(|file| file.to_string()).join("\n");
    let (format, posts) = posts(&[lines.as_bytes()], &settings());
    assert_eq!((format, posts.len(), &posts[0]), ("gallery-dl", 2, &posts[1]));
    let post = &posts[0];
    assert_eq!(
        (post.platform_post_id.as_str(), post.media_type),
        ("7300000000000000001", Some(MediaType::Carousel))
    );
    assert_eq!((post.media.as_ref().map(Vec::len), post.author.username.as_str()), (Some(2), "reef.watch"));
    let avatar = json!({"category": "tiktok", "subcategory": "avatar", "extension": "jpg", "filename": "1"});
    assert_eq!(convert(&avatar, &settings()), Ok(Item::Skipped("profile")));
}

#[test]
fn missing_fields_and_unknown_sites_are_rejected() {
    let rejected = |file: &Value| code(convert(file, &settings()));
    assert_eq!(rejected(&tweet(json!({"tweet_id": 1.8e18}))), "MISSING_ID");
    assert_eq!(rejected(&tweet(json!({"author": {}}))), "MISSING_AUTHOR");
    assert_eq!(rejected(&tweet(json!({"date": ""}))), "INVALID_DATE");
    assert_eq!(
        rejected(&picture(json!({"post_shortcode": "", "post_id": null, "post_url": null}))),
        "MISSING_ID"
    );
    assert_eq!(rejected(&picture(json!({"username": null}))), "MISSING_AUTHOR");
    let other = json!({"category": "pixiv", "subcategory": "work", "extension": "jpg", "filename": "1"});
    let (format, found) = read(&[other.to_string().as_bytes()], &settings());
    assert_eq!((format, found[0].as_ref().unwrap_err().code), ("gallery-dl", "UNSUPPORTED_PLATFORM"));
}
