use super::*;
use crate::formats::tests::{code as refused, post, posts, read, settings};
use serde_json::json;

/// A post with some keys replaced.
pub(crate) fn media(over: Value) -> Value {
    let mut media = json!({
        "id": "17895695668004550", "caption": "Low tide #reef", "media_type": "IMAGE", "media_product_type": "FEED",
        "media_url": "https://cdn.example/1.jpg", "permalink": "https://www.instagram.com/p/CI5REoqrS8V/",
        "timestamp": "2020-12-17T10:03:20+0000", "username": "reef.watch", "like_count": 12, "comments_count": 3});
    let (Some(map), Value::Object(over)) = (media.as_object_mut(), over) else { panic!("no object") };
    map.extend(over);
    media
}

fn converted(over: Value) -> PostLine {
    post(convert(&media(over), &settings()))
}

#[test]
fn a_page_is_converted_without_its_paging() {
    let page = json!({"data": [media(json!({}))],
        "paging": {"next": "https://graph.example/v21.0/17/media?access_token=secret", "cursors": {"after": "x"}}});
    let (format, found) = posts(&[page.to_string().as_bytes()], &settings());
    let post = &found[0];
    assert_eq!((format, post.platform_post_id.as_str()), ("instagram-graph", "CI5REoqrS8V"));
    assert_eq!(post.url.as_deref(), Some("https://www.instagram.com/p/CI5REoqrS8V/"));
    assert_eq!((post.author.username.as_str(), &post.author.id), ("reef.watch", &None));
    assert_eq!((post.content.as_deref(), post.media_type), (Some("Low tide #reef"), Some(MediaType::Image)));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(3), None));
    assert_eq!(post.published_at.to_string(), "2020-12-17T10:03:20.000Z");
    assert!(!format!("{found:?}").contains("secret"));
    for document in [json!([media(json!({}))]), json!({"id": "17", "media": {"data": [media(json!({}))]}})] {
        assert_eq!(posts(&[document.to_string().as_bytes()], &settings()).1.len(), 1, "{document}");
    }
}

#[test]
fn reels_have_insights_and_carousels_have_children() {
    let insights = json!({"data": [
        {"name": "views", "period": "lifetime", "values": [{"value": 900}]},
        {"name": "saved", "values": [{"value": 7}]},
        {"name": "shares", "total_value": {"value": 4}}, {"name": "reach", "values": [{"value": 800}]}]});
    let reel = converted(json!({"media_type": "VIDEO", "media_product_type": "REELS", "insights": insights,
        "media_url": "https://cdn.example/1.mp4", "thumbnail_url": "https://cdn.example/1.jpg", "like_count": null}));
    assert_eq!((reel.media_type, reel.views_count), (Some(MediaType::Reel), Some(900)));
    assert_eq!((reel.saves_count, reel.shares_count, reel.likes_count), (Some(7), Some(4), None));
    let file = &reel.media.unwrap()[0];
    assert_eq!(
        (file.kind, file.preview_url.as_deref()),
        (FileType::Video, Some("https://cdn.example/1.jpg"))
    );
    let carousel = converted(json!({"media_type": "CAROUSEL_ALBUM", "children": {"data": [
        {"id": "1", "media_type": "IMAGE", "media_url": "https://cdn.example/1.jpg"},
        {"id": "2", "media_type": "VIDEO", "media_url": "https://cdn.example/2.mp4"}]}}));
    let kinds: Vec<_> = carousel.media.iter().flatten().map(|file| file.kind).collect();
    assert_eq!(
        (kinds, carousel.media_type),
        (vec![FileType::Image, FileType::Video], Some(MediaType::Carousel))
    );
    // The API gives no file for videos with copyrighted music.
    let silent = converted(
        json!({"media_type": "VIDEO", "media_url": null, "thumbnail_url": "https://cdn.example/1.jpg"}),
    );
    assert_eq!((silent.media, silent.media_type), (Some(vec![]), Some(MediaType::Video)));
}

#[test]
fn advertisements_are_skipped_and_stories_are_marked() {
    let (_, found) = read(&[media(json!({"media_product_type": "AD"})).to_string().as_bytes()], &settings());
    assert_eq!(found, [Ok(Item::Skipped("advertisement"))]);
    let story = media(json!({"media_product_type": "STORY",
        "permalink": "https://www.instagram.com/stories/reef.watch/2466077356296318741"}));
    let Ok(Item::Post(found)) = convert(&story, &settings()) else { panic!() };
    assert_eq!((found.post.platform_post_id.as_str(), found.story), ("CI5REoqrS8V", true));
}

#[test]
fn the_id_of_the_api_is_not_a_post_id() {
    let without = |over| refused(convert(&media(over), &settings()));
    assert_eq!(without(json!({"permalink": null})), "MISSING_ID");
    assert_eq!(
        converted(json!({"permalink": null, "shortcode": "CI5REoqrS8V"})).platform_post_id,
        "CI5REoqrS8V"
    );
    assert_eq!(without(json!({"username": null})), "MISSING_AUTHOR");
    assert_eq!(without(json!({"timestamp": "soon"})), "INVALID_DATE");
    assert_eq!(converted(json!({"caption": null})).content.as_deref(), Some(""));
}

#[test]
fn the_author_may_be_named_around_the_posts() {
    let mut bare = media(json!({}));
    bare.as_object_mut().unwrap().remove("username");
    let page = json!({"business_discovery": {"username": "kelp.kitchen", "media": {"data": [bare]}, "id": "1"}, "id": "2"});
    let (format, found) = posts(&[page.to_string().as_bytes()], &settings());
    assert_eq!((format, found[0].author.username.as_str()), ("instagram-graph", "kelp.kitchen"));
}
