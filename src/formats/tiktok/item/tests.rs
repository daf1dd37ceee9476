use super::*;
use crate::formats::tests::{code, post, settings};
use crate::posts::post::MediaType;
use serde_json::json;

const ID: &str = "7300000000000000001";

/// A video with some keys replaced.
pub(crate) fn item(over: Value) -> Value {
    let mut item = json!({
        "id": ID, "desc": "Spawning #Reef ", "createTime": 1_699_663_700, "textLanguage": "en", "isAd": false,
        "author": {"id": "17", "uniqueId": "reef.watch", "nickname": "Reef", "verified": true, "avatarThumb": "",
            "avatarMedium": "https://a.example/m.jpg"},
        "authorStats": {"followerCount": 277_400},
        "video": {"playAddr": "https://v.example/1.mp4", "cover": "https://v.example/1.jpg", "width": 576,
            "height": 1024, "duration": 49},
        "stats": {"diggCount": 15_800, "commentCount": 762, "playCount": 911_300, "shareCount": 428, "collectCount": -1},
        "textExtra": [{"hashtagName": "Reef"}, {"hashtagName": "", "userUniqueId": "friend"}, {"hashtagName": "reef"}]});
    let (item_map, Value::Object(over)) = (item.as_object_mut().unwrap(), over) else { panic!("no object") };
    item_map.extend(over);
    item
}

fn read(over: Value) -> PostLine {
    post(convert(&item(over), &settings()))
}

#[test]
fn a_video_is_converted() {
    let post = read(json!({}));
    assert_eq!(post.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/video/7300000000000000001"));
    assert_eq!(post.content.as_deref(), Some("Spawning #Reef "));
    assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:20.000Z");
    assert_eq!((post.hashtags, post.mentions), (Some(vec!["Reef".into()]), Some(vec!["friend".into()])));
    assert_eq!((post.language.as_deref(), post.media_type), (Some("en"), Some(MediaType::Video)));
    let expected = Media {
        kind: FileType::Video,
        url: "https://v.example/1.mp4".into(),
        preview_url: Some("https://v.example/1.jpg".into()),
        width: Some(576),
        height: Some(1024),
        duration_ms: Some(49_000),
        alt_text: None,
    };
    assert_eq!(post.media, Some(vec![expected]));
    let author = post.author;
    assert_eq!((author.username.as_str(), author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!((author.verified, author.followers_count), (Some(true), Some(277_400)));
    assert_eq!(author.avatar_url.as_deref(), Some("https://a.example/m.jpg"));
}

#[test]
fn exact_counts_are_preferred_and_rounded_ones_are_approximate() {
    let shown = read(json!({}));
    assert_eq!(
        (shown.likes_count, shown.comments_count, shown.views_count),
        (Some(15_800), Some(762), Some(911_300))
    );
    assert_eq!(shown.saves_count, None);
    assert_eq!(shown.approximate, Some(vec!["likes_count".into(), "views_count".into()]));
    let exact = read(json!({"statsV2": {"diggCount": "15836", "commentCount": "762", "playCount": "911300",
        "shareCount": "428", "collectCount": "2544"}}));
    assert_eq!(
        (exact.likes_count, exact.views_count, exact.saves_count),
        (Some(15_836), Some(911_300), Some(2544))
    );
    assert_eq!(exact.approximate, None);
    let none = read(json!({"stats": {}}));
    assert_eq!((none.likes_count, none.shares_count, none.approximate), (None, None, None));
}

#[test]
fn a_count_wins_over_an_exact_zero() {
    let counts = json!({"playCount": "0", "diggCount": "0", "commentCount": "7"});
    let post =
        read(json!({"statsV2": counts, "stats": {"playCount": 1432, "diggCount": 0, "commentCount": 6}}));
    assert_eq!((post.views_count, post.likes_count, post.comments_count), (Some(1432), Some(0), Some(7)));
}

#[test]
fn pictures_are_a_carousel_with_the_address_of_a_photo() {
    let picture = |name: &str| {
        json!({"imageURL": {"urlList": [format!("https://p.example/{name}.jpg"), "https://p.example/other"]},
            "imageWidth": 1080, "imageHeight": 1440})
    };
    let album = read(json!({"imagePost": {"images": [picture("a"), picture("b")]}}));
    assert_eq!(album.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/photo/7300000000000000001"));
    assert_eq!(album.media_type, Some(MediaType::Carousel));
    let files: Vec<_> = album.media.unwrap().into_iter().map(|file| (file.url, file.width)).collect();
    let expected = ["https://p.example/a.jpg", "https://p.example/b.jpg"];
    assert_eq!(files, expected.map(|url| (url.to_owned(), Some(1080))));
    assert_eq!(read(json!({"imagePost": {"images": [picture("a")]}})).media_type, Some(MediaType::Image));
}

#[test]
fn the_author_may_be_a_name_with_the_other_fields_beside_it() {
    let author = read(json!({"author": "reef.watch", "nickname": "Reef", "authorId": "17"})).author;
    assert_eq!((author.username.as_str(), author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!(author.display_name.as_deref(), Some("Reef"));
    assert_eq!(code(convert(&item(json!({"author": {}})), &settings())), "MISSING_AUTHOR");
    let given = Settings { author: Some("someone".into()), ..settings() };
    assert_eq!(post(convert(&item(json!({"author": null})), &given)).author.username, "someone");
}

#[test]
fn live_streams_and_advertisements_are_skipped() {
    for (over, reason) in
        [(json!({"liveRoomInfo": {}}), "live stream"), (json!({"isAd": true}), "advertisement")]
    {
        assert_eq!(convert(&item(over), &settings()), Ok(Item::Skipped(reason)));
    }
}

#[test]
fn times_are_numbers_or_texts_or_from_the_id() {
    assert_eq!(
        read(json!({"createTime": "1699663700"})).published_at.to_string(),
        "2023-11-11T00:48:20.000Z"
    );
    let inferred = read(json!({"createTime": null, "statsV2": {"diggCount": "1", "playCount": "1"}}));
    assert_eq!(inferred.published_at.to_string(), "2023-11-11T00:48:18.000Z");
    assert_eq!(inferred.approximate, Some(vec!["published_at".into()]));
    assert_eq!(code(convert(&item(json!({"createTime": 0})), &settings())), "DATE_OUT_OF_RANGE");
}

#[test]
fn damaged_ids_are_rejected() {
    for id in [json!(7_300_000_000_000_000_001_u64), json!("7.3E+18"), json!(null)] {
        assert_eq!(code(convert(&item(json!({"id": id})), &settings())), "MISSING_ID");
    }
}

#[test]
fn hashtags_come_from_challenges_if_the_text_has_no_marks() {
    let tags = |over| read(over).hashtags;
    let challenges = json!([{"title": "Reef"}, {"title": "sea"}]);
    let expected = Some(vec!["Reef".into(), "sea".into()]);
    assert_eq!(tags(json!({"textExtra": null, "challenges": challenges})), expected);
    assert_eq!(tags(json!({"textExtra": [], "challenges": challenges})), expected);
    assert_eq!(tags(json!({"textExtra": []})), Some(vec![]));
    assert_eq!(tags(json!({"textExtra": null})), None);
}

#[test]
fn posts_are_found_in_all_containers() {
    let (a, b) = (item(json!({})), item(json!({"id": "7300000000000000002"})));
    for (file, expected) in [
        (a.to_string(), 1),
        (json!([a, b]).to_string(), 2),
        (format!("{a}\n{b}\n"), 2),
        (json!({"itemList": [a, b], "hasMore": true}).to_string(), 2),
        (json!({"item_list": [a, b]}).to_string(), 2),
        (json!({"ItemModule": {"1": a, "2": b}, "UserModule": {}}).to_string(), 2),
        (json!({"itemInfo": {"itemStruct": a}}).to_string(), 1),
        (
            json!({"__DEFAULT_SCOPE__": {"webapp.video-detail": {"itemInfo": {"itemStruct": a}}}})
                .to_string(),
            1,
        ),
        (json!({"data": [{"type": 1, "item": a}, {"type": 4}], "cursor": 12}).to_string(), 1),
        (json!({"data": {"cursor": "1", "itemList": [a, b], "statusCode": 0}}).to_string(), 2),
        (json!([{"data": {"itemList": [a]}}, {"data": {"itemList": [b]}}]).to_string(), 2),
        (format!("{}\n{}\n", json!({"itemList": [a]}), json!({"itemList": [b]})), 2),
    ] {
        let (format, found) = crate::formats::tests::posts(&[file.as_bytes()], &settings());
        assert_eq!((format, found.len()), ("tiktok-web", expected), "{file}");
    }
}

#[test]
fn items_in_another_wrapper_are_found() {
    let page = json!({"data": {"cursor": "1", "itemList": [item(json!({}))], "statusCode": 0}});
    let (format, found) = crate::formats::tests::posts(&[page.to_string().as_bytes()], &settings());
    assert_eq!((format, found.len()), ("tiktok-web", 1));
}
