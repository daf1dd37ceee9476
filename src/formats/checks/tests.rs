use super::*;
use crate::formats::tests::{code, read, settings};
use crate::formats::{Include, instagram, tiktok, x, zeeschuimer};
use serde_json::json;

const HEADER: &str = "id,create_time,username,video_description,like_count,view_count\n";

fn rows(rows: &str) -> Vec<Outcome> {
    read(&[format!("{HEADER}{rows}").as_bytes()], &settings()).1
}

#[test]
fn ids_that_a_spreadsheet_or_a_float_destroyed_are_refused() {
    let outcomes = rows(
        "nan,1718000001,kelp.kitchen,Soup,1,2\n\"7,379E+18\",1718000001,kelp.kitchen,Soup,1,2\n\
         7379000000000000001.0,1718000001,kelp.kitchen,Soup,1,2\n'7379000000000000002,1718000001,kelp.kitchen,Soup,1,2\n\
         \"=\"\"7379000000000000003\"\"\",1718000001,kelp.kitchen,Soup,1,2\n12a,1718000001,kelp.kitchen,Soup,1,2\n",
    );
    for (place, what) in
        [(0, "the id is missing"), (1, "a spreadsheet rounded it"), (2, "floating-point"), (5, "(digits)")]
    {
        let error = outcomes[place].clone().unwrap_err();
        assert_eq!(error.code, "MISSING_ID");
        assert!(error.reason.contains(what), "{}", error.reason);
    }
    for (place, id) in [(3, "7379000000000000002"), (4, "7379000000000000003")] {
        let Ok(Item::Post(found)) = &outcomes[place] else { panic!("{outcomes:?}") };
        assert_eq!(found.post.platform_post_id, id);
    }
}

#[test]
fn ids_that_all_end_in_zeros_are_refused_unless_an_address_has_them() {
    let outcomes = rows(
        "7379123456789010000,1718000001,kelp.kitchen,Soup,1,2\n7379123456789020000,1718000002,kelp.kitchen,Soup,1,2\n",
    );
    assert!(outcomes.into_iter().all(|outcome| code(outcome) == "MISSING_ID"));
    let with = "Video title,Video link,Post time\nSoup,https://www.tiktok.com/@kelp.kitchen/video/7379123456789010000,2024-06-12 10:00\n";
    assert!(matches!(read(&[with.as_bytes()], &settings()).1[0], Ok(Item::Post(_))));
}

#[test]
fn a_rounded_number_is_not_converted_to_a_code() {
    let table = |rows: &str| {
        let file = format!("pk,code,taken_at,media_type,caption_text,user\n{rows}\n");
        read(&[file.as_bytes()], &settings()).1
    };
    let user = "\"{'pk': '9', 'username': 'kelp.kitchen'}\"";
    for pk in ["3606322132268630000", "3606322132268630000_9", "3.60632E+18", "nan"] {
        let outcomes = table(&format!("{pk},,2025-04-08 10:00:00+00:00,1,Soup,{user}"));
        assert_eq!(code(outcomes[0].clone()), "MISSING_ID", "{pk}");
    }
    let outcomes = table(&format!("3606322132268630000,DIMPVjDx6Lw,2025-04-08 10:00:00+00:00,1,Soup,{user}"));
    let Ok(Item::Post(found)) = &outcomes[0] else { panic!("{outcomes:?}") };
    assert_eq!(
        (found.post.platform_post_id.as_str(), found.post.author.username.as_str()),
        ("DIMPVjDx6Lw", "kelp.kitchen")
    );
}

#[test]
fn placeholders_of_scripts_are_not_names() {
    let outcomes = rows(
        "7379000000000000001,1718000001,nan,Soup,1,2\n7379000000000000002,1718000001,None,Soup,1,2\n\
         7379000000000000003,1718000001,kelp.kitchen,None,\"1,000\",1.000\n7379000000000000004,1718000001,kelp.kitchen,nan,1,2\n",
    );
    assert_eq!([0, 1].map(|row: usize| code(outcomes[row].clone())), ["MISSING_AUTHOR"; 2]);
    let post = |row: usize| crate::formats::tests::post(outcomes[row].clone());
    assert_eq!(
        (post(2).content.as_deref(), post(2).likes_count, post(2).views_count),
        (Some("None"), Some(1000), Some(1000))
    );
    assert_eq!(post(3).content.as_deref(), Some(""));
    let tweet = json!({"id_str": "1800000000000000001", "created_at": "Mon Jun 10 03:00:17 +0000 2024", "text": "None",
        "lang": "None", "user": {"screen_name": "kelp_kitchen", "name": "nan", "id_str": "17"}});
    let Ok(Item::Post(found)) = super::post(x::api_v1::convert, &tweet, &settings()) else { panic!() };
    let post = found.post;
    assert_eq!(
        (post.content.as_deref(), post.language, post.author.display_name),
        (Some("None"), None, None)
    );
}

#[test]
fn the_time_in_the_id_decides_whether_the_day_comes_first() {
    let file = "Video title,Video link,Post time\nSoup,https://www.tiktok.com/@kelp.kitchen/video/7681710521141231740,04/09/2026 23:30\n";
    let (_, outcomes) = read(&[file.as_bytes()], &settings());
    assert_eq!(
        crate::formats::tests::post(outcomes[0].clone()).published_at.to_string(),
        "2026-09-04T23:30:00.000Z"
    );
    let outcomes = rows(
        "7681710521141231740,04/09/2026 16:30,kelp.kitchen,Soup,1,2\n7681710521141231741,1.78856E+09,kelp.kitchen,Soup,1,2\n",
    );
    let times =
        outcomes.into_iter().map(|outcome| crate::formats::tests::post(outcome).published_at.to_string());
    assert_eq!(times.collect::<Vec<_>>(), ["2026-09-04T16:30:00.000Z", "2026-09-04T16:00:05.000Z"]);
}

#[test]
fn private_posts_are_skipped_unless_they_are_included() {
    let item = |over: Value| {
        let post = json!({"id": "7379000000000000009", "desc": "for friends", "createTime": 1_718_067_600,
            "author": {"uniqueId": "kelp.kitchen"}, "stats": {"diggCount": 1}});
        crate::formats::tests::over(post, over)
    };
    let private = Settings { include: Include { private: true, ..Include::default() }, ..settings() };
    for over in [json!({"privateItem": true}), json!({"author": {"uniqueId": "a", "privateAccount": true}})] {
        let read = |settings: &Settings| post(tiktok::item::convert, &item(over.clone()), settings);
        assert_eq!(read(&settings()), Ok(Item::Skipped(NOT_PUBLIC)));
        assert!(matches!(read(&private), Ok(Item::Post(_))));
    }
    let long = json!({"pk": "3823275685951361112", "code": format!("DUPAPrThNBY{}", "x".repeat(28)), "taken_at": 1_769_990_000,
        "media_type": 1, "user": {"username": "kelp.kitchen"}});
    assert_eq!(post(instagram::item::convert, &long, &settings()), Ok(Item::Skipped(NOT_PUBLIC)));
    let line = json!({"source_platform": "x.com", "data": {"rest_id": "1890000000000000001", "core": {"user_results": {"result": {
        "core": {"screen_name": "kelp"}, "privacy": {"protected": true}}}}, "legacy": {"created_at": "Thu Feb 13 10:00:00 +0000 2025", "full_text": "x"}}});
    assert_eq!(post(zeeschuimer::convert, &line, &settings()), Ok(Item::Skipped(NOT_PUBLIC)));
}

#[test]
fn an_address_names_the_author_if_nothing_else_does() {
    let tweet = json!({"id_str": "1800000000000000001", "created_at": "Mon Jun 10 03:00:17 +0000 2024", "text": "Soup",
        "url": "https://x.com/kelp_kitchen/status/1800000000000000001"});
    let Ok(Item::Post(found)) = post(x::api_v1::convert, &tweet, &settings()) else { panic!() };
    assert_eq!(found.post.author.username, "kelp_kitchen");
    assert_eq!(code(x::api_v1::convert(&tweet, &settings())), "MISSING_AUTHOR");
}
