use super::*;
use crate::formats::tests::{code, post, posts, read, settings};
use crate::posts::post::line::PostLine;
use serde_json::json;

const OWNER: &str = r#"{"profile_user":[{"title":"","string_map_data":{
    "Benutzername":{"href":"","value":"reef.watch","timestamp":0},
    "Name":{"value":"Ri\u00c3\u009f"},"E-Mail-Adresse":{"value":"reef@example.org"},"Geschlecht":{"value":"other"}}}]}"#;

/// The posts of a file, with the owner's profile beside it.
fn owned(file: &Value) -> Vec<PostLine> {
    let (format, posts) = posts(&[OWNER.as_bytes(), file.to_string().as_bytes()], &settings());
    assert_eq!(format, "instagram-export");
    posts
}

/// A media file of a post.
pub(crate) fn file(uri: &str, title: &str) -> Value {
    json!({"uri": uri, "creation_timestamp": 1_710_000_000, "title": title,
        "media_metadata": {"camera_metadata": {"has_camera_metadata": false}}})
}

fn urls(post: &PostLine) -> Vec<(FileType, &str)> {
    post.media.iter().flatten().map(|file| (file.kind, file.url.as_str())).collect()
}

#[test]
fn a_post_with_one_file_has_its_text_and_time_in_the_file() {
    let uri = "media/posts/202403/4311_6629_n_17881210856973858.jpg";
    let posts = owned(
        &json!([{"media": [file(uri, "Kelp &amp; caf\u{c3}\u{a9} \u{f0}\u{9f}\u{8c}\u{8a}\r\n#kelp")]}]),
    );
    let [post] = posts.as_slice() else { panic!("{posts:?}") };
    assert_eq!(post.platform_post_id, "exp:17881210856973858");
    assert_eq!((post.platform.name(), &post.url), ("instagram", &None));
    assert_eq!(post.author.username, "reef.watch");
    assert_eq!(post.author.url.as_deref(), Some("https://www.instagram.com/reef.watch/"));
    assert_eq!(post.content.as_deref(), Some("Kelp &amp; café 🌊\n#kelp"));
    assert_eq!(post.published_at.to_string(), "2024-03-09T16:00:00.000Z");
    assert_eq!((post.media_type, urls(post)), (Some(MediaType::Image), vec![(FileType::Image, uri)]));
    assert_eq!((&post.hashtags, post.likes_count, post.views_count), (&None, None, None));
}

#[test]
fn a_carousel_has_its_text_and_time_beside_its_files() {
    let video = json!({"uri": "media/posts/202403/FQ90b6_25496363108428844", "creation_timestamp": 1_710_000_000,
        "title": "", "media_metadata": {"video_metadata": {"subtitles": {"uri": "media/posts/202403/1_17901065021954156.srt"}}}});
    let subtitles = file("media/posts/202403/1_17901065021954156.srt", "");
    let posts = owned(&json!([{"title": "Two", "creation_timestamp": 1_710_000_001,
        "media": [subtitles, video, file("media/posts/202403/b_n_37585027916960245.jpg", "")]}]));
    let [post] = posts.as_slice() else { panic!("{posts:?}") };
    assert_eq!(
        (post.platform_post_id.as_str(), post.content.as_deref()),
        ("exp:25496363108428844", Some("Two"))
    );
    assert_eq!(post.published_at.to_string(), "2024-03-09T16:00:01.000Z");
    assert_eq!(post.media_type, Some(MediaType::Carousel));
    assert_eq!(
        urls(post),
        [
            (FileType::Video, "media/posts/202403/FQ90b6_25496363108428844"),
            (FileType::Image, "media/posts/202403/b_n_37585027916960245.jpg")
        ]
    );
}

#[test]
fn reels_stories_and_videos_have_their_own_wrappers() {
    let reels = owned(
        &json!({"ig_reels_media": [{"media": [file("media/reels/202412/AQN_18005544332211009.mp4", "R")]}]}),
    );
    assert_eq!((reels[0].media_type, reels.len()), (Some(MediaType::Reel), 1));
    let igtv = owned(
        &json!({"ig_igtv_media": [{"media": [file("media/igtv/202012/x_17905544332211009.MP4", "T")]}]}),
    );
    assert_eq!(igtv[0].media_type, Some(MediaType::Video));
    let other =
        json!({"ig_brand_new_media": [{"media": [file("media/other/202012/x_17905544332211001.jpg", "")]}]});
    assert_eq!(owned(&other)[0].platform_post_id, "exp:17905544332211001");
    let stories = json!({"ig_stories": [file("media/stories/202404/37_n_83355174917009881.jpg", "")]});
    let (_, found) = read(&[OWNER.as_bytes(), stories.to_string().as_bytes()], &settings());
    let Ok(Item::Post(story)) = &found[0] else { panic!("{found:?}") };
    assert!(story.story);
    assert_eq!((story.post.content.as_deref(), story.post.media_type), (Some(""), Some(MediaType::Image)));
}

#[test]
fn archived_and_deleted_posts_are_skipped_unless_included() {
    let files = [
        ("ig_archived_post_media", "archived by its author"),
        ("ig_recently_deleted_media", "deleted by its author"),
    ];
    for (wrapper, reason) in files {
        let file =
            json!({wrapper: [{"media": [file("media/posts/x_17905544332211001.jpg", "")]}]}).to_string();
        let files = [OWNER.as_bytes(), file.as_bytes()];
        assert_eq!(read(&files, &settings()).1, [Ok(Item::Skipped(reason))]);
        let include = crate::formats::Include { deleted: true, private: true, memories: false };
        assert_eq!(posts(&files, &Settings { include, ..settings() }).1.len(), 1);
    }
}

#[test]
fn likes_saved_posts_and_profile_pictures_are_skipped() {
    for (file, reason) in [
        (
            json!({"saved_saved_media": [{"title": "x", "string_map_data": {}}]}),
            "liked or saved by the owner",
        ),
        (
            json!({"likes_media_likes": [{"title": "x", "string_list_data": []}]}),
            "liked or saved by the owner",
        ),
        (
            json!([{"timestamp": 1_710_000_000, "media": [], "label_values": []}]),
            "something the owner did, no post",
        ),
        (json!({"ig_profile_picture": [file("media/profile/1.jpg", "")]}), "profile picture"),
        (json!([file("media/profile/202001/1_17905544332211001.jpg", "")]), "profile picture"),
    ] {
        let (format, found) = read(&[file.to_string().as_bytes()], &settings());
        assert_eq!((format, found), ("instagram-export", vec![Ok(Item::Skipped(reason))]));
    }
}

#[test]
fn the_owner_is_found_in_every_language() {
    let named = |values: Value| {
        let mut export = crate::formats::Export::default();
        owner::learn_owner(&mut export, &json!({"string_map_data": values}));
        export.owner.map(|owner| owner.username)
    };
    let reef = json!({"value": "reef_1"});
    for label in
        ["Username", "USERNAME ", "Nom d\u{e2}\u{80}\u{99}utilisateur", "Nazwa u\u{c5}\u{bc}ytkownika"]
    {
        assert_eq!(
            named(json!({label: reef, "Gender": {"value": "other"}})).as_deref(),
            Some("reef_1"),
            "{label}"
        );
    }
    assert_eq!(named(json!({"Ainm": {"value": "Reef One"}, "?": reef})).as_deref(), Some("reef_1"));
    assert_eq!(named(json!({"?": reef, "Gender": {"value": "other"}})), None);
}

#[test]
fn without_an_owner_the_author_must_be_given() {
    let element = json!({"media": [file("media/posts/1_17905544332211001.jpg", "")]});
    assert_eq!(code(convert(&element, &settings())), "MISSING_AUTHOR");
    let given = Settings { author: Some("someone".into()), ..settings() };
    assert_eq!(post(convert(&element, &given)).author.username, "someone");
}

#[test]
fn posts_need_a_file_and_a_time() {
    let given = Settings { author: Some("reef".into()), ..settings() };
    let refused = |element| code(convert(&element, &given));
    assert_eq!(refused(json!({"media": []})), "MISSING_ID");
    assert_eq!(refused(json!({"media": [{"uri": "a_17905544332211001.jpg"}]})), "MISSING_DATE");
    assert_eq!(refused(json!({"uri": "a_1.jpg", "creation_timestamp": 0})), "DATE_OUT_OF_RANGE");
    let id = |uri| post(convert(&file(uri, ""), &given)).platform_post_id;
    assert_eq!(id("media/posts/2024/17905544332211001.jpg"), "exp:17905544332211001");
    assert_eq!(id("media/posts/2024/17905544332211001_17905544332211002_1.jpg"), "exp:17905544332211002");
    assert_eq!(id("photos/201903/5d0c1e5c.jpg"), "exp:5d0c1e5c");
}

const INSIGHTS: &str = r#"{"organic_insights_posts":[
    {"media_map_data":{"Media Thumbnail":{"uri":"media/posts/1.jpg","creation_timestamp":1710000000,"title":"Kelp"}},
     "string_map_data":{"Gef\u00c3\u00a4llt mir":{"value":"1.002"},"Kommentare":{"value":"17"},"Mal gespeichert":{"value":"9"},
        "Mal geteilt":{"value":"--"},"Impressionen":{"value":"12.345"},"Quote":{"value":"1,9%"}}},
    {"media_map_data":{},"string_map_data":{}}]}"#;

#[test]
fn counts_come_from_the_insights_of_professional_accounts() {
    let with = |element: Value| {
        let file = json!([element]).to_string();
        let (_, posts) = posts(&[OWNER.as_bytes(), INSIGHTS.as_bytes(), file.as_bytes()], &settings());
        let post = &posts[0];
        (post.likes_count, post.comments_count, post.views_count, post.shares_count, post.saves_count)
    };
    let picture = |title| file("media/posts/1_17905544332211001.jpg", title);
    let counted = (Some(1002), Some(17), Some(12_345), None, Some(9));
    let none = (None, None, None, None, None);
    assert_eq!(with(json!({"media": [picture("Kelp")]})), counted);
    // Statistics from the second when the post was made match. Those from the time of its first file match only with
    // the same text.
    assert_eq!(with(json!({"media": [picture("Edited since")]})), counted);
    let carousel =
        |title| json!({"title": title, "creation_timestamp": 1_710_000_001, "media": [picture("")]});
    assert_eq!(with(carousel("Kelp")), counted);
    assert_eq!(with(carousel("Another")), none);
}

#[test]
fn insights_without_a_media_file_are_joined_by_time() {
    let insights = json!({"organic_insights_posts": [{"media_map_data": {}, "string_map_data": {
        "Timestamp de la création": {"href": "", "value": "", "timestamp": 1_710_000_000},
        "J'aime": {"href": "", "value": "44", "timestamp": 0}}}]});
    let file = json!([{"media": [file("media/posts/202403/4311_6629_n_17881210856973858.jpg", "Kelp")]}]);
    let files = [OWNER.to_owned(), insights.to_string(), file.to_string()];
    let (_, found) = posts(&files.each_ref().map(String::as_bytes), &settings());
    assert_eq!(found[0].likes_count, Some(44));
}
