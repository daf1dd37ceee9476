use super::*;
use crate::formats::tests::{code, over, post, posts, read, settings};
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Kind, MediaType};
use serde_json::json;

/// A post on X with some keys replaced.
pub(crate) fn tweet(other: Value) -> Value {
    let none = json!({"post_id": null, "profile_id": null, "url": null});
    let row = json!({
        "input": {"url": "https://x.com/kelp_kitchen/status/1800000000000000001"}, "id": "1800000000000000001",
        "user_posted": "kelp_kitchen", "name": "Kelp", "description": "Soup &amp; more #kelp", "date_posted": "2024-06-10T03:00:17.000Z",
        "photos": ["https://pbs.example/1.jpg"], "url": "https://x.com/kelp_kitchen/status/1800000000000000001",
        "quoted_post": none, "tagged_users": null, "replies": 1, "reposts": 3, "likes": 12, "views": 640, "external_url": null,
        "hashtags": ["kelp"], "followers": 9, "biography": "b", "posts_count": 5, "profile_image_link": "https://pbs.example/p.jpg",
        "following": 2, "is_verified": false, "quotes": 0, "bookmarks": 2, "parent_post_details": none,
        "external_image_urls": ["https://other.example/preview.jpg"], "videos": null, "timestamp": "2025-02-02T16:41:00.369Z"});
    over(row, other)
}

/// An Instagram post.
pub(crate) fn picture(other: Value) -> Value {
    let row = json!({
        "url": "https://www.instagram.com/p/CI5REoqrS8V", "user_posted": "kelp.kitchen", "description": "Soup #kelp",
        "hashtags": ["#kelp"], "num_comments": 3, "date_posted": "2025-09-22T15:00:10.000Z", "likes": 12,
        "photos": ["https://cdn.example/1.jpg", "https://cdn.example/2.jpg"], "post_id": "2466077356296318741",
        "shortcode": "CI5REoqrS8V", "content_type": "Carousel", "pk": "2466077356296318741", "content_id": "CI5REoqrS8V",
        "thumbnail": "https://cdn.example/1.jpg", "coauthor_producers": ["bo.reef"], "followers": 9, "user_posted_id": "9",
        "timestamp": "2025-10-13T13:40:28.009Z"});
    over(row, other)
}

/// A LinkedIn post.
pub(crate) fn update(other: Value) -> Value {
    let row = json!({
        "url": "https://www.linkedin.com/posts/ada-keel_soup-activity-7300000000000000500-abcd", "id": "7300000000000000500",
        "user_id": "ada-keel", "use_url": "https://pt.linkedin.com/in/ada-keel?trk=x", "title": "Ada Keel on LinkedIn: Soup",
        "headline": "Ada Keel’s Post", "post_text": "Soup #kelp", "date_posted": "2025-02-25T09:44:31.273Z", "hashtags": ["#kelp"],
        "images": ["https://m.example/1.jpg"], "videos": null, "num_likes": 12, "num_comments": 4, "user_followers": 900,
        "more_relevant_posts": [{"post_url": "https://www.linkedin.com/posts/x-activity-7300000000000000600-abcd", "post_text": "No"}]});
    over(row, other)
}

/// A TikTok post.
pub(crate) fn video(other: Value) -> Value {
    let row = json!({
        "post_id": "7300000000000000001", "shortcode": "7300000000000000001", "account_id": "kelp.kitchen",
        "url": "https://www.tiktok.com/@kelp.kitchen/video/7300000000000000001", "profile_id": "66", "profile_username": "Kelp Kitchen",
        "profile_url": "https://www.tiktok.com/@kelp.kitchen", "profile_followers": 43_400, "description": "Soup #kelp",
        "create_time": "2023-11-11T00:48:20.000Z", "post_type": "video", "digg_count": 22, "comment_count": 2, "collect_count": 4,
        "play_count": 1798, "num_share_count": 1, "share_count": "1", "hashtags": ["kelp"], "carousel_images": null,
        "preview_image": "https://cdn.example/p.jpg", "video_url": "https://v.example/1.mp4", "video_duration": 10, "width": 576});
    over(row, other)
}

fn converted(row: &Value) -> PostLine {
    post(convert(row, &settings()))
}

#[test]
fn the_network_of_a_row_is_recognised() {
    let rows = [tweet(json!({})), picture(json!({})), update(json!({})), video(json!({}))];
    let (format, found) = posts(&[json!(rows).to_string().as_bytes()], &settings());
    let ids: Vec<_> = found.iter().map(|post| post.platform_post_id.as_str()).collect();
    assert_eq!(format, "bright-data");
    assert_eq!(
        ids,
        ["1800000000000000001", "CI5REoqrS8V", "activity:7300000000000000500", "7300000000000000001"]
    );
    for row in rows {
        assert_eq!(posts(&[row.to_string().as_bytes()], &settings()).0, "bright-data", "{row}");
    }
}

#[test]
fn x_posts_are_converted() {
    let post = converted(&tweet(json!({})));
    assert_eq!(post.content.as_deref(), Some("Soup & more #kelp"));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(1), Some(640)));
    assert_eq!((post.shares_count, post.saves_count, post.kind), (Some(3), Some(2), None));
    assert_eq!((post.author.username.as_str(), post.author.followers_count), ("kelp_kitchen", Some(9)));
    assert_eq!(post.collected_at.map(|time| time.to_string()).as_deref(), Some("2025-02-02T16:41:00.369Z"));
    // The preview of a link is not one of the post's media files.
    assert_eq!((post.media.map(|files| files.len()), post.media_type), (Some(1), Some(MediaType::Image)));
    let clip = converted(&tweet(
        json!({"photos": null, "videos": [{"video_url": "https://v.example/1.mp4", "duration": 25_448}],
        "tagged_users": [{"profile_name": "Bo", "url": "https://x.com/bo_reef"}], "hashtags": null}),
    ));
    assert_eq!((clip.media_type, clip.media.unwrap()[0].duration_ms), (Some(MediaType::Video), Some(25_448)));
    assert_eq!((clip.mentions, clip.hashtags), (Some(vec!["bo_reef".into()]), None));
    let quote = converted(&tweet(json!({"quoted_post": {"post_id": "17"}})));
    assert_eq!((quote.kind, quote.refers_to.as_deref()), (Some(Kind::Quote), Some("x:17")));
    let reply = converted(&tweet(json!({"parent_post_details": {"post_id": "18"}})));
    assert_eq!((reply.kind, reply.refers_to.as_deref()), (Some(Kind::Reply), Some("x:18")));
}

#[test]
fn posts_in_x_profiles_are_converted() {
    let profile = json!({"input": {"url": "https://x.com/kelp_kitchen"}, "x_id": "17", "id": "kelp_kitchen", "profile_name": "Kelp",
        "followers": 9, "is_verified": true, "timestamp": "2025-02-03T07:05:39.084Z", "posts": [{"post_id": "1800000000000000001",
            "description": "Soup", "date_posted": "2024-06-10T03:00:17.000Z", "post_url": "https://twitter.com/17/status/1800000000000000001",
            "photos": null, "videos": null, "replies": 1, "reposts": 3, "likes": 12, "views": null, "hashtags": null}]});
    let (format, found) = posts(&[json!([profile]).to_string().as_bytes()], &settings());
    let post = &found[0];
    assert_eq!(
        (format, post.url.as_deref()),
        ("bright-data", Some("https://x.com/kelp_kitchen/status/1800000000000000001"))
    );
    assert_eq!(
        (post.author.id.as_deref(), post.author.verified, post.likes_count),
        (Some("17"), Some(true), Some(12))
    );
    assert!(post.collected_at.is_some());
}

#[test]
fn instagram_posts_and_reels_are_converted() {
    let post = converted(&picture(json!({})));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(3), None));
    assert_eq!((post.media.map(|files| files.len()), post.media_type), (Some(2), Some(MediaType::Carousel)));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("kelp.kitchen", Some("9")));
    assert_eq!(post.hashtags, Some(vec!["kelp".into()]));
    let reel = converted(&picture(
        json!({"url": "https://www.instagram.com/reel/CI5REoqrS8V/", "content_type": null,
        "product_type": "clips", "photos": null, "video_url": "https://cdn.example/1.mp4", "length": 12.5, "views": 900,
        "video_play_count": 1400}),
    ));
    let files = reel.media.unwrap();
    assert_eq!((reel.media_type, reel.views_count), (Some(MediaType::Reel), Some(1400)));
    assert_eq!((files[0].kind, files[0].duration_ms), (FileType::Video, Some(12_500)));
    assert_eq!(files[0].preview_url.as_deref(), Some("https://cdn.example/1.jpg"));
    let mixed = converted(&picture(
        json!({"post_content": [{"index": 0, "type": "Photo", "url": "https://cdn.example/1.jpg", "alt_text": "a"},
        {"index": 1, "type": "Video", "url": "https://cdn.example/2.mp4"}]}),
    ));
    let kinds: Vec<_> = mixed.media.unwrap().iter().map(|file| file.kind).collect();
    assert_eq!(kinds, [FileType::Image, FileType::Video]);
    assert_eq!(
        converted(&picture(json!({"shortcode": null, "content_id": null, "url": null}))).platform_post_id,
        "CI5REoqrS8V"
    );
}

#[test]
fn linkedin_posts_are_converted() {
    let post = converted(&update(json!({})));
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(12), Some(4), None));
    // Not the date that Bright Data computed from the post's age.
    assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.441Z");
    assert_eq!((post.author.username.as_str(), post.author.followers_count), ("ada-keel", Some(900)));
    assert_eq!(post.author.url.as_deref(), Some("https://pt.linkedin.com/in/ada-keel"));
    assert_eq!(post.media_type, Some(MediaType::Image));
    let company =
        converted(&update(json!({"user_id": null, "use_url": "https://it.linkedin.com/company/keel-co"})));
    assert_eq!(company.author.username, "keel-co");
    let player =
        converted(&update(json!({"images": null, "videos": ["https://www.youtube.example/embed/x?rel=0"]})));
    assert_eq!((player.media_type, player.media), (None, Some(vec![])));
    let original = json!({"repost_id": "7200000000000000500", "repost_url": null});
    let quote = converted(&update(json!({"repost": original})));
    assert_eq!((quote.kind, quote.likes_count), (Some(Kind::Quote), Some(12)));
    let repost = converted(&update(json!({"repost": original, "post_text": ""})));
    assert_eq!((repost.kind, repost.likes_count), (Some(Kind::Repost), None));
    assert_eq!(repost.refers_to.as_deref(), Some("linkedin:activity:7200000000000000500"));
    let nothing = json!({"repost_id": null, "repost_url": null});
    assert_eq!(converted(&update(json!({"repost": nothing, "post_type": "post"}))).kind, None);
}

#[test]
fn tiktok_posts_are_converted() {
    let post = converted(&video(json!({})));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(22), Some(2), Some(1798)));
    assert_eq!((post.shares_count, post.saves_count), (Some(1), Some(4)));
    let author = &post.author;
    assert_eq!(
        (author.username.as_str(), author.display_name.as_deref()),
        ("kelp.kitchen", Some("Kelp Kitchen"))
    );
    assert_eq!((post.media_type, post.media.unwrap()[0].duration_ms), (Some(MediaType::Video), Some(10_000)));
    let album = converted(&video(
        json!({"carousel_images": ["https://cdn.example/1.jpg", {"url": "https://cdn.example/2.jpg"}], "video_url": null}),
    ));
    assert_eq!((album.media_type, album.media.unwrap().len()), (Some(MediaType::Carousel), 2));
    assert_eq!(album.url.as_deref(), Some("https://www.tiktok.com/@kelp.kitchen/photo/7300000000000000001"));
    let unknown = converted(&video(json!({"post_type": null, "video_url": null, "num_share_count": null})));
    assert_eq!((unknown.media_type, unknown.shares_count), (None, Some(1)));
}

#[test]
fn json_in_table_cells_is_parsed() {
    let x = "input,id,user_posted,name,description,date_posted,photos,url,quoted_post,replies,reposts,likes,views,hashtags,followers\n\
        ,1800000000000000001,kelp_kitchen,Kelp,Soup,2024-06-10T03:00:17.000Z,\"[\"\"https://pbs.example/1.jpg\"\"]\",https://x.com/kelp_kitchen/status/1800000000000000001,\"{\"\"post_id\"\":\"\"17\"\"}\",1,3,12,,\"[\"\"kelp\"\"]\",9\n";
    let instagram = "url,user_posted,description,num_comments,date_posted,likes,photos,post_id,shortcode,content_type\n\
        https://www.instagram.com/p/CI5REoqrS8V,kelp.kitchen,Soup,3,2025-09-22T15:00:10.000Z,12,\"[\"\"https://cdn.example/1.jpg\"\"]\",2466077356296318741,CI5REoqrS8V,Image\n";
    let linkedin = "url,id,user_id,use_url,post_text,date_posted,images,num_likes,num_comments\n\
        https://www.linkedin.com/posts/ada-keel_soup-activity-7300000000000000500-abcd,7300000000000000500,ada-keel,,Soup,,\"[\"\"https://m.example/1.jpg\"\"]\",12,4\n";
    let tiktok = "url,post_id,description,create_time,digg_count,play_count,share_count,account_id,profile_id,video_url\n\
        https://www.tiktok.com/@kelp.kitchen/video/7300000000000000001,7300000000000000001,Soup,,12,90,1,kelp.kitchen,66,https://v.example/1.mp4\n";
    for table in [x, instagram, linkedin, tiktok] {
        let (format, found) = posts(&[table.as_bytes()], &settings());
        let post = &found[0];
        assert_eq!((format, post.likes_count), ("bright-data", Some(12)), "{table}");
        assert_eq!(post.media.as_ref().map(Vec::len), Some(1), "{table}");
    }
    assert_eq!(posts(&[x.as_bytes()], &settings()).1[0].kind, Some(Kind::Quote));
}

#[test]
fn the_time_in_the_id_wins_over_a_date_without_a_time() {
    for day in ["2024-06-10", "Jun 10"] {
        let post = converted(&tweet(json!({"date_posted": day})));
        assert_eq!(post.published_at.to_string(), "2024-06-10T03:00:17.039Z", "{day}");
    }
}

#[test]
fn zero_views_of_images_are_unknown() {
    let views = |over| converted(&picture(over)).views_count;
    assert_eq!(views(json!({"content_type": "Image", "video_view_count": 0})), None);
    assert_eq!(
        views(json!({"content_type": "Video", "video_view_count": 0, "video_play_count": 9})),
        Some(9)
    );
    let unseen = json!({"content_type": "Video", "video_view_count": 0, "likes": 0, "num_comments": 0});
    assert_eq!(views(unseen), Some(0));
}

#[test]
fn not_found_reports_are_skipped_and_damaged_ids_are_rejected() {
    let dead = json!({"timestamp": "2026-09-27T19:39:36.327Z", "input": {"url": "https://www.tiktok.com/@nobody"},
        "error": "There are no public posts in the profile.", "error_code": "dead_page"});
    let (_, found) = read(&[json!([dead, video(json!({}))]).to_string().as_bytes()], &settings());
    assert_eq!((found.len(), &found[0]), (2, &Ok(Item::Skipped("report of what was not found"))));
    assert_eq!(read(&[json!([dead]).to_string().as_bytes()], &settings()).0, "bright-data");
    let refused = |row: &Value| code(convert(row, &settings()));
    assert_eq!(refused(&tweet(json!({"id": 1.8e18, "url": null}))), "MISSING_ID");
    assert_eq!(refused(&tweet(json!({"date_posted": "soon"}))), "INVALID_DATE");
    assert_eq!(refused(&picture(json!({"user_posted": null}))), "MISSING_AUTHOR");
    assert_eq!(refused(&update(json!({"url": null, "id": "7.3E+18"}))), "MISSING_ID");
    assert_eq!(refused(&video(json!({"url": null, "post_id": "7.3E+18", "shortcode": null}))), "MISSING_ID");
}
