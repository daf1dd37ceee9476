use super::*;
use crate::formats::tests::{code, post, settings};
use serde_json::json;

const ID: &str = "1800000000000000001";

#[expect(clippy::needless_pass_by_value, reason = "it is written in place")]
/// A post by this user, with some keys of `legacy` replaced.
pub(crate) fn tweet(user: Value, over: Value) -> Value {
    let mut legacy = json!({
        "created_at": "Mon Jun 10 03:00:17 +0000 2024", "full_text": "Coral &lt;3", "id_str": ID, "lang": "und",
        "favorite_count": 5, "reply_count": 4, "retweet_count": 3, "quote_count": 2, "bookmark_count": 1,
        "user_id_str": "17", "entities": {"hashtags": [{"text": "Reef"}], "user_mentions": [], "urls": []}});
    let (legacy_map, Value::Object(over)) = (legacy.as_object_mut().unwrap(), over) else {
        panic!("no object")
    };
    legacy_map.extend(over);
    json!({"__typename": "Tweet", "rest_id": ID, "id": 1_800_000_000_000_000_000_u64, "legacy": legacy,
        "core": {"user_results": {"result": user}}, "views": {"count": "250", "state": "EnabledWithCount"}})
}

fn early() -> Value {
    json!({"rest_id": "17", "is_blue_verified": false, "legacy": {"screen_name": "reef", "name": "Reef",
        "verified": true, "followers_count": 66, "profile_image_url_https": "https://pbs.example/a.jpg"}})
}

fn read(value: &Value) -> PostLine {
    post(convert(value, &settings()))
}

#[test]
fn a_post_is_converted_with_all_its_counts() {
    let post = read(&tweet(early(), json!({})));
    assert_eq!(post.platform_post_id, ID);
    assert_eq!(post.content.as_deref(), Some("Coral <3"));
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(5), Some(4), Some(3)));
    assert_eq!((post.saves_count, post.views_count), (Some(1), Some(250)));
    assert_eq!(post.hashtags, Some(vec!["Reef".into()]));
    assert_eq!(post.language, None);
    assert_eq!(post.author.verified, Some(true));
    assert_eq!(post.author.followers_count, Some(66));
    assert_eq!(post.author.avatar_url.as_deref(), Some("https://pbs.example/a.jpg"));
}

#[test]
fn the_author_is_found_in_each_place() {
    let names = |user: Value, over: Value| {
        let author = read(&tweet(user, over)).author;
        (author.username, author.display_name)
    };
    let expected = ("reef".to_owned(), Some("Reef".to_owned()));
    assert_eq!(names(early(), json!({})), expected);
    let beside = json!({"legacy": {"followers_count": 66}, "core": {"screen_name": "reef", "name": "Reef"}});
    assert_eq!(names(beside, json!({})), expected);
    let alone = json!({"core": {"screen_name": "reef", "name": "Reef"}, "avatar": {"image_url": "https://a.example"}});
    assert_eq!(names(alone, json!({})), expected);
    let link = |of: &str| json!({"entities": {"media": [{"expanded_url": format!("https://x.com/reef/status/{of}/photo/1")}]}});
    assert_eq!(names(json!(null), link(ID)), ("reef".to_owned(), None));
    // Links to another post's media do not name the author.
    assert_eq!(code(convert(&tweet(json!({}), link("99")), &settings())), "MISSING_AUTHOR");
}

#[test]
fn rounded_ids_are_never_used() {
    let mut value = tweet(early(), json!({}));
    value["rest_id"] = Value::Null;
    assert_eq!(read(&value).platform_post_id, ID);
    value["legacy"]["id_str"] = Value::Null;
    assert_eq!(code(convert(&value, &settings())), "MISSING_ID");
}

#[test]
fn missing_views_are_unknown() {
    let mut value = tweet(early(), json!({}));
    value["views"] = json!({"state": "Enabled"});
    assert_eq!(read(&value).views_count, None);
}

#[test]
fn wrapped_posts_are_unwrapped_and_placeholders_are_skipped() {
    let wrapped =
        json!({"__typename": "TweetWithVisibilityResults", "tweet": tweet(early(), json!({})), "id": "1"});
    assert_eq!(read(&wrapped).platform_post_id, ID);
    for typename in ["TweetTombstone", "TweetUnavailable"] {
        let item = convert(&json!({"__typename": typename}), &settings());
        assert_eq!(item, Ok(Item::Skipped("post that X does not show")));
    }
    let mut promoted = tweet(early(), json!({}));
    promoted["promoted"] = json!(true);
    assert_eq!(convert(&promoted, &settings()), Ok(Item::Skipped("advertisement")));
    promoted["promoted"] = json!(false);
    assert!(matches!(convert(&promoted, &settings()), Ok(Item::Post(_))));
}

#[test]
fn a_long_post_takes_text_and_entities_from_note_tweet() {
    let mut value = tweet(early(), json!({"full_text": "Coral &lt;3 and…"}));
    value["note_tweet"] = json!({"note_tweet_results": {"result": {
        "text": "Coral <3 and &amp; see https://t.co/aaaaaaaaaa #Sea",
        "entity_set": {"hashtags": [{"text": "Sea"}], "user_mentions": [{"screen_name": "friend"}],
            "urls": [{"url": "https://t.co/aaaaaaaaaa", "expanded_url": "https://example.org"}]}}}});
    let post = read(&value);
    // The text has a bare `<`, so it is not escaped, and `&amp;` is literal.
    assert_eq!(post.content.as_deref(), Some("Coral <3 and &amp; see https://example.org #Sea"));
    assert_eq!(post.hashtags, Some(vec!["Sea".into(), "Reef".into()]));
    assert_eq!(post.mentions, Some(vec!["friend".into()]));
}

#[test]
fn a_repost_has_the_full_text_and_no_counts() {
    let mut original =
        tweet(json!({"core": {"screen_name": "friend"}}), json!({"full_text": "The whole &amp; long text"}));
    original["rest_id"] = json!("1700000000000000001");
    for result in [original.clone(), json!({"__typename": "TweetWithVisibilityResults", "tweet": original})] {
        let over = json!({"full_text": "RT @friend: The whole &amp; lo…", "retweeted_status_result": {"result": result}});
        let post = read(&tweet(early(), over));
        assert_eq!(post.author.username, "reef");
        assert_eq!(post.content.as_deref(), Some("RT @friend: The whole & long text"));
        assert_eq!(
            (post.kind, post.refers_to.as_deref()),
            (Some(Kind::Repost), Some("x:1700000000000000001"))
        );
        let counts =
            [post.likes_count, post.comments_count, post.shares_count, post.saves_count, post.views_count];
        assert_eq!(counts, [None; 5]);
        assert_eq!(post.mentions, Some(vec!["friend".into()]));
    }
}

#[test]
fn a_repost_of_a_deleted_post_is_a_repost() {
    let post = read(&tweet(early(), json!({"full_text": "RT @friend: cut…", "retweeted_status_result": {}})));
    assert_eq!((post.kind, post.likes_count, post.refers_to), (Some(Kind::Repost), None, None));
}

#[test]
fn quotes_and_replies_refer_to_the_other_post() {
    let quote = read(&tweet(early(), json!({"is_quote_status": true, "quoted_status_id_str": "42"})));
    assert_eq!((quote.kind, quote.refers_to.as_deref()), (Some(Kind::Quote), Some("x:42")));
    let shown = read(&tweet(
        early(),
        json!({"quoted_status_id_str": "42", "full_text": "See https://t.co/qqqqqqqqqq",
        "quoted_status_permalink": {"url": "https://t.co/qqqqqqqqqq", "expanded": "https://x.com/friend/status/42"}}),
    ));
    assert_eq!(shown.content.as_deref(), Some("See https://x.com/friend/status/42"));
    let reply = read(&tweet(early(), json!({"in_reply_to_status_id_str": "43"})));
    assert_eq!((reply.kind, reply.refers_to.as_deref()), (Some(Kind::Reply), Some("x:43")));
}

#[test]
fn versions_share_the_id_of_the_first_in_both_places() {
    let mut value = tweet(early(), json!({}));
    let first = |value: &Value| match convert(value, &settings()) {
        Ok(Item::Post(found)) => found.first_version,
        other => panic!("{other:?}"),
    };
    value["edit_control"] = json!({"edit_tweet_ids": [ID]});
    assert_eq!(first(&value), None);
    value["edit_control"] = json!({"edit_tweet_ids": ["1799999999999999999", ID]});
    assert_eq!(first(&value), Some("1799999999999999999".into()));
    value["edit_control"] = json!({"edit_control_initial": {"edit_tweet_ids": ["1799999999999999999", ID]}});
    assert_eq!(first(&value), Some("1799999999999999999".into()));
}

#[test]
fn posts_are_recognised_without_the_collectors_wrapper() {
    let wrapped = json!({"__typename": "TweetWithVisibilityResults", "tweet": tweet(early(), json!({}))});
    let lines = format!("{}\n{wrapped}\n", tweet(early(), json!({})));
    let (format, posts) = crate::formats::tests::posts(&[lines.as_bytes()], &settings());
    assert_eq!((format, posts.len()), ("x-web", 2));
}

#[test]
fn a_post_without_a_wrapper_is_collected_at_the_time_of_its_file() {
    let time = crate::time::Timestamp(1_795_000_000_000);
    let with_file_time = crate::formats::Settings { file_time: Some(time), ..settings() };
    assert_eq!(post(convert(&tweet(early(), json!({})), &with_file_time)).collected_at, Some(time));
}

#[test]
fn wrapped_placeholders_are_skipped() {
    let wrapped =
        json!({"__typename": "TweetWithVisibilityResults", "tweet": {"__typename": "TweetTombstone"}});
    assert_eq!(convert(&wrapped, &settings()), Ok(Item::Skipped("post that X does not show")));
}
