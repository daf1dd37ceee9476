use super::*;
use crate::formats::Item;
use crate::formats::tests::{code, over, posts, read as outcomes, settings};
use serde_json::json;

/// A post with some keys replaced.
pub(crate) fn tweet(other: Value) -> Value {
    let tweet = json!({
        "id": "1800000000000000001", "created_at": "2024-06-10 11:00:17 +08:00",
        "full_text": "Soup &amp; more #kelp https://t.co/aaaaaaaaaa", "media": [{"type": "photo", "url": "https://t.co/aaaaaaaaaa",
            "thumbnail": "https://pbs.example/1?format=jpg&name=thumb", "original": "https://pbs.example/1?format=jpg&name=orig",
            "ext_alt_text": "soup"}],
        "screen_name": "kelp_kitchen", "name": "Kelp", "profile_image_url": "https://pbs.example/p.jpg", "user_id": "17",
        "in_reply_to": null, "retweeted_status": null, "quoted_status": null, "media_tags": [], "favorite_count": 12,
        "retweet_count": 3, "bookmark_count": 2, "quote_count": 0, "reply_count": 1, "views_count": 640, "favorited": false,
        "retweeted": false, "bookmarked": false, "url": "https://twitter.com/kelp_kitchen/status/1800000000000000001"});
    over(tweet, other)
}

fn one(other: Value) -> PostLine {
    let file = json!([tweet(other)]).to_string();
    let (format, mut posts) = posts(&[file.as_bytes()], &settings());
    assert_eq!((format, posts.len()), ("twitter-web-exporter", 1));
    posts.remove(0)
}

#[test]
fn a_post_is_converted() {
    let post = one(json!({}));
    assert_eq!(post.platform_post_id, "1800000000000000001");
    assert_eq!(post.url.as_deref(), Some("https://x.com/kelp_kitchen/status/1800000000000000001"));
    assert_eq!(post.content.as_deref(), Some("Soup & more #kelp"));
    assert_eq!(
        (post.published_at.to_string().as_str(), &post.approximate),
        ("2024-06-10T03:00:17.000Z", &None)
    );
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(1), Some(640)));
    assert_eq!((post.shares_count, post.saves_count, post.kind), (Some(3), Some(2), None));
    let author = &post.author;
    assert_eq!((author.username.as_str(), author.id.as_deref()), ("kelp_kitchen", Some("17")));
    let [file] = &post.media.unwrap()[..] else { panic!() };
    assert_eq!((file.kind, file.alt_text.as_deref()), (FileType::Image, Some("soup")));
    assert_eq!(
        (file.url.as_str(), post.media_type),
        ("https://pbs.example/1?format=jpg&name=orig", Some(MediaType::Image))
    );
}

#[test]
fn the_time_in_the_id_replaces_an_incomplete_one() {
    for time in ["2024/06/10", "10/06/2024", "2024-06-10 11:00:17", "Mon Jun 10 2024"] {
        assert_eq!(
            one(json!({"created_at": time})).published_at.to_string(),
            "2024-06-10T03:00:17.039Z",
            "{time}"
        );
    }
    let old = json!({"id": "20", "url": "", "created_at": "2010-06-10 11:00:17"});
    assert_eq!(one(old).approximate, Some(vec!["published_at".into()]));
}

#[test]
fn reposts_quotes_and_replies_refer_to_the_other_post() {
    let repost = one(
        json!({"retweeted_status": "1799999999999999990", "full_text": "RT @bo: Soup", "retweet_count": 90}),
    );
    assert_eq!(
        (repost.kind, repost.refers_to.as_deref()),
        (Some(Kind::Repost), Some("x:1799999999999999990"))
    );
    assert_eq!((repost.likes_count, repost.shares_count, repost.views_count), (None, None, None));
    assert_eq!(one(json!({"quoted_status": "17"})).refers_to.as_deref(), Some("x:17"));
    let reply = one(json!({"in_reply_to": "18", "quoted_status": "17"}));
    assert_eq!((reply.kind, reply.refers_to.as_deref()), (Some(Kind::Reply), Some("x:18")));
    assert_eq!(one(json!({"views_count": null})).views_count, None);
}

#[test]
fn only_mp4_videos_are_files() {
    let video = |original| json!({"type": "video", "url": "https://t.co/aaaaaaaaaa", "thumbnail": "https://pbs.example/2", "original": original});
    let mixed =
        one(json!({"media": [video("https://v.example/1.mp4?tag=12"), video("https://v.example/1.m3u8")]}));
    let files = mixed.media.unwrap();
    assert_eq!((files.len(), mixed.media_type), (1, Some(MediaType::Carousel)));
    assert_eq!(
        (files[0].kind, files[0].preview_url.as_deref()),
        (FileType::Video, Some("https://pbs.example/2"))
    );
    let gif = one(json!({"media": [{"type": "animated_gif", "original": "https://v.example/g.mp4"}]}));
    assert_eq!(gif.media_type, Some(MediaType::Video));
    assert_eq!(one(json!({"media": []})).media_type, None);
}

#[test]
fn tables_are_converted_like_objects() {
    let table = "\u{feff}id,created_at,full_text,media,screen_name,name,user_id,in_reply_to,retweeted_status,quoted_status,favorite_count,retweet_count,views_count,url\n\
        \"1800000000000000001\",\"2024-06-10 11:00:17 +08:00\",\"Low\\ntide https://t.co/aaaaaaaaaa\",\"[{\"\"type\"\":\"\"photo\"\",\"\"url\"\":\"\"https://t.co/aaaaaaaaaa\"\",\"\"original\"\":\"\"https://pbs.example/1.jpg\"\"}]\",\"kelp_kitchen\",\"Kelp\",\"17\",\"null\",\"null\",\"17\",12,3,\"null\",\"https://twitter.com/kelp_kitchen/status/1800000000000000001\"\n";
    let (format, posts) = posts(&[table.as_bytes()], &settings());
    let post = &posts[0];
    assert_eq!((format, post.content.as_deref()), ("twitter-web-exporter", Some("Low\ntide")));
    assert_eq!((post.kind, post.refers_to.as_deref()), (Some(Kind::Quote), Some("x:17")));
    assert_eq!(
        (post.likes_count, post.views_count, post.media_type),
        (Some(12), None, Some(MediaType::Image))
    );
}

#[test]
fn the_raw_post_in_the_metadata_is_preferred() {
    let raw = crate::formats::x::graphql::tests::tweet(
        json!({"rest_id": "17", "legacy": {"screen_name": "reef"}}),
        json!({}),
    );
    let id = raw["rest_id"].clone();
    let post = one(json!({"metadata": raw, "favorite_count": 1}));
    assert_eq!(post.platform_post_id, id.as_str().unwrap());
}

#[test]
fn people_are_skipped_and_damaged_posts_are_rejected() {
    let person = json!({"id": "17", "screen_name": "kelp_kitchen", "name": "Kelp", "profile_image_url": "https://pbs.example/p.jpg",
        "description": "", "followers_count": 9, "statuses_count": 3});
    let (format, found) = outcomes(&[json!([person]).to_string().as_bytes()], &settings());
    assert_eq!((format, &found[0]), ("twitter-web-exporter", &Ok(Item::Skipped("profile"))));
    assert_eq!(code(convert(&tweet(json!({"id": 1.8e18, "url": null})), &settings())), "MISSING_ID");
    assert_eq!(code(convert(&tweet(json!({"screen_name": null})), &settings())), "MISSING_AUTHOR");
}
