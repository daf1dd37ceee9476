use super::*;
use crate::formats::tests::{code, post, posts, read, settings};
use serde_json::json;

/// A node of Instagram's pages with some keys replaced.
pub(crate) fn node(over: Value) -> Value {
    let mut node = json!({
        "__typename": "GraphImage", "id": "2466077356296318741", "shortcode": "CI5REoqrS8V", "is_video": false,
        "edge_media_to_caption": {"edges": [{"node": {"text": "Low tide \u{e9} #reef"}}]},
        "edge_media_to_comment": {"count": 3}, "edge_media_preview_like": {"count": 12},
        "taken_at_timestamp": 1_608_199_400, "display_url": "https://cdn.example/1.jpg",
        "dimensions": {"width": 1080, "height": 1350}, "accessibility_caption": "Rocks",
        "owner": {"id": "17", "username": "reef.watch", "full_name": "Reef Watch"}});
    let (Some(map), Value::Object(over)) = (node.as_object_mut(), over) else { panic!("no object") };
    map.extend(over);
    node
}

fn wrapped(node: &Value, kind: &str) -> Value {
    json!({"node": node, "instaloader": {"version": "4.10", "node_type": kind}})
}

fn converted(over: Value) -> PostLine {
    post(convert(&wrapped(&node(over), "Post"), &settings()))
}

#[test]
fn a_node_of_a_page_is_converted() {
    let (format, found) = posts(&[wrapped(&node(json!({})), "Post").to_string().as_bytes()], &settings());
    let post = &found[0];
    assert_eq!((format, post.platform_post_id.as_str()), ("instaloader", "CI5REoqrS8V"));
    assert_eq!(post.url.as_deref(), Some("https://www.instagram.com/p/CI5REoqrS8V/"));
    assert_eq!((post.content.as_deref(), &post.hashtags), (Some("Low tide é #reef"), &None));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(3), None));
    assert_eq!(post.published_at.to_string(), "2020-12-17T10:03:20.000Z");
    let file = &post.media.as_ref().unwrap()[0];
    assert_eq!(
        (file.url.as_str(), file.width, file.alt_text.as_deref()),
        ("https://cdn.example/1.jpg", Some(1080), Some("Rocks"))
    );
    assert_eq!(post.media_type, Some(MediaType::Image));
}

#[test]
fn a_node_derived_from_app_data_gives_the_same_post() {
    let app = json!({"shortcode": "CI5REoqrS8V", "id": "2466077356296318741", "__typename": "GraphVideo", "is_video": true,
        "date": 1_608_199_400, "caption": "Low tide", "edge_media_preview_like": {"count": 3}, "comments": 4,
        "display_url": "https://cdn.example/1.jpg", "video_url": "https://cdn.example/1.mp4", "video_view_count": null,
        "video_duration": 7.5, "iphone_struct": {"play_count": 500, "like_and_view_counts_disabled": true,
            "product_type": "clips", "user": {"username": "reef.watch", "pk": 17}}});
    let read = post(convert(&wrapped(&app, "Post"), &settings()));
    assert_eq!((read.content.as_deref(), read.author.username.as_str()), (Some("Low tide"), "reef.watch"));
    assert_eq!((read.likes_count, read.comments_count, read.views_count), (None, Some(4), Some(500)));
    assert_eq!(read.media_type, Some(MediaType::Reel));
    let file = &read.media.unwrap()[0];
    assert_eq!((file.url.as_str(), file.duration_ms), ("https://cdn.example/1.mp4", Some(7500)));
}

#[test]
fn carousels_and_videos_are_converted() {
    let child = |over: Value| json!({"node": node(over)});
    let carousel = converted(json!({"__typename": "GraphSidecar", "edge_sidecar_to_children": {"edges": [
        child(json!({})), child(json!({"is_video": true, "video_url": "https://cdn.example/2.mp4"}))]}}));
    let urls: Vec<_> = carousel.media.iter().flatten().map(|file| file.url.as_str()).collect();
    assert_eq!(urls, ["https://cdn.example/1.jpg", "https://cdn.example/2.mp4"]);
    assert_eq!(carousel.media_type, Some(MediaType::Carousel));
    let video = converted(
        json!({"__typename": "GraphVideo", "is_video": true, "video_play_count": 9, "video_view_count": 7}),
    );
    assert_eq!(
        (video.media_type, video.views_count, video.media),
        (Some(MediaType::Video), Some(9), Some(vec![]))
    );
}

#[test]
fn hidden_likes_and_missing_captions_are_unknown() {
    assert_eq!(converted(json!({"edge_media_preview_like": {"count": -1}})).likes_count, None);
    assert_eq!(
        converted(json!({"edge_media_preview_like": null, "edge_liked_by": {"count": 5}})).likes_count,
        Some(5)
    );
    let comments = json!({"edge_media_to_comment": null, "edge_media_to_parent_comment": {"count": 6}});
    assert_eq!(converted(comments).comments_count, Some(6));
    assert_eq!(converted(json!({"edge_media_to_caption": {"edges": []}})).content.as_deref(), Some(""));
    assert_eq!(
        converted(json!({"edge_media_to_caption": null, "caption": null})).content.as_deref(),
        Some("")
    );
    assert_eq!(converted(json!({"edge_media_to_caption": null})).content, None);
}

#[test]
fn older_files_and_other_dumps_have_no_wrapper() {
    for document in [
        node(json!({})),
        json!({"GraphImages": [node(json!({}))], "GraphProfileInfo": {}}),
        json!({"graphql": {"shortcode_media": node(json!({}))}}),
        json!({"data": {"user": {"edge_owner_to_timeline_media": {"count": 1, "edges": [{"node": node(json!({}))}]}}}}),
    ] {
        let (format, found) = posts(&[document.to_string().as_bytes()], &settings());
        assert_eq!((format, found.len()), ("instaloader", 1), "{document}");
    }
}

#[test]
fn profiles_are_skipped_and_stories_are_marked() {
    let profile = wrapped(&json!({"username": "reef.watch"}), "Profile").to_string();
    assert_eq!(read(&[profile.as_bytes()], &settings()).1, [Ok(Item::Skipped("profile"))]);
    let tag = wrapped(&json!({}), "Hashtag");
    assert_eq!(convert(&tag, &settings()), Ok(Item::Skipped("collection of posts")));
    let story = wrapped(&node(json!({"shortcode": null, "__typename": "GraphStoryImage"})), "StoryItem");
    let Ok(Item::Post(found)) = convert(&story, &settings()) else { panic!() };
    assert_eq!(
        (found.post.platform_post_id.as_str(), found.story, found.post.url),
        ("CI5REoqrS8V", true, None)
    );
}

#[test]
fn without_a_name_the_author_must_be_given() {
    let nameless = wrapped(&node(json!({"owner": {"id": "17"}})), "Post");
    assert_eq!(code(convert(&nameless, &settings())), "MISSING_AUTHOR");
    let given = Settings { author: Some("reef.watch".into()), ..settings() };
    assert_eq!(post(convert(&nameless, &given)).author.username, "reef.watch");
    let refused = |over| code(convert(&node(over), &settings()));
    assert_eq!(refused(json!({"shortcode": null, "id": null})), "MISSING_ID");
    assert_eq!(refused(json!({"taken_at_timestamp": "soon"})), "INVALID_DATE");
}
