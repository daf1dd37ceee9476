use super::*;
use crate::formats::tests::{code, over, posts, read as outcomes, settings};
use serde_json::json;

/// A post of the TypeScript library with some keys replaced.
pub(crate) fn tweet(other: Value) -> Value {
    let tweet = json!({
        "conversationId": "1800000000000000001", "id": "1800000000000000001", "hashtags": ["kelp"], "likes": 12,
        "mentions": [{"id": "18", "username": "bo_reef", "name": "Bo"}], "name": "Kelp", "photos": [{"id": "1", "url": "https://pbs.example/1.jpg", "alt_text": "soup"}],
        "permanentUrl": "https://x.com/kelp_kitchen/status/1800000000000000001", "replies": 1, "retweets": 3,
        "text": "Soup &amp; more #kelp for @bo_reef https://t.co/aaaaaaaaaa", "thread": [], "urls": [], "userId": "17",
        "username": "kelp_kitchen", "videos": [], "isQuoted": false, "isReply": false, "isEdited": false,
        "versions": ["1800000000000000001"], "isRetweet": false, "isPin": false, "sensitiveContent": false,
        "timeParsed": "2024-06-10T03:00:17.000Z", "timestamp": 1_717_988_417, "views": 640, "bookmarkCount": 2,
        "html": "Soup <br><a href=\"https://t.co/aaaaaaaaaa\"><img src=\"https://pbs.example/1.jpg\"/></a>"});
    over(tweet, other)
}

/// A post of the Go library.
fn go(other: Value) -> Value {
    let tweet = json!({
        "Hashtags": null, "HTML": "Low <a href=\"https://reef.example/\">https://t.co/aaaaaaaaaa</a>", "ID": "1800000000000000001",
        "InReplyToStatus": null, "IsQuoted": false, "IsPin": false, "IsReply": false, "IsRetweet": false, "Likes": 12,
        "PermanentURL": "https://twitter.com/kelp_kitchen/status/1800000000000000001", "Photos": null, "Place": null,
        "QuotedStatus": null, "Replies": 1, "Retweets": 3, "RetweetedStatus": null, "Text": "Low https://t.co/aaaaaaaaaa",
        "TimeParsed": "2024-06-10T03:00:17Z", "Timestamp": 1_717_988_417, "URLs": ["https://reef.example/"], "UserID": "17",
        "Username": "kelp_kitchen", "Videos": [{"ID": "5", "Preview": "https://pbs.example/5.jpg", "URL": "https://v.example/5.mp4"}],
        "SensitiveContent": false, "Views": 0});
    over(tweet, other)
}

fn one(tweet: &Value) -> PostLine {
    let (format, mut posts) = posts(&[json!([tweet]).to_string().as_bytes()], &settings());
    assert_eq!((format, posts.len()), ("twitter-scraper", 1));
    posts.remove(0)
}

#[test]
fn posts_of_the_typescript_library_are_converted() {
    let post = one(&tweet(json!({})));
    assert_eq!(post.content.as_deref(), Some("Soup & more #kelp for @bo_reef"));
    assert_eq!((post.hashtags, post.mentions), (Some(vec!["kelp".into()]), Some(vec!["bo_reef".into()])));
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(12), Some(1), Some(3)));
    assert_eq!((post.views_count, post.saves_count, post.kind), (Some(640), Some(2), None));
    assert_eq!(post.published_at.to_string(), "2024-06-10T03:00:17.000Z");
    let author = &post.author;
    assert_eq!((author.username.as_str(), author.id.as_deref()), ("kelp_kitchen", Some("17")));
    assert_eq!(author.display_name.as_deref(), Some("Kelp"));
    let [file] = &post.media.unwrap()[..] else { panic!() };
    assert_eq!(
        (file.kind, file.alt_text.as_deref(), post.media_type),
        (FileType::Image, Some("soup"), Some(MediaType::Image))
    );
}

#[test]
fn posts_of_the_go_library_are_converted() {
    let post = one(&go(json!({})));
    assert_eq!(post.content.as_deref(), Some("Low https://reef.example/"));
    assert_eq!((post.hashtags, post.mentions, post.views_count), (Some(vec![]), None, None));
    let [file] = &post.media.unwrap()[..] else { panic!() };
    assert_eq!(
        (file.url.as_str(), file.preview_url.as_deref()),
        ("https://v.example/5.mp4", Some("https://pbs.example/5.jpg"))
    );
    assert_eq!((post.media_type, post.author.display_name), (Some(MediaType::Video), None));
    let older = one(&go(
        json!({"Photos": ["https://pbs.example/1.jpg", "https://pbs.example/2.jpg"], "Videos": null}),
    ));
    assert_eq!((older.media.unwrap().len(), older.media_type), (2, Some(MediaType::Carousel)));
    let failed = go(json!({"ID": "", "PermanentURL": "", "Error": {}}));
    let (_, found) = outcomes(&[format!("{}\n{failed}\n", go(json!({}))).as_bytes()], &settings());
    assert_eq!(found[1], Ok(Item::Skipped("error of the scraper")));
}

#[test]
fn reposts_quotes_and_replies_refer_to_the_other_post() {
    let original = tweet(
        json!({"id": "1799999999999999990", "username": "bo_reef", "text": "All of it", "html": "", "photos": []}),
    );
    let repost =
        one(&tweet(json!({"isRetweet": true, "text": "RT @bo_reef: All…", "retweetedStatus": original})));
    assert_eq!(
        (repost.kind, repost.refers_to.as_deref()),
        (Some(Kind::Repost), Some("x:1799999999999999990"))
    );
    assert_eq!((repost.content.as_deref(), repost.likes_count), (Some("RT @bo_reef: All of it"), None));
    let without_original =
        one(&tweet(json!({"isRetweet": true, "text": "RT @bo_reef: All…", "retweetedStatusId": "5"})));
    assert_eq!((without_original.refers_to.as_deref(), without_original.shares_count), (Some("x:5"), None));
    assert_eq!(
        one(&tweet(json!({"isQuoted": true, "quotedStatusId": "6"}))).refers_to.as_deref(),
        Some("x:6")
    );
    let reply = one(&go(json!({"IsReply": true, "InReplyToStatus": {"ID": "7"}})));
    assert_eq!((reply.kind, reply.refers_to.as_deref()), (Some(Kind::Reply), Some("x:7")));
    assert_eq!(one(&go(json!({"IsReply": true}))).kind, Some(Kind::Reply));
}

#[test]
fn posts_in_threads_and_pages_are_converted() {
    let next = tweet(
        json!({"id": "1800000000000000002", "permanentUrl": "https://x.com/kelp_kitchen/status/1800000000000000002"}),
    );
    let head = tweet(json!({"isSelfThread": true, "thread": [next]}));
    for file in [json!([head]), json!({"tweets": [head], "next": "x"}), json!({"kelp": head})] {
        let (format, posts) = posts(&[file.to_string().as_bytes()], &settings());
        let ids: Vec<_> = posts.iter().map(|post| post.platform_post_id.as_str()).collect();
        assert_eq!((format, ids), ("twitter-scraper", vec!["1800000000000000001", "1800000000000000002"]));
    }
}

#[test]
fn the_raw_response_is_preferred_if_it_was_kept() {
    let raw = json!({"lang": "en", "entities": {"hashtags": [{"text": "Kelp"}], "user_mentions": [], "urls": []},
        "extended_entities": {"media": [{"type": "animated_gif", "url": "https://t.co/aaaaaaaaaa", "video_info": {"variants": [
            {"bitrate": 0, "content_type": "video/mp4", "url": "https://v.example/g.mp4"}]}}]}});
    let post = one(&tweet(json!({"__raw_UNSTABLE": raw, "photos": []})));
    assert_eq!((post.language.as_deref(), post.media_type), (Some("en"), Some(MediaType::Video)));
    assert_eq!((post.hashtags, post.mentions), (Some(vec!["Kelp".into()]), Some(vec![])));
}

#[test]
fn edited_posts_share_the_id_of_their_first_version() {
    let edited = tweet(json!({"id": "1800000000000000009", "permanentUrl": "", "isEdited": true,
        "versions": ["1800000000000000001", "1800000000000000009"]}));
    let Ok(Item::Post(found)) = convert(&edited, &settings()) else { panic!() };
    assert_eq!(found.first_version.as_deref(), Some("1800000000000000001"));
    assert!(found.post.edited_at.is_some());
}

#[test]
fn a_missing_time_is_taken_from_the_id() {
    let found = crate::formats::tests::post(convert(
        &tweet(json!({"timeParsed": null, "timestamp": null})),
        &settings(),
    ));
    assert_eq!(found.published_at.to_string(), "2024-06-10T03:00:17.039Z");
}

#[test]
fn damaged_posts_are_rejected() {
    let bare = |over| code(convert(&tweet(over), &settings()));
    assert_eq!(bare(json!({"id": 1.8e18, "permanentUrl": ""})), "MISSING_ID");
    assert_eq!(bare(json!({"timeParsed": "soon", "timestamp": null})), "INVALID_DATE");
    assert_eq!(bare(json!({"username": null, "permanentUrl": ""})), "MISSING_AUTHOR");
}
