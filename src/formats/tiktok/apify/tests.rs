use super::*;
use crate::formats::tests::{code, post, posts, read, settings};
use crate::posts::post::MediaType;
use serde_json::json;

pub(crate) fn item(over: Value) -> Value {
    let mut item = json!({
        "id": "7300000000000000001", "text": "Low tide #Reef", "textLanguage": "en", "createTime": 1_699_663_700,
        "createTimeISO": "2023-11-11T00:48:20.000Z", "isAd": false, "isSlideshow": false, "isPinned": true,
        "authorMeta": {"id": "17", "name": "reef.watch", "nickName": "Reef", "verified": false, "fans": 900},
        "webVideoUrl": "https://www.tiktok.com/@reef.watch/video/7300000000000000001?lang=en",
        "videoMeta": {"height": 1024, "width": 576, "duration": 49, "coverUrl": "https://p.example/c.jpeg",
            "downloadAddr": "https://v.example/1.mp4"}, "mediaUrls": [],
        "diggCount": 41, "shareCount": 3, "playCount": 1432, "collectCount": 12, "commentCount": 0, "repostCount": 9,
        "hashtags": [{"name": "Reef"}, {"name": ""}, {"id": "5"}], "isSponsored": true, "input": "reef.watch"});
    let (map, Value::Object(over)) = (item.as_object_mut().unwrap(), over) else { panic!("no object") };
    map.extend(over);
    item
}

fn one(over: Value) -> PostLine {
    post(convert(&item(over), &settings()))
}

#[test]
fn a_video_is_converted() {
    let post = one(json!({}));
    assert_eq!(post.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/video/7300000000000000001"));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(41), Some(0), Some(1432)));
    assert_eq!((post.shares_count, post.saves_count), (Some(3), Some(12)));
    assert_eq!(post.hashtags, Some(vec!["Reef".into()]));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!((post.author.verified, post.author.followers_count), (Some(false), Some(900)));
    assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:20.000Z");
    assert_eq!((post.media_type, post.language.as_deref()), (Some(MediaType::Video), Some("en")));
    let file = post.media.unwrap().remove(0);
    assert_eq!((file.url.as_str(), file.duration_ms), ("https://v.example/1.mp4", Some(49_000)));
    assert_eq!(file.preview_url.as_deref(), Some("https://p.example/c.jpeg"));
}

#[test]
fn mentions_come_from_the_list_of_usernames() {
    let shown = json!({"mentions": ["@friend"], "detailedMentions": []});
    assert_eq!(one(shown).mentions, Some(vec!["friend".into()]));
    let usernames =
        json!({"mentions": ["@A Friend"], "detailedMentions": [{"name": "friend", "nickName": "A Friend"}]});
    assert_eq!(one(usernames).mentions, Some(vec!["friend".into()]));
    assert_eq!(one(json!({})).mentions, None);
}

#[test]
fn slideshows_are_pictures() {
    let links = json!([{"tiktokLink": "https://p.example/1.jpeg", "downloadLink": ""}, {"downloadLink": "https://p.example/2.jpeg"}]);
    let album = one(json!({"isSlideshow": true, "slideshowImageLinks": links, "webVideoUrl": ""}));
    assert_eq!(album.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/photo/7300000000000000001"));
    assert_eq!(album.media_type, Some(MediaType::Carousel));
    assert_eq!(album.media.map(|files| files.len()), Some(2));
    let single = one(
        json!({"isSlideshow": true, "slideshowImageLinks": [{"tiktokLink": "https://p.example/1.jpeg"}]}),
    );
    assert_eq!(single.media_type, Some(MediaType::Image));
}

#[test]
fn other_items_are_skipped() {
    for (row, reason) in [
        (json!({"authorMeta": {"name": "a"}, "input": "a", "note": "no videos"}), "profile"),
        (
            json!({"url": "https://www.tiktok.com/@a/video/1", "error": "gone", "errorCode": "GONE"}),
            "report of what was not found",
        ),
        (item(json!({"isAd": true})), "advertisement"),
    ] {
        assert_eq!(convert(&row, &settings()), Ok(Item::Skipped(reason)));
    }
}

#[test]
fn all_download_formats_of_a_dataset_are_converted() {
    let (first, second) = (
        item(json!({})),
        item(
            json!({"id": "7300000000000000002", "webVideoUrl": "https://www.tiktok.com/@/video/7300000000000000002"}),
        ),
    );
    let gone = json!({"url": "x", "input": "x", "errorCode": "GONE"});
    let lines = format!("{gone}\n{first}\n{second}\n");
    let array = json!([first, second, gone]).to_string();
    for file in [lines, array] {
        let (format, found) = posts(&[file.as_bytes()], &settings());
        assert_eq!((format, found.len()), ("apify-tiktok", 2));
        assert_eq!(
            found[1].url.as_deref(),
            Some("https://www.tiktok.com/@reef.watch/video/7300000000000000002")
        );
    }
}

#[test]
fn tables_are_converted_like_items() {
    for separator in ['/', '.'] {
        let header = "id,text,authorMeta/name,authorMeta/nickName,webVideoUrl,createTimeISO,diggCount,commentCount,isAd,isSlideshow,hashtags/0/name,hashtags/1/name,videoMeta/duration,mediaUrls/0";
        let file = format!(
            "\u{feff}{}\r\n7.3E+18,\"a, b\",reef.watch,Reef,https://www.tiktok.com/@reef.watch/video/7300000000000000001,2023-11-11T00:48:20.000Z,41,,false,false,Reef,,49,https://v.example/1.mp4\r\n",
            header.replace('/', &separator.to_string())
        );
        let (format, found) = posts(&[file.as_bytes()], &settings());
        assert_eq!((format, found.len()), ("apify-tiktok", 1));
        let post = &found[0];
        assert_eq!(post.platform_post_id, "7300000000000000001");
        assert_eq!((post.likes_count, post.comments_count), (Some(41), None));
        assert_eq!(
            (post.hashtags.clone(), post.content.as_deref()),
            (Some(vec!["Reef".into()]), Some("a, b"))
        );
        assert_eq!(post.media.as_ref().map(|files| files[0].duration_ms), Some(Some(49_000)));
    }
}

#[test]
fn ids_of_the_overview_come_from_the_addresses() {
    let file = "authorMeta.name,text,diggCount,shareCount,playCount,commentCount,videoMeta.duration,isAd,createTimeISO,webVideoUrl\n\
        ,Hi,1,2,3,4,49,false,,https://www.tiktok.com/@reef.watch/video/7300000000000000001\n";
    let (_, found) = posts(&[file.as_bytes()], &settings());
    assert_eq!(
        (found[0].platform_post_id.as_str(), found[0].author.username.as_str()),
        ("7300000000000000001", "reef.watch")
    );
    assert_eq!(found[0].approximate, Some(vec!["published_at".into()]));
}

#[test]
fn damaged_ids_are_rejected() {
    let damaged = convert(&item(json!({"id": "7.3E+18", "webVideoUrl": ""})), &settings());
    assert_eq!(code(damaged), "MISSING_ID");
    let (_, outcomes) = read(&[item(json!({"createTimeISO": "soon"})).to_string().as_bytes()], &settings());
    assert_eq!(code(outcomes.into_iter().next().unwrap()), "INVALID_DATE");
}
