mod text;

use super::parse::{AUTHOR_KEYS, LINE_KEYS, MEDIA_KEYS};
use super::*;
use crate::posts::post::FileType;
use serde_json::{Value, json};

/// A line with every key, as it is serialized.
const FULL: &str = r#"{"platform":"instagram","platform_post_id":"Kq7","url":"https://www.instagram.com/p/Kq7/","author":{"id":"40","username":"tide.table","display_name":"Tide Table","url":"https://www.instagram.com/tide.table/","avatar_url":"https://cdn.example/a.jpg","verified":false,"followers_count":9007199254740991},"content":"Spring tide\n\"high\" 🌊 #Tide","language":"en","media_type":"carousel","media":[{"type":"image","url":"https://cdn.example/1.jpg","preview_url":null,"width":1080,"height":0,"duration_ms":null,"alt_text":"A pier"},{"type":"video","url":"clips/2.mp4","preview_url":"https://cdn.example/2.jpg","width":null,"height":null,"duration_ms":1500,"alt_text":null}],"hashtags":["Tide"],"mentions":["pier"],"likes_count":0,"comments_count":1,"views_count":2,"shares_count":3,"saves_count":4,"kind":"quote","refers_to":"x:77","approximate":["author.followers_count","likes_count"],"published_at":"2025-04-01T06:07:08.009Z","edited_at":"2025-04-01T06:08:00.000Z","collected_at":"2025-04-02T00:00:00.000Z"}"#;

const SMALL: &str = r#"{"platform":"x","platform_post_id":"7","author":{"username":"tide"},"published_at":"2025-04-01T06:07:08Z"}"#;

/// The code and the message of the error for the smallest line with one value replaced.
fn refusal(pointer: &str, value: Value) -> (&'static str, String) {
    let mut line: Value = serde_json::from_str(SMALL).unwrap();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    line.pointer_mut(parent).unwrap()[key] = value;
    refused(line.to_string())
}

fn refused(line: impl AsRef<[u8]>) -> (&'static str, String) {
    let error = parse(line.as_ref()).unwrap_err();
    (error.code.name(), error.message)
}

fn code(pointer: &str, value: Value) -> &'static str {
    refusal(pointer, value).0
}

/// The smallest line with one value replaced, parsed.
fn with(pointer: &str, value: Value) -> PostLine {
    let mut line: Value = serde_json::from_str(SMALL).unwrap();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    line.pointer_mut(parent).unwrap()[key] = value;
    parse(line.to_string().as_bytes()).unwrap()
}

#[test]
fn a_full_line_is_read_and_prints_as_it_came() {
    let line = parse(FULL.as_bytes()).unwrap();
    assert_eq!(serde_json::to_string(&line).unwrap(), FULL);
    assert_eq!(line.media.as_ref().map(|media| media[1].kind), Some(FileType::Video));
    assert_eq!(line.published_at.0, 1_743_487_628_009);
}

#[test]
fn the_smallest_line_has_no_other_values() {
    let time = Timestamp::parse("2025-04-01T06:07:08Z").unwrap();
    let expected = PostLine::new(Network::X, "7".into(), "tide".into(), time);
    assert_eq!(parse(SMALL.as_bytes()), Ok(expected.clone()));
    let nulls: String = LINE_KEYS
        .iter()
        .filter(|key| !SMALL.contains(&format!("{key:?}")))
        .fold(SMALL.trim_end_matches('}').to_owned(), |line, key| format!("{line},{key:?}:null"));
    assert_eq!(parse(format!("{nulls}}}\r").as_bytes()), Ok(expected));
}

#[test]
fn the_keys_are_those_of_the_post() {
    let line: serde_json::Map<String, Value> = serde_json::from_str(FULL).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let sorted = |keys: &[&str]| {
        let mut keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&line["author"]), sorted(AUTHOR_KEYS));
    assert_eq!(keys(&line["media"][0]), sorted(MEDIA_KEYS));
    let mut all: Vec<String> = line.keys().cloned().chain(["id".into()]).collect();
    all.sort();
    assert_eq!(all, sorted(LINE_KEYS));
}

#[test]
fn codes_are_distinct_and_explained() {
    let mut names = LineErrorCode::NAMES.to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), LineErrorCode::ALL.len()), (27, 27));
    assert!(LineErrorCode::ALL.iter().all(|code| code.meaning().ends_with('.')));
    assert_eq!(LineErrorCode::TooMany.meaning(), "A list has more than 100 entries.");
    assert_eq!(
        serde_json::to_string(&LineError::new(LineErrorCode::TooLong, "x")).unwrap(),
        r#"{"code":"TOO_LONG","message":"x"}"#
    );
}

#[test]
fn required_fields_can_not_be_absent_null_or_empty() {
    for (pointer, missing) in [
        ("/platform", "MISSING_PLATFORM"),
        ("/platform_post_id", "MISSING_ID"),
        ("/author/username", "MISSING_AUTHOR"),
        ("/published_at", "MISSING_DATE"),
    ] {
        assert_eq!(code(pointer, json!(null)), missing);
        assert_eq!(code(pointer, json!("")), missing);
        assert_eq!(code(pointer, json!(5)), "WRONG_TYPE");
    }
    assert_eq!(code("/author", json!(null)), "MISSING_AUTHOR");
    assert_eq!(code("/author", json!({})), "MISSING_AUTHOR");
    assert_eq!(refused("{}"), ("MISSING_PLATFORM", "platform: expected a text, got none".into()));
    assert_eq!(code("/media", json!([{"url": "a"}])), "MISSING_FILE_TYPE");
    assert_eq!(code("/media", json!([{"type": "image"}])), "MISSING_FILE_URL");
    assert_eq!(code("/media", json!([{"type": "image", "url": ""}])), "MISSING_FILE_URL");
}

#[test]
fn names_outside_the_closed_lists_are_refused() {
    assert_eq!(
        refusal("/platform", json!("myspace")),
        (
            "UNSUPPORTED_PLATFORM",
            r#"platform: expected one of tiktok, instagram, twitter, x, snapchat, linkedin, got "myspace""#
                .into()
        )
    );
    assert_eq!(
        refusal("/media_type", json!("story")),
        (
            "UNSUPPORTED_MEDIA_TYPE",
            r#"media_type: expected one of image, video, carousel, reel, got "story""#.into()
        )
    );
    assert_eq!(code("/media_type", json!("Image")), "UNSUPPORTED_MEDIA_TYPE");
    assert_eq!(code("/kind", json!("retweet")), "UNSUPPORTED_KIND");
    assert_eq!(code("/media", json!([{"type": "gif", "url": "a"}])), "UNSUPPORTED_FILE_TYPE");
    assert_eq!(with("/platform", json!("Twitter")).platform.name(), "twitter");
}

#[test]
fn values_of_another_type_are_refused() {
    for (pointer, value) in [
        ("/author", json!("tide")),
        ("/content", json!(["a"])),
        ("/url", json!({})),
        ("/language", json!(false)),
        ("/media_type", json!(1)),
        ("/media", json!({})),
        ("/media", json!(["https://cdn.example/1.jpg"])),
        ("/hashtags", json!("#tide")),
        ("/hashtags", json!([null])),
        ("/mentions", json!([1])),
        ("/likes_count", json!("10")),
        ("/kind", json!([])),
        ("/refers_to", json!(1)),
        ("/approximate", json!("likes_count")),
        ("/edited_at", json!(1_743_487_628)),
        ("/author/verified", json!("true")),
        ("/author/id", json!(40)),
    ] {
        assert_eq!(code(pointer, value.clone()), "WRONG_TYPE", "{pointer} {value}");
    }
    assert_eq!(
        refusal("/platform_post_id", json!(12)),
        ("WRONG_TYPE", "platform_post_id: expected text, got 12".into())
    );
}

#[test]
fn texts_and_lists_end_at_their_limits() {
    for (pointer, most) in
        [("/platform_post_id", 256), ("/content", 65_536), ("/url", 2_048), ("/author/id", 2_048)]
    {
        assert!(parse(with_text(pointer, most).as_bytes()).is_ok(), "{pointer}");
        assert_eq!(refused(with_text(pointer, most + 2)).0, "TOO_LONG", "{pointer}");
    }
    assert_eq!(
        refusal("/language", json!("é".repeat(1025))),
        ("TOO_LONG", "language: expected at most 2048 bytes, got 2050".into())
    );
    for (pointer, entry) in [
        ("/hashtags", json!("tide")),
        ("/mentions", json!("tide")),
        ("/media", json!({"type": "image", "url": "1.jpg"})),
    ] {
        with(pointer, json!(vec![entry.clone(); 100]));
        assert_eq!(code(pointer, json!(vec![entry; 101])), "TOO_MANY");
    }
}

fn with_text(pointer: &str, bytes: usize) -> String {
    let mut line: Value = serde_json::from_str(SMALL).unwrap();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    line.pointer_mut(parent).unwrap()[key] = json!("é".repeat(bytes / 2));
    line.to_string()
}

#[test]
fn counts_are_exact_integers_from_0_to_2_to_53_minus_1() {
    assert_eq!(
        with("/views_count", json!(9_007_199_254_740_991_u64)).views_count,
        Some(9_007_199_254_740_991)
    );
    for number in ["9007199254740992", "-1", "-0", "1.0", "1e3", "123456789012345678901234567890"] {
        for key in ["likes_count", "comments_count", "views_count", "shares_count", "saves_count"] {
            let line = SMALL.replace("\"author\"", &format!("\"{key}\":{number},\"author\""));
            assert_eq!(refused(line).0, "COUNT_OUT_OF_RANGE", "{key} {number}");
        }
    }
    assert_eq!(code("/media", json!([{"type": "video", "url": "a", "width": 0.5}])), "COUNT_OUT_OF_RANGE");
    assert_eq!(
        refusal("/author/followers_count", json!(-1)),
        (
            "COUNT_OUT_OF_RANGE",
            "author.followers_count: expected an integer from 0 to 9007199254740991, got -1".into()
        )
    );
}

#[test]
fn usernames_and_hashtags_are_checked_and_lose_their_sign() {
    assert_eq!(with("/author/username", json!("@Tide")).author.username, "Tide");
    for name in ["@", "a b", "a/b", "a\u{7}", &"a".repeat(101)] {
        assert_eq!(code("/author/username", json!(name)), "INVALID_USERNAME", "{name}");
        assert_eq!(code("/mentions", json!([name])), "INVALID_USERNAME", "{name}");
    }
    assert_eq!(
        refusal("/mentions", json!(["tide", "a b"])),
        (
            "INVALID_USERNAME",
            r#"mentions[1]: expected 1 to 100 characters without blanks, control characters or /, got "a b""#
                .into()
        )
    );
    for tag in ["", "#", "a b", &"é".repeat(101)] {
        assert_eq!(code("/hashtags", json!([tag])), "INVALID_HASHTAG", "{tag}");
    }
    let line = with("/hashtags", json!(["#Tide", "TIDE", "＃潮", "pier"]));
    assert_eq!(line.hashtags, Some(vec!["Tide".into(), "潮".into(), "pier".into()]));
}

#[test]
fn dates_are_instants_in_the_years_that_are_kept() {
    assert_eq!(with("/published_at", json!("2025-04-01T08:07:08+02:00")).published_at.0, 1_743_487_628_000);
    for key in ["/published_at", "/edited_at", "/collected_at"] {
        assert_eq!(code(key, json!("2025-04-01")), "INVALID_DATE");
        assert_eq!(code(key, json!("2025-02-29T00:00:00Z")), "INVALID_DATE");
        assert_eq!(code(key, json!("1969-12-31T23:59:59Z")), "DATE_OUT_OF_RANGE");
        assert_eq!(code(key, json!("2100-01-01T00:00:00Z")), "DATE_OUT_OF_RANGE");
    }
    assert_eq!(
        refusal("/edited_at", json!("yesterday")).1,
        r#"edited_at: expected an RFC 3339 time with an offset, such as 2026-03-01T18:04:05Z, got "yesterday""#
    );
}

#[test]
fn references_are_ids_under_the_networks_own_name() {
    assert_eq!(with("/refers_to", json!("Twitter:1:2")).refers_to.as_deref(), Some("x:1:2"));
    for id in ["", "1", "x:", "myspace:1", ":1", &format!("x:{}", "1".repeat(257))] {
        assert_eq!(code("/refers_to", json!(id)), "INVALID_REFERENCE", "{id}");
    }
}

#[test]
fn approximate_names_are_fields_and_sorted() {
    let line = with("/approximate", json!(["views_count", "author.verified", "views_count", "published_at"]));
    let names = ["author.verified", "published_at", "views_count"].map(String::from).to_vec();
    assert_eq!(line.approximate, Some(names));
    for name in ["likes", "id", "platform", "author", "approximate", "author.likes_count", ""] {
        assert_eq!(code("/approximate", json!([name])), "INVALID_APPROXIMATE", "{name}");
    }
}

#[test]
fn an_id_is_ignored_whatever_it_says() {
    for id in [json!("x:7"), json!(7), json!({"a": [null, {"b": 1}]})] {
        assert_eq!(with("/id", id), parse(SMALL.as_bytes()).unwrap());
    }
}
