use super::*;
use crate::formats::tests::{code, post, settings};
use crate::formats::{Item, Outcome};
use crate::posts::post::{FileType, MediaType};
use crate::time::Timestamp;
use serde_json::json;
use std::sync::Arc;

/// The contents of an archive's other files, with shorthands for these tests.
#[derive(Clone, Default)]
struct Archive(Export);

impl Archive {
    fn add(&mut self, what: &str, element: &Value) {
        let part = FORMAT.parts.iter().find(|part| part.what == what).unwrap();
        let Role::Companion(learn) = part.role else { panic!("{what} is not a companion") };
        learn(&mut self.0, element);
    }

    fn convert(&self, element: &Value, settings: &Settings) -> Outcome {
        convert(element, &Settings { export: Arc::new(self.0.clone()), ..settings.clone() })
    }
}

fn archive() -> Archive {
    let mut archive = Archive::default();
    archive.add(
        "the owner",
        &json!({"account": {"username": "reef_watch", "accountId": "17", "accountDisplayName": "Reef 🐠"}}),
    );
    archive
}

/// A post with some keys replaced.
pub(crate) fn tweet(over: Value) -> Value {
    let mut tweet = json!({
        "id_str": "1800000000000000001", "id": "1800000000000000001", "favorite_count": "12", "retweet_count": "3",
        "created_at": "Mon Jun 10 03:00:17 +0000 2024", "full_text": "Spawning &amp; more", "lang": "en",
        "entities": {"hashtags": [], "user_mentions": [], "urls": []}});
    let (tweet_map, Value::Object(over)) = (tweet.as_object_mut().unwrap(), over) else {
        panic!("no object")
    };
    tweet_map.extend(over);
    tweet
}

fn read(over: Value) -> PostLine {
    post(archive().convert(&json!({"tweet": tweet(over)}), &settings()))
}

#[test]
fn texts_counts_and_the_author_are_converted() {
    let post = read(json!({}));
    assert_eq!(post.platform_post_id, "1800000000000000001");
    assert_eq!(post.url.as_deref(), Some("https://x.com/reef_watch/status/1800000000000000001"));
    assert_eq!(post.content.as_deref(), Some("Spawning & more"));
    assert_eq!((post.likes_count, post.shares_count), (Some(12), Some(3)));
    assert_eq!((post.comments_count, post.views_count, post.saves_count), (None, None, None));
    assert_eq!(post.published_at.to_string(), "2024-06-10T03:00:17.000Z");
    assert_eq!((post.kind, post.media_type, post.media), (None, None, Some(vec![])));
    assert_eq!((post.hashtags, post.mentions), (Some(vec![]), Some(vec![])));
    assert_eq!(post.author.username, "reef_watch");
    assert_eq!(post.author.id.as_deref(), Some("17"));
    assert_eq!(post.author.display_name.as_deref(), Some("Reef 🐠"));
    assert_eq!(post.author.url.as_deref(), Some("https://x.com/reef_watch"));
}

#[test]
fn items_of_older_archives_have_no_wrapper() {
    let read = post(archive().convert(&tweet(json!({})), &settings()));
    assert_eq!(read.content.as_deref(), Some("Spawning & more"));
}

#[test]
fn the_manifest_names_the_owner_if_the_account_file_is_missing() {
    let mut archive = Archive::default();
    archive.add(
        "the list of files",
        &json!({"userInfo": {"userName": "reef", "accountId": "9", "displayName": "Reef"}}),
    );
    let read = post(archive.convert(&tweet(json!({})), &settings()));
    assert_eq!((read.author.username.as_str(), read.author.id.as_deref()), ("reef", Some("9")));
}

#[test]
fn without_an_owner_the_author_must_be_given() {
    let (without_owner, tweet) = (Archive::default(), tweet(json!({})));
    let error = without_owner.convert(&tweet, &settings()).unwrap_err();
    assert_eq!(error.code, "MISSING_AUTHOR");
    assert!(error.reason.contains("--author"), "{error}");
    let given = Settings { author: Some("someone".into()), ..settings() };
    assert_eq!(post(without_owner.convert(&tweet, &given)).author.username, "someone");
}

#[test]
fn ids_and_times_must_be_present_and_valid() {
    let refused = |over| code(archive().convert(&tweet(over), &settings()));
    // A number may have been rounded, so it is not used.
    assert_eq!(refused(json!({"id_str": null, "id": 1_800_000_000_000_000_000_u64})), "MISSING_ID");
    assert_eq!(refused(json!({"id_str": "1.8E+18", "id": null})), "MISSING_ID");
    assert_eq!(refused(json!({"created_at": "yesterday"})), "INVALID_DATE");
    assert_eq!(refused(json!({"created_at": "Wed Oct 10 20:19:24 +0000 2001"})), "DATE_OUT_OF_RANGE");
    assert_eq!(refused(json!({"created_at": "Wed Oct 10 20:19:24 +0000 2098"})), "DATE_OUT_OF_RANGE");
    assert_eq!(read(json!({"id_str": null})).platform_post_id, "1800000000000000001");
}

#[test]
fn a_missing_time_is_taken_from_the_id_and_approximate() {
    let post = read(json!({"created_at": null}));
    assert_eq!(post.published_at.to_string(), "2024-06-10T03:00:17.039Z");
    assert_eq!(post.approximate, Some(vec!["published_at".into()]));
}

#[test]
fn the_author_of_old_archives_is_in_their_posts() {
    let old = r#"Grailbird.data.tweets_2016_03 = [{"id_str": "710000000000000001", "text": "Hi", "created_at": "2016-03-16 03:00:17 +0000",
        "user": {"screen_name": "reef_watch", "name": "Reef", "id_str": "17"}}]"#;
    let (_, posts) = crate::formats::tests::posts(&[old.as_bytes()], &settings());
    assert_eq!(
        (posts[0].author.username.as_str(), posts[0].author.id.as_deref()),
        ("reef_watch", Some("17"))
    );
    assert_eq!(posts[0].published_at.to_string(), "2016-03-16T03:00:17.000Z");
}

#[test]
fn a_repost_has_no_counts_of_its_own() {
    let over = json!({"full_text": "RT @someone: cut sho…", "favorite_count": "0", "retweet_count": "7",
        "entities": {"hashtags": [{"text": "reef"}], "user_mentions": [{"screen_name": "someone"}]}});
    let post = read(over);
    assert_eq!((post.kind, post.refers_to), (Some(Kind::Repost), None));
    assert_eq!((post.likes_count, post.shares_count), (None, None));
    assert_eq!(post.content.as_deref(), Some("RT @someone: cut sho…"));
    assert_eq!(post.mentions, Some(vec!["someone".into()]));
}

#[test]
fn replies_and_quotes_refer_to_the_other_post() {
    let reply = read(json!({"in_reply_to_status_id_str": "42", "in_reply_to_screen_name": "someone"}));
    assert_eq!((reply.kind, reply.refers_to.as_deref()), (Some(Kind::Reply), Some("x:42")));
    let to_a_person = read(json!({"in_reply_to_screen_name": "someone"}));
    assert_eq!((to_a_person.kind, to_a_person.refers_to), (Some(Kind::Reply), None));
    let quote = read(json!({"quoted_status_id_str": "43"}));
    assert_eq!((quote.kind, quote.refers_to.as_deref()), (Some(Kind::Quote), Some("x:43")));
}

#[test]
fn links_are_expanded_and_those_to_own_media_are_removed() {
    let post = read(json!({
        "full_text": "See https://t.co/aaaaaaaaaa &gt; #Reef #reef https://t.co/mmmmmmmmmm",
        "entities": {
            "hashtags": [{"text": "Reef"}, {"text": "reef"}, {"text": ""}],
            "urls": [{"url": "https://t.co/aaaaaaaaaa", "expanded_url": "https://example.org/?a=1&amp;b=2"}],
            "media": [{"url": "https://t.co/mmmmmmmmmm", "type": "photo", "media_url_https": "https://pbs.example/1.jpg"}]},
        "extended_entities": {"media": [
            {"url": "https://t.co/mmmmmmmmmm", "type": "photo", "media_url_https": "https://pbs.example/1.jpg"},
            {"url": "https://t.co/mmmmmmmmmm", "type": "photo", "media_url_https": "https://pbs.example/2.jpg"}]}}));
    assert_eq!(post.content.as_deref(), Some("See https://example.org/?a=1&amp;b=2 > #Reef #reef"));
    assert_eq!(post.hashtags, Some(vec!["Reef".into()]));
    let urls: Vec<String> = post.media.unwrap().into_iter().map(|file| file.url).collect();
    assert_eq!(urls, ["https://pbs.example/1.jpg", "https://pbs.example/2.jpg"]);
    assert_eq!(post.media_type, Some(MediaType::Carousel));
}

#[test]
fn one_gif_is_a_video() {
    let post = read(json!({"extended_entities": {"media": [{"type": "animated_gif", "video_info": {
        "variants": [{"bitrate": "0", "content_type": "video/mp4", "url": "https://v.example/g.mp4"}]}}]}}));
    assert_eq!(post.media_type, Some(MediaType::Video));
    assert_eq!(post.media.unwrap()[0].kind, FileType::Video);
}

#[test]
fn a_long_post_gets_its_full_text() {
    let mut archive = archive();
    let note = |second: &str, text: &str| {
        json!({"noteTweet": {"noteTweetId": "1", "createdAt": format!("2024-06-10T03:00:{second}.000Z"), "core": {
            "text": text, "urls": [{"shortUrl": "https://t.co/bbbbbbbbbb", "expandedUrl": "https://example.org/b"}],
            "mentions": [], "hashtags": [{"text": "long"}]}}})
    };
    archive.add("long texts", &note("17", "Another text of this second"));
    archive.add("long texts", &note("18", "Spawning &amp; more, of another second"));
    archive
        .add("long texts", &note("17", "Spawning &amp; more, to the end &lt; https://t.co/bbbbbbbbbb #long"));
    archive.add("long texts", &json!({"noteTweet": {"core": {}}}));
    let convert =
        |text: &str| post(archive.convert(&tweet(json!({"full_text": text})), &settings())).content.unwrap();
    let whole = "Spawning & more, to the end < https://example.org/b #long";
    assert_eq!(convert("Spawning &amp; more, to… https://t.co/cccccccccc"), whole);
    assert_eq!(convert("@someone Spawning &amp; more,… https://t.co/cccccccccc"), whole);
    assert_eq!(convert("Spawning &amp; more"), "Spawning & more");
    assert_eq!(convert("Spawning & less…"), "Spawning & less…");
    let tagged = post(archive.convert(&tweet(json!({"full_text": "Spawning &amp; more, to…"})), &settings()));
    assert_eq!(tagged.hashtags, Some(vec!["long".into()]));
}

#[test]
fn counts_are_collected_when_the_archive_was_made() {
    let mut archive = archive();
    archive.add("the list of files", &json!({"archiveInfo": {"generationDate": "2025-12-02T06:28:13.694Z"}}));
    let collected = |archive: &Archive, over, file_time| {
        let settings = Settings { file_time, ..settings() };
        post(archive.convert(&tweet(over), &settings)).collected_at.map(|time| time.to_string())
    };
    assert_eq!(collected(&archive, json!({}), None), Some("2025-12-02T06:28:13.694Z".into()));
    // A manifest date before the post was published is not used.
    let late = json!({"created_at": "Sat Jan 10 03:00:17 +0000 2026"});
    assert_eq!(collected(&archive, late.clone(), None), None);
    let file_time = Some(Timestamp(1_790_000_000_000));
    assert_eq!(collected(&archive, late, file_time), Some("2026-09-21T14:13:20.000Z".into()));
}

#[test]
fn versions_of_an_edited_post_share_the_id_of_the_first() {
    let found = |over| match archive().convert(&tweet(over), &settings()) {
        Ok(Item::Post(found)) => (found.first_version, found.post.edited_at.map(|time| time.to_string())),
        other => panic!("{other:?}"),
    };
    let only = json!({"edit_info": {"initial": {"editTweetIds": ["1800000000000000001"]}}});
    assert_eq!(found(only), (None, None));
    let first =
        json!({"edit_info": {"initial": {"editTweetIds": ["1800000000000000001", "1800000000000000009"]}}});
    assert_eq!(found(first), (Some("1800000000000000001".into()), None));
    let second = json!({"id_str": "1800000100000000000",
        "edit_info": {"edit": {"initialTweetId": "1800000000000000001"}}});
    assert_eq!(found(second), (Some("1800000000000000001".into()), Some("2024-06-10T03:00:40.881Z".into())));
}

#[test]
fn the_manifest_lists_files_of_posts() {
    let mut archive = Archive::default();
    let file =
        |name: &str, global: &str| json!({"files": [{"fileName": name, "globalName": global, "count": "7"}]});
    archive.add(
        "the list of files",
        &json!({"dataTypes": {
        "tweets": file("data/tweets.js", "YTD.tweets.part0"),
        "communityTweet": file("data/community-tweet.js", "YTD.community_tweet.part0"),
        "tweetHeaders": file("data/tweet-headers.js", "YTD.tweet_headers.part0"),
        "tweetsMedia": {"mediaDirectory": "data/tweets_media"}}}),
    );
    let entries: Vec<_> = archive.0.manifest.iter().map(|entry| (entry.file.as_str(), entry.posts)).collect();
    assert_eq!(entries, [("data/community-tweet.js", 7), ("data/tweets.js", 7)]);
}

#[test]
fn a_script_takes_the_owner_from_the_account_file() {
    let account =
        br#"window.YTD.account.part0 = [{"account": {"username": "reef_watch", "accountId": "17"}}]"#;
    let posts = format!(
        "window.YTD.tweets.part0 = [{{\"tweet\": {}}}, {{\"tweet\": {}}}];",
        tweet(json!({})),
        tweet(json!({"id_str": "1800000000000000002"}))
    );
    let (format, posts) = crate::formats::tests::posts(&[account, posts.as_bytes()], &settings());
    assert_eq!((format, posts.len(), posts[1].author.username.as_str()), ("x-archive", 2, "reef_watch"));
    let old = "Grailbird.data.tweets_2016_03 =\n [ {\"id_str\": \"700000000000000001\", \"created_at\": \"2016-03-01 12:00:00 +0000\", \"text\": \"Low tide\", \"entities\": {}} ]";
    let (_, posts) = crate::formats::tests::posts(&[account, old.as_bytes()], &settings());
    assert_eq!(
        (posts[0].content.as_deref(), posts[0].published_at.to_string().as_str()),
        (Some("Low tide"), "2016-03-01T12:00:00.000Z")
    );
}

#[test]
fn files_without_the_script_prefix_are_converted() {
    let given = Settings { author: Some("reef_watch".into()), ..settings() };
    let bare = tweet(json!({"display_text_range": ["0", "18"]}));
    let account = json!([{"account": {"username": "reef_watch", "accountId": "17"}}]).to_string();
    for tweets in [json!([{"tweet": tweet(json!({}))}]), json!([bare])] {
        let file = tweets.to_string();
        let (format, found) = crate::formats::tests::posts(&[file.as_bytes()], &given);
        assert_eq!((format, found.len(), found[0].likes_count), ("x-archive", 1, Some(12)), "{file}");
        let (_, owned) = crate::formats::tests::posts(&[account.as_bytes(), file.as_bytes()], &settings());
        assert_eq!(owned[0].author.id.as_deref(), Some("17"));
    }
    let deleted = json!({"tweet": tweet(json!({"deleted_at": "Mon Jun 10 04:00:17 +0000 2024"}))});
    let file = json!([{"tweet": tweet(json!({}))}, deleted]).to_string();
    assert_eq!(crate::formats::tests::posts(&[file.as_bytes()], &given).1.len(), 1);
    let mut inclusive = given;
    inclusive.include.deleted = true;
    assert_eq!(crate::formats::tests::posts(&[file.as_bytes()], &inclusive).1.len(), 2);
    let (format, none) =
        crate::formats::tests::posts(&[json!([deleted]).to_string().as_bytes()], &settings());
    assert_eq!((format, none.len()), ("x-archive", 0));
}
