use super::*;
use crate::formats::tests::{code, posts, read, settings};
use crate::formats::{Include, Item};
use crate::posts::post::line::PostLine;
use serde_json::json;

const ACCOUNT: &[u8] = br#"{"Basic Information":{"Username":"reef_watch","Name":"Reef","Creation Date":"2018-08-19 11:58:28 UTC"}}"#;
const SHARED: &[u8] = br#"{"Shared Story":[
    {"Story Id":"W7_first","Created":"2024-06-18 22:00:12 UTC","Content":"VIDEO"},
    {"Story Id":"W7_older","Created":"2024-01-30 10:08:08 UTC","Content":"VIDEO"}],
    "Spotlight History":[{"Story Date":"2024-09-01 23:00:00 UTC","Story URL":"https://story.snapchat.com/o/W7_x","Action Type":"VIEW"}]}"#;

fn entry(date: &str, url: &str) -> Value {
    json!({"Date": date, "Media Type": "video", "Download URL": url})
}

/// A public profile.
pub(crate) fn profile() -> Value {
    json!({"Profile": {"Created": "2024-06-15 17:19:24 UTC"},
        "Spotlights": [entry("2024-06-18 22:00:12 UTC", "https://cdn.example/1"), entry("2024-06-16 20:13:23 UTC", "")],
        "Saved Stories": [entry("2024-06-16 20:13:50 UTC", "https://cdn.example/2"),
            {"Date": "2024-06-16 20:13:23 UTC", "Media Type": "IMAGE", "Download URL": "https://cdn.example/3"},
            entry("2024-06-16 20:13:23 UTC", "https://cdn.example/4")]})
}

fn ids(posts: &[PostLine]) -> Vec<&str> {
    posts.iter().map(|post| post.platform_post_id.as_str()).collect()
}

#[test]
fn spotlights_get_their_ids_from_the_submissions() {
    let profile = profile().to_string();
    let (format, found) = posts(&[ACCOUNT, SHARED, profile.as_bytes()], &settings());
    assert_eq!(format, "snapchat-export");
    let second = "exp:2024-06-16T20:13:23Z";
    let expected = ["W7_first", &format!("{second}:2"), "exp:2024-06-16T20:13:50Z:0"];
    assert_eq!(ids(&found), [&expected[..], &[&format!("{second}:0"), &format!("{second}:1")]].concat());
    let spotlight = &found[0];
    assert_eq!(spotlight.url.as_deref(), Some("https://www.snapchat.com/spotlight/W7_first"));
    assert_eq!(spotlight.author.username, "reef_watch");
    assert_eq!(spotlight.published_at.to_string(), "2024-06-18T22:00:12.000Z");
    assert_eq!((spotlight.content.as_deref(), spotlight.media_type), (Some(""), Some(MediaType::Video)));
    assert_eq!(spotlight.media.as_ref().unwrap()[0].url, "https://cdn.example/1");
    assert_eq!((found[1].media.as_ref().map(Vec::len), &found[1].url), (Some(0), &None));
    assert_eq!((found[3].media_type, found[3].likes_count), (Some(MediaType::Image), None));
    // Without that file, the ids of stories stay the same.
    let (_, alone) = posts(&[ACCOUNT, profile.as_bytes()], &settings());
    assert_eq!(ids(&alone)[0], "exp:2024-06-18T22:00:12Z:0");
    assert_eq!(ids(&alone)[2..], ids(&found)[2..]);
}

#[test]
fn saved_stories_are_stories() {
    let (_, found) = read(&[ACCOUNT, profile().to_string().as_bytes()], &settings());
    let stories: Vec<bool> =
        found.iter().map(|outcome| matches!(outcome, Ok(Item::Post(found)) if found.story)).collect();
    assert_eq!(stories, [false, false, true, true, true]);
}

#[test]
fn watched_videos_and_story_views_are_skipped() {
    assert_eq!(read(&[ACCOUNT, SHARED], &settings()).1, [Ok(Item::Skipped("watched by the owner"))]);
    let views = br#"{"Your Story Views":[{"Story Date":"2024-09-08 19:00:00 UTC","Story Views":0,"Story Replies":0}]}"#;
    assert_eq!(read(&[views], &settings()).1, [Ok(Item::Skipped("views of a story in an hour"))]);
}

#[test]
fn memories_are_skipped_unless_included() {
    let file = json!({"Saved Media": [
        {"Date": "2024-09-08 11:18:53 UTC", "Media Type": "Image", "Download Link": "https://app.example/1"},
        {"Date": "2024-09-08 11:18:53 UTC", "Media Type": "Video", "Download Link": "", "Media Download Url": "https://app.example/2"},
        {"Date": "2024-09-06 08:34:32 UTC", "Media Type": "Video", "Download Link": ""}]})
    .to_string();
    let files = [ACCOUNT, file.as_bytes()];
    assert_eq!(read(&files, &settings()).1, vec![Ok(Item::Skipped("memories")); 3]);
    let include = Include { memories: true, ..Include::default() };
    let (_, found) = posts(&files, &Settings { include, ..settings() });
    assert_eq!(
        ids(&found),
        ["exp:2024-09-08T11:18:53Z:0", "exp:2024-09-08T11:18:53Z:1", "exp:2024-09-06T08:34:32Z:0"]
    );
    let urls: Vec<_> =
        found.iter().map(|post| post.media.iter().flatten().map(|file| file.url.as_str()).next()).collect();
    assert_eq!(urls, [Some("https://app.example/1"), Some("https://app.example/2"), None]);
}

#[test]
fn entries_without_a_time_and_profiles_without_an_owner_are_rejected() {
    assert_eq!(code(convert(&profile(), &settings())), "MISSING_AUTHOR");
    let broken =
        json!({"Spotlights": [{"Media Type": "video"}, entry("2024-06-18 22:00:12 UTC", "")]}).to_string();
    let (_, found) = read(&[ACCOUNT, broken.as_bytes()], &settings());
    assert_eq!((code(found[0].clone()), found[1].is_ok()), ("MISSING_DATE", true));
}
