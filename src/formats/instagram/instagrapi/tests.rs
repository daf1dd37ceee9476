use super::*;
use crate::formats::tests::{code as refused, over, posts, settings};
use serde_json::json;

/// A post with some keys replaced.
pub(crate) fn media(other: Value) -> Value {
    let media = json!({
        "pk": "2466077356296318741", "id": "2466077356296318741_17", "code": "CI5REoqrS8V", "taken_at": "2020-12-17T10:03:20Z",
        "media_type": 1, "product_type": "feed", "thumbnail_url": "https://cdn.example/1.jpg", "location": null,
        "user": {"pk": "17", "username": "reef.watch", "full_name": "Reef Watch", "is_private": false,
            "profile_pic_url": "https://cdn.example/a.jpg", "is_verified": true},
        "comment_count": 4, "comments_disabled": false, "like_count": 279, "play_count": 0, "has_liked": false,
        "caption_text": "Low tide #Reef", "accessibility_caption": "Rocks", "usertags": [], "sponsor_tags": [], "video_url": null,
        "view_count": 0, "video_duration": 0.0, "title": "", "resources": [], "like_and_view_counts_disabled": false});
    over(media, other)
}

fn one(other: Value) -> PostLine {
    let (format, mut posts) = posts(&[json!([media(other)]).to_string().as_bytes()], &settings());
    assert_eq!((format, posts.len()), ("instagrapi", 1));
    posts.remove(0)
}

#[test]
fn zeros_of_a_picture_are_unknown() {
    let post = one(json!({}));
    assert_eq!(
        (post.platform_post_id.as_str(), post.content.as_deref()),
        ("CI5REoqrS8V", Some("Low tide #Reef"))
    );
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(279), Some(4), None));
    assert_eq!(post.published_at.to_string(), "2020-12-17T10:03:20.000Z");
    let author = &post.author;
    assert_eq!(
        (author.username.as_str(), author.id.as_deref(), author.verified),
        ("reef.watch", Some("17"), Some(true))
    );
    let [file] = &post.media.unwrap()[..] else { panic!() };
    assert_eq!((file.url.as_str(), file.alt_text.as_deref()), ("https://cdn.example/1.jpg", Some("Rocks")));
    assert_eq!((file.kind, post.media_type), (FileType::Image, Some(MediaType::Image)));
    for hidden in [json!(0), json!(-1), json!(null)] {
        assert_eq!(one(json!({"like_count": hidden})).likes_count, None);
    }
    assert_eq!(one(json!({"like_count": 3, "like_and_view_counts_disabled": true})).likes_count, None);
    assert_eq!(one(json!({"comment_count": 0})).comments_count, Some(0));
    assert_eq!(one(json!({"comment_count": 0, "comments_disabled": true})).comments_count, None);
}

#[test]
fn reels_videos_and_albums_are_recognised() {
    let reel = json!({"media_type": 2, "product_type": "clips", "video_url": "https://cdn.example/1.mp4", "video_duration": 12.5,
        "play_count": 5120, "view_count": 0});
    let reel = one(reel);
    assert_eq!((reel.media_type, reel.views_count), (Some(MediaType::Reel), Some(5120)));
    let file = &reel.media.unwrap()[0];
    assert_eq!((file.kind, file.duration_ms), (FileType::Video, Some(12_500)));
    assert_eq!(file.preview_url.as_deref(), Some("https://cdn.example/1.jpg"));
    let viewed = one(json!({"media_type": 2, "video_url": null, "play_count": null, "view_count": 90}));
    assert_eq!(
        (viewed.media_type, viewed.media, viewed.views_count),
        (Some(MediaType::Video), Some(vec![]), Some(90))
    );
    let parts = json!([{"pk": "1", "video_url": null, "thumbnail_url": "https://cdn.example/a.jpg", "media_type": 1},
        {"pk": "2", "video_url": "https://cdn.example/b.mp4", "thumbnail_url": "https://cdn.example/b.jpg", "media_type": 2}]);
    let album = one(json!({"media_type": 8, "product_type": "", "thumbnail_url": null, "resources": parts}));
    let kinds: Vec<_> = album.media.unwrap().iter().map(|file| file.kind).collect();
    assert_eq!(
        (album.media_type, kinds),
        (Some(MediaType::Carousel), vec![FileType::Image, FileType::Video])
    );
}

#[test]
fn stories_have_names_but_no_text() {
    let mut story = media(json!({"product_type": "story", "stickers": [], "links": [], "locations": [],
        "mentions": [{"user": {"pk": "18", "username": "bo.reef"}, "x": 0.5}], "hashtags": [{"hashtag": {"id": "1", "name": "reef"}}]}));
    for key in ["caption_text", "like_count", "comment_count", "view_count", "play_count", "resources"] {
        story.as_object_mut().unwrap().remove(key);
    }
    let Ok(Item::Post(found)) = convert(&story, &settings()) else { panic!() };
    assert!(found.story);
    assert_eq!(
        (found.post.mentions, found.post.hashtags),
        (Some(vec!["bo.reef".into()]), Some(vec!["reef".into()]))
    );
    assert_eq!((found.post.likes_count, found.post.content), (None, None));
    assert_eq!(posts(&[json!([story]).to_string().as_bytes()], &settings()).0, "instagrapi");
}

#[test]
fn responses_are_recognised_in_any_wrapper() {
    let media = media(json!({}));
    for document in [
        json!([media]),
        json!([[media], "cursor"]),
        json!({"items": [media], "next": "x"}),
        json!({"response": {"items": [media]}, "next_page_id": "x"}),
        json!({"response": [media]}),
        json!({"CI5REoqrS8V": media}),
    ] {
        let (format, posts) = posts(&[document.to_string().as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("instagrapi", 1), "{document}");
        assert_eq!(posts[0].content.as_deref(), Some("Low tide #Reef"));
    }
}

#[test]
fn tables_are_converted_like_objects() {
    let table = "pk,id,code,taken_at,media_type,product_type,thumbnail_url,user,like_count,comment_count,caption_text,video_url,view_count,resources\n\
        2466077356296318741,2466077356296318741_17,CI5REoqrS8V,2020-12-17 10:03:20+00:00,8,,,\"{\"\"pk\"\":\"\"17\"\",\"\"username\"\":\"\"reef.watch\"\"}\",12,0,Low tide,,0,\"[{\"\"media_type\"\":1,\"\"thumbnail_url\"\":\"\"https://cdn.example/a.jpg\"\"}]\"\n";
    let (format, posts) = posts(&[table.as_bytes()], &settings());
    let post = &posts[0];
    assert_eq!(
        (format, post.likes_count, post.media_type),
        ("instagrapi", Some(12), Some(MediaType::Carousel))
    );
    assert_eq!(post.media.as_ref().map(Vec::len), Some(1));
}

#[test]
fn damaged_posts_are_rejected() {
    let refused = |over| refused(convert(&media(over), &settings()));
    assert_eq!(refused(json!({"code": null, "pk": 2.4e18, "id": null})), "MISSING_ID");
    assert_eq!(refused(json!({"user": null})), "MISSING_AUTHOR");
    assert_eq!(refused(json!({"taken_at": "soon"})), "INVALID_DATE");
    assert_eq!(
        convert(&media(json!({"product_type": "ad"})), &settings()),
        Ok(Item::Skipped("advertisement"))
    );
}
