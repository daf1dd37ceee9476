use super::*;
use crate::formats::tests::{code, posts, read, settings};
use crate::posts::post::{FileType, MediaType};
use serde_json::json;

fn tweet(over: Value) -> Value {
    let tweet = json!({
        "id": "1800000000000000001", "author_id": "17", "created_at": "2024-06-10T03:00:17.000Z", "lang": "en",
        "text": "Spawning &amp; more #Coral https://t.co/aaaaaaaaaa https://t.co/bbbbbbbbbb",
        "entities": {"hashtags": [{"tag": "Coral"}], "mentions": [{"username": "reef_fan"}], "urls": [
            {"url": "https://t.co/aaaaaaaaaa", "expanded_url": "https://reef.example/"},
            {"url": "https://t.co/bbbbbbbbbb", "expanded_url": "https://x.com/reef_watch/status/1/photo/1", "media_key": "3_1"}]},
        "attachments": {"media_keys": ["3_1", "7_2"]}, "edit_history_tweet_ids": ["1800000000000000001"],
        "public_metrics": {"like_count": 12, "reply_count": 1, "retweet_count": 3, "quote_count": 0, "bookmark_count": 2, "impression_count": 640}});
    crate::formats::tests::over(tweet, over)
}

fn page(tweets: &[Value]) -> Value {
    json!({"data": tweets, "meta": {"newest_id": "1800000000000000001", "result_count": 1},
        "__twarc": {"retrieved_at": "2024-06-11T00:00:00+00:00"},
        "includes": {
            "users": [{"id": "17", "username": "reef_watch", "name": "Reef 🐠", "public_metrics": {"followers_count": 9}},
                {"id": "18", "username": "Other", "name": "O"}],
            "media": [{"media_key": "7_2", "type": "video", "preview_image_url": "https://pbs.example/2.jpg", "duration_ms": 4000, "variants": [
                    {"bit_rate": 1, "content_type": "video/mp4", "url": "https://v.example/low.mp4"},
                    {"bit_rate": 9, "content_type": "video/mp4", "url": "https://v.example/high.mp4"},
                    {"content_type": "application/x-mpegURL", "url": "https://v.example/p.m3u8"}]},
                {"media_key": "3_1", "type": "photo", "url": "https://pbs.example/1.jpg", "alt_text": "A reef"}],
            "tweets": [{"id": "1799999999999999990", "author_id": "18", "text": "A long text, to its end", "public_metrics": {"like_count": 7}}]}})
}

fn convert_in_page(over: Value) -> PostLine {
    let line = page(&[tweet(over)]).to_string();
    let (format, mut posts) = posts(&[line.as_bytes()], &settings());
    assert_eq!((format, posts.len()), ("x-api-v2", 1));
    posts.remove(0)
}

#[test]
fn posts_of_a_page_use_the_included_objects() {
    let post = convert_in_page(json!({}));
    assert_eq!(post.author.username, "reef_watch");
    assert_eq!(post.content.as_deref(), Some("Spawning & more #Coral https://reef.example/"));
    assert_eq!(
        (&post.hashtags, &post.mentions),
        (&Some(vec!["Coral".into()]), &Some(vec!["reef_fan".into()]))
    );
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(12), Some(1), Some(640)));
    assert_eq!((post.shares_count, post.saves_count), (Some(3), Some(2)));
    let files = post.media.unwrap();
    assert_eq!(
        files.iter().map(|file| (file.kind, file.url.as_str())).collect::<Vec<_>>(),
        [(FileType::Image, "https://pbs.example/1.jpg"), (FileType::Video, "https://v.example/high.mp4")]
    );
    assert_eq!((post.media_type, files[0].alt_text.as_deref()), (Some(MediaType::Carousel), Some("A reef")));
    assert_eq!(post.collected_at.map(|time| time.to_string()), Some("2024-06-11T00:00:00.000Z".into()));
}

#[test]
fn posts_of_protected_accounts_are_skipped_unless_included() {
    let mut page = page(&[tweet(json!({})), tweet(json!({"id": "1800000000000000002", "author_id": "18"}))]);
    page["includes"]["users"][0]["protected"] = true.into();
    let file = page.to_string();
    let (_, outcomes) = read(&[file.as_bytes()], &settings());
    assert_eq!(outcomes[0], Ok(Item::Skipped(checks::NOT_PUBLIC)));
    assert!(matches!(outcomes[1], Ok(Item::Post(_))));
    let mut inclusive = settings();
    inclusive.include.private = true;
    assert_eq!(posts(&[file.as_bytes()], &inclusive).1.len(), 2);
}

#[test]
fn included_posts_are_not_posts_of_the_page() {
    let reposted = json!([{"type": "retweeted", "id": "1799999999999999990"}]);
    let post = convert_in_page(
        json!({"text": "RT @Other: A long t…", "referenced_tweets": reposted, "public_metrics": {"like_count": 0, "retweet_count": 500}}),
    );
    assert_eq!(post.content.as_deref(), Some("RT @Other: A long text, to its end"));
    assert_eq!((post.kind, post.refers_to.as_deref()), (Some(Kind::Repost), Some("x:1799999999999999990")));
    assert_eq!((post.likes_count, post.shares_count), (None, None));
}

#[test]
fn replies_and_quotes_refer_to_the_other_post() {
    let with = |references| convert_in_page(json!({"referenced_tweets": references}));
    let both = with(json!([{"type": "quoted", "id": "5"}, {"type": "replied_to", "id": "6"}]));
    assert_eq!((both.kind, both.refers_to.as_deref()), (Some(Kind::Reply), Some("x:6")));
    assert_eq!(with(json!([{"type": "quoted", "id": "5"}])).kind, Some(Kind::Quote));
}

#[test]
fn long_texts_and_edits_are_converted() {
    let post = convert_in_page(
        json!({"note_tweet": {"text": "Long &amp; whole", "entities": {"hashtags": [{"tag": "Long"}]}}}),
    );
    assert_eq!(
        (post.content.as_deref(), post.hashtags),
        (Some("Long & whole"), Some(vec!["Long".into(), "Coral".into()]))
    );
    let line =
        page(&[tweet(json!({"edit_history_tweet_ids": ["1799999999999999999", "1800000000000000001"]}))])
            .to_string();
    let (_, outcomes) = read(&[line.as_bytes()], &settings());
    let Ok(Item::Post(found)) = &outcomes[0] else { panic!("{outcomes:?}") };
    assert_eq!(found.first_version.as_deref(), Some("1799999999999999999"));
    assert!(found.post.edited_at.is_some());
}

#[test]
fn pages_without_posts_are_skipped() {
    let lines = format!(
        "{}\n{}\n",
        page(&[tweet(json!({}))]),
        json!({"errors": [{"title": "Not Found"}], "meta": {"result_count": 0}})
    );
    let (_, outcomes) = read(&[lines.as_bytes()], &settings());
    assert_eq!(outcomes[1], Ok(Item::Skipped("empty page")));
    for alone in [
        json!({"meta": {"result_count": 0}}),
        json!({"errors": [{"title": "Not Found Error", "type": "https://api.x.example/2/problems/resource-not-found"}]}),
    ] {
        let expected = ("x-api-v2", vec![Ok(Item::Skipped("empty page"))]);
        assert_eq!(read(&[alone.to_string().as_bytes()], &settings()), expected);
    }
}

#[test]
fn a_page_is_recognised_by_its_posts_alone() {
    let line = json!({"data": [{"id": "1800000000000000001", "text": "Low tide"}]}).to_string();
    let named = Settings { author: Some("me".into()), ..settings() };
    let (format, posts) = posts(&[line.as_bytes()], &named);
    assert_eq!(
        (format, posts[0].published_at.to_string().as_str()),
        ("x-api-v2", "2024-06-10T03:00:17.039Z")
    );
}

#[test]
fn streams_and_flattened_lines_are_converted() {
    let stream = json!({"data": tweet(json!({})), "includes": {"users": [{"id": "17", "username": "reef_watch"}]}, "matching_rules": [{"id": "1"}]});
    assert_eq!(posts(&[stream.to_string().as_bytes()], &settings()).1[0].author.username, "reef_watch");
    let flat = tweet(
        json!({"author": {"id": "17", "username": "reef_watch"}, "attachments": {"media": [{"type": "photo", "url": "https://pbs.example/1.jpg"}]},
        "__twarc": {"retrieved_at": "2024-06-11T00:00:00+00:00"}}),
    );
    let of_4cat =
        json!({"media_keys": [{"media_key": "3_1", "type": "photo", "url": "https://pbs.example/1.jpg"}]});
    let embedded = crate::formats::tests::over(flat.clone(), json!({"attachments": of_4cat}));
    for line in [flat, embedded] {
        let (format, posts) = posts(&[line.to_string().as_bytes()], &settings());
        assert_eq!((format, posts[0].media.as_ref().map(Vec::len)), ("x-api-v2", Some(1)));
    }
}

#[test]
fn twarc_tables_are_converted_like_objects() {
    let table = "id,created_at,text,lang,public_metrics.like_count,public_metrics.impression_count,entities.hashtags,referenced_tweets.replied_to.id,author.id,author.username,author.name\n\
        1800000000000000001,2024-06-10T03:00:17.000Z,\"Low\ntide &amp; more\",en,12,,\"[{\"\"start\"\": 0, \"\"tag\"\": \"\"Tide\"\"}]\",17,9,reef_watch,Reef\n\
        1.8E+18,2024-06-10T03:00:17.000Z,damaged,en,12,,,,9,reef_watch,Reef\n";
    let (format, outcomes) = read(&[table.as_bytes()], &settings());
    let Ok(Item::Post(found)) = &outcomes[0] else { panic!("{outcomes:?}") };
    let post = &found.post;
    assert_eq!((format, post.content.as_deref()), ("x-api-v2", Some("Low\ntide & more")));
    assert_eq!((post.likes_count, post.views_count), (Some(12), None));
    assert_eq!((&post.hashtags, post.refers_to.as_deref()), (&Some(vec!["Tide".into()]), Some("x:17")));
    assert_eq!(post.author.display_name.as_deref(), Some("Reef"));
    assert_eq!(code(outcomes[1].clone()), "MISSING_ID");
}

#[test]
fn without_users_the_author_must_be_given() {
    let line = json!({"data": [tweet(json!({}))], "meta": {"newest_id": "1"}}).to_string();
    let (_, outcomes) = read(&[line.as_bytes()], &settings());
    assert_eq!(code(outcomes[0].clone()), "MISSING_AUTHOR");
    let named = Settings { author: Some("me".into()), ..settings() };
    assert_eq!(posts(&[line.as_bytes()], &named).1[0].author.username, "me");
}
