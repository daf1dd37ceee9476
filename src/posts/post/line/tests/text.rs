//! Errors of a line's text and keys, which come before those of its values.

use super::*;
use proptest::prelude::*;

#[test]
fn text_that_is_no_object_is_refused() {
    assert_eq!(
        refused(b"{\"a\":\"\xff\"}"),
        ("INVALID_UTF8", "expected UTF-8, got other bytes after byte 6".into())
    );
    assert_eq!(
        refused("{\"platform\":}"),
        ("INVALID_JSON", "expected JSON: expected value, got \"}\" at column 13".into())
    );
    assert_eq!(refused("").0, "INVALID_JSON");
    assert_eq!(refused("[".repeat(500_000)).0, "INVALID_JSON");
    assert_eq!(refused("{\"a\":".repeat(500_000)).0, "INVALID_JSON");
    assert_eq!(refused("[{}]"), ("NOT_AN_OBJECT", "expected a JSON object, got a list".into()));
    assert_eq!(refused("17"), ("NOT_AN_OBJECT", "expected a JSON object, got 17".into()));
    assert_eq!(
        refused(r#"{"content":"\ud83d"}"#),
        ("LONE_SURROGATE", "expected the other half of a surrogate pair at column 13".into())
    );
    assert_eq!(refused("{\"content\":\"\0\"}").0, "NUL_CHARACTER");
    assert_eq!(refused(r#"{"id":["\u0000"]}"#).0, "NUL_CHARACTER");
}

#[test]
fn misspelt_keys_are_refused_everywhere() {
    assert_eq!(
        refusal("/likes_cuont", json!(1)),
        ("UNKNOWN_KEY", r#"expected a key of a post, got "likes_cuont", did you mean likes_count?"#.into())
    );
    assert_eq!(
        refusal("/author/name", json!(null)),
        ("UNKNOWN_KEY", r#"expected a key of author, got "name""#.into())
    );
    assert_eq!(
        refusal("/media", json!([{"type": "image", "url": "a", "alt": "b"}])),
        ("UNKNOWN_KEY", r#"expected a key of media[0], got "alt", did you mean alt_text?"#.into())
    );
}

#[test]
fn a_key_that_comes_twice_is_refused() {
    let twice = SMALL.replace("\"author\"", "\"language\":\"en\",\"language\":null,\"author\"");
    assert_eq!(refused(twice), ("DUPLICATE_KEY", "language: expected once, got it twice".into()));
    let twice = SMALL.replace("\"username\"", "\"username\":\"tide\",\"user\\u006eame\"");
    assert_eq!(refused(twice), ("DUPLICATE_KEY", "author.username: expected once, got it twice".into()));
}

#[test]
fn the_first_fault_is_the_one_that_is_named() {
    let line = r#"{"platform":"nowhere","likes":1,"content":5}"#;
    assert_eq!(refused(line).0, "UNKNOWN_KEY");
    assert_eq!(refused(line.replace(",\"likes\":1", "")).0, "UNSUPPORTED_PLATFORM");
    assert_eq!(refused(line.replace(",\"likes\":1", "").replace("nowhere", "x")).0, "MISSING_ID");
}

#[test]
fn long_values_are_cut_in_messages() {
    let (_, message) = refusal("/kind", json!("k".repeat(70_000)));
    assert!(message.ends_with(&format!("got \"{}…\"", "k".repeat(60))), "{message}");
    assert!(message.len() < 200);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
    }

    #[test]
    fn no_damaged_line_makes_it_panic_and_no_message_is_long(
        place in 0..FULL.len(), with in r"[\x00-\x7f]|\\u[dD]83d|é|null|1e999|\[\[\[|", cut in 0..5_usize
    ) {
        let mut bytes = FULL.as_bytes().to_vec();
        let end = (place + cut).min(bytes.len());
        bytes.splice(place..end, with.bytes());
        if let Err(error) = parse(&bytes) {
            prop_assert!(error.message.len() < 400, "{}", error.message);
        }
    }
}
