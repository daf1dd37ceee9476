use super::*;
use crate::formats::tests::{code as refused, post, posts, read, settings};
use crate::posts::post::MediaType;
use crate::time::Timestamp;
use serde_json::json;

/// A post with some keys replaced.
pub(crate) fn item(over: Value) -> Value {
    let mut item = json!({
        "pk": "2466077356296318741", "id": "2466077356296318741_17", "code": "CI5REoqrS8V", "taken_at": 1_608_199_400,
        "media_type": 1, "product_type": "feed", "like_count": 12, "comment_count": 3,
        "caption": {"text": "Low tide #Reef with @wave.rider", "pk": "9"},
        "user": {"username": "reef.watch", "full_name": "Reef Watch", "pk": 17, "is_verified": true,
            "profile_pic_url": "https://cdn.example/a.jpg"},
        "image_versions2": {"candidates": [{"url": "https://cdn.example/1.jpg", "width": 1080, "height": 1350},
            {"url": "https://cdn.example/small.jpg", "width": 1, "height": 1}]}});
    let (Some(map), Value::Object(over)) = (item.as_object_mut(), over) else { panic!("no object") };
    map.extend(over);
    item
}

fn converted(over: Value) -> PostLine {
    post(convert(&item(over), &settings()))
}

#[test]
fn a_picture_is_converted_with_its_author_and_counts() {
    let post = converted(json!({}));
    assert_eq!(post.platform_post_id, "CI5REoqrS8V");
    assert_eq!(post.url.as_deref(), Some("https://www.instagram.com/p/CI5REoqrS8V/"));
    assert_eq!(post.content.as_deref(), Some("Low tide #Reef with @wave.rider"));
    assert_eq!((post.hashtags, post.mentions), (None, None));
    assert_eq!(post.published_at.to_string(), "2020-12-17T10:03:20.000Z");
    let author = post.author;
    assert_eq!((author.username.as_str(), author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!((author.display_name.as_deref(), author.verified), (Some("Reef Watch"), Some(true)));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(3), None));
    let [file] = &post.media.unwrap()[..] else { panic!() };
    assert_eq!((file.kind, file.url.as_str()), (FileType::Image, "https://cdn.example/1.jpg"));
    assert_eq!((file.width, file.height, post.media_type), (Some(1080), Some(1350), Some(MediaType::Image)));
}

#[test]
fn lists_and_dumps_are_recognised_in_any_wrapper() {
    let item = item(json!({}));
    for document in [
        json!([item]),
        json!({"items": [item], "status": "ok", "more_available": true}),
        json!({"items": [{"media": item}]}),
        json!({"feed_items": [{"media_or_ad": item}]}),
        json!({"sections": [{"layout_content": {"medias": [{"media": item}]}}]}),
        json!({"data": {"xdt_api__v1__feed__user_timeline": {"edges": [{"node": item}]}}}),
        json!([[item], "cursor"]),
        json!({"response": {"items": [{"media": item}]}, "next_page_id": "x"}),
        json!({"data": {"xdt_api__v1__media__shortcode__web_info": {"items": [item]}}}),
    ] {
        let (format, posts) = posts(&[document.to_string().as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("instagram-items", 1), "{document}");
    }
    let lines = format!("{item}\n{item}\n");
    assert_eq!(posts(&[lines.as_bytes()], &settings()).1.len(), 2);
}

#[test]
fn videos_reels_and_carousels_are_recognised() {
    let video = json!([{"url": "https://cdn.example/1.mp4", "width": 720, "height": 1280}]);
    let reel = converted(json!({"media_type": 2, "product_type": "clips", "video_versions": video,
        "video_duration": 21.4, "view_count": null, "play_count": 500}));
    assert_eq!((reel.media_type, reel.views_count), (Some(MediaType::Reel), Some(500)));
    let file = &reel.media.unwrap()[0];
    assert_eq!((file.kind, file.url.as_str()), (FileType::Video, "https://cdn.example/1.mp4"));
    assert_eq!(file.preview_url.as_deref(), Some("https://cdn.example/1.jpg"));
    assert_eq!((file.width, file.duration_ms), (Some(720), Some(21_400)));
    let igtv = converted(json!({"media_type": 2, "product_type": "igtv", "view_count": 7, "play_count": 9}));
    assert_eq!((igtv.media_type, igtv.views_count), (Some(MediaType::Video), Some(7)));
    let picture = |name: &str| json!({"image_versions2": {"candidates": [{"url": name}]}});
    let carousel = converted(json!({"media_type": 8, "product_type": "carousel_container",
        "carousel_media": [picture("https://cdn.example/a.jpg"), picture("https://cdn.example/b.jpg")]}));
    let urls: Vec<_> = carousel.media.iter().flatten().map(|file| file.url.as_str()).collect();
    assert_eq!(urls, ["https://cdn.example/a.jpg", "https://cdn.example/b.jpg"]);
    assert_eq!(carousel.media_type, Some(MediaType::Carousel));
}

#[test]
fn placeholders_for_hidden_likes_are_unknown() {
    let likes = |over| converted(over).likes_count;
    assert_eq!(likes(json!({"like_count": 3})), Some(3));
    assert_eq!(likes(json!({"like_count": 3, "like_and_view_counts_disabled": true})), None);
    assert_eq!(likes(json!({"like_count": 900, "like_and_view_counts_disabled": true})), Some(900));
    assert_eq!((likes(json!({"like_count": -1})), likes(json!({"like_count": null}))), (None, None));
}

#[test]
fn partial_items_take_the_time_from_their_number() {
    let partial = json!({"__typename": "XIGPolarisVideoMedia", "_zs_partial": true, "pk": "2466077356296318741",
        "code": "CI5REoqrS8V", "user": {"username": "reef.watch", "pk": "17"}});
    let (format, posts) = posts(&[partial.to_string().as_bytes()], &settings());
    let post = &posts[0];
    assert_eq!(
        (format, post.published_at.to_string().as_str()),
        ("instagram-items", "2020-12-17T10:02:31.342Z")
    );
    assert_eq!(post.approximate, Some(vec!["published_at".into()]));
    assert_eq!((post.likes_count, post.comments_count, &post.content), (None, None, &None));
}

#[test]
fn the_zeros_of_a_partial_item_are_unknown() {
    for sign in [json!({"_zs_partial": true}), json!({"__typename": "XIGPolarisVideoMedia"})] {
        let mut over = json!({"taken_at": 0, "like_count": 0, "comment_count": 0});
        over.as_object_mut().unwrap().extend(sign.as_object().unwrap().clone());
        let post = converted(over);
        assert_eq!(post.published_at.to_string(), "2020-12-17T10:02:31.342Z");
        assert_eq!((post.likes_count, post.comments_count), (None, None));
        assert_eq!(post.approximate, Some(vec!["published_at".into()]));
    }
    assert_eq!(refused(convert(&item(json!({"taken_at": 0})), &settings())), "DATE_OUT_OF_RANGE");
}

#[test]
fn only_the_author_and_an_id_are_required() {
    assert_eq!(converted(json!({"caption": null})).content.as_deref(), Some(""));
    let user = json!({"username": "reef.watch", "pk": null});
    assert_eq!(converted(json!({"user": user})).author.display_name, None);
    assert_eq!(converted(json!({"code": null})).platform_post_id, "CI5REoqrS8V");
    assert_eq!(converted(json!({"user": null, "owner": user})).author.username, "reef.watch");
    assert_eq!(converted(json!({"owner": {"username": "wave.rider"}})).author.username, "reef.watch");
    let without = |over| refused(convert(&item(over), &settings()));
    assert_eq!(without(json!({"user": null})), "MISSING_AUTHOR");
    assert_eq!(without(json!({"code": "", "pk": 2.466e18, "id": "2.47E+18"})), "MISSING_ID");
    assert_eq!(without(json!({"taken_at": "soon"})), "INVALID_DATE");
}

#[test]
fn advertisements_are_skipped_and_stories_are_marked() {
    let found = convert(&item(json!({"product_type": "ad"})), &settings());
    assert_eq!(found, Ok(Item::Skipped("advertisement")));
    let Ok(Item::Post(story)) = convert(&item(json!({"product_type": "story"})), &settings()) else {
        panic!()
    };
    assert!(story.story);
}

#[test]
fn items_of_zeeschuimer_are_converted() {
    let line = json!({"nav_index": "1:2:0", "item_id": "CI5REoqrS8V", "timestamp_collected": 1_697_110_676_723_i64,
        "source_platform": "instagram.com", "source_url": "https://secret.example", "data": item(json!({}))});
    let (format, found) = read(&[line.to_string().as_bytes()], &settings());
    let Ok(Item::Post(found)) = &found[0] else { panic!("{found:?}") };
    assert_eq!((format, found.post.platform_post_id.as_str()), ("zeeschuimer", "CI5REoqrS8V"));
    assert_eq!(found.post.collected_at, Some(Timestamp(1_697_110_676_723)));
}

#[test]
fn items_are_found_anywhere_in_a_document() {
    let of = |code: &str| item(json!({"code": code}));
    let page = json!({"sections": [
        {"layout_content": {"one_by_two_item": {"clips": {"items": [{"media": of("CI5REoqrS8V")}]}}, "fill_items": [{"media": of("CI5REoqrS8W")}]}},
        {"layout_content": {"medias": [{"media": of("CI5REoqrS8X")}]}}], "status": "ok"});
    let nested = json!([[of("CI5REoqrS8V")], "next"]);
    let wrapped = json!({"answer": {"of": {"somebody": [of("CI5REoqrS8V")]}}});
    for (file, expected) in [(page, 3), (nested, 1), (wrapped, 1)] {
        for text in [file.to_string(), serde_json::to_string_pretty(&file).unwrap()] {
            let (format, found) = posts(&[text.as_bytes()], &settings());
            assert_eq!((format, found.len()), ("instagram-items", expected), "{text}");
        }
    }
}

#[test]
fn a_count_of_views_wins_over_a_zero() {
    let post = converted(json!({"view_count": 0, "play_count": 5120}));
    assert_eq!(post.views_count, Some(5120));
}

#[test]
fn all_posts_of_a_grid_are_converted() {
    let media =
        |number: u64| json!({"media": item(json!({"code": null, "pk": 2_466_077_356_296_318_741 + number}))});
    let clips = json!({"layout_type": "one_by_two_right", "layout_content": {
        "one_by_two_item": {"clips": {"id": "c", "items": [media(1)]}}, "fill_items": [media(2), media(3)]}});
    let channel = json!({"layout_type": "two_by_two_left", "layout_content": {
        "two_by_two_item": {"channel": {"id": "x", "media": media(4)["media"]}}, "fill_items": [media(5)]}});
    let row = json!({"layout_type": "media_grid", "layout_content": {"medias": [media(6), media(7)]}});
    let sections = json!([clips, channel, row]);
    for document in [
        json!({"sections": sections, "more_available": true, "status": "ok"}),
        json!({"media_grid": {"sections": sections}}),
        json!({"response": {"sections": sections}, "next_page_id": "x"}),
        json!({"data": {"name": "reef", "top": {"sections": [clips, channel]}, "recent": {"sections": [row]}}}),
        json!({"native_location_data": {"ranked": {"sections": sections}}}),
        json!([{"sections": [clips, channel]}, {"sections": [row]}]),
        sections.clone(),
    ] {
        let (format, posts) = posts(&[document.to_string().as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("instagram-items", 7), "{document}");
    }
    let pages = format!("{}\n{}\n", json!({"sections": [clips]}), json!({"sections": [channel, row]}));
    assert_eq!(posts(&[pages.as_bytes()], &settings()).1.len(), 7);
}
