//! What holds for every format.

use super::*;
use proptest::prelude::*;
use serde_json::json;

pub(super) const NOW: Timestamp = Timestamp(1_795_000_000_000);

pub(super) fn settings() -> Settings {
    Settings { author: None, now: NOW, file_time: None }
}

/// The post that an item has to be.
pub(super) fn post(item: Result<Item, Refusal>) -> PostLine {
    match item {
        Ok(Item::Post(found)) => found.post,
        other => panic!("expected a post, got {other:?}"),
    }
}

/// The code of a refusal that an item has to be.
pub(super) fn code(item: Result<Item, Refusal>) -> &'static str {
    item.expect_err("a refusal").code
}

#[test]
fn formats_are_known_by_name_in_any_case() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(&format.name().to_uppercase()), Some(format));
    }
    assert_eq!(Format::from_name("docx"), None);
}

#[test]
fn canonical_lines_are_read_as_the_service_reads_them() {
    let line = r#"{"id":"ignored","platform":"twitter","platform_post_id":"7","author":{"username":"a"},"published_at":"1999-01-01T00:00:00Z"}"#;
    let read = post(Converter::Canonical.convert(line, &settings()));
    assert_eq!((read.platform.name(), read.platform_post_id.as_str()), ("twitter", "7"));
    for (line, expected) in [
        ("oops", "INVALID_JSON"),
        ("[]", "NOT_AN_OBJECT"),
        (r#"{"platform":"x","platfrom_post_id":"7"}"#, "UNKNOWN_KEY"),
        (
            r#"{"platform":"x","platform_post_id":"7","published_at":"2026-01-01T00:00:00Z"}"#,
            "MISSING_AUTHOR",
        ),
    ] {
        assert_eq!(code(Converter::Canonical.convert(line, &settings())), expected, "{line}");
    }
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    for (text, expected) in [
        ("oops", "expected JSON, and at column 1 there is none (expected value)"),
        ("{\"a\":\n 1 2}", "expected JSON, and at line 2 column 4 there is none (expected `,` or `}`)"),
        ("{\"a", "expected JSON, and at column 3 there is none (EOF while parsing a string)"),
    ] {
        for converter in [Converter::Canonical, Converter::Zeeschuimer] {
            let refusal = converter.convert(text, &settings()).unwrap_err();
            assert_eq!((refusal.code, refusal.reason.as_str()), ("INVALID_JSON", expected));
        }
    }
}

#[test]
fn what_is_no_object_is_refused_by_every_format() {
    for converter in [Converter::Zeeschuimer, Converter::XArchive(Arc::default())] {
        assert_eq!(code(converter.convert("{\"a\":", &settings())), "INVALID_JSON");
        assert_eq!(code(converter.convert("null", &settings())), "NOT_AN_OBJECT");
    }
    assert_eq!(Converter::Skip("rule").convert("{", &settings()), Ok(Item::Skipped("rule")));
}

#[test]
fn zeeschuimer_items_are_read_by_their_network() {
    let line = |platform: &str, data: Value| {
        json!({"nav_index": "1:2:0", "item_id": "1", "timestamp_collected": 1_697_110_676_723_i64,
            "source_platform": platform, "source_url": "https://secret.example", "data": data})
    };
    let video = json!({"id": "7300000000000000001", "desc": "hi", "createTime": "1699663698",
        "author": {"uniqueId": "reef"}, "stats": {}});
    let read = post(zeeschuimer::convert(&line("tiktok.com", video), &settings()));
    assert_eq!(read.collected_at.map(|time| time.to_string()), Some("2023-10-12T11:37:56.723Z".into()));
    assert!(!format!("{read:?}").contains("secret"));
    let other = zeeschuimer::convert(&line("gab.com", json!({})), &settings());
    assert_eq!(code(other), "UNSUPPORTED_PLATFORM");
    let comment = zeeschuimer::convert(&line("tiktok-comments", json!({})), &settings());
    assert_eq!(comment, Ok(Item::Skipped("comment")));
}

/// The keys that the formats look at.
const KEYS: &str = "\
    data source_platform rest_id legacy core user_results result id id_str tweet created_at full_text \
    entities media extended_entities hashtags urls url text screen_name note_tweet note_tweet_results \
    edit_control edit_tweet_ids views count author uniqueId createTime stats statsV2 diggCount imagePost \
    images video textExtra hashtagName type video_info variants bitrate retweeted_status_result";

/// JSON with the keys that the formats look at, and values of every type.
fn tree() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(KEYS.split(' ').collect::<Vec<_>>());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec!["tiktok.com", "x.com", "1700000000000000001", "video", "RT @a: b…"])
            .prop_map(Value::from),
        Just(Value::from("Wed Oct 10 20:19:24 +0000 2018")),
    ];
    leaf.prop_recursive(6, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..8)
                .prop_map(|pairs| pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn no_bytes_make_a_converter_panic(bytes: Vec<u8>, text in ".{0,80}") {
        for text in [String::from_utf8_lossy(&bytes).into_owned(), text] {
            let (text, _) = repair::repair(&text);
            for converter in [Converter::Canonical, Converter::Zeeschuimer, Converter::XArchive(Arc::default())] {
                let _ = converter.convert(&text, &settings());
            }
        }
    }

    #[test]
    fn no_json_makes_a_converter_panic(value in tree()) {
        let settings = Settings { author: Some("a".into()), ..settings() };
        let mut archive = x::archive::Archive::default();
        for role in [x::archive::Role::Account, x::archive::Role::Notes, x::archive::Role::Manifest] {
            archive.add(role, &value);
        }
        let _ = archive.convert(&value, &settings);
        let _ = zeeschuimer::convert(&value, &settings);
        let _ = x::graphql::convert(&value, &settings);
        let _ = tiktok::convert(&value, &settings);
    }

    #[test]
    fn repaired_text_has_no_nul_and_no_lone_surrogate(text in r"(\\u0000|\\ud83d|\\ude00|\\\\|\\n|a|\x00|é){0,12}") {
        let quoted = format!("\"{text}\"");
        let (repaired, _) = repair::repair(&quoted);
        let parsed: String = serde_json::from_str(&repaired).expect("JSON");
        prop_assert!(!parsed.contains('\0'));
    }

    #[test]
    fn no_value_in_a_post_makes_a_converter_panic(key in 0..usize::MAX, value in tree()) {
        let settings = Settings { author: Some("a".into()), ..settings() };
        let replaced = |mut post: Value| {
            let keys: Vec<String> = post.as_object().unwrap().keys().cloned().collect();
            post[keys[key % keys.len()].as_str()] = value.clone();
            post
        };
        let _ = tiktok::convert(&replaced(tiktok::tests::item(json!({}))), &settings);
        let tweet = x::archive::tests::tweet(json!({}));
        let _ = x::archive::Archive::default().convert(&replaced(tweet), &settings);
        let mut seen = x::graphql::tests::tweet(json!({}), json!({}));
        let _ = x::graphql::convert(&replaced(seen.clone()), &settings);
        seen["legacy"] = replaced(seen["legacy"].take());
        let _ = x::graphql::convert(&seen, &settings);
    }
}
