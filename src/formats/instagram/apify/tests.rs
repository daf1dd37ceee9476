use super::*;
use crate::formats::tests::{code as refused, post, posts, read, settings};
use crate::time::Timestamp;
use serde_json::json;

/// A row with some keys replaced.
pub(crate) fn row(over: Value) -> Value {
    let mut row = json!({
        "id": "2466077356296318741", "type": "Image", "shortCode": "CI5REoqrS8V", "caption": "Low tide #Reef\r\n@wave.rider",
        "hashtags": ["Reef", "reef"], "mentions": ["wave.rider"],
        "url": "https://www.instagram.com/p/CI5REoqrS8V/?img_index=1", "commentsCount": 61, "likesCount": 1200,
        "displayUrl": "https://cdn.example/1.jpg", "images": [], "dimensionsWidth": 750, "dimensionsHeight": 1333,
        "alt": "Rocks", "timestamp": "2020-12-17T10:03:20.000Z", "childPosts": [], "ownerFullName": "Reef Watch",
        "ownerUsername": "reef.watch", "ownerId": "17", "isPinned": true, "isSponsored": true,
        "inputUrl": "https://www.instagram.com/wave.rider"});
    let (Some(map), Value::Object(over)) = (row.as_object_mut(), over) else { panic!("no object") };
    map.extend(over);
    row
}

fn converted(over: Value) -> PostLine {
    post(convert(&row(over), &settings()))
}

#[test]
fn a_row_is_converted_with_its_owner() {
    let post = converted(json!({}));
    assert_eq!(post.platform_post_id, "CI5REoqrS8V");
    assert_eq!(post.url.as_deref(), Some("https://www.instagram.com/p/CI5REoqrS8V/"));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!(post.author.display_name.as_deref(), Some("Reef Watch"));
    assert_eq!(post.content.as_deref(), Some("Low tide #Reef\n@wave.rider"));
    assert_eq!((post.hashtags, post.mentions), (Some(vec!["Reef".into()]), Some(vec!["wave.rider".into()])));
    assert_eq!(post.published_at.to_string(), "2020-12-17T10:03:20.000Z");
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(1200), Some(61), None));
    let file = &post.media.unwrap()[0];
    assert_eq!((file.url.as_str(), file.alt_text.as_deref()), ("https://cdn.example/1.jpg", Some("Rocks")));
    assert_eq!((file.width, post.media_type), (Some(750), Some(MediaType::Image)));
}

#[test]
fn reels_have_plays_and_hidden_likes_are_unknown() {
    let reel = converted(
        json!({"type": "Video", "productType": "clips", "likesCount": -1, "videoPlayCount": 241_873,
        "videoViewCount": null, "videoUrl": "https://cdn.example/1.mp4", "videoDuration": 21.4}),
    );
    assert_eq!(
        (reel.media_type, reel.likes_count, reel.views_count),
        (Some(MediaType::Reel), None, Some(241_873))
    );
    let file = &reel.media.unwrap()[0];
    assert_eq!((file.kind, file.duration_ms), (FileType::Video, Some(21_400)));
    assert_eq!(file.preview_url.as_deref(), Some("https://cdn.example/1.jpg"));
    let seen = converted(json!({"type": "Video", "videoPlayCount": null, "videoViewCount": 7}));
    assert_eq!(
        (seen.views_count, seen.media, seen.media_type),
        (Some(7), Some(vec![]), Some(MediaType::Video))
    );
    let by_page = converted(json!({"type": "Video", "url": "https://www.instagram.com/reel/CI5REoqrS8V/"}));
    assert_eq!(by_page.media_type, Some(MediaType::Reel));
}

#[test]
fn carousels_have_the_files_of_their_parts() {
    let carousel = converted(
        json!({"type": "Sidecar", "images": ["https://cdn.example/b.jpg", "https://cdn.example/c.jpg"],
        "childPosts": [{"type": "Image", "displayUrl": "https://cdn.example/b.jpg"},
            {"type": "Video", "displayUrl": "https://cdn.example/c.jpg", "videoUrl": "https://cdn.example/c.mp4"}]}),
    );
    let files: Vec<_> = carousel.media.iter().flatten().map(|file| (file.kind, file.url.as_str())).collect();
    let expected =
        [(FileType::Image, "https://cdn.example/b.jpg"), (FileType::Video, "https://cdn.example/c.mp4")];
    assert_eq!((files.as_slice(), carousel.media_type), (&expected[..], Some(MediaType::Carousel)));
    let bare = converted(
        json!({"type": "Sidecar", "images": ["https://cdn.example/b.jpg", "https://cdn.example/c.jpg"]}),
    );
    assert_eq!(bare.media.map(|files| files.len()), Some(2));
}

#[test]
fn json_jsonl_and_tables_give_the_same_posts() {
    let csv = "\u{feff}caption,childPosts/0/displayUrl,childPosts/0/type,childPosts/1/displayUrl,commentsCount,hashtags/0,hashtags/1,likesCount,ownerUsername,shortCode,timestamp,type,url,videoPlayCount,videoViewCount\r\n\
        \"Low, tide\r\n#Reef\",https://cdn.example/b.jpg,Image,https://cdn.example/c.jpg,61,Reef,kelp,-1,reef.watch,CI5REoqrS8V,2020-12-17T10:03:20.000Z,Sidecar,https://www.instagram.com/p/CI5REoqrS8V/,,7\r\n\
        two,,,,,,,,reef.watch,CI5REoqrS8W,2020-12-18T10:03:20.000Z,Image,,,\r\n";
    let (format, found) = posts(&[csv.as_bytes()], &settings());
    assert_eq!((format, found.len()), ("apify-instagram", 2));
    let post = &found[0];
    assert_eq!(post.content.as_deref(), Some("Low, tide\n#Reef"));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (None, Some(61), Some(7)));
    assert_eq!(post.hashtags, Some(vec!["Reef".into(), "kelp".into()]));
    assert_eq!(post.media.as_ref().map(Vec::len), Some(2));
    assert_eq!((found[1].likes_count, &found[1].hashtags), (None, &None));
    let row = row(json!({}));
    for text in [json!([row, row]).to_string(), format!("{row}\n{row}\n")] {
        let (format, posts) = posts(&[text.as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("apify-instagram", 2));
    }
}

#[test]
fn the_latest_posts_of_profiles_are_converted() {
    let mut second = row(json!({"shortCode": "CI5REoqrS8W"}));
    second.as_object_mut().unwrap().remove("ownerUsername");
    let mut others = row(json!({"shortCode": "CI5REoqrS8X", "ownerUsername": "wave.rider"}));
    others.as_object_mut().unwrap().remove("ownerId");
    let profile = json!({"username": "reef.watch", "fullName": "Reef", "id": "17", "followersCount": 900,
        "verified": true, "latestPosts": [row(json!({})), second, others]});
    for text in [json!([profile]).to_string(), profile.to_string()] {
        let (format, posts) = posts(&[text.as_bytes()], &settings());
        let authors: Vec<_> =
            posts.iter().map(|post| (post.author.username.as_str(), post.author.followers_count)).collect();
        let expected = [("reef.watch", Some(900)), ("reef.watch", Some(900)), ("wave.rider", None)];
        assert_eq!((format, authors.as_slice()), ("apify-instagram", &expected[..]));
    }
    let csv = "username,followersCount,latestPosts/0/shortCode,latestPosts/0/timestamp\nreef.watch,900,CI5REoqrS8V,2020-12-17T10:03:20.000Z\nquiet,1,,\n";
    let (format, found) = read(&[csv.as_bytes()], &settings());
    assert_eq!((format, found.len()), ("apify-instagram", 2));
    assert_eq!(found[1], Ok(Item::Skipped("profile")));
}

#[test]
fn error_rows_are_skipped() {
    let rows = json!([row(json!({})),
        {"url": "https://www.instagram.com/p/CI5REoqrS8Y/", "error": "not_found", "errorDescription": "Post does not exist"},
        {"url": "https://www.instagram.com/p/CI5REoqrS8Z/", "error": null, "ownerUsername": "a",
            "timestamp": "2020-12-17T10:03:20.000Z"},
        {"noResults": true}, row(json!({"productType": "ad"}))]);
    let (_, found) = read(&[rows.to_string().as_bytes()], &settings());
    let error = || Ok(Item::Skipped("what the scraper says of an error"));
    assert_eq!((&found[1], &found[3]), (&error(), &error()));
    assert!(matches!(found[2], Ok(Item::Post(_))));
    assert_eq!(found[4], Ok(Item::Skipped("advertisement")));
}

#[test]
fn ids_authors_and_times_are_required() {
    let without = |over| refused(convert(&row(over), &settings()));
    assert_eq!(without(json!({"shortCode": null, "url": null, "id": "2.47E+18"})), "MISSING_ID");
    assert_eq!(without(json!({"ownerUsername": null})), "MISSING_AUTHOR");
    assert_eq!(without(json!({"timestamp": "yesterday"})), "INVALID_DATE");
    let inferred = converted(json!({"timestamp": null, "shortCode": null, "url": ""}));
    assert_eq!(inferred.platform_post_id, "CI5REoqrS8V");
    assert_eq!(inferred.approximate, Some(vec!["published_at".into()]));
}

#[test]
fn counts_are_collected_at_the_time_of_the_file() {
    let settings = Settings { file_time: Some(Timestamp(1_790_000_000_000)), ..settings() };
    assert_eq!(post(convert(&row(json!({})), &settings)).collected_at, settings.file_time);
}
