use super::*;
use crate::formats::tests::{code, post, posts, settings};
use crate::posts::post::MediaType;
use serde_json::json;

pub(crate) fn aweme(over: Value) -> Value {
    let mut aweme = json!({
        "aweme_id": "7300000000000000001", "desc": "Low tide #Reef", "create_time": 1_699_663_700, "is_ads": false,
        "author": {"uid": "17", "unique_id": "reef.watch", "nickname": "Reef", "sec_uid": "MS4w", "follower_count": 900,
            "avatar_thumb": {"url_list": ["https://p.example/a.jpeg"]}},
        "statistics": {"digg_count": 41, "comment_count": 2, "play_count": 1432, "share_count": 3, "collect_count": 12},
        "text_extra": [{"hashtag_name": "Reef"}, {"user_id": "5"}], "share_url": "https://www.tiktok.com/@reef.watch/video/1",
        "video": {"play_addr": {"url_list": ["https://v.example/1.mp4"]}, "cover": {"url_list": ["https://p.example/c.jpeg"]},
            "duration": 49_250, "width": 576, "height": 1024}});
    let (map, Value::Object(over)) = (aweme.as_object_mut().unwrap(), over) else { panic!("no object") };
    map.extend(over);
    aweme
}

fn one(over: Value) -> PostLine {
    post(convert(&aweme(over), &settings()))
}

#[test]
fn a_video_is_converted() {
    let post = one(json!({}));
    assert_eq!(post.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/video/7300000000000000001"));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(41), Some(2), Some(1432)));
    assert_eq!((post.shares_count, post.saves_count), (Some(3), Some(12)));
    assert_eq!((post.hashtags, post.media_type), (Some(vec!["Reef".into()]), Some(MediaType::Video)));
    assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:20.000Z");
    assert_eq!((post.author.id.as_deref(), post.author.followers_count), (Some("17"), Some(900)));
    let file = post.media.unwrap().remove(0);
    assert_eq!((file.url.as_str(), file.duration_ms), ("https://v.example/1.mp4", Some(49_250)));
}

#[test]
fn pictures_and_challenge_tags_are_converted() {
    let images = json!({"images": [{"display_image": {"url_list": ["https://p.example/1.jpeg"], "width": 9, "height": 16}}]});
    let album = one(json!({"image_post_info": images, "text_extra": [], "cha_list": [{"cha_name": "sea"}]}));
    assert_eq!((album.media_type, album.hashtags), (Some(MediaType::Image), Some(vec!["sea".into()])));
    assert_eq!(album.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/photo/7300000000000000001"));
}

#[test]
fn deleted_posts_are_skipped_unless_included() {
    let deleted = aweme(json!({"status": {"is_delete": true}}));
    assert_eq!(convert(&deleted, &settings()), Ok(Item::Skipped("deleted by its author")));
    let mut inclusive = settings();
    inclusive.include.deleted = true;
    assert_eq!(post(convert(&deleted, &inclusive)).likes_count, Some(41));
    assert_eq!(one(json!({"status": {"is_delete": false}})).likes_count, Some(41));
}

#[test]
fn douyin_posts_have_douyin_addresses_and_unknown_views() {
    let over = json!({"share_url": "https://www.iesdouyin.com/share/video/1/", "statistics": {"play_count": 0, "digg_count": 5},
        "author": {"uid": "17", "unique_id": "", "short_id": "4711", "nickname": "Reef", "sec_uid": "MS4w"}});
    let post = one(over);
    assert_eq!(post.url.as_deref(), Some("https://www.douyin.com/video/7300000000000000001"));
    assert_eq!(post.author.url.as_deref(), Some("https://www.douyin.com/user/MS4w"));
    assert_eq!((post.author.username.as_str(), post.views_count, post.likes_count), ("4711", None, Some(5)));
}

#[test]
fn all_wrappers_are_opened() {
    let (a, b) = (aweme(json!({})), aweme(json!({"aweme_id": "7300000000000000002"})));
    for (file, expected) in [
        (a.to_string(), 1),
        (format!("{a}\n{b}\n"), 2),
        (json!([{"aweme_info": a}, {"aweme_info": b}]).to_string(), 2),
        (json!({"data": [a, b], "nextCursor": 2}).to_string(), 2),
        (json!({"data": {"data": [{"aweme_info": a}, {"aweme_info": b}], "nextCursor": 20}}).to_string(), 2),
        (json!({"status_code": 0, "aweme_list": [a, b]}).to_string(), 2),
        (json!({"code": 200, "data": {"aweme_detail": a}}).to_string(), 1),
        (format!("{}\n{}\n", json!({"aweme_list": [a]}), json!({"aweme_list": [b]})), 2),
    ] {
        let (format, found) = posts(&[file.as_bytes()], &settings());
        assert_eq!((format, found.len()), ("tiktok-app", expected), "{file}");
    }
}

#[test]
fn advertisements_are_skipped_and_damaged_ids_are_rejected() {
    let ad = convert(&aweme(json!({"is_ads": true})), &settings());
    assert_eq!(ad, Ok(Item::Skipped("advertisement")));
    assert_eq!(code(convert(&aweme(json!({"aweme_id": 7.3e18})), &settings())), "MISSING_ID");
    assert_eq!(code(convert(&aweme(json!({"author": null})), &settings())), "MISSING_AUTHOR");
    assert_eq!(one(json!({"create_time": null})).approximate, Some(vec!["published_at".into()]));
}
